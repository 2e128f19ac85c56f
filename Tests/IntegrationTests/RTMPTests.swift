import StudioTestSupport
import Testing

extension RealTime {
    /// A real nginx at the other end, and what happens to the file beside it.
    struct RTMPTests {
        private func start(_ feed: LiveFeed, _ outputs: [String], _ more: [String] = []) throws -> StudioProgram {
            let arguments = ["start"] + feed.arguments + outputs.flatMap { ["--out", $0] } + ["--json"] + more
            let program = try StudioProgram(arguments, input: feed.input)
            try feed.begin()
            return program
        }

        private func checkRecording(_ path: String) throws {
            let probe = try MediaProbe(path)
            #expect(try probe.video.codec_name == "h264" && probe.audio.codec_name == "aac")
            #expect(probe.videoFrames.count > 1)
            #expect(probe.videoFrames.first?.key_frame == 1, "it does not begin with a key frame")
            #expect(probe.audioFrames.count > 1)
            let (picture, sound) = (probe.videoFrames.first?.time ?? .nan, probe.audioFrames.first?.time ?? .nan)
            #expect(abs(picture - sound) < 0.1, "picture from \(picture) s, sound from \(sound) s")
        }

        /// The file beside the server has all that the feed wrote.
        private func checkFile(_ path: String, frames: Int, _ summary: RunSummary) throws {
            let probe = try MediaProbe(path)
            #expect(summary.video.accepted == frames)
            // A machine that is busy with other tests may miss a picture; a server that is gone must not cost any.
            #expect(summary.video.dropped <= 15)
            #expect(probe.videoFrames.count == summary.encodedPictures)
            #expect(abs(probe.videoEnd() - Double(frames) / 30) < summary.slack(0.1))
            #expect(abs(probe.audioSeconds - Double(frames) / 30) < summary.slack(0.0214))
            #expect(abs(probe.audioSeconds - probe.videoEnd()) < 0.15)
        }

        @Test("A live run: the server records what the file holds")
        func live() throws {
            let (server, folder, feed) = (try RTMPServer(), try TestFolder(), try LiveFeed())
            let program = try start(feed, [folder.file("a.mp4"), server.url()])
            try server.waitForRecording(1)
            try feed.wait(pictures: 75)
            let frames = try feed.end()
            let outcome = try program.finish()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let summary = try outcome.summary
            #expect(summary.stopReason == "eos" && summary.outputs.map(\.state) == ["finished", "finished"])
            try checkFile(folder.file("a.mp4"), frames: frames, try outcome.summary)
            let recordings = try server.recordings
            #expect(recordings.count == 1)
            let recording = try #require(recordings.first)
            try checkRecording(recording)
            let lost = try #require(summary.outputs.last).outputSkippedFrames
            #expect(try MediaProbe(recording).videoFrames.count == summary.encodedPictures - lost)
            #expect(lost < 60)
        }

        @Test(
            "Killed and restarted twice: the file holds every frame, the server gets the stream each time, and it is 0")
        func restarts() throws {
            let (server, folder, feed) = (try RTMPServer(), try TestFolder(), try LiveFeed())
            let program = try start(feed, [folder.file("a.mp4"), server.url()])
            for round in 1...2 {
                try server.waitForRecording(round)
                try server.kill()
                try waitUntil("the loss is told", seconds: 30) {
                    program.errorsSoFar.count(of: "attempt 1 in 1 s") == round
                }
                try server.start()
            }
            try server.waitForRecording(3)
            let frames = try feed.end()
            let outcome = try program.finish()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let output = try #require(try outcome.summary.outputs.last)
            #expect(output.reconnects == 2 && output.state == "finished" && output.outputSkippedFrames > 0)
            #expect(outcome.errors.count(of: "live again") == 2, "\(outcome.errors)")
            try checkFile(folder.file("a.mp4"), frames: frames, try outcome.summary)
            let recordings = try server.recordings
            #expect(recordings.count == 3)
            for recording in recordings { try checkRecording(recording) }
        }

