import StudioTestSupport
import Testing

/// Files that a scenario stops and starts.
@Suite(.endToEnd)
struct OutputStopTests {
    private static let kinds = ["mp4", "mkv", "flv", "ts"]

    @Test("a stopped file has every frame up to the command, whatever is still in the encoders", arguments: [1, 2, 66])
    func exact(frames: Int) throws {
        let folder = try TestFolder()
        let steps =
            ["version: 1", "steps:"] + (1...4).map { "  - {after: \(frames) frames, stopOutput: {output: \($0)}}" }
        let names = Self.kinds.map { "a.\($0)" } + Self.kinds.map { "whole.\($0)" }
        let outcome = try StudioProgram.run(
            [
                "start", "--fast", "--width", "320", "--height", "180", "--video", "coded:", "--audio", "coded:",
                "--json",
                "--duration", "4s", "--scenario", try folder.write("stop.yaml", steps.joined(separator: "\n")),
            ] + names.flatMap { ["--out", folder.file($0)] })
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(
            try outcome.summary.outputs.map(\.state)
                == Array(repeating: "stopped", count: 4) + Array(repeating: "finished", count: 4))
        for kind in Self.kinds {
            let (part, whole) = (
                try PacketHashes(folder.file("a.\(kind)")), try PacketHashes(folder.file("whole.\(kind)"))
            )
            #expect(part.video.count == frames, "\(kind)")
            #expect(part.video[...] == whole.video.prefix(frames), "\(kind)")
            #expect(part.audio[...] == whole.audio.prefix(part.audio.count), "\(kind)")
            // The audio ends with the first block behind the last frame; blocks have 1024 samples of 48 kHz.
            let blocks = (frames - 1) * 1600 / 1024 + 2
            #expect(part.audio.count >= blocks, "\(kind)")
        }
    }
}
