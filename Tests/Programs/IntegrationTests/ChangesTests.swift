import Foundation
import StudioTestSupport
import Testing

/// A show whose source changes again and again, with slates, and with an output that comes and goes. `make changes` runs ten
/// minutes; without `PSSTUDIO_CHANGES`, it has the length of five changes.
@Suite(.endToEnd, .timeLimit(.minutes(30)))
struct ChangesTests {
    /// A source, and what the probe finds of a second of it in a program of 30 frames per second.
    private struct Source {
        let path: String
        /// Frames per second; of more than 30, some are left out; of fewer, some are repeated.
        var rate = 30
        var hasAudio = true

        /// The greatest A/V offset in milliseconds. A frame is shown at the nearest one of the program, which is up to half a
        /// frame from its time unless one rate is a multiple of the other.
        var limit: Double { 30 % rate == 0 || rate % 30 == 0 ? 5 : 1000 / 30 / 2 }
    }

    private static let changes = ProcessInfo.processInfo.environment["PSSTUDIO_CHANGES"].flatMap { Int($0) } ?? 5
    /// Seconds from one change to the next one. They are not on the grid of audio blocks.
    private static let interval = Double(ProcessInfo.processInfo.environment["PSSTUDIO_CHANGES_INTERVAL"] ?? "") ?? 6

    /// Sources of other sizes, rates and ranges, with and without audio.
    private func sources(_ folder: TestFolder) throws -> [Source] {
        let seconds = "\(Int(Self.interval) + 3)s"
        func make(_ name: String, _ size: (Int, Int), _ rate: Int, _ range: String, _ identity: String) throws -> String
        {
            let outcome = try StudioProgram.run([
                "start", "--fast", "--quiet", "--video", "coded:\(identity)", "--width", "\(size.0)", "--height",
                "\(size.1)", "--fps", "\(rate)", "--format", "i420-\(range)", "--range", range, "--bitrate", "8M",
                "--duration", seconds, "--out", folder.file(name),
            ])
            try #require(outcome.exitCode == 0, "\(outcome.errors)")
            return folder.file(name)
        }
        let small = try make("small.mkv", (320, 180), 30, "limited", "b1")
        let y4m = folder.file("small.y4m")
        try Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-i", small, "-pix_fmt", "yuv420p", y4m])
        return [
            Source(path: small),
            Source(path: try make("full.mp4", (640, 480), 30, "full", "b2")),
            Source(path: try make("slow.mkv", (426, 240), 25, "limited", "b3"), rate: 25),
            Source(path: y4m, hasAudio: false),
            Source(path: try make("half.mp4", (480, 360), 15, "full", "b5"), rate: 15),
            Source(path: try make("quick.mkv", (640, 360), 60, "limited", "b4"), rate: 60),
            Source(path: "coded:c5"),
        ]
    }

    private func scenario(_ sources: [Source], _ folder: TestFolder) throws -> String {
        var lines = ["version: 1", "steps:"]
        func add(_ seconds: Double, _ command: String) {
            lines.append("  - {on: onStartSend, after: \(Int((seconds * 1000).rounded()))ms, \(command)}")
        }
        for number in 1...Self.changes {
            let start = Double(number) * Self.interval
            let source = sources[(number - 1) % sources.count]
            add(start, "changeSource: {video: '\(source.path)'}")
            guard number % 4 == 1 else { continue }
            add(start + 2, "showSlate: {}")
            add(start + 3, "endSlate: {}")
            add(start + 1.5, "addOutput: {address: '\(folder.file("extra\(number).mkv"))'}")
            add(start + 4, "removeOutput: {output: \(2 + (number + 3) / 4)}")
        }
        return try folder.write("show.yaml", lines.joined(separator: "\n"))
    }

    @Test("each part of a show with many changes is found whole and in sync, in all outputs")
    func show() throws {
        let folder = try TestFolder()
        let sources = try sources(folder)
        let seconds = Self.interval * Double(Self.changes + 1)
        let paths = [folder.file("show.mkv"), folder.file("show.mp4")]
        let outcome = try StudioProgram.run(
            [
                "start", "--fast", "--json", "--video", "coded:a0", "--width", "640", "--height", "360", "--fps", "30",
                "--format", "i420-limited", "--bitrate", "8M", "--duration", "\(seconds)s", "--scenario",
                try scenario(sources, folder),
            ] + paths.flatMap { ["--out", $0] }, seconds: 1200)
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let summary = try outcome.summary
        #expect(summary.video.accepted == Int(seconds * 30))
        #expect(outcome.outputText.contains("\"sourceChanges\" : \(Self.changes)"))
        #expect(outcome.outputText.contains("\"slates\" : \((Self.changes + 3) / 4)"))
        let reports = try paths.map { try ProbedMedia($0) }
        for (path, report) in zip(paths, reports) { try check(report, sources, path) }
        let ranges = reports.map { ($0.parts ?? []).map { [$0.lowest, $0.highest, $0.frames] } }
        #expect(ranges[0] == ranges[1], "the outputs differ")
        for path in paths { try expectIncreasingTimes(path) }
    }

    private func check(_ report: ProbedMedia, _ sources: [Source], _ path: String) throws {
        let parts = try #require(report.parts, "\(path): \(report.verdict)")
        try #require(parts.count == Self.changes + 1, "\(path)")
        let frames = Int(Self.interval * 30)
        for (number, part) in parts.enumerated() {
            let source = number == 0 ? Source(path: "") : sources[(number - 1) % sources.count]
            let place: Comment = "\(path), part \(number), \(source.path): \(part)"
            let hasSlate = number > 0 && number % 4 == 1
            #expect(part.lowest == 0, place)
            #expect(part.outOfOrder + part.damaged + part.unreadable + part.foreign == 0, place)
            #expect(part.gaps.isEmpty && part.overlaps.isEmpty, place)
            #expect((part.marks > 0) == source.hasAudio, place)
            if source.hasAudio { #expect(abs(try #require(part.sync, place).worst) < source.limit, place) }
            switch source.rate {
            case 30:
                #expect(part.missing == 0, place)
                #expect(part.repeated == 0, place)
                #expect(part.covered == (hasSlate ? 30 : 0), place)
                #expect(part.frames == frames - (hasSlate ? 30 : 0), place)
            case 25:
                #expect(part.missing == 0, place)
                #expect(part.frames == frames - (hasSlate ? 30 : 0), place)
                #expect(part.highest == frames * 25 / 30 - 1, place)
            default: #expect(part.frames == frames - (hasSlate ? 30 : 0), place)
            }
        }
        #expect(report.unmarked?.count == (Self.changes + 3) / 4)
    }

    private func expectIncreasingTimes(_ path: String) throws {
        for stream in ["v:0", "a:0"] {
            let text = try Tool.run(
                "ffprobe",
                ["-v", "error", "-select_streams", stream, "-show_entries", "packet=pts", "-of", "csv=p=0", path])
            let times = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap {
                Int($0.prefix { $0 != "," })
            }
            #expect(times.count > 100)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(path) \(stream)")
        }
    }
}
