@testable import AgoraRtcKit
import ProductionStudio
import StudioEngine
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Agora environment")
struct EnvironmentTests {
    @Test("a scenario and a seed apply to a client that only receives; the session time begins once")
    func scenario() throws {
        let clock = ManualClock()
        let environment = try ClientEnvironment(
            variable: { ["PSSTUDIO_SCENARIO": "host-ends-meeting", "PSSTUDIO_SEED": "9"][$0] }, clock: clock)
        #expect(environment.seed == 9)
        for _ in 0..<2 {
            let studio = StudioController(in: Meeting(clock: clock, callbackQueue: .init(label: "test.agora")))
            environment.attachReceiver(studio)
            studio.meeting.settle()
            #expect(studio.meeting.participants.map(\.name).contains("Ann"))
        }
    }

    @Test("without a test's channel, blocks of the local voice come at once, on the machine's clock")
    func machineClock() {
        AgoraCore.turns.take()
        defer { AgoraCore.turns.release() }
        let client = FrameClient()
        let peaks = Recorder<Int>()
        client.positions = .record
        client.edit = { _, frame in
            guard let buffer = frame.buffer else { return }
            let samples = UnsafeBufferPointer(
                start: buffer.assumingMemoryBound(to: Int16.self), count: frame.samplesPerChannel)
            peaks.record(samples.map { abs(Int($0)) }.max() ?? 0)
        }
        let engine = AgoraRtcEngineKit.sharedEngine(withAppId: "app", delegate: nil)
        engine.setAudioFrameDelegate(client)
        #expect(engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 0) == 0)
        #expect(AgoraRtcEngineKit.emulation.meeting?.status == .inMeeting)
        #expect(peaks.wait(count: 20))
        #expect(engine.leaveChannel() == 0)
        #expect(AgoraRtcEngineKit.emulation.meeting == nil)
        #expect((peaks.all.max() ?? 0) > 1000)
        AgoraCore.shared.prepare(nil, isStrict: false, defects: [])
    }
}
