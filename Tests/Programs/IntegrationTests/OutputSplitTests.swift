import Foundation
import StudioTestSupport
import Testing

extension RealTime {
    /// Files that are split while a session sends.
    struct OutputSplitTests {
        private static let kinds = ["mp4", "mkv", "flv", "ts"]
        private static let source = ["start", "--width", "320", "--height", "180", "--video", "coded:", "--json"]

        /// Splits a file of each kind twice, beside one of each kind that is not split.
        private func split(_ folder: TestFolder, _ arguments: [String]) throws -> SessionReport {
            var steps = ["version: 1", "steps:"]
            for frames in [65, 130] {
                for number in 1...4 { steps.append("  - {after: \(frames) frames, splitOutput: {output: \(number)}}") }
            }
            let names = Self.kinds.map { "a.\($0)" } + Self.kinds.map { "whole.\($0)" }
            let outcome = try StudioProgram.run(
                Self.source + arguments
                    + [
                        "--duration", "7s", "--scenario",
                        try folder.write("split.yaml", steps.joined(separator: "\n")),
                    ] + names.flatMap { ["--out", folder.file($0)] })
            try #require(outcome.exitCode == 0, "\(outcome.errors)")
            let summary = try outcome.summary
            #expect(summary.outputs.map(\.state) == Array(repeating: "finished", count: 8))
            for output in summary.outputs {
                #expect(output.outputSkippedFrames == 0, "\(output.destination)")
                #expect(output.outputSkippedAudio == 0, "\(output.destination)")
                #expect(output.outputTotalFrames == summary.encodedFrames, "\(output.destination)")
            }
            return summary
        }

