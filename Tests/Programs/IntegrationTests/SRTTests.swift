import Foundation
import Glibc
import StudioTestSupport
import Testing

extension RealTime {
    /// SRT with real peers: ffmpeg and srt-live-transmit.
    struct SRTTests {
        private static let secret = "correcthorse1"
        /// With this delay, a machine that stalls for a moment loses no packet.
        private static let latency = 1000
        private static let source = ["start", "--width", "640", "--height", "360", "--video", "coded:1f3a9c02"]

        /// Receives a stream until it ends, and writes it to a file.
        private func receive(_ url: String, into path: String) throws -> ChildProcess {
            try ChildProcess(
                "ffmpeg", ["-v", "error", "-nostdin", "-y", "-i", url, "-c", "copy", "-f", "mpegts", path])
        }

        /// The stream begins at a key frame, and its frames are in order and in sync.
        private func check(_ path: String, _ summary: SessionReport, minimumFrames: Int) throws {
            let probe = try MediaProbe(path)
            #expect(probe.videoFrames.first?.key_frame == 1)
            let media = try ProbedMedia(path)
            let video = try #require(media.video)
            #expect(video.readable >= minimumFrames)
            #expect(video.outOfOrder.isEmpty)
            let worst = try #require(media.sync).worst
            // A frame that was late by more is a counted delay.
            if summary.delays == 0 { #expect(abs(worst) < 40, "\(worst)") }
        }

        @Test("A caller delivers everything to an encrypted listener, and the file beside it has the same frames")
        func caller() throws {
            let (folder, port) = (try TestFolder(), try unusedPort())
            let options = "passphrase=\(Self.secret)&latency=\(Self.latency)"
            let receiver = try receive(
                "srt://127.0.0.1:\(port)?mode=listener&passphrase=\(Self.secret)&latency=\(Self.latency * 1000)",
                into: folder.file("got.ts"))
            try waitForUDP(port: port)
            let outcome = try StudioProgram.run(
                Self.source + [
                    "--duration", "4s", "--out", "srt://127.0.0.1:\(port)?\(options)", "--out", folder.file("a.ts"),
                    "--json",
                ])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(!outcome.errors.contains(Self.secret))
            _ = try receiver.wait()
            let summary = try outcome.summary
            let output = try #require(summary.outputs.first)
            #expect(output.outputSkippedFrames == 0)
            #expect(output.outputSkippedAudio == 0)
            #expect(output.packetsLost == 0)
            #expect(output.packetsRetransmitted != nil)
            #expect(try #require(output.roundTripTime) > 0)
            #expect(try #require(output.packetsSent) == (output.outputBytes + 1315) / 1316)
            try check(folder.file("got.ts"), summary, minimumFrames: summary.encodedFrames)
            #expect(try MediaProbe(folder.file("got.ts")).videoFrames.count == summary.encodedFrames)
            #expect(try MediaProbe(folder.file("a.ts")).videoFrames.count == summary.encodedFrames)
        }

        @Test("Datagrams have the size that the address says, and the stream in them is complete")
        func datagramSize() throws {
            let (folder, port) = (try TestFolder(), try unusedPort())
            let receiver = try receive("srt://127.0.0.1:\(port)?mode=listener", into: folder.file("got.ts"))
            try waitForUDP(port: port)
            let outcome = try StudioProgram.run(
                Self.source + ["--duration", "2s", "--out", "srt://127.0.0.1:\(port)?pkt_size=376", "--json"])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            _ = try receiver.wait()
            let output = try #require(try outcome.summary.outputs.first)
            #expect(try #require(output.packetsSent) >= (output.outputBytes + 375) / 376)
            #expect(try MediaProbe(folder.file("got.ts")).videoFrames.count == output.outputTotalFrames)
        }

        @Test("A listener is listening, then live; each caller starts at a key frame; one that leaves disturbs nobody")
        func listener() throws {
            let (folder, port) = (try TestFolder(), try unusedPort())
            let key = try folder.write("key", Self.secret + "\n")
            let program = try StudioProgram(
                Self.source + [
                    "--out", "srt://127.0.0.1:\(port)?mode=listener&latency=\(Self.latency)", "--srt-passphrase-file",
                    key,
                    "--out", folder.file("a.ts"), "--json", "--verbose",
                ])
            try program.waitForError("listening")
            let url = "srt://127.0.0.1:\(port)?passphrase=\(Self.secret)&latency=\(Self.latency * 1000)"
            let first = try receive(url, into: folder.file("first.ts"))
            try program.waitForError("live")
            try waitUntil("the first caller receives") { TestFolder.size(of: folder.file("first.ts")) > 20_000 }
            let second = try receive(url, into: folder.file("second.ts"))
            try waitUntil("the second caller receives") { TestFolder.size(of: folder.file("second.ts")) > 50_000 }
            second.signal(SIGKILL)
            try waitUntil("the first caller still receives") { TestFolder.size(of: folder.file("first.ts")) > 300_000 }
            program.process.signal(SIGINT)
            let outcome = try program.finish()
            #expect(outcome.exitCode == 130, "\(outcome.errors)")
            #expect(!outcome.errors.contains(Self.secret))
            _ = try first.wait()
            let summary = try outcome.summary
            #expect(summary.outputs.map(\.state) == ["finished", "finished"])
            #expect(summary.outputs.map(\.cause) == [nil, nil])
            // Packets for the caller that was killed may count as lost, those for the first caller were not.
            #expect(try #require(ProbedMedia(folder.file("first.ts")).video).missing == 0)
            #expect(summary.outputs[0].outputTotalFrames == summary.encodedFrames)
            try check(folder.file("first.ts"), summary, minimumFrames: 60)
            #expect(try MediaProbe(folder.file("second.ts"), isWhole: false).videoFrames.first?.key_frame == 1)
            #expect(try MediaProbe(folder.file("a.ts")).videoFrames.count == summary.encodedFrames)
        }

        @Test("A listener without callers is not a failure, and its frames are counted as lost")
        func nobody() throws {
            let port = try unusedPort()
            let outcome = try StudioProgram.run(
                Self.source + ["--fast", "--duration", "2s", "--out", "srt://:\(port)?mode=listener", "--json"])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let output = try #require(try outcome.summary.outputs.first)
            #expect(output.state == "finished")
            #expect(output.outputSkippedFrames == output.outputTotalFrames)
            #expect(output.outputTotalFrames == 60)
            #expect(output.outputBytes == 0)
        }

        @Test("First connections that fail have their causes, all at once; the file is complete")
        func failures() throws {
            let folder = try TestFolder()
            let (locked, absent, busy) = (try unusedPort(), try unusedPort(), try unusedPort())
            let listener = try receive(
                "srt://127.0.0.1:\(locked)?mode=listener&passphrase=\(Self.secret)", into: folder.file("none.ts"))
            let holder = try receive("srt://127.0.0.1:\(busy)?mode=listener", into: folder.file("none2.ts"))
            // Receives and never answers.
            let silent = try DatagramReceiver()
            try waitForUDP(port: locked)
            try waitForUDP(port: busy)
            let outcome = try StudioProgram.run(
                Self.source + [
                    "--duration", "6s", "--json", "--out", "srt://127.0.0.1:\(locked)?passphrase=wrong_passphrase",
                    "--out", "srt://127.0.0.1:\(locked)", "--out", "srt://127.0.0.1:\(absent)", "--out",
                    "srt://127.0.0.1:\(silent.port)", "--out", "srt://does-not-exist.invalid:9000", "--out",
                    "srt://127.0.0.1:\(busy)?mode=listener", "--out", folder.file("a.ts"),
                ])
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            let summary = try outcome.summary
            #expect(
                summary.outputs.map(\.cause) == [
                    "rejected", "rejected", "refused", "connectTimedOut", "nameNotResolved", "addressInUse", nil,
                ])
            #expect(outcome.errors.contains("the listener rejected the passphrase"), "\(outcome.errors)")
            #expect(outcome.errors.contains("only one side uses a passphrase"), "\(outcome.errors)")
            #expect(!outcome.errors.contains("wrong_passphrase"))
            #expect(try MediaProbe(folder.file("a.ts")).videoFrames.count == summary.encodedFrames)
            withExtendedLifetime((listener, holder)) {}
        }

