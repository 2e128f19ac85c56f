import Foundation
import StudioCore
import StudioTestSupport
import Testing

/// Recordings that are shorter than the time between two key frames.
@Suite(.endToEnd)
struct ShortRecordingTests {
    private static let source = [
        "start", "--fast", "--width", "320", "--height", "180", "--video", "coded:", "--audio", "coded:", "--json",
    ]

    @Test(
        "a hundred recordings of 0.3 to 1.5 s back to back are all there, each with exactly its frames",
        arguments: ["mp4", "mkv"])
    func hundred(_ kind: String) throws {
        let folder = try TestFolder()
        var random = SeededRandom(seed: 1)
        var ends = [30]
        for _ in 0..<100 { ends.append(ends[ends.count - 1] + Int.random(in: 9...45, using: &random)) }
        var steps = ["version: 1", "steps:"]
        for (number, end) in ends.enumerated() {
            steps.append("  - {after: \(end) frames, stopOutput: {output: 1}}")
            if number < 100 { steps.append("  - {after: \(end) frames, startOutput: {output: 1}}") }
        }
        let outcome = try StudioProgram.run(
            Self.source + [
                "--duration", "\(ends[100] / 30 + 2)s", "--scenario",
                try folder.write("record.yaml", steps.joined(separator: "\n")), "--out", folder.file("a.\(kind)"),
                "--out", "null:",
            ], seconds: 240)
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try outcome.summary.outputs.map(\.state) == ["stopped", "finished"])
        for (number, (begin, end)) in zip(ends, ends.dropFirst()).enumerated() {
            let path = folder.file("a-\(number + 2).\(kind)")
            try #require(FileManager.default.fileExists(atPath: path), "\(path)")
            let video = try #require(try ProbedMedia(path).video)
            #expect(video.lowest == begin, "\(path)")
            #expect(video.count == end - begin, "\(path)")
            #expect(video.missing == 0, "\(path)")
        }
    }

    @Test("a recording that is stopped at the frame at which it was started has one frame, and audio")
    func single() throws {
        let folder = try TestFolder()
        let steps = ["stopOutput", "startOutput", "stopOutput"].enumerated().map { index, command in
            "  - {after: \(index == 0 ? 30 : 60) frames, \(command): {output: 1}}"
        }
        let outcome = try StudioProgram.run(
            Self.source + [
                "--duration", "4s", "--scenario",
                try folder.write("record.yaml", (["version: 1", "steps:"] + steps).joined(separator: "\n")), "--out",
                folder.file("a.mp4"), "--out", "null:",
            ])
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let media = try MediaProbe(folder.file("a-2.mp4"))
        #expect(media.videoFrames.count == 1)
        #expect(media.audioFrames.count > 0)
    }
}
