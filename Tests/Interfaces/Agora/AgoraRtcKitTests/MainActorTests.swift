import AgoraRtcKit
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

/// Clients on the main actor, as Swift 6 has them.
@Suite("Agora: clients on the main actor")
struct MainActorTests {
    @MainActor private final class Model: NSObject, @preconcurrency AgoraRtcEngineDelegate {
        private(set) var callbacks: [String] = []
        private(set) var notes = 0

        func rtcEngine(
            _ engine: AgoraRtcEngineKit, didJoinChannel channel: String, withUid uid: UInt, elapsed: Int
        ) { callbacks.append("joined") }
        nonisolated func rtcEngine(_ engine: AgoraRtcEngineKit, didJoinedOfUid uid: UInt, elapsed: Int) {
            MainActor.assumeIsolated { callbacks.append("user") }
            Task { @MainActor in notes += 1 }
        }

        func join() {
            let engine = AgoraRtcEngineKit.sharedEngine(withAppId: "app", delegate: self)
            engine.joinChannel(byToken: nil, channelId: "channel", info: nil, uid: 0)
        }
    }

    /// A class whose conformance is isolated, as default isolation makes it.
    @MainActor private final class Listener: NSObject, @MainActor AgoraAudioFrameDelegate {
        func getObservedAudioFramePosition() -> AgoraAudioFramePosition { .playback }
        func onPlaybackAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool { true }
    }

    private final class Hearer: NSObject, AgoraAudioFrameDelegate {
        func getObservedAudioFramePosition() -> AgoraAudioFramePosition { .playback }
        func onPlaybackAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool { true }
    }

    @Test("get their events on it when a test occupies it")
    @MainActor func occupied() {
        let model = Model()
        AgoraRtcEngineKit.emulation.withChannel { channel in
            MainActor.assumeIsolated { model.join() }
            channel.addUser()
            channel.advance(seconds: 1)
        }
        #expect(model.callbacks == ["joined", "user"])
    }

    @Test("get their events and proceed in an asynchronous test")
    @MainActor func asynchronous() async {
        let model = Model()
        await AgoraRtcEngineKit.emulation.withChannelAsync { channel in
            model.join()
            channel.addUser()
            await channel.advance(seconds: 1)
            while model.notes < 1 { await Task.yield() }
        }
        #expect(model.callbacks == ["joined", "user"])
    }

    @Test("get their events from a test elsewhere, or on the queue that it chooses", arguments: [true, false])
    func elsewhere(_ isMain: Bool) async {
        let queue = isMain ? DispatchQueue.main : DispatchQueue(label: "test")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let places = Recorder<Bool?>()
        AgoraRtcEngineKit.emulation.withChannel(EmulatedChannel(callbackQueue: queue)) { channel in
            let engine = AgoraRtcEngineKit.sharedEngine(withAppId: "app", delegate: nil)
            engine.joinChannel(byToken: nil, channelId: "channel", info: nil, uid: 0) { _, _, _ in
                places.record(DispatchQueue.getSpecific(key: key))
            }
            channel.advance(seconds: 1)
        }
        #expect(places.all == [true])
    }

    @Test("RX-CALL-001 audio for an isolated conformance is named; the callback is called")
    @MainActor func isolatedConformance() {
        for (delegate, expected) in [(Listener() as any AgoraAudioFrameDelegate, ["RX-CALL-001"]), (Hearer(), [])] {
            AgoraRtcEngineKit.emulation.withChannel { channel in
                let engine = AgoraRtcEngineKit.sharedEngine(withAppId: "app", delegate: nil)
                engine.setAudioFrameDelegate(delegate)
                engine.joinChannel(byToken: nil, channelId: "channel", info: nil, uid: 0)
                channel.advance(seconds: 0.5)
                #expect(AgoraRtcEngineKit.emulation.violations.map(\.error.rule.id.rawValue) == expected)
            }
        }
    }
}
