import Foundation
import Glibc
import StudioTestSupport
import Testing

extension RealTime {
    /// Coded media over real servers.
    struct LiveProbeTests {
        private func makeFile(_ folder: TestFolder, seconds: Int, _ name: String = "good.mp4") throws -> String {
            let outcome = try StudioProgram.run([
                "start", "--fast", "--width", "640", "--height", "360", "--video", "coded:1f3a9c02", "--duration",
                "\(seconds)s", "--out", folder.file(name),
            ])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return folder.file(name)
        }

        /// Plays a file in real time, as a live encoder would send it.
        private func play(_ file: String, _ arguments: [String]) throws -> ChildProcess {
            let quiet = ["-v", "error", "-nostdin", "-re", "-i", file, "-c", "copy"]
            return try ChildProcess("ffmpeg", quiet + arguments)
        }

        /// Expects order and sync, whichever part of the session was received.
        private func checkPiece(_ media: ProbedMedia) throws {
            #expect(media.session?.identity == "1f3a9c02", "\(media.verdict)")
            #expect(media.interruption == nil, "\(media.verdict)")
            #expect(media.findings.isEmpty, "\(media.verdict)")
            #expect(media.exitCode == 0, "\(media.verdict)")
            #expect(abs(try #require(media.sync).worst) < 1, "\(media.sync?.worst ?? .nan)")
            let video = try #require(media.video)
            #expect(video.missing == 0)
            #expect(video.unreadable.isEmpty)
            // The probe listens before the sender starts, so nothing is missing before the end. How much the network
            // drops when the sender closes depends on scheduling.
            #expect(video.lowest == 0)
            #expect(video.readable == video.highest.map { $0 + 1 })
            #expect(video.readable > 60)
        }

        @Test("RTMP through nginx while psstudio sends: in order, in sync, with its delay")
        func rtmp() throws {
            let server = try RTMPServer()
            let sender = try StudioProgram([
                "start", "--quiet", "--width", "640", "--height", "360", "--video", "coded:1f3a9c02", "--out",
                server.url(),
            ])
            try server.waitForRecording(1)
            let outcome = try StudioProgram.run(["probe", server.url(), "--duration", "4s", "--json"])
            sender.process.signal(SIGINT)
            #expect(try sender.finish().exitCode == 130)
            let media = try outcome.probed
            // Live units are stamped when they are sent: on a stalling machine the sender repeats frames and
            // separates them from the audio. Their order is kept.
            #expect(media.session?.identity == "1f3a9c02")
            #expect(media.interruption == nil)
            #expect(abs(try #require(media.sync).worst) < 40, "\(media.sync?.worst ?? .nan)")
            // The first key frame may take up to two seconds.
            let video = try #require(media.video)
            #expect(video.readable > 50)
            #expect(video.outOfOrder.isEmpty)
            let delay = try #require(media.delay, "both ends share a clock")
            #expect(delay.median > 0)
            #expect(delay.median <= delay.worst)
            #expect(delay.worst < 60_000)
            #expect(!outcome.outputText.contains("live/key"), "the key is masked")
            #expect(media.streams.map(\.codec) == ["H.264", "AAC"])
        }

        @Test("MPEG-TS over SRT")
        func srt() throws {
            let folder = try TestFolder()
            let file = try makeFile(folder, seconds: 4)
            let port = try unusedPort()
            let probe = try StudioProgram(["probe", "srt://127.0.0.1:\(port)?mode=listener", "--json"])
            try probe.waitForUDP(port: port)
            let player = try play(file, ["-f", "mpegts", "srt://127.0.0.1:\(port)?mode=caller"])
            #expect(try player.wait() == .exited(0))
            try checkPiece(try probe.finish().probed)
        }

        @Test("MPEG-TS over UDP ends when no more packets arrive")
        func udp() throws {
            let folder = try TestFolder()
            let file = try makeFile(folder, seconds: 4)
            let port = try unusedPort()
            // Longer than a player needs to start on a busy machine.
            let probe = try StudioProgram(["probe", "udp://127.0.0.1:\(port)", "--timeout", "8s", "--json"])
            try probe.waitForUDP(port: port)
            let player = try play(file, ["-f", "mpegts", "udp://127.0.0.1:\(port)?pkt_size=1316"])
            #expect(try player.wait() == .exited(0))
            try checkPiece(try probe.finish().probed)
        }

        @Test("HLS from a web server, and an MP4 from it")
        func http() throws {
            let folder = try TestFolder()
            let file = try makeFile(folder, seconds: 8)
            let server = try WebServer(folder)
            try Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-i", file, "-c", "copy", "-f", "hls", "-hls_time", "2", "-hls_list_size", "0",
                    folder.file("list.m3u8"),
                ])
            for name in ["list.m3u8", "good.mp4"] {
                let media = try ProbedMedia(server.url(name))
                try checkPiece(media)
                #expect(media.video?.readable == 240, "\(name)")
            }
            try checkPiece(try ProbedMedia(folder.file("list.m3u8")))
        }

        @Test("Ctrl-C ends a live probe, which reports its measurements so far")
        func interrupted() throws {
            let folder = try TestFolder()
            let file = try makeFile(folder, seconds: 4)
            let port = try unusedPort()
            let probe = try StudioProgram(["probe", "udp://127.0.0.1:\(port)", "--json"])
            try probe.waitForUDP(port: port)
            // The probe reads while the file is played in real time; then it waits for more packets.
            let player = try play(file, ["-f", "mpegts", "udp://127.0.0.1:\(port)?pkt_size=1316"])
            #expect(try player.wait() == .exited(0))
            probe.process.signal(SIGINT)
            let outcome = try probe.finish()
            #expect(outcome.exitCode == 130, "\(outcome.errors)")
            #expect(try outcome.probed.session?.identity == "1f3a9c02")
        }

        @Test("Ctrl-C before any data is not a failure of the source")
        func interruptedEarly() throws {
            let port = try unusedPort()
            let probe = try StudioProgram(["probe", "udp://127.0.0.1:\(port)", "--json"])
            try probe.waitForUDP(port: port)
            probe.process.signal(SIGTERM)
            let outcome = try probe.finish()
            #expect(outcome.exitCode == 143, "\(outcome.errors)")
        }
    }
}
