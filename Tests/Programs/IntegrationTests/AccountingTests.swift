import Foundation
import Glibc
import StudioTestSupport
import Testing

extension RealTime {
    /// Offered = taken + lost, for each kind of output. What was taken is counted at the peer.
    struct AccountingTests {
        private static let source = ["start", "--width", "640", "--height", "360", "--video", "coded:1f3a9c02"]
        /// Frames and audio units of a killed server whose arrival is unknown: those in socket buffers.
        private static let unitsInDoubt = (video: 12, audio: 24)

        /// The packets of a file, as ffprobe counts them.
        private struct Packets: Equatable {
            var video = 0
            var audio = 0

            init(_ path: String) throws {
                let text = try Tool.run(
                    "ffprobe", ["-v", "error", "-show_entries", "packet=codec_type", "-of", "csv=p=0", path])
                for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
                    if line.hasPrefix("video") { video += 1 }
                    if line.hasPrefix("audio") { audio += 1 }
                }
            }

            /// Offered and not lost.
            init(takenBy output: SessionReport.Output) {
                video = output.outputTotalFrames - output.outputSkippedFrames
                audio = output.outputTotalAudio - output.outputSkippedAudio
            }
        }

        private func receive(_ address: String, into path: String) throws -> ChildProcess {
            let output = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(output) }
            return try ChildProcess(
                "srt-live-transmit", ["-q", address + "&latency=2000", "file://con"], output: output)
        }

        @Test("All kinds at once, with a server that restarts, full devices and peers that stop")
        func everyKind() throws {
            let (folder, server, restarted) = (try TestFolder(), try RTMPServer(), try RTMPServer())
            let datagrams = try DatagramReceiver(into: folder.file("udp.ts"))
            let (listening, stuckPort, calling) = (try unusedPort(), try unusedPort(), try unusedPort())
            let receiver = try receive("srt://127.0.0.1:\(listening)?mode=listener", into: folder.file("caller.ts"))
            let stuck = try receive("srt://127.0.0.1:\(stuckPort)?mode=listener", into: folder.file("stuck.ts"))
            for port in [listening, stuckPort] { try waitForUDP(port: port) }
            let relay = try DatagramRelay(to: stuckPort, .withholding(afterBytes: 100_000))
            for name in ["full.mp4", "full.ts"] { symlink("/dev/full", folder.file(name)) }
            let files = ["a.mp4", "a.mkv", "a.flv", "a.ts", "hls/index.m3u8"].map(folder.file)
            let addresses =
                files + [
                    "udp://127.0.0.1:\(datagrams.port)", "srt://127.0.0.1:\(listening)?latency=2000", server.url(),
                    "srt://127.0.0.1:\(calling)?mode=listener&latency=2000", "null:", restarted.url(),
                    "srt://127.0.0.1:\(relay.port)", folder.file("full.mp4"), folder.file("full.ts"),
                ]
            // A receiver of a busy machine may not answer within the first three seconds.
            let program = try StudioProgram(
                Self.source + ["--json", "--force", "--hls-window", "all", "--retry", "delay=1s..1s,first=yes"]
                    + ["--finish-timeout", "3s"] + addresses.flatMap { ["--out", $0] })
            try restarted.waitForRecording(1, bytes: 20_000)
            // It misses the beginning.
            let caller = try receive("srt://127.0.0.1:\(calling)?mode=caller", into: folder.file("listener.ts"))
            try restarted.kill()
            try waitUntil("the loss is noticed") { program.errorsSoFar.contains("; attempt 1 in") }
            try restarted.start()
            try restarted.waitForRecording(2, bytes: 20_000)
            try waitUntil("the late caller receives") { TestFolder.size(of: folder.file("listener.ts")) > 50_000 }
            try waitUntil("a listener is stuck; \(program.errorsSoFar)") { relay.withheldBytes > 20_000 }
            program.process.signal(SIGINT)
            let outcome = try program.finish()
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            let summary = try outcome.summary
            let outputs = summary.outputs
            try #require(outputs.count == addresses.count)
            for output in outputs where output.destination != "null:" {
                #expect(output.outputTotalFrames == summary.encodedFrames, "\(output.destination)")
                #expect(output.outputTotalAudio == outputs[0].outputTotalAudio, "\(output.destination)")
            }
            // Complete files: everything was taken.
            for (path, output) in zip(files, outputs) {
                #expect(output.outputSkippedFrames + output.outputSkippedAudio == 0, "\(path)")
                #expect(try Packets(path) == Packets(takenBy: output), "\(path)")
            }
            // They write what they have buffered.
            for process in [receiver, caller] {
                process.signal(SIGTERM)
                _ = try process.wait()
            }
            try checkStreams(folder, server, outputs)
            try checkFaults(restarted, outputs)
            withExtendedLifetime(stuck) {}
        }

        private func checkStreams(
            _ folder: TestFolder, _ server: RTMPServer, _ outputs: [SessionReport.Output]
        ) throws {
            for (name, index) in [("udp.ts", 5), ("caller.ts", 6), ("listener.ts", 8)] {
                #expect(try Packets(folder.file(name)) == Packets(takenBy: outputs[index]), "\(name)")
            }
            #expect(outputs[8].outputSkippedFrames > 0)
            let recording = try #require(try server.recordings.first)
            try waitUntil("the recording is complete") { try Packets(recording) == Packets(takenBy: outputs[7]) }
            #expect(outputs[9].outputSkippedFrames == 0)
        }

        private func checkFaults(_ server: RTMPServer, _ outputs: [SessionReport.Output]) throws {
            let (restarted, stuck) = (outputs[10], outputs[11])
            #expect(restarted.state == "finished")
            #expect(restarted.outputSkippedFrames > 0)
            let taken = Packets(takenBy: restarted)
            var arrived = (video: 0, audio: 0)
            for path in try server.recordings {
                let packets = try Packets(path)
                arrived = (arrived.video + packets.video, arrived.audio + packets.audio)
            }
            #expect(abs(arrived.video - taken.video) <= Self.unitsInDoubt.video, "\(arrived), \(taken)")
            #expect(abs(arrived.audio - taken.audio) <= Self.unitsInDoubt.audio, "\(arrived), \(taken)")
            // It took the beginning only.
            #expect((1..<stuck.outputTotalFrames).contains(stuck.outputSkippedFrames))
            for full in outputs[12...] {
                #expect(full.cause == "storageFull")
                #expect(Packets(takenBy: full).video < full.outputTotalFrames)
            }
        }
    }
}
