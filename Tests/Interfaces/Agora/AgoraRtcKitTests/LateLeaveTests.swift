import AgoraRtcKit
import FacadeSupport
import StudioTestSupport
import Testing

@Suite("Agora: a leave or an end, and a new channel")
struct LateLeaveTests {
    private final class Listener: AgoraRtcEngineDelegate {
        let events = Recorder<String>()

        func rtcEngine(_ engine: AgoraRtcEngineKit, didJoinedOfUid uid: UInt, elapsed: Int) {
            events.record("online")
        }
        func rtcEngine(_ engine: AgoraRtcEngineKit, didOfflineOfUid uid: UInt, reason: AgoraUserOfflineReason) {
            events.record("offline")
        }
    }

    private func join(_ engine: AgoraRtcEngineKit, _ block: @escaping (String, UInt, Int) -> Void) {
        #expect(engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 7, joinSuccess: block) == 0)
    }

    @Test("a channel that is joined again has its own callbacks only; those of the left one do not follow")
    func rejoined() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let (listener, log) = (Listener(), Recorder<String>())
            let engine = AgoraRtcEngineKit.broadcaster(listener)
            // The callbacks wait until the channel was joined again.
            channel.world.queue.suspend()
            join(engine) { _, _, _ in log.record("first join") }
            #expect(engine.leaveChannel { _ in log.record("leave") } == 0)
            join(engine) { _, _, _ in log.record("second join") }
            channel.world.queue.resume()
            channel.advance(seconds: 0.1)
            #expect(log.all == ["leave", "second join"])
            let user = channel.addUser()
            channel.advance(seconds: 0.1)
            channel.removeUser(user)
            channel.advance(seconds: 0.1)
            #expect(listener.events.all == ["online", "offline"])
        }
    }

    @Test("a destroyed engine does not leave the channel of the next one, and is notified of nothing")
    func destroyed() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let (old, new) = (Listener(), Listener())
            let destroyed = AgoraRtcEngineKit.broadcaster(old)
            join(destroyed) { _, _, _ in }
            channel.advance(seconds: 0.1)
            AgoraRtcEngineKit.destroy()
            let engine = AgoraRtcEngineKit.broadcaster(new)
            join(engine) { _, _, _ in }
            #expect(destroyed.leaveChannel() == -7)
            channel.advance(seconds: 0.1)
            #expect(AgoraRtcEngineKit.emulation.meeting === channel.meeting)
            channel.addUser()
            channel.advance(seconds: 0.1)
            #expect(old.events.all == [])
            #expect(new.events.all == ["online"])
            #expect(channel.samples(at: .channel).suffix(4800).contains { $0 != 0 })
        }
    }
}