        @Test("A peer that dies and one that goes silent: each has its cause, and the output reconnects at a key frame")
        func losses() throws {
            let folder = try TestFolder()
            let (dying, silent) = (try unusedPort(), try unusedPort())
            func listen(_ port: UInt16, _ name: String) throws -> ChildProcess {
                defer { try? waitForUDP(port: port) }
                return try receive("srt://127.0.0.1:\(port)?mode=listener", into: folder.file(name))
            }
            let first = try listen(dying, "first.ts")
            let stuck = try listen(silent, "stuck.ts")
            let program = try StudioProgram(
                Self.source + [
                    "--out", "srt://127.0.0.1:\(dying)", "--out", "srt://127.0.0.1:\(silent)", "--out",
                    folder.file("a.ts"), "--json", "--verbose",
                ])
            for name in ["first.ts", "stuck.ts"] {
                try waitUntil("\(name) receives") { TestFolder.size(of: folder.file(name)) > 20_000 }
            }
            stuck.signal(SIGSTOP)
            first.signal(SIGKILL)
            try program.waitForError(":\(dying): the peer has ended")
            let second = try listen(dying, "second.ts")
            try program.waitForError(":\(silent): the peer did not answer")
            try program.waitForError(":\(dying): live again")
            try waitUntil("the second peer receives") { TestFolder.size(of: folder.file("second.ts")) > 20_000 }
            program.process.signal(SIGINT)
            let outcome = try program.finish()
            stuck.signal(SIGCONT)
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            let summary = try outcome.summary
            #expect(summary.outputs.map(\.state) == ["finished", "failed", "finished"])
            #expect(summary.outputs.map(\.reconnects) == [1, 0, 0])
            #expect(try MediaProbe(folder.file("a.ts")).videoFrames.count == summary.encodedFrames)
            #expect(try second.wait() == .exited(0))
            try check(folder.file("second.ts"), summary, minimumFrames: 10)
        }
    }
}
