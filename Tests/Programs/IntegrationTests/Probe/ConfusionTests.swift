import Foundation
import StudioTestSupport
import Testing

/// Tests the probe: faults created by ffmpeg are found with the right number, and nothing else is found.
@Suite(.endToEnd)
struct ConfusionTests {
    /// Tolerances far tighter than those of findings: audio within a millisecond, clocks within 5 ppm.
    private struct Limit {
        static let offset = 1.0
        static let drift = 5.0
        static let gap = 6.0
        static let scale = 0.002
        static let visible = 0.005
    }

    private func found(in media: ProbedMedia) throws -> Set<Fault.Kind> {
        let (video, audio) = (try #require(media.video), try #require(media.audio))
        let sync = try #require(media.sync)
        let scale = (try #require(video.scaleX), try #require(video.scaleY))
        let visible = (try #require(video.visibleWidth), try #require(video.visibleHeight))
        let all: [(Fault.Kind, Bool)] = [
            (.missing, video.missing > 0), (.repeated, !video.repeated.isEmpty),
            (.disordered, !video.outOfOrder.isEmpty), (.frozen, !video.frozen.isEmpty),
            (.damaged, !video.damaged.isEmpty), (.unreadable, !video.unreadable.isEmpty),
            (.offset, abs(sync.start) > Limit.offset), (.drift, abs(try #require(sync.drift)) > Limit.drift),
            (.gap, !audio.gaps.isEmpty), (.overlap, !audio.overlaps.isEmpty),
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

    /// Compares every number.
    private func checkNumbers(_ media: ProbedMedia, _ fault: Fault) throws {
        let expected = fault.expected
        let (video, sync) = (try #require(media.video), try #require(media.sync))
        #expect(video.missingList == expected.missing)
        #expect(video.repeated.compactMap(\.number) == expected.repeated)
        #expect(video.outOfOrder.compactMap(\.number) == expected.disordered)
        #expect(video.damaged.compactMap(\.number) == expected.damaged)
        #expect(video.damaged.compactMap { $0.torn?.first } == expected.torn)
        // With drift the offset increases from the start on.
        #expect(abs(sync.start - expected.offset) <= Limit.offset, "\(sync.start)")
        #expect(abs(try #require(sync.drift) - expected.drift) <= Limit.drift, "\(sync.drift ?? .nan)")
        if let gap = expected.gap {
            let gaps = try #require(media.audio).gaps
            #expect(gaps.count == 1)
            #expect(abs(try #require(gaps.first).milliseconds - gap) <= Limit.gap)
            #expect(abs(try #require(gaps.first).time - 5) < 0.01)
        }
        #expect(abs(try #require(video.scaleX) - expected.scale.x) <= Limit.scale)
        #expect(abs(try #require(video.scaleY) - expected.scale.y) <= Limit.scale)
        #expect(abs(try #require(video.visibleWidth) - expected.visible.width) <= Limit.visible)
        #expect(abs(try #require(video.visibleHeight) - expected.visible.height) <= Limit.visible)
        #expect((media.color != nil) == expected.hasColors, "colours are measured if patches are visible")
        #expect(video.frozen.compactMap(\.number) == (expected.frozen.map { [$0] } ?? []))
    }

    @Test("Known faults in known-good files are found with their numbers, and nothing else is", .endToEnd(weight: 2))
    func table() throws {
        let folder = try TestFolder()
        let good = folder.file("good.mp4")
        let (width, height) = LongRun.isRequested ? ("1280", "720") : ("640", "360")
        let made = try StudioProgram.run([
            "start", "--quiet", "--fast", "--width", width, "--height", height, "--video", "coded:1f3a9c02",
            "--duration", "10s", "--out", good,
        ])
        try #require(made.exitCode == 0, "\(made.errors)")
        var table = ConfusionTable()
        for fault in Fault.none + Fault.all {
            let path = try fault.make(of: good, in: folder)
            let media = try ProbedMedia(path)
            let (found, expected) = (try found(in: media), expected(fault.expected))
            table.add(fault.name, found: found, expected: expected, media)
            #expect(found == expected, "\(fault.name): \(media.verdict)")
            #expect(media.session?.identity == "1f3a9c02", "\(fault.name)")
            #expect(media.exitCode == 0, "\(fault.name)")
            try checkNumbers(media, fault)
            try FileManager.default.removeItem(atPath: path)
        }
        print(table)
    }
}

/// Compares the findings with the expectation: `found` if expected and found, `FALSE` if only found, `MISSED` if
/// only expected.
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
