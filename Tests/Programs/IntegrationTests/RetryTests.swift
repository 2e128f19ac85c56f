import Foundation
import Glibc
import StudioTestSupport
import Testing

extension RealTime {
    /// `--retry`: which outputs are tried again, and when they give up.
    struct RetryTests {
        private static let source = ["start", "--width", "320", "--height", "180", "--video", "coded:1f3a9c02"]

        @Test("Attempts on a first connection run out per output; the file is complete")
        func runOut() throws {
            let folder = try TestFolder()
            let port = try unusedPort()
            let outcome = try StudioProgram.run(
                Self.source + [
                    "--duration", "3s", "--out", folder.file("a.ts"), "--out", "rtmp://127.0.0.1:\(port)/live/key",
                    "--out",
                    "rtmp://127.0.0.1:\(port)/live/key2", "--retry", "attempts=2,delay=100ms,first=yes", "--retry",
                    "3:attempts=0", "--json",
                ])
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            let summary = try outcome.summary
            #expect(summary.outputs.map(\.state) == ["finished", "failed", "failed"])
            #expect(summary.outputs.map(\.cause) == [nil, "refused", "refused"])
            #expect(outcome.errors.count(of: "refused the connection; attempt 1 in 0.1 s") == 1, "\(outcome.errors)")
            #expect(outcome.errors.count(of: "refused the connection; attempt 2 in 0.1 s") == 1, "\(outcome.errors)")
            #expect(outcome.errors.count(of: "attempt 3") == 0, "\(outcome.errors)")
            #expect(try MediaProbe(folder.file("a.ts")).videoFrames.count == summary.encodedFrames)
        }

        @Test("A server that starts later gets the stream from a key frame on, in sync; this is no reconnection")
        func late() throws {
            let (folder, port) = (try TestFolder(), try unusedPort())
            let program = try StudioProgram(
                Self.source + [
                    "--out", "srt://127.0.0.1:\(port)?latency=1000", "--out", folder.file("a.ts"), "--json",
                    "--verbose",
                    "--retry", "1:delay=100ms..300ms,first=yes,jitter=10%",
                ])
            try program.waitForError("refused the connection; attempt 1")
            let receiver = try ChildProcess(
                "ffmpeg",
                [
                    "-v", "error", "-nostdin", "-y", "-i", "srt://127.0.0.1:\(port)?mode=listener&latency=1000000",
                    "-c",
                    "copy", folder.file("got.ts"),
                ])
            try waitUntil("it receives") { TestFolder.size(of: folder.file("got.ts")) > 20_000 }
            program.process.signal(SIGINT)
            let outcome = try program.finish()
            #expect(outcome.exitCode == 130, "\(outcome.errors)")
            #expect(try receiver.wait() == .exited(0))
            let output = try #require(try outcome.summary.outputs.first)
            #expect(output.state == "finished")
            #expect(output.reconnects == 0)
            #expect(output.attempt == nil)
            #expect(output.outputSkippedFrames > 0)
            let received = try MediaProbe(folder.file("got.ts"))
            #expect(received.videoFrames.count == output.outputTotalFrames - output.outputSkippedFrames)
            #expect(received.videoFrames.first?.key_frame == 1)
            #expect(abs(try #require(ProbedMedia(folder.file("got.ts")).sync).worst) < 40)
        }

        @Test(
            "A bad value is a usage error that shows the form",
            arguments: [
                "attempts", "attempts=-1", "attempts=x", "delay=0", "delay=8s..1s", "first=maybe", "jitter=5",
                "jitter=101%", "nonsense=1", "0:attempts=1", "x:attempts=1", ",",
            ])
        func invalid(_ text: String) throws {
            let outcome = try StudioProgram.run(["start", "--retry=\(text)", "--out", "a.ts"])
            #expect(outcome.exitCode == 2, "\(outcome.errors)")
            #expect(outcome.errors.contains("attempts=10,delay=1s..8s"), "\(outcome.errors)")
        }

        @Test("Rules for an output that does not exist, or is never tried again, are a usage error")
        func unsuitable() throws {
            let missing = try StudioProgram.run(["start", "--retry", "2:attempts=1", "--out", "a.ts"])
            #expect(missing.exitCode == 2)
            #expect(missing.errors.contains("output 2 does not exist; the session has 1 output"), "\(missing.errors)")
            let file = try StudioProgram.run(["start", "--retry", "1:attempts=1", "--out", "a.ts"])
            #expect(file.exitCode == 2)
            #expect(file.errors.contains("a.ts does not reconnect; only servers do"), "\(file.errors)")
        }
    }
}
