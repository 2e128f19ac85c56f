import Foundation
import Glibc
import StudioTestSupport
import Testing

extension RealTime {
    /// Waits for pipes: they are named, and they keep sync and duration.
    struct PipeWaitTests {
        private static let frameBytes = 320 * 180 * 3 / 2
        private static let raw = [
            "start", "--json", "--width", "320", "--height", "180", "--fps", "30", "--format", "i420-limited",
            "--preset",
            "ultrafast",
        ]

        private func pipe(_ path: String) throws -> String {
            try #require(mkfifo(path, 0o600) == 0)
            return path
        }

        private func writer(_ path: String) throws -> Int32 {
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            try #require(descriptor >= 0)
            return descriptor
        }

        private func write(frames: Int, to descriptor: Int32) throws {
            var rest = [UInt8](repeating: 90, count: frames * Self.frameBytes)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                try #require(count > 0)
                rest = rest.dropFirst(count)
            }
        }

        /// Raw coded video and audio of six seconds, in the folder.
        private func writeRawMedia(_ folder: TestFolder) throws {
            let outcome = try StudioProgram.run([
                "start", "--fast", "--video", "coded:", "--audio", "coded:", "--width", "320", "--height", "180",
                "--duration", "6s", "--out", folder.file("coded.mkv"),
            ])
            try #require(outcome.exitCode == 0, "\(outcome.errors)")
            let ffmpeg = try ChildProcess(
                "ffmpeg",
                [
                    "-nostdin", "-v", "error", "-i", folder.file("coded.mkv"), "-map", "0:v", "-f", "rawvideo",
                    "-pix_fmt",
                    "yuv420p", folder.file("v.raw"), "-map", "0:a", "-f", "s16le", "-ac", "2", "-ar", "48000",
                    folder.file("a.raw"),
                ])
            try #require(try ffmpeg.wait() == .exited(0))
        }

        @Test(
            "A program that writes video and audio in turns of three seconds is received in sync",
            arguments: ["v", "a"], [[], ["--fast"]])
        func turns(first: String, options: [String]) throws {
            let folder = try TestFolder()
            try writeRawMedia(folder)
            let (video, audio) = (try pipe(folder.file("v")), try pipe(folder.file("a")))
            let turn = [
                "v": "dd bs=\(Self.frameBytes) count=90 iflag=fullblock status=none <&5 >&3",
                "a": "dd bs=576000 count=1 iflag=fullblock status=none <&6 >&4",
            ]
            let order = first == "v" ? ["v", "a", "v", "a"] : ["a", "v", "a", "v"]
            let script = (["exec 3>v 4>a 5<v.raw 6<a.raw"] + order.compactMap { turn[$0] }).joined(separator: "\n")
            let writer = try ChildProcess("env", ["-C", folder.path, "sh", "-c", script])
            let outcome = try StudioProgram.run(
                Self.raw + options + ["--video", video, "--audio", audio, "--out", folder.file("x.mkv")])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(try writer.wait() == .exited(0))
            #expect(try outcome.summary.video.accepted == 180)
            #expect(try outcome.summary.audio.accepted == 300)
            let probed = try ProbedMedia(folder.file("x.mkv"))
            let offset = try #require(probed.sync?.start)
            #expect(abs(offset) < 15, "\(offset) ms")
        }

        @Test("A pipe without a writer is named after two seconds, once, and in the state")
        func named() throws {
            let folder = try TestFolder()
            let path = try pipe(folder.file("v"))
            let socket = folder.file("control.sock")
            let program = try StudioProgram(
                Self.raw + ["--video", path, "--control", socket, "--out", folder.file("a.mkv")])
            try program.waitForError("waiting for video at '\(path)' for 2 s; its writer has sent nothing yet")
            let state = try StudioProgram.run(["control", "--session", socket, "status", "--json"])
            #expect(state.outputText.contains("\"media\":\"video\""), "\(state.outputText)\(state.errors)")
            let video = try writer(path)
            try write(frames: 15, to: video)
            close(video)
            let outcome = try program.finish()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(outcome.errors.count(of: "waiting for") == 1)
            #expect(try outcome.summary.video.accepted == 15)
        }

