import AgoraRtcKit
import ProductionStudio
import StudioTestSupport
import Testing

/// Gets the events of an engine.
private final class ChannelClient: NSObject, AgoraRtcEngineDelegate {
    let users = Recorder<UInt>()

    func rtcEngine(_ engine: AgoraRtcEngineKit, didJoinedOfUid uid: UInt, elapsed: Int) { users.record(uid) }
}

@Suite("Agora: released delegates of an engine")
struct ReleasedDelegateTests {
    @Test("a delegate that was released is reported when an event is due, once: AG-CALL-001")
    func released() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let engine = AgoraRtcEngineKit.sharedEngine(withAppId: "app", delegate: ChannelClient())
            engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 7)
            channel.advance(seconds: 0.1)
            _ = channel.addUser("ada")
            channel.advance(seconds: 0.1)
            #expect(engine.delegate == nil)
            #expect(reported == ["AG-CALL-001"])
            let violation = AgoraRtcEngineKit.emulation.violations.first
            #expect(violation?.error.message == "the delegate of the engine is gone, and an event was due")
            #expect(violation?.count == 1)
        }
    }

    @Test("a delegate that is kept, removed, or goes away after the leave, is not reported", arguments: 0..<4)
    func ended(_ way: Int) {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            var client: ChannelClient? = way == 3 ? nil : ChannelClient()
            let engine = AgoraRtcEngineKit.broadcaster(client)
            engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 7)
            channel.advance(seconds: 0.1)
            if way == 1 { engine.delegate = nil }
            if way == 2 { engine.leaveChannel(nil) }
            if way != 0 { client = nil }
            _ = channel.addUser("ada")
            channel.advance(seconds: 0.1)
            #expect(client?.users.all.count ?? 1 == 1)
            #expect(reported == [])
        }
    }
}
