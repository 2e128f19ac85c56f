import Foundation
import StudioTestSupport
import Testing

/// The probe is judged: what ffmpeg has put into a file is found, with the right number, and nothing else is.
struct ConfusionTests {
    /// What counts as found, far tighter than what a verdict minds: sound within a millisecond, clocks within 5 ppm.
    private struct Limit {
        static let offset = 1.0
        static let drift = 5.0
        static let gap = 6.0
        static let scale = 0.002
        static let visible = 0.005
    }

    private func found(in media: ProbedMedia) throws -> Set<Fault.Kind> {
        let (pictures, sound) = (try #require(media.pictures), try #require(media.sound))
        let sync = try #require(media.sync)
        let scale = (try #require(pictures.scaleX), try #require(pictures.scaleY))
        let visible = (try #require(pictures.visibleWidth), try #require(pictures.visibleHeight))
        let all: [(Fault.Kind, Bool)] = [
            (.missing, pictures.missing > 0), (.repeated, !pictures.repeated.isEmpty),
            (.disordered, !pictures.outOfOrder.isEmpty), (.frozen, !pictures.frozen.isEmpty),
            (.damaged, !pictures.damaged.isEmpty), (.unreadable, !pictures.unreadable.isEmpty),
            (.offset, abs(sync.start) > Limit.offset), (.drift, abs(try #require(sync.drift)) > Limit.drift),
            (.gap, !sound.gaps.isEmpty), (.overlap, !sound.overlaps.isEmpty),
            (.range, media.color?.isAsSignalled == false),
            (.scale, abs(scale.0 - 1) > Limit.scale || abs(scale.1 - 1) > Limit.scale),
            (.crop, min(visible.0, visible.1) < 1 - Limit.visible),
        ]
        return Set(all.filter(\.1).map(\.0))
    }

    private func expected(_ fault: Fault.Expectation) -> Set<Fault.Kind> {
        let all: [(Fault.Kind, Bool)] = [
            (.missing, !fault.missing.isEmpty), (.repeated, !fault.repeated.isEmpty),
            (.disordered, !fault.disordered.isEmpty), (.frozen, fault.frozen != nil),
            (.damaged, !fault.damaged.isEmpty), (.offset, fault.offset != 0), (.drift, fault.drift != 0),
            (.gap, fault.gap != nil), (.range, fault.isRangeWrong), (.scale, fault.scale != (1, 1)),
            (.crop, fault.visible != (1, 1)),
        ]
        return Set(all.filter(\.1).map(\.0))
    }

    /// Every number, not only that there is one.
    private func checkNumbers(_ media: ProbedMedia, _ fault: Fault) throws {
        let expected = fault.expected
        let (pictures, sync) = (try #require(media.pictures), try #require(media.sync))
        #expect(pictures.missingList == expected.missing)
        #expect(pictures.repeated.compactMap(\.number) == expected.repeated)
        #expect(pictures.outOfOrder.compactMap(\.number) == expected.disordered)
        #expect(pictures.damaged.compactMap(\.number) == expected.damaged)
        #expect(pictures.damaged.compactMap { $0.torn?.first } == expected.torn)
        // With a drift the offset grows from the beginning on.
        #expect(abs(sync.start - expected.offset) <= Limit.offset, "\(sync.start)")
        #expect(abs(try #require(sync.drift) - expected.drift) <= Limit.drift, "\(sync.drift ?? .nan)")
        if let gap = expected.gap {
            let gaps = try #require(media.sound).gaps
            #expect(gaps.count == 1)
            #expect(abs(try #require(gaps.first).milliseconds - gap) <= Limit.gap)
            #expect(abs(try #require(gaps.first).time - 5) < 0.01)
        }
        #expect(abs(try #require(pictures.scaleX) - expected.scale.x) <= Limit.scale)
        #expect(abs(try #require(pictures.scaleY) - expected.scale.y) <= Limit.scale)
        #expect(abs(try #require(pictures.visibleWidth) - expected.visible.width) <= Limit.visible)
        #expect(abs(try #require(pictures.visibleHeight) - expected.visible.height) <= Limit.visible)
        #expect((media.color != nil) == expected.hasColors, "colours are measured where patches are")
        #expect(pictures.frozen.compactMap(\.number) == (expected.frozen.map { [$0] } ?? []))
    }

    @Test("Known faults in known-good files: each is found with its number, and nothing else")
    func table() throws {
        let folder = try TestFolder()
        let good = folder.file("good.mp4")
        let made = try StudioProgram.run([
            "start", "--quiet", "--fast", "--width", "1280", "--height", "720", "--video", "coded:1f3a9c02",
            "--duration",
            "10s", "--out", good,
        ])
        try #require(made.exitCode == 0, "\(made.errors)")
        var table = ConfusionTable()
        for fault in Fault.none + Fault.all {
            let path = try fault.make(of: good, in: folder)
            let media = try ProbedMedia(path)
            let (found, expected) = (try found(in: media), expected(fault.expected))
            table.add(fault.name, found: found, expected: expected, media)
            #expect(found == expected, "\(fault.name): \(media.verdict)")
            #expect(media.run?.identity == "1f3a9c02" && media.exitCode == 0, "\(fault.name)")
            try checkNumbers(media, fault)
            try FileManager.default.removeItem(atPath: path)
        }
        print(table)
    }
}

/// What was found against what was there: `found` where it was to be, `FALSE` where not, `MISSED` where it should have been.
private struct ConfusionTable: CustomStringConvertible {
    private var rows: [[String]] = [["fault"] + Fault.Kind.allCases.map(\.rawValue) + ["offset ms", "drift ppm"]]

    mutating func add(_ name: String, found: Set<Fault.Kind>, expected: Set<Fault.Kind>, _ media: ProbedMedia) {
        let cells = Fault.Kind.allCases.map { kind in
            switch (found.contains(kind), expected.contains(kind)) {
            case (true, true): "found"
            case (true, false): "FALSE"
            case (false, true): "MISSED"
            case (false, false): "."
            }
        }
        let numbers = [media.sync?.start, media.sync?.drift].map { $0.map { String(format: "%+.2f", $0) } ?? "-" }
        rows.append([name] + cells + numbers)
    }

    var description: String {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
