import Foundation
import StudioTestSupport
import Testing

/// MPEG-TS in files, on standard output and in datagrams.
@Suite(.endToEnd)
struct TransportStreamTests {
    private static let source = [
        "start", "--width", "640", "--height", "360", "--video", "coded:1f3a9c02",
    ]

    /// Every frame, in order, in sync within a millisecond.
    private func checkComplete(_ path: String, frames: Int) throws {
        let media = try ProbedMedia(
            path,
            [
                "--strict", "--expect-frames", "\(frames)", "--max-missing", "0", "--max-offset", "1ms", "--max-gap",
                "0",
            ])
        #expect(media.exitCode == 0, "\(media.verdict)")
        #expect(media.findings.isEmpty, "\(media.findings.map(\.message))")
        let probe = try MediaProbe(path)
        #expect(probe.videoFrames.count == frames)
        #expect(probe.videoFrames.first?.key_frame == 1)
        #expect(probe.format.format_name == "mpegts")
    }

    @Test("A file and standard output: every frame arrives, in sync")
    func local() throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run(
            Self.source + ["--fast", "--duration", "4s", "--out", folder.file("a.ts"), "--out", "ts:-"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        try checkComplete(folder.file("a.ts"), frames: 120)
        #expect(Array(outcome.output) == Array(try folder.read("a.ts")), "both outputs have the same bytes")
    }

    @Test("Without audio the file has one track")
    func silent() throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run(
            Self.source + ["--fast", "--duration", "1s", "--no-audio", "--out", folder.file("a.ts")])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let probe = try MediaProbe(folder.file("a.ts"))
        #expect(probe.videoFrames.count == 30)
        #expect(!probe.hasAudio)
    }

    @Test("A stream that begins anywhere is playable from the next key frame on")
    func truncatedStart() throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run(
            Self.source + ["--fast", "--duration", "6s", "--out", folder.file("a.ts")])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let bytes = Array(try folder.read("a.ts"))
        // Removes a quarter, at a packet boundary.
        let rest = try folder.write("b.ts", Array(bytes.dropFirst(bytes.count / 188 / 4 * 188)))
        let media = try ProbedMedia(rest, ["--max-offset", "1ms"])
        #expect(media.exitCode == 0, "\(media.verdict)")
        #expect(media.video?.lowest == 60, "the second group of pictures")
        #expect(media.video?.highest == 179)
        #expect(media.video?.missing == 0)
    }

    @Test("UDP: datagrams of seven packets; all of them arrive, and the stream in them is complete")
    func datagrams() throws {
        let (folder, receiver) = (try TestFolder(), try DatagramReceiver())
        let outcome = try StudioProgram.run(
            Self.source + ["--duration", "3s", "--out", "udp://127.0.0.1:\(receiver.port)", "--json"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let output = try #require(try outcome.summary.outputs.first)
        let sent = try #require(output.packetsSent)
        #expect(output.packetsLost == 0)
        #expect(output.packetsRetransmitted == nil)
        #expect(output.roundTripTime == nil)
        #expect(output.outputSkippedFrames == 0)
        let datagrams = try receiver.wait(for: sent)
        #expect(datagrams.count == sent)
        #expect(datagrams.reduce(0) { $0 + $1.count } == output.outputBytes)
        #expect(datagrams.dropLast().allSatisfy { $0.count == 1316 })
        #expect(datagrams.allSatisfy { $0.count % 188 == 0 })
        let path = try folder.write("got.ts", datagrams.flatMap { $0 })
        let probe = try MediaProbe(path)
        #expect(probe.videoFrames.count == output.outputTotalFrames)
        let media = try ProbedMedia(path)
        #expect(media.video?.lowest == 0)
        #expect(abs(try #require(media.sync).worst) < 40)
    }

    @Test("UDP: an address says how large its datagrams are, and which address they come from")
    func datagramSize() throws {
        let receiver = try DatagramReceiver()
        let outcome = try StudioProgram.run(
            Self.source + [
                "--duration", "1s", "--out",
                "udp://127.0.0.1:\(receiver.port)?pkt_size=376&ttl=3&localaddr=127.0.0.9", "--json",
            ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let sent = try #require(try outcome.summary.outputs.first?.packetsSent)
        #expect(try receiver.wait(for: sent).dropLast().allSatisfy { $0.count == 376 })
    }

    @Test("An interface that this machine does not have fails the output, and is named")
    func unknownInterface() throws {
        let outcome = try StudioProgram.run(
            Self.source + ["--fast", "--duration", "1s", "--out", "udp://127.0.0.1:9?localaddr=nowhere0"])
        #expect(outcome.exitCode == 6)
        #expect(outcome.errors.contains("this machine has no interface 'nowhere0'; ip address lists them"))
    }

    @Test("A port without a listener: the session goes on, and the packets are counted as lost")
    func refused() throws {
        let folder = try TestFolder()
        let port = try unusedPort()
        let outcome = try StudioProgram.run(
            Self.source + [
                "--fast", "--duration", "2s", "--out", "udp://127.0.0.1:\(port)", "--out", folder.file("a.ts"),
                "--json",
            ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let output = try #require(try outcome.summary.outputs.first)
        #expect(output.state == "finished")
        let (sent, lost) = (try #require(output.packetsSent), try #require(output.packetsLost))
        #expect(sent == (output.outputBytes + 1315) / 1316)
        // The kernel reports one refusal at a time.
        #expect((1...sent).contains(lost), "\(lost) of \(sent)")
        try checkComplete(folder.file("a.ts"), frames: 60)
    }

    @Test("A host name that does not exist fails this output alone")
    func unresolved() throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run(
            Self.source + [
                "--fast", "--duration", "1s", "--out", "udp://does-not-exist.invalid:5000", "--out",
                folder.file("a.ts"),
                "--json",
            ])
        #expect(outcome.exitCode == 6, "\(outcome.errors)")
        #expect(try outcome.summary.outputs.map(\.cause) == ["nameNotResolved", nil])
        #expect(outcome.errors.contains("cannot resolve the host 'does-not-exist.invalid'"), "\(outcome.errors)")
        try checkComplete(folder.file("a.ts"), frames: 30)
    }
}
