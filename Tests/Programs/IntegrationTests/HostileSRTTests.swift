import Foundation
import Glibc
import SRT
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

extension RealTime {
    /// SRT peers that are slow, or alive without taking anything. Their outputs end, and the others notice nothing.
    struct HostileSRTTests {
        private static let latency = 1000
        private static let source = ["start", "--width", "640", "--height", "360", "--video", "coded:1f3a9c02"]

        private func receive(_ url: String, into path: String) throws -> ChildProcess {
            try ChildProcess(
                "ffmpeg", ["-v", "error", "-nostdin", "-y", "-i", url, "-c", "copy", "-f", "mpegts", path])
        }

        private func listener(_ port: UInt16, _ folder: TestFolder) throws -> StudioProgram {
            let program = try StudioProgram(
                Self.source + [
                    "--out", "srt://127.0.0.1:\(port)?mode=listener&latency=\(Self.latency)", "--out",
                    folder.file("a.ts"), "--json", "--verbose",
                ])
            try program.waitForError("listening")
            return program
        }

        /// Everything that the first caller was sent has arrived, in order and complete.
        private func checkFirst(_ folder: TestFolder, _ summary: SessionReport) throws {
            let video = try #require(try ProbedMedia(folder.file("first.ts")).video)
            // A frame that a busy machine dropped before it was encoded is missing in the file beside it, too.
            let dropped = try #require(try ProbedMedia(folder.file("a.ts")).video).missingList
            #expect(Set(video.missingList).isSubset(of: dropped), "\(video.missingList)")
            if summary.video.dropped == 0 { #expect(video.missing == 0, "\(video.missingList)") }
            #expect(video.outOfOrder.isEmpty)
            let output = summary.outputs[0]
            #expect(video.count == output.outputTotalFrames - output.outputSkippedFrames)
            #expect(try MediaProbe(folder.file("a.ts")).videoFrames.count == summary.encodedFrames)
        }

        @Test("A caller that stops taking media is dropped at the end with a warning; the other gets everything")
        func withholdingCaller() throws {
            let (folder, port) = (try TestFolder(), try unusedPort())
            let program = try listener(port, folder)
            let options = "latency=\(Self.latency * 1000)"
            let first = try receive("srt://127.0.0.1:\(port)?\(options)", into: folder.file("first.ts"))
            try waitUntil("the first caller receives") { TestFolder.size(of: folder.file("first.ts")) > 20_000 }
            let relay = try DatagramRelay(to: port, .withholding(afterBytes: 60_000))
            let second = try receive("srt://127.0.0.1:\(relay.port)?\(options)", into: folder.file("second.ts"))
            // The end comes while its send buffer is not empty.
            try waitUntil("the second caller is stuck") { relay.withheldBytes > 100_000 }
            program.process.signal(SIGINT)
            let outcome = try program.finish()
            #expect(outcome.exitCode == 130, "\(outcome.errors)")
            #expect(outcome.errors.contains("a caller did not take the end of the stream within 5 s; the rest is lost"))
            _ = try first.wait()
            let summary = try outcome.summary
            #expect(summary.outputs.map(\.state) == ["finished", "finished"])
            #expect(try #require(summary.outputs[0].packetsLost) > 0)
            try checkFirst(folder, summary)
            withExtendedLifetime(second) {}
        }

        @Test("Callers that connect and leave cause at most one key frame a second")
        func shortCallers() throws {
            let (folder, port) = (try TestFolder(), try unusedPort())
            let program = try StudioProgram(
                Self.source + [
                    "--duration", "4s", "--out", "srt://127.0.0.1:\(port)?mode=listener", "--out", folder.file("a.mkv"),
                    "--json", "--verbose",
                ])
            try program.waitForError("listening")
            let address = try #require(HostAddress.resolve("127.0.0.1", port: "\(port)").first)
            let clock = SystemClock()
            var callers = 0
            while program.process.isRunning {
                let caller = try SRTSocket(SRTSettings())
                // The listener ends before the program does.
                guard (try? caller.connect(to: address, milliseconds: 1000)) != nil else { continue }
                caller.close()
                callers += 1
            }
            let outcome = try program.finish()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(callers > 30)
            let keys = try MediaProbe(folder.file("a.mkv")).videoFrames.filter { $0.key_frame == 1 }.map(\.time)
            // A caller whose end arrives late seems to stay, and gets one. Beside these: the first frame, and the encoder's own
            // every two seconds. An encoder that is behind takes two requests of different seconds close to each other.
            #expect(keys.count <= Int(clock.now.seconds) + 1 + 3, "\(keys)")
        }

        @Test("If the only caller takes nothing more, the units that it did not take are lost, and the output ends")
        func onlyCaller() throws {
            let (folder, port) = (try TestFolder(), try unusedPort())
            let program = try listener(port, folder)
            let relay = try DatagramRelay(to: port, .withholding(afterBytes: 60_000))
            let caller = try receive("srt://127.0.0.1:\(relay.port)", into: folder.file("only.ts"))
            try waitUntil("the caller is stuck") { relay.withheldBytes > 100_000 }
            program.process.signal(SIGINT)
            let outcome = try program.finish()
            #expect(outcome.exitCode == 130, "\(outcome.errors)")
            let output = try #require(try outcome.summary.outputs.first)
            #expect(output.state == "finished")
            #expect((1..<output.outputTotalFrames).contains(output.outputSkippedFrames))
            #expect((1..<output.outputTotalAudio).contains(output.outputSkippedAudio))
            // libsrt gives up packets that are too late; these are counted in packets only.
            let tooLate = try #require(output.packetsLost) * 1316
            #expect(output.outputBytes <= relay.passedBytes + tooLate)
            withExtendedLifetime(caller) {}
        }

        @Test("A caller that is suspended leaves; the other gets everything, and the session ends")
        func suspendedCaller() throws {
            let (folder, port) = (try TestFolder(), try unusedPort())
            let program = try listener(port, folder)
            let url = "srt://127.0.0.1:\(port)?latency=\(Self.latency * 1000)"
            let first = try receive(url, into: folder.file("first.ts"))
            let second = try receive(url, into: folder.file("second.ts"))
            for name in ["first.ts", "second.ts"] {
                try waitUntil("\(name) receives") { TestFolder.size(of: folder.file(name)) > 20_000 }
            }
            second.signal(SIGSTOP)
            let size = TestFolder.size(of: folder.file("first.ts"))
            try waitUntil("the first caller still receives") {
                TestFolder.size(of: folder.file("first.ts")) > size + 100_000
            }
            program.process.signal(SIGINT)
            let outcome = try program.finish()
            second.signal(SIGCONT)
            #expect(outcome.exitCode == 130, "\(outcome.errors)")
            _ = try first.wait()
            let summary = try outcome.summary
            #expect(summary.outputs.map(\.state) == ["finished", "finished"])
            try checkFirst(folder, summary)
        }

        @Test("A listener with a slow network costs retransmissions, which are counted; the file beside it is complete")
        func slowListener() throws {
            let (folder, port) = (try TestFolder(), try unusedPort())
            let receiver = try receive("srt://127.0.0.1:\(port)?mode=listener", into: folder.file("slow.ts"))
            try waitForUDP(port: port)
            let relay = try DatagramRelay(to: port, .slow(bytesPerSecond: 10_000))
            let program = try StudioProgram(
                Self.source + [
                    "--out", "srt://127.0.0.1:\(relay.port)", "--out", folder.file("a.ts"), "--finish-timeout", "3s",
                    "--json",
                ])
            try waitUntil("the network is full") { relay.withheldBytes > 500_000 }
            program.process.signal(SIGINT)
            let outcome = try program.finish()
            // Whether the listener takes the rest within the limit depends on what the network loses.
            #expect([130, 6].contains(outcome.exitCode), "\(outcome.errors)")
            let summary = try outcome.summary
            let (slow, file) = (summary.outputs[0], summary.outputs[1])
            #expect(try #require(slow.packetsRetransmitted) > 0)
            #expect(slow.outputTotalFrames == file.outputTotalFrames)
            #expect(file.state == "finished")
            #expect(try MediaProbe(folder.file("a.ts")).videoFrames.count == summary.encodedFrames)
            withExtendedLifetime(receiver) {}
        }
    }
}