        @Test("A server that never comes back: 6, and the file is complete")
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
            // The last thing that was seen of it.
            #expect(summary.outputs.first?.cause == "refused" || summary.outputs.first?.cause == "disconnected")
            #expect(summary.stopReason.hasPrefix("error:"))
            try checkFile(folder.file("a.mp4"), frames: frames, try outcome.summary)
        }

        @Test("Nothing listens: 6, said before the run is over, and the file goes on to its end")
        func refused() throws {
            let (folder, feed) = (try TestFolder(), try LiveFeed())
            let program = try start(
                feed, ["rtmp://127.0.0.1:\(try unusedPort())/live/key", folder.file("a.mp4")])
            try program.waitForError("is the server running", seconds: 6)
            #expect(program.process.isRunning, "the other output goes on")
            try feed.wait(pictures: 45)
            let frames = try feed.end()
            let outcome = try program.finish()
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            let summary = try outcome.summary
            #expect(summary.outputs.first?.cause == "refused" && summary.outputs.first?.state == "failed")
            #expect(summary.outputs.first?.reconnects == 0)
            #expect(!outcome.errors.contains("attempt"), "a first connect is not retried: \(outcome.errors)")
            try checkFile(folder.file("a.mp4"), frames: frames, try outcome.summary)
        }

        @Test("A server that accepts and says nothing: connectTimedOut, and the file is complete")
        func silent() throws {
            let (server, folder, feed) = (try HostileServer(.silent), try TestFolder(), try LiveFeed())
            let program = try start(feed, [server.url(), folder.file("a.mp4")])
            try program.waitForError("no answer within 5 s", seconds: 20)
            let frames = try feed.end()
            let outcome = try program.finish()
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(try outcome.summary.outputs.first?.cause == "connectTimedOut")
            #expect(server.speakers == 1 && server.bytes > 0, "the handshake was begun, once")
            try checkFile(folder.file("a.mp4"), frames: frames, try outcome.summary)
        }

        @Test("A server that accepts and closes: failed at once, and the file is complete")
        func closing() throws {
            let (server, folder, feed) = (try HostileServer(.closing), try TestFolder(), try LiveFeed())
            let program = try start(feed, [server.url(), folder.file("a.mp4")])
            try program.waitForError("check the application name and the stream key", seconds: 20)
            let frames = try feed.end()
            let outcome = try program.finish()
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(try outcome.summary.outputs.first?.cause == "rejected")
            // One connection is the probe's, the other the stream's.
            #expect(server.speakers == 2)
            try checkFile(folder.file("a.mp4"), frames: frames, try outcome.summary)
        }

        @Test("A wrong application, and one that takes nobody: rejected", arguments: ["nowhere", "closed"])
        func rejected(_ application: String) throws {
            let (server, folder, feed) = (try RTMPServer(), try TestFolder(), try LiveFeed())
            let program = try start(feed, [server.url(application: application), folder.file("a.mp4")])
            try program.waitForError("does not take the stream", seconds: 20)
            let frames = try feed.end()
            let outcome = try program.finish()
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            let output = try #require(try outcome.summary.outputs.first)
            #expect(output.cause == "rejected" && output.state == "failed" && output.reconnects == 0)
            #expect(try server.recordings.isEmpty)
            #expect(server.log.contains("connect: app='\(application)'"), "\(server.log)")
            try checkFile(folder.file("a.mp4"), frames: frames, try outcome.summary)
        }

        @Test("A server that stops reading: stalled, then given up and tried again; the file is complete")
        func stalling() throws {
            let real = try RTMPServer()
            let server = try HostileServer(.stalling(server: real.port, afterBytes: 400_000))
            let (folder, feed) = (try TestFolder(), try LiveFeed())
            let program = try start(feed, [server.url(), folder.file("a.mp4")], ["--bitrate", "8M"])
            try program.waitForError("takes nothing for 2 s")
            #expect(server.hasStalled)
            try program.waitForError("attempt 1 in 1 s")
            let frames = try feed.end()
            let outcome = try program.finish()
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(try outcome.summary.outputs.map(\.state) == ["failed", "finished"])
            #expect(try real.recordings.count == 1, "the stream was live before it stalled")
            try checkFile(folder.file("a.mp4"), frames: frames, try outcome.summary)
        }
    }
}
