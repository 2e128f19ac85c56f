import Glibc
import MediaOutputs
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import StudioEngine

/// Outputs of every kind come and go while a session sends: each is complete or counts its losses.
struct OutputChurnTests {
    private static let capability = VideoCapability(width: 128, height: 72, format: .i420Limited)

    private func session(_ outputs: [String]) throws -> StudioSession {
        var configuration = try SessionConfiguration(.app(Self.capability, frameRate: .thirty), variable: { _ in nil })
        configuration.responses = .immediate
        configuration.outputs = outputs
        configuration.outputOptions.overwrites = true
        let session = try StudioSession(configuration)
        session.begin()
        try waitUntil("the session sends") { session.snapshot.state == .sending }
        return session
    }

    private func output(_ session: StudioSession, _ number: Int) throws -> Output {
        try #require(session.outputGroup?.members.first { $0.number == number }?.output)
    }

    private func number(_ reply: SessionReply) throws -> Int {
        guard case .output(let number) = reply else { throw TestFailure("\(reply)") }
        return number
    }

    /// Adds, restarts and removes an output, with frames for each.
    ///
    /// - Returns: both outputs.
    private func churn(_ session: StudioSession, _ address: String) throws -> [Output] {
        var outputs: [Output] = []
        var latest = try number(try session.perform(.addOutput(address: address)))
        for step in 0..<2 {
            if step == 1 { latest = try number(try session.perform(.restartOutput(output: latest))) }
            let output = try output(session, latest)
            outputs.append(output)
            try session.send(until: "\(address) is live") {
                [.live, .listening].contains(output.status.state) || output.status.state.isOver
            }
            // A key frame that was requested soon after another one is put off for a second.
            try session.send(until: "\(address) takes frames") {
                output.deliveries.video.taken > 0 || output.status.state == .listening || output.status.state.isOver
            }
            // More than a group of pictures, so that a server has recorded something.
            try session.send(frames: 20)
        }
        try session.perform(.removeOutput(output: latest))
        try session.send(until: "\(address) has ended") { outputs.allSatisfy { $0.status.state.isOver } }
        return outputs
    }

    @Test("outputs of every kind are added, restarted and removed one after the other; the one beside them is complete")
    func everyKind() throws {
        let (folder, server, datagrams) = (try TestFolder(), try RTMPServer(), try DatagramReceiver())
        let (listening, calling) = (try unusedPort(), try unusedPort())
        let receiver = try ChildProcess(
            "srt-live-transmit", ["-q", "srt://127.0.0.1:\(listening)?mode=listener", "file://con"])
        let caller = try ChildProcess(
            "srt-live-transmit", ["-q", "srt://127.0.0.1:\(calling)?mode=caller", "file://con"])
        try waitForUDP(port: listening)
        let session = try session([folder.file("stays.mp4")])
        let addresses = [
            folder.file("a.mp4"), folder.file("a.mkv"), folder.file("a.flv"), folder.file("a.ts"),
            folder.file("hls/index.m3u8"), server.url(), "srt://127.0.0.1:\(listening)",
            "srt://127.0.0.1:\(calling)?mode=listener", "udp://127.0.0.1:\(datagrams.port)", "null:",
        ]
        for address in addresses {
            let outputs = try churn(session, address)
            for output in outputs {
                let status = output.status
                #expect(status.state == .finished, "\(address): \(status)")
                let (video, audio) = (output.deliveries.video, output.deliveries.audio)
                #expect(video.offered == video.taken + video.lost, "\(address): \(video)")
                #expect(audio.offered == audio.taken + audio.lost, "\(address): \(audio)")
                #expect(video.offered > 0, "\(address)")
            }
            // Both files are there.
            for output in outputs {
                guard let path = output.driver.traits.path else { continue }
                let written = output.deliveries.video.taken
                #expect(written > 0)
                let frames = try MediaProbe(path).videoFrames.count
                #expect(frames == written, "\(path)")
            }
        }
        try session.finish()
        let base = try output(session, 1)
        #expect(base.deliveries.video.lost == 0)
        #expect(try MediaProbe(folder.file("stays.mp4")).videoFrames.count == base.deliveries.video.offered)
        #expect(session.snapshot.outputs.count == 1 + 2 * addresses.count)
        #expect(try server.recordings.count == 2)
        withExtendedLifetime((receiver, caller)) {}
    }
}