        /// The units of the parts are those of the whole file, each once and in order.
        private func expectSame(_ parts: [String], _ whole: String, hasAudio: Bool = true) throws {
            let (hashes, all) = (try parts.map { try PacketHashes($0) }, try PacketHashes(whole))
            #expect(hashes.flatMap(\.video) == all.video, "\(whole)")
            #expect(hashes.flatMap(\.audio) == all.audio, "\(whole)")
            #expect(all.audio.isEmpty == !hasAudio)
            for (path, part) in zip(parts, hashes) { #expect(part.video.count > 10, "\(path)") }
        }

        private func isContinuous(_ path: String) throws -> Bool {
            let media = try ProbedMedia(path)
            let (video, audio) = (try #require(media.video), try #require(media.audio))
            return video.missing == 0 && video.repeated.isEmpty && audio.gaps.isEmpty && audio.overlaps.isEmpty
        }

        /// No part has a gap, and each begins with the frame after the last one of the part before.
        private func expectFit(_ parts: [String]) throws {
            var next: Int?
            for path in parts {
                let media = try ProbedMedia(path)
                let video = try #require(media.video)
                #expect(video.missing == 0, "\(path)")
                #expect(video.repeated.isEmpty, "\(path)")
                #expect(video.outOfOrder.isEmpty, "\(path)")
                #expect(video.lowest == next ?? video.lowest, "\(path)")
                next = video.highest.map { $0 + 1 }
                let audio = try #require(media.audio)
                #expect(audio.gaps.isEmpty, "\(path): \(audio.gaps)")
                #expect(audio.overlaps.isEmpty, "\(path): \(audio.overlaps)")
                // A few frames have no marks of both tracks.
                if video.count > 30 { #expect(abs(try #require(media.sync).worst) < 45, "\(path)") }
            }
        }

        @Test(
            "the parts of a split file have every frame and every block of the whole one, once and in order",
            arguments: [[], ["--fast"]])
        func everyKind(_ arguments: [String]) throws {
            let folder = try TestFolder()
            _ = try split(folder, arguments)
            for kind in Self.kinds {
                let parts = ["a.\(kind)", "a-2.\(kind)", "a-3.\(kind)"].map(folder.file)
                try expectSame(parts, folder.file("whole.\(kind)"))
                // A machine that does not keep up leaves gaps in the program, which are in the whole file as well.
                if try isContinuous(folder.file("whole.\(kind)")) { try expectFit(parts) }
            }
            guard try isContinuous(folder.file("whole.ts")) else { return }
            // Transport streams have the times of the program, so that the parts can be joined as they are.
            let joined = try ["a.ts", "a-2.ts", "a-3.ts"].map { try folder.read($0) }.reduce(Data(), +)
            let path = try folder.write("joined.ts", joined)
            let media = try ProbedMedia(path)
            #expect(media.video?.missing == 0)
            #expect(media.video?.repeated.isEmpty == true)
            #expect(media.audio?.gaps.isEmpty == true, "\(media.audio?.gaps ?? [])")
            #expect(media.audio?.overlaps.isEmpty == true)
        }

        @Test("--split-every cuts each kind of file at the frame of its time, and leaves no empty one")
        func regularly() throws {
            let (folder, kinds) = (try TestFolder(), Self.kinds + ["mov"])
            let outcome = try StudioProgram.run(
                Self.source + ["--fast", "--duration", "30s", "--split-every", "10s"]
                    + (kinds.map { "a.\($0)" } + ["whole.mkv"]).flatMap { ["--out", folder.file($0)] })
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(!outcome.errors.contains("warning"), "\(outcome.errors)")
            let names = try folder.names
            #expect(names.count == 3 * (kinds.count + 1), "\(names)")
            for kind in kinds {
                let parts = ["a.\(kind)", "a-2.\(kind)", "a-3.\(kind)"].map(folder.file)
                let probes = try parts.map { try ProbedMedia($0) }
                // The times of FLV have whole milliseconds.
                for probe in probes { #expect(abs(try #require(probe.sync).worst) < 1.1, "\(kind)") }
                let media = try probes.map { try #require($0.video) }
                #expect(media.map(\.lowest) == [0, 300, 600], "\(kind)")
                #expect(media.map(\.highest) == [299, 599, 899], "\(kind)")
                #expect(media.map(\.missing) == [0, 0, 0], "\(kind)")
            }
        }

        @Test("an interval below ten seconds is refused")
        func tooShort() throws {
            let outcome = try StudioProgram.run(["start", "--split-every", "9s", "--out", "null:"])
            #expect(outcome.exitCode == 2)
            #expect(outcome.errors.contains("--split-every is too short; use at least 10s"))
        }

        @Test("a file without audio is split at its key frame alone")
        func withoutAudio() throws {
            let folder = try TestFolder()
            _ = try split(folder, ["--fast", "--no-audio"])
            for kind in Self.kinds {
                let parts = ["a.\(kind)", "a-2.\(kind)", "a-3.\(kind)"].map(folder.file)
                try expectSame(parts, folder.file("whole.\(kind)"), hasAudio: false)
            }
        }

        @Test("psstudio control splits a file, prints the next one, and returns when it has begun")
        func control() throws {
            let folder = try TestFolder()
            let socket = folder.file("s.sock")
            let program = try StudioProgram(
                Self.source + [
                    "--duration", "60s", "--control", socket, "--out", folder.file("a.mkv"), "--out", "null:",
                ])
            func controlled(_ words: [String]) throws -> StudioProgram.Outcome {
                try StudioProgram.run(["control", "--session", socket] + words)
            }
            try waitUntil("it sends: \(program.errorsSoFar)") {
                try controlled(["status"]).outputText.contains("\nsending")
            }
            for number in 2...4 {
                let outcome = try controlled(["split-output", "1"])
                #expect(outcome.exitCode == 0, "\(outcome.errors)")
                #expect(outcome.outputText == folder.file("a-\(number).mkv\n"))
            }
            let stopped = try controlled(["stop-output", "1"])
            #expect(stopped.exitCode == 0, "\(stopped.errors)")
            #expect(stopped.outputText == "")
            let rejected = try controlled(["split-output", "1"])
            #expect(rejected.exitCode == 2)
            #expect(
                rejected.errors.contains(
                    "output 1 (\(folder.file("a-4.mkv"))) is stopped already; startOutput starts it again"))
            let started = try controlled(["start-output", "1"])
            #expect(started.outputText == folder.file("a-5.mkv\n"), "\(started.errors)")
            let other = try controlled(["split-output", "2"])
            #expect(other.exitCode == 2)
            #expect(other.errors.contains("output 2 (null:) is not a regular file"))
            // A file that got no key frame would be removed.
            try waitUntil("the started file has media") { TestFolder.size(of: folder.file("a-5.mkv")) > 0 }
            #expect(try controlled(["stop"]).exitCode == 0)
            let outcome = try program.finish()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            try expectFit(["a.mkv", "a-2.mkv", "a-3.mkv", "a-4.mkv"].map(folder.file))
            #expect(try MediaProbe(folder.file("a-5.mkv")).videoFrames.count > 0)
        }
    }
}