        @Test("An audio pipe that silence replaces is named after two seconds, once, and in the state")
        func silentAudio() throws {
            let folder = try TestFolder()
            let (path, socket) = (try pipe(folder.file("a")), folder.file("control.sock"))
            let program = try StudioProgram(
                Self.raw + ["--audio", path, "--control", socket, "--out", folder.file("a.mkv")])
            try program.waitForError("\(path)' delivers no audio and is replaced by silence")
            try program.waitForError("waiting for audio at '\(path)' for 2 s; its writer has sent nothing yet")
            let state = try StudioProgram.run(["control", "--session", socket, "status", "--json"])
            #expect(state.outputText.contains("\"media\":\"audio\""), "\(state.outputText)\(state.errors)")
            #expect(try StudioProgram.run(["control", "--session", socket, "stop"]).exitCode == 0)
            let outcome = try program.finish()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(outcome.errors.count(of: "waiting for") == 1)
        }

        @Test("An audio pipe that delivers one byte at a time is replaced by silence after five seconds")
        func slowAudio() throws {
            let folder = try TestFolder()
            let (path, socket) = (try pipe(folder.file("a")), folder.file("control.sock"))
            let program = try StudioProgram(
                Self.raw + ["--audio", path, "--control", socket, "--out", folder.file("a.mkv")])
            let slow = try ChildProcess(
                "sh", ["-c", "exec >\(path); while printf 0; do sleep 0.1; done 2>/dev/null"])
            // Ten milliseconds take three minutes to write.
            try program.waitForError("\(path)' delivers no audio and is replaced by silence")
            #expect(try StudioProgram.run(["control", "--session", socket, "stop"]).exitCode == 0)
            let outcome = try program.finish()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            _ = try slow.wait()
        }

        @Test("A pipe that a slate replaces is named after two seconds, and in the state")
        func stalledVideo() throws {
            let folder = try TestFolder()
            let (path, socket) = (try pipe(folder.file("v")), folder.file("control.sock"))
            let program = try StudioProgram(
                Self.raw + [
                    "--no-audio", "--slate", "black", "--slate-after", "1s", "--video", path, "--control", socket,
                    "--out", folder.file("a.mkv"),
                ])
            let video = try writer(path)
            try write(frames: 15, to: video)
            try program.waitForError("the slate is on air")
            try program.waitForError("waiting for video at '\(path)' for 2 s; its writer has sent nothing since")
            let state = try StudioProgram.run(["control", "--session", socket, "status", "--json"])
            #expect(state.outputText.contains("\"media\":\"video\""), "\(state.outputText)\(state.errors)")
            #expect(try StudioProgram.run(["control", "--session", socket, "stop"]).exitCode == 0)
            let outcome = try program.finish()
            close(video)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }

        @Test("With -q, a wait is not named")
        func quiet() throws {
            let folder = try TestFolder()
            let (path, socket) = (try pipe(folder.file("v")), folder.file("control.sock"))
            let program = try StudioProgram(
                Self.raw + ["-q", "--video", path, "--control", socket, "--out", folder.file("a.mkv")])
            try waitUntil("the wait is in the state") {
                try StudioProgram.run(["control", "--session", socket, "status", "--json"]).outputText.contains(
                    "\"media\":\"video\"")
            }
            let video = try writer(path)
            try write(frames: 30, to: video)
            close(video)
            let outcome = try program.finish()
            #expect(outcome.exitCode == 0)
            #expect(outcome.errors == "")
        }

        @Test("A duration is the time of the program, whatever fills it", arguments: [true, false])
        func duration(hasSlate: Bool) throws {
            let folder = try TestFolder()
            let path = try pipe(folder.file("v"))
            let slate = hasSlate ? ["--slate", "black", "--slate-after", "1s"] : []
            let program = try StudioProgram(
                Self.raw + slate + ["--no-audio", "--video", path, "--duration", "5s", "--out", folder.file("a.mkv")])
            let video = try writer(path)
            defer { close(video) }
            // Nothing follows: the last second of the source, then a slate or repeated frames, fill the program.
            try write(frames: 30, to: video)
            let outcome = try program.finish()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let seconds = try MediaProbe(folder.file("a.mkv")).videoEnd()
            #expect(abs(seconds - 5) < 0.2, "\(seconds) s")
            #expect(try outcome.summary.video.accepted == 30 + (hasSlate ? outcome.summary.slateFrames : 0))
        }
    }
}
