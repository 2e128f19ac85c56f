import AgoraRtcKit
import FacadeSupport
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

/// How apps end a call: leave, then destroy.
@Suite("Agora: leaving and destroying")
struct DestroyTests {
    /// An app that ends its call, and frees its screen when the call has ended.
    private final class CallScreen: AgoraRtcEngineDelegate {
        let log = Recorder<String>()
        /// Where the engine is destroyed.
        enum Way: CaseIterable {
            case atOnce, insideBlock, insideEvent, insideAudio, afterBlock
        }

        func rtcEngine(_ engine: AgoraRtcEngineKit, didLeaveChannelWith stats: AgoraChannelStats) {
            log.record("left")
        }
        func rtcEngine(_ engine: AgoraRtcEngineKit, didOfflineOfUid uid: UInt, reason: AgoraUserOfflineReason) {
            AgoraRtcEngineKit.destroy()
        }
    }

    private func end(_ way: CallScreen.Way) -> (log: [String], rules: [String], messages: [String]) {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let (screen, client) = (CallScreen(), FrameClient())
            let ada = channel.addUser("Ada")
            let engine = AgoraRtcEngineKit.broadcaster(screen)
            engine.setAudioFrameDelegate(client)
            engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 7)
            channel.advance(seconds: 0.1)
            switch way {
            case .atOnce:
                engine.leaveChannel { _ in screen.log.record("freed") }
                AgoraRtcEngineKit.destroy()
            case .insideBlock:
                engine.leaveChannel { _ in
                    screen.log.record("freed")
                    AgoraRtcEngineKit.destroy()
                }
            case .insideEvent: channel.removeUser(ada)
            case .insideAudio: client.edit = { _, _ in AgoraRtcEngineKit.destroy() }
            case .afterBlock: engine.leaveChannel { _ in screen.log.record("freed") }
            }
            channel.advance(seconds: 0.1)
            if way == .afterBlock { AgoraRtcEngineKit.destroy() }
            channel.advance(seconds: 0.1)
            #expect(engine.getNativeHandle() == nil)
            let violations = AgoraRtcEngineKit.emulation.violations
            return (screen.log.all, reported, violations.map(\.error.message))
        }
    }

    @Test("the block of a leave does not come after destroy(), which is named: AG-ENGINE-004")
    func interrupted() {
        let end = end(.atOnce)
        #expect(end.log == [])
        #expect(end.rules == ["AG-ENGINE-004"])
        #expect(end.messages == ["destroy() was called before the block of leaveChannel, which is not called"])
    }

    @Test("the event of a leave does not come after destroy(); nobody waits for it")
    func interruptedEvent() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let screen = CallScreen()
            let engine = AgoraRtcEngineKit.broadcaster(screen)
            engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 7)
            channel.advance(seconds: 0.1)
            engine.leaveChannel(nil)
            AgoraRtcEngineKit.destroy()
            channel.advance(seconds: 0.1)
            #expect(screen.log.all == [])
            #expect(reported == [])
        }
    }

    @Test(
        "destroy() inside a block, an event and an audio callback is a violation, and no deadlock: AG-ENGINE-003",
        arguments: [CallScreen.Way.insideBlock, .insideEvent, .insideAudio])
    private func inside(_ way: CallScreen.Way) {
        let end = end(way)
        #expect(end.rules == ["AG-ENGINE-003"])
        #expect(
            end.messages == [
                "destroy() was called inside a callback, which it waits for: the SDK would never return"
            ])
    }

    @Test("destroy() after the block of the leave breaks no rule")
    func correct() {
        let end = end(.afterBlock)
        #expect(end.log == ["freed"])
        #expect(end.rules == [])
    }
}
