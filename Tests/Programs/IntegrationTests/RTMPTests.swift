import StudioTestSupport
import Testing

extension RealTime {
    /// RTMP to nginx, with a file as a second output.
    struct RTMPTests {
        private func start(_ feed: LiveFeed, _ outputs: [String], _ more: [String] = []) throws -> StudioProgram {
            let arguments = ["start"] + feed.arguments + outputs.flatMap { ["--out", $0] } + ["--json"] + more
            let program = try StudioProgram(arguments, input: feed.input)
            try feed.begin()
            return program
        }

        private func checkRecording(_ path: String) throws {
            let probe = try MediaProbe(path)
            #expect(try probe.video.codec_name == "h264")
            #expect(try probe.audio.codec_name == "aac")
            #expect(probe.videoFrames.count > 1)
            #expect(probe.videoFrames.first?.key_frame == 1, "the first frame is not a key frame")
            #expect(probe.audioFrames.count > 1)
            let (frame, audio) = (probe.videoFrames.first?.time ?? .nan, probe.audioFrames.first?.time ?? .nan)
            #expect(abs(frame - audio) < 0.1, "frame from \(frame) s, audio from \(audio) s")
        }

        /// Expects every frame of the feed in the file, whatever happened to the server.
        private func checkFile(_ path: String, frames: Int, _ summary: SessionReport) throws {
            let probe = try MediaProbe(path)
            let file = try #require(summary.outputs.first { $0.destination == path })
            #expect(summary.video.accepted == frames)
            // The load of the machine decides how many frames the encoder drops or repeats; each is counted.
            #expect(summary.drops.values.reduce(0, +) == summary.video.dropped + summary.audio.dropped)
            #expect(summary.drops["reconnecting"] == 0)
            #expect(summary.drops["formatMismatch"] == 0)
            #expect(file.outputTotalFrames == summary.encodedFrames)
            #expect(file.outputSkippedFrames == 0, "a failed server must not cost a frame")
            #expect(file.outputSkippedAudio == 0)
            #expect(probe.videoFrames.count == summary.encodedFrames)
            expectDuration(probe.videoEnd(), file, summary)
            expectDuration(probe.audioSeconds, file, summary)
        }

        @Test("A live session: the server's recording equals the file")
        func live() throws {
            let (server, folder, feed) = (try RTMPServer(), try TestFolder(), try LiveFeed())
            let program = try start(feed, [folder.file("a.mp4"), server.url()])
            try server.waitForRecording(1)
            try feed.wait(frames: 75)
            let frames = try feed.end()
            let outcome = try program.finish()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let summary = try outcome.summary
            #expect(summary.stopReason == "eos")
            #expect(summary.outputs.map(\.state) == ["finished", "finished"])
            try checkFile(folder.file("a.mp4"), frames: frames, try outcome.summary)
            let recordings = try server.recordings
            #expect(recordings.count == 1)
            let recording = try #require(recordings.first)
            try checkRecording(recording)
            // How much is lost depends on when the server answers. The rest is the end of the file, frame by frame.
            let lost = try #require(summary.outputs.last).outputSkippedFrames
            #expect(try MediaProbe(recording).videoFrames.count == summary.encodedFrames - lost)
            let bytes = lost * feed.width * feed.height * 3 / 2
            let isEndOfFile = try decodedFrames(recording)[...] == decodedFrames(folder.file("a.mp4")).dropFirst(bytes)
            #expect(isEndOfFile, "the frames differ")
        }

        @Test(
            "Killed and restarted twice: the file has every frame, the server gets the stream each time, exit code 0")
        func restarts() throws {
            let (server, folder, feed) = (try RTMPServer(), try TestFolder(), try LiveFeed())
            let program = try start(feed, [folder.file("a.mp4"), server.url()])
            for round in 1...2 {
                try server.waitForRecording(round)
                let attempts = program.errorsSoFar.count(of: "; attempt ")
                try server.kill()
                try waitUntil("the loss is reported", seconds: 30) {
                    program.errorsSoFar.count(of: "; attempt ") > attempts
                }
                try server.start()
            }
            try server.waitForRecording(3)
            let frames = try feed.end()
            let outcome = try program.finish()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let output = try #require(try outcome.summary.outputs.last)
            #expect(output.reconnects == 2)
            #expect(output.state == "finished")
            #expect(output.outputSkippedFrames > 0)
            #expect(outcome.errors.count(of: "live again") == 2, "\(outcome.errors)")
            try checkFile(folder.file("a.mp4"), frames: frames, try outcome.summary)
            let recordings = try server.recordings
            #expect(recordings.count == 3)
            for recording in recordings { try checkRecording(recording) }
        }

        @Test("A server that does not return: 6, and the file is complete")
        func neverBack() throws {
            let (server, folder, feed) = (try RTMPServer(), try TestFolder(), try LiveFeed())
            let program = try start(feed, [server.url(), folder.file("a.mp4")])
            try server.waitForRecording(1)
            try server.kill()
            try program.waitForError("attempt 2 in 2 s")
            let frames = try feed.end()
            let outcome = try program.finish()
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            let summary = try outcome.summary
            #expect(summary.outputs.map(\.state) == ["failed", "finished"])
            // Its last known state.
            #expect(summary.outputs.first?.cause == "refused" || summary.outputs.first?.cause == "disconnected")
            #expect(summary.stopReason.hasPrefix("error:"))
            try checkFile(folder.file("a.mp4"), frames: frames, try outcome.summary)
        }

