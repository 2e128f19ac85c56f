import Foundation
import Glibc
import StudioTestSupport
import Testing

extension RealTime {
    /// Ctrl-C, `kill`, and `kill -9`.
    struct SignalTests {
        private func start(_ folder: TestFolder, _ more: [String] = []) throws -> StudioProgram {
            try StudioProgram(
                [
                    "start", "--width", "320", "--height", "180", "--out", folder.file("a.mp4"), "--out",
                    folder.file("a.mkv"), "--out", folder.file("a.flv"), "--out", folder.file("a.ts"), "--progress",
                    folder.file("progress"),
                ] + more)
        }

        private func frames(_ folder: TestFolder) -> Int {
            let text = String(
                decoding: FileManager.default.contents(atPath: folder.file("progress")) ?? Data(), as: UTF8.self)
            return text.split(separator: "\n").filter { $0.hasPrefix("frame=") }.last.flatMap { Int($0.dropFirst(6)) }
                ?? 0
        }

        @Test(
            "The first signal finishes everything properly",
            arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143)), (SIGHUP, Int32(129)), (SIGQUIT, Int32(131))])
        func first(_ signal: Int32, _ code: Int32) throws {
            let folder = try TestFolder()
            let program = try start(folder, ["--json"])
            try waitUntil("frames were sent") { frames(folder) >= 30 }
            program.process.signal(signal)
            let outcome = try program.finish()
            #expect(outcome.status == .exited(code), "\(outcome.errors)")
            let summary = try outcome.summary
            #expect(summary.exitCode == code)
            #expect(summary.stopReason == "stopped")
            #expect(summary.error == nil)
            #expect(summary.outputs.map(\.state) == Array(repeating: "finished", count: 4))
            for name in ["a.mp4", "a.mkv", "a.flv"] {
                let probe = try MediaProbe(folder.file(name))
                #expect(probe.videoFrames.count == summary.encodedFrames)
                // The index exists: the duration is known without reading the whole file.
                let output = try #require(summary.outputs.first { $0.destination.hasSuffix(name) })
                expectDuration(probe.seconds, output, summary)
                #expect(abs(probe.audioSeconds - probe.videoEnd()) < 0.05)
            }
        }

        @Test("A signal before the first media: a silent input does not delay it")
        func beforeInput() throws {
            let pipe = try PipePair()
            let program = try StudioProgram(
                ["start", "--video", "-", "--out", "null:", "--verbose"], input: pipe.readEnd)
            // It waits for the first bytes of the pipe and has printed nothing yet.
            try waitUntil("it waits") { Self.isWaiting(program.process.pid) }
            program.process.signal(SIGINT)
            #expect(try program.finish().status == .exited(130))
        }

        /// Starts the program from a shell that ignores some signals, and waits until the program waits for its
        /// input.
        private func startWaiting(ignoring names: String, _ pipe: PipePair) throws -> StudioProgram {
            let program = try StudioProgram(
                ["start", "--video", "-", "--out", "null:"], input: pipe.readEnd, after: "trap '' \(names)")
            try waitUntil("it waits") { Self.isWaiting(program.process.pid) }
            return program
        }

        @Test(
            "A signal that was ignored when the program started stays ignored, except SIGINT",
            arguments: [
                ("TERM", SIGTERM, SIGINT, Int32(130)), ("HUP", SIGHUP, SIGTERM, 143), ("INT HUP", SIGHUP, SIGTERM, 143),
                ("INT HUP", SIGHUP, SIGINT, 130), ("HUP", SIGHUP, SIGQUIT, 131), ("QUIT", SIGQUIT, SIGHUP, 129),
            ])
        func ignored(_ names: String, _ ignored: Int32, _ other: Int32, _ code: Int32) throws {
            let pipe = try PipePair()
            let program = try startWaiting(ignoring: names, pipe)
            // The kernel discards the first, ignored signal, so that the second one is the first that arrives.
            program.process.signal(ignored)
            program.process.signal(other)
            #expect(try program.finish().status == .exited(code))
        }

        @Test(
            "SIGINT ends sessions and servers that a script started with &, which ignores it",
            arguments: [
                ["start", "--width", "64", "--height", "36", "--out", "null:"],
                ["load", "--publishers", "1", "--out", "udp://127.0.0.1:9"],
                ["receive", "--participant", "Ada", "--no-files", "--duration", "600s"], ["serve", "--listen", "0"],
            ])
        func background(_ arguments: [String]) throws {
            let folder = try TestFolder()
            let program = try StudioProgram(
                arguments, environment: ["XDG_RUNTIME_DIR": folder.file("")], in: folder.path, after: "trap '' INT")
            try waitUntil("it waits for signals") { Self.isWaiting(program.process.pid) }
            program.process.signal(SIGINT)
            let outcome = try program.finish()
            #expect(outcome.status == .exited(130), "\(outcome.errors)")
        }

        @Test("With all other signals ignored a session runs to its end")
        func allIgnored() throws {
            let folder = try TestFolder()
            let program = try StudioProgram(
                [
                    "start", "--width", "64", "--height", "36", "--duration", "2s", "--out", "null:", "--json",
                    "--progress", folder.file("progress"),
                ], after: "trap '' TERM HUP QUIT")
            try waitUntil("frames were sent") { frames(folder) >= 1 }
            for number in [SIGTERM, SIGHUP, SIGQUIT, SIGTERM] { program.process.signal(number) }
            let outcome = try program.finish()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(try outcome.summary.video.accepted == 60)
            #expect(try outcome.summary.stopReason == "eos")
        }

        /// Whether a thread of the process sleeps in `poll` and another one waits for signals.
        private static func isWaiting(_ pid: pid_t) -> Bool {
            // The folder is missing until the process has started.
            let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
            let names = tasks.map { (FileManager.default.contents(atPath: "/proc/\(pid)/task/\($0)/comm")) ?? Data() }
            return names.contains(Data("signals\n".utf8))
        }

        @Test(
            "The second signal ends a session that is stuck while finishing", .endToEnd(weight: 2),
            arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
        func second(_ signal: Int32, _ code: Int32) throws {
            let pipe = try PipePair()
            let program = try StudioProgram(
                ["start", "--width", "1280", "--height", "720", "--bitrate", "20M", "--out", "mkv:-", "--verbose"],
                output: pipe.writeEnd)
            pipe.closeWriteEnd()
            // Some data arrives, then the reader stops.
            #expect(pipe.read(1000).count == 1000)
            try program.waitForError("no data taken")
            program.process.signal(signal)
            try program.waitForError("mkv:-: finishing")
            #expect(program.process.isRunning)
            // Signals within 100 ms count as one.
            try waitUntil("it ends") {
                program.process.signal(signal)
                return !program.process.isRunning
            }
            #expect(try program.finish(seconds: 5).status == .exited(code))
        }

        @Test("Files are complete under `timeout`, which signals the process and its group simultaneously")
        func timeout() throws {
            for _ in 0..<5 {
                let folder = try TestFolder()
                let outcome = try StudioProgram.run(
                    ["start", "--width", "64", "--height", "36", "--json", "--out", folder.file("a.mp4")],
                    after: "exec timeout --preserve-status 1 \"$0\" \"$@\"")
                #expect(outcome.status == .exited(143), "\(outcome.errors)")
                #expect(try outcome.summary.stopReason == "stopped")
                #expect(try MediaProbe(folder.file("a.mp4")).videoFrames.count == outcome.summary.encodedFrames)
            }
        }

        @Test("kill -9 leaves playable files that lack about the last second")
        func kill() throws {
            let folder = try TestFolder()
            let program = try start(folder)
            try waitUntil("four seconds were sent") { frames(folder) >= 120 }
            program.process.signal(SIGKILL)
            #expect(try program.finish().status == .killed(signal: SIGKILL))
            // How many frames the process has written when it is killed depends on scheduling: a fragment of MP4 lasts
            // half a second, the encoder and the muxers keep a few frames.
            let sent = frames(folder)
            for name in ["a.mp4", "a.mkv", "a.flv", "a.ts"] {
                let probe = try MediaProbe(folder.file(name), isWhole: false)
                #expect(probe.videoFrames.count >= sent - 36, "\(name): \(probe.videoFrames.count) of \(sent)")
                #expect(probe.videoFrames.first?.key_frame == 1)
                #expect(probe.audioSeconds >= Double(sent) / 30 - 1.2, "\(name): \(probe.audioSeconds) s")
                #expect(try probe.video.color_range == "tv")
            }
        }
    }
}
