import AgoraRtcKit
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

@Suite("Agora: what is set up after the join, and edits without effect")
struct LateSetupTests {
    private let emulation = AgoraRtcEngineKit.emulation

    enum Observer: CaseIterable {
        case delegate, plugin
    }

    /// Registers an observer, and returns what must live.
    private func register(_ observer: Observer, _ engine: AgoraRtcEngineKit) -> [AnyObject] {
        switch observer {
        case .delegate:
            let client = FrameClient()
            engine.setAudioFrameDelegate(client)
            return [client]
        case .plugin:
            let (plugin, client) = (AgoraMediaDataPlugin(agoraKit: engine), PluginClient())
            plugin.audioDelegate = client
            plugin.registerAudioRawDataObserver(.recordAudio)
            return [plugin, client]
        }
    }

    @Test(
        "the first observer of a channel that is registered after the join is reported once: AG-CALL-006",
        arguments: Observer.allCases)
    func lateObserver(observer: Observer) {
        emulation.withChannel { channel in
            let engine = channel.join()
            let objects = register(observer, engine)
            channel.advance(seconds: 0.1)
            withExtendedLifetime(objects) {}
            engine.setAudioFrameDelegate(nil)
            let again = register(observer, engine)
            channel.advance(seconds: 0.1)
            withExtendedLifetime(again) {}
            #expect(reported == ["AG-CALL-006"])
            #expect(emulation.violations.map(\.count) == [1])
            #expect(emulation.violations.allSatisfy { !$0.isRefusal })
        }
    }

    @Test(
        "an observer before the join, and one that replaces it in the channel after it was removed, are not",
        arguments: Observer.allCases)
    func earlyObserver(observer: Observer) {
        emulation.withChannel { channel in
            var objects: [AnyObject] = []
            let engine = channel.join { objects = register(observer, $0) }
            channel.advance(seconds: 0.1)
            engine.setAudioFrameDelegate(nil)
            let others = register(.delegate, engine)
            channel.advance(seconds: 0.1)
            withExtendedLifetime([objects, others]) {}
            #expect(reported == [])
        }
    }

    @Test("the delegate of 3.x may be set before or after the join")
    func dataFrameDelegate() {
        emulation.withChannel { channel in
            let (engine, client) = (channel.join(), DataClient())
            #expect(engine.setAudioDataFrame(client))
            channel.advance(seconds: 0.1)
            #expect(reported == [])
        }
    }

    enum Source: CaseIterable {
        case external, external4, track
    }

    private func enable(_ source: Source, _ engine: AgoraRtcEngineKit) {
        switch source {
        case .external: engine.enableExternalAudioSource(withSampleRate: 48_000, channelsPerFrame: 1)
        case .external4: engine.setExternalAudioSource(true, sampleRate: 48_000, channels: 1)
        case .track: engine.createCustomAudioTrack(.mixable, config: AgoraAudioTrackConfig())
        }
    }

    @Test(
        "an external source or a custom track of a joined channel is reported: AG-PUSH-008", arguments: Source.allCases)
    func lateSource(source: Source) {
        emulation.withChannel { channel in
            let engine = channel.join()
            enable(source, engine)
            enable(source, engine)
            #expect(reported == ["AG-PUSH-008"])
            #expect(emulation.violations.map(\.count) == [1])
        }
        emulation.withChannel { channel in
            let engine = channel.join { enable(source, $0) }
            engine.disableExternalAudioSource()
            enable(source, engine)
            #expect(reported == [])
        }
    }

    @Test("an edit in the mode readOnly is reported once for each point: AG-BUFFER-005", arguments: [true, false])
    func readOnlyEdit(edits: Bool) {
        emulation.withChannel { channel in
            channel.addUser()
            let client = FrameClient()
            client.edit = { _, frame in
                guard edits, let buffer = frame.buffer else { return }
                buffer.assumingMemoryBound(to: Int16.self).pointee = 1234
            }
            channel.join { engine in
                engine.setAudioFrameDelegate(client)
                for set in [
                    engine.setRecordingAudioFrameParametersWithSampleRate,
                    engine.setPlaybackAudioFrameParametersWithSampleRate,
                ] { #expect(set(48_000, 1, .readOnly, 480) == 0) }
            }
            channel.advance(seconds: 0.5)
            #expect(reported.filter { $0 != "AG-FORMAT-008" } == (edits ? ["AG-BUFFER-005"] : []))
            let found = emulation.violations.filter { $0.error.rule.id.rawValue == "AG-BUFFER-005" }
            #expect(found.allSatisfy { $0.count == 2 && !$0.isRefusal })
        }
    }

    @Test("an edit in the mode readWrite is not reported")
    func edit() {
        emulation.withChannel { channel in
            let client = FrameClient()
            client.edit = { _, frame in frame.buffer?.assumingMemoryBound(to: Int16.self).pointee = 1234 }
            channel.join { engine in
                engine.setAudioFrameDelegate(client)
                engine.setRecordingAudioFrameParametersWithSampleRate(
                    48_000, channel: 1, mode: .readWrite, samplesPerCall: 480)
            }
            channel.advance(seconds: 0.5)
            #expect(!reported.contains("AG-BUFFER-005"))
        }
    }
}