        @Test("No listener: 6, reported during the session, and the file is complete")
        func refused() throws {
            let (folder, feed) = (try TestFolder(), try LiveFeed())
            let program = try start(
                feed, ["rtmp://127.0.0.1:\(try unusedPort())/live/key", folder.file("a.mp4")])
            try program.waitForError("check that the server is running", seconds: 6)
            #expect(program.process.isRunning, "the other output goes on")
            try feed.wait(frames: 45)
            let frames = try feed.end()
            let outcome = try program.finish()
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            let summary = try outcome.summary
            #expect(summary.outputs.first?.cause == "refused")
            #expect(summary.outputs.first?.state == "failed")
            #expect(summary.outputs.first?.reconnects == 0)
            #expect(!outcome.errors.contains("attempt"), "a first connect is not retried: \(outcome.errors)")
            try checkFile(folder.file("a.mp4"), frames: frames, try outcome.summary)
        }

        @Test("A server that accepts and does not respond: connectTimedOut, and the file is complete")
        func silent() throws {
            let (server, folder, feed) = (try HostileServer(.silent), try TestFolder(), try LiveFeed())
            let program = try start(feed, [server.url(), folder.file("a.mp4")])
            try program.waitForError("no answer within 5 s", seconds: 20)
            let frames = try feed.end()
            let outcome = try program.finish()
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(try outcome.summary.outputs.first?.cause == "connectTimedOut")
            #expect(server.speakers == 1, "one handshake was started")
            #expect(server.bytes > 0, "one handshake was started")
            try checkFile(folder.file("a.mp4"), frames: frames, try outcome.summary)
        }

        @Test("A server that accepts and closes: fails immediately, and the file is complete")
        func closing() throws {
            let (server, folder, feed) = (try HostileServer(.closing), try TestFolder(), try LiveFeed())
            let program = try start(feed, [server.url(), folder.file("a.mp4")])
            try program.waitForError(
                "check the host and the port, and that the server admits this machine", seconds: 20)
            let frames = try feed.end()
            let outcome = try program.finish()
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(try outcome.summary.outputs.first?.cause == "rejected")
            // The stream, the connection check, and the question whether the server speaks TLS.
            #expect(server.speakers == 3)
            try checkFile(folder.file("a.mp4"), frames: frames, try outcome.summary)
        }

        @Test("An unknown application, and one that denies publishing: rejected", arguments: ["nowhere", "closed"])
        func rejected(_ application: String) throws {
            let (server, folder, feed) = (try RTMPServer(), try TestFolder(), try LiveFeed())
            let program = try start(feed, [server.url(application: application), folder.file("a.mp4")])
            try program.waitForError("rejected the stream", seconds: 20)
            let frames = try feed.end()
            let outcome = try program.finish()
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            let output = try #require(try outcome.summary.outputs.first)
            #expect(output.cause == "rejected")
            #expect(output.state == "failed")
            #expect(output.reconnects == 0)
            #expect(try server.recordings.isEmpty)
            #expect(server.log.contains("connect: app='\(application)'"), "\(server.log)")
            try checkFile(folder.file("a.mp4"), frames: frames, try outcome.summary)
        }

        @Test("A server that stops reading: stalled, then disconnected and retried; the file is complete")
        func stalling() throws {
            let real = try RTMPServer()
            let server = try HostileServer(.stalling(server: real.port, afterBytes: 400_000))
            let (folder, feed) = (try TestFolder(), try LiveFeed())
            let program = try start(feed, [server.url(), folder.file("a.mp4")], ["--bitrate", "8M"])
            try program.waitForError("no data taken for 2 s")
            #expect(server.hasStalled)
            try program.waitForError("attempt 1 in 1 s")
            let frames = try feed.end()
            let outcome = try program.finish()
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(try outcome.summary.outputs.map(\.state) == ["failed", "finished"])
            #expect(try real.recordings.count == 1, "the stream was live before it stalled")
            try checkFile(folder.file("a.mp4"), frames: frames, try outcome.summary)
        }

        @Test(
            "Two servers with one port, one of which stops reading: its loss is its own, and is counted",
            arguments: 0..<4)
        func samePort(_ order: Int) throws {
            let real = try RTMPServer()
            let stalling = try HostileServer(
                .stalling(server: real.port, afterBytes: 100_000), on: LoopbackHost(2), port: real.port)
            var outputs = [stalling.url("stalls"), real.url("works")]
            if order % 2 == 1 { outputs.reverse() }
            let outcome = try StudioProgram.run(
                [
                    "start", "--duration", "4s", "--bitrate", "8M", "--finish-timeout", "2s", "--json", "--video",
                    "coded:",
                ]
                    + outputs.flatMap { ["--out", $0] })
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(stalling.hasStalled)
            let summary = try outcome.summary
            let stalled = try #require(summary.outputs.first { $0.destination.contains("127.0.0.2") })
            let working = try #require(summary.outputs.first { $0.destination.contains("127.0.0.1") })
            #expect(stalled.state == "failed")
            #expect(stalled.outputSkippedFrames > 0)
            #expect(working.state == "finished")
            let recording = try #require(
                try real.recordings.first { ($0.split(separator: "/").last ?? "").hasPrefix("works") })
            #expect(
                try MediaProbe(recording).videoFrames.count == working.outputTotalFrames - working.outputSkippedFrames)
        }
    }
}
