import Glibc
import StudioTestSupport
import Testing

extension RealTime {
    /// No command of a session removes media of that session, with `--force` neither.
    struct OutputRestartTests {
        private static let source = [
            "start", "--width", "320", "--height", "180", "--video", "coded:", "--audio", "coded:", "--preset",
            "ultrafast", "--json",
        ]

        private func run(
            _ folder: TestFolder, _ steps: [String], _ arguments: [String]
        ) throws -> StudioProgram.Outcome {
            let text = (["version: 1", "steps:"] + steps.map { "  - {\($0)}" }).joined(separator: "\n")
            return try StudioProgram.run(
                Self.source + ["--duration", "6s", "--scenario", try folder.write("steps.yaml", text)] + arguments)
        }

        /// Every file is complete: no frame is missing inside it, and it has as many as its output has taken.
        private func expectComplete(_ outputs: [SessionReport.Output]) throws {
            for output in outputs {
                let video = try #require(try ProbedMedia(output.destination).video)
                #expect(video.count == output.outputTotalFrames - output.framesBeforeStart, "\(output.destination)")
                #expect(video.missing == 0, "\(output.destination)")
                #expect(output.outputSkippedFrames == output.framesBeforeStart, "\(output.destination)")
            }
        }

        @Test(
            "a restarted file goes on under the next name, twice, and every file stays", arguments: [[], ["--force"]])
        func files(_ arguments: [String]) throws {
            let folder = try TestFolder()
            let kinds = ["mp4", "mkv", "flv", "ts", "m3u8"]
            let names = kinds.map { "a.\($0)" }.map(folder.file)
            var steps = (1...5).map { "after: 50 frames, restartOutput: {output: \($0)}" }
            steps += (6...10).map { "after: 110 frames, restartOutput: {output: \($0)}" }
            let outcome = try run(
                folder, steps, arguments + ["--hls-window", "all"] + names.flatMap { ["--out", $0] })
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let outputs = try outcome.summary.outputs
            let expected = ["", "-2", "-3"].flatMap { part in kinds.map { folder.file("a\(part).\($0)") } }
            #expect(outputs.map(\.destination) == expected, "\(outcome.errors)")
            try expectComplete(outputs)
            #expect(!outcome.errors.contains("of them lost"), "\(outcome.errors)")
        }

        @Test("a file of the session that a command adds again, by any of its names, is the next one")
        func added() throws {
            let folder = try TestFolder()
            #expect(symlink(folder.file("a.mkv"), folder.file("link.mkv")) == 0)
            _ = try folder.write("old.mkv", "of another session")
            let steps = [
                "after: 30 frames, stopOutput: {output: 1}", "after: 30 frames, removeOutput: {output: 2}",
                "after: 60 frames, addOutput: {address: '\(folder.file("a.mkv"))'}",
                "after: 61 frames, addOutput: {address: '\(folder.file("link.mkv"))'}",
                "after: 62 frames, addOutput: {address: '\(folder.file("b.mp4"))'}",
                "after: 63 frames, addOutput: {address: '\(folder.file("old.mkv"))'}",
                "after: 64 frames, startOutput: {output: 1}",
            ]
            let outcome = try run(
                folder, steps, ["--force", "--out", folder.file("a.mkv"), "--out", folder.file("b.mp4")])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let outputs = try outcome.summary.outputs
            #expect(
                outputs.map(\.destination)
                    == ["a-3.mkv", "b.mp4", "a-2.mkv", "link-2.mkv", "b-2.mp4", "old.mkv"].map(folder.file))
            try expectComplete(Array(outputs.dropFirst()))
            let first = try #require(try ProbedMedia(folder.file("a.mkv")).video)
            #expect(first.count >= 30)
            #expect(
                outcome.errors.contains(
                    "\(folder.file("a.mkv")) was written by this session; output 3 is \(folder.file("a-2.mkv"))"),
                "\(outcome.errors)")
        }

        @Test("a restarted FIFO is opened again, beside a file that goes on under its next name")
        func pipes() throws {
            let folder = try TestFolder()
            let fifo = folder.file("pipe.ts")
            try #require(mkfifo(fifo, 0o600) == 0)
            // Each reader ends with its connection.
            let readers = try ChildProcess(
                "sh", ["-c", "cat '\(fifo)' >'\(folder.file("1.ts"))'; cat '\(fifo)' >'\(folder.file("2.ts"))'"])
            let steps = [
                "after: 60 frames, restartOutput: {output: 1}", "after: 61 frames, restartOutput: {output: 2}",
            ]
            let outcome = try run(folder, steps, ["--force", "--out", fifo, "--out", folder.file("beside.mkv")])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            _ = try readers.wait()
            #expect(
                try outcome.summary.outputs.map(\.destination) == [
                    fifo, folder.file("beside.mkv"), fifo, folder.file("beside-2.mkv"),
                ])
            for name in ["1.ts", "2.ts"] {
                let video = try #require(try ProbedMedia(folder.file(name)).video)
                #expect(video.count > 30 && video.missing == 0, "\(name)")
            }
        }
    }
}
