import AgoraRtcKit
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

/// Clients on the main actor, as Swift 6 has them.
// One after the other: a test that occupies the main actor must not wait for one that awaits there.
@Suite("Agora: clients on the main actor", .serialized)
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

    /// The same for the delegate of a plug-in.
    @MainActor private final class IsolatedPlugin: NSObject, @MainActor AgoraMediaDataPluginAudioDelegate {
        nonisolated let calls = Recorder<Int32>()

        func mediaDataPlugin(
            _ mediaDataPlugin: AgoraMediaDataPlugin, didRecord audioRawData: AgoraAudioRawData
        ) -> AgoraAudioRawData {
            calls.record(audioRawData.samples)
            return audioRawData
        }
    }

    /// The same for the observer of 3.4.5.
    @MainActor private final class IsolatedData: NSObject, @MainActor AgoraAudioDataFrameProtocol {
        nonisolated let calls = Recorder<Int>()

        func onRecordAudioFrame(_ frame: AgoraAudioFrame) -> Bool { true }
        func onPlaybackAudioFrame(_ frame: AgoraAudioFrame) -> Bool {
            calls.record(frame.samplesPerChannel)
            return true
        }
        func onMixedAudioFrame(_ frame: AgoraAudioFrame) -> Bool { true }
        func onPlaybackAudioFrame(beforeMixing frame: AgoraAudioFrame, uid: UInt) -> Bool { true }
        func getObservedAudioFramePosition() -> AgoraAudioFramePosition { .playback }
        nonisolated func getRecordAudioParams() -> AgoraAudioParam { AgoraAudioParam() }
        nonisolated func getPlaybackAudioParams() -> AgoraAudioParam { AgoraAudioParam() }
        nonisolated func getMixedAudioParams() -> AgoraAudioParam { AgoraAudioParam() }
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

    @Test("get their events on the main queue by default, or on a queue of the test", arguments: [true, false])
    func elsewhere(_ isDefault: Bool) async {
        let queue = isDefault ? DispatchQueue.main : DispatchQueue(label: "test")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let places = Recorder<Bool?>()
        let channel = isDefault ? EmulatedChannel() : EmulatedChannel(callbackQueue: queue)
        AgoraRtcEngineKit.emulation.withChannel(channel) { channel in
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

    /// What is reported of the delegate of a plug-in.
    @MainActor private func reports(of delegate: any AgoraMediaDataPluginAudioDelegate) -> [String] {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let plugin = AgoraMediaDataPlugin(agoraKit: AgoraRtcEngineKit.broadcaster())
            plugin.audioDelegate = delegate
            plugin.registerAudioRawDataObserver(.recordAudio)
            channel.join()
            channel.advance(seconds: 0.5)
            return withExtendedLifetime(plugin) { reported }
        }
    }

    @Test("RX-CALL-001 audio of a plug-in for an isolated conformance is named; the callback is called")
    @MainActor func isolatedPlugin() {
        let (isolated, plain) = (IsolatedPlugin(), PluginClient())
        #expect(reports(of: isolated) == ["RX-CALL-001"])
        #expect(isolated.calls.count > 0)
        #expect(reports(of: plain) == [])
        #expect(plain.calls.count > 0)
    }

    /// What is reported of an observer of 3.4.5.
    @MainActor private func reports(of observer: any AgoraAudioDataFrameProtocol) -> [String] {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            channel.join { $0.setAudioDataFrame(observer) }
            channel.advance(seconds: 0.5)
            return reported
        }
    }

    @Test("RX-CALL-001 audio of the observer of 3.4.5 for an isolated conformance is named; the callback is called")
    @MainActor func isolatedData() {
        let (isolated, plain) = (IsolatedData(), DataClient())
        #expect(reports(of: isolated) == ["RX-CALL-001"])
        #expect(isolated.calls.count > 0)
        #expect(reports(of: plain) == [])
        #expect(plain.calls.count > 0)
    }
}
