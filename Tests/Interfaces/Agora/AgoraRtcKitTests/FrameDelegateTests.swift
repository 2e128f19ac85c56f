import AgoraRtcKit
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing

@Suite("Agora audio frame delegate")
struct FrameDelegateTests {
    private func withDelegate(
        _ client: FrameClient = FrameClient(), _ prepare: (AgoraRtcEngineKit) -> Void = { _ in },
        _ body: (EmulatedChannel, AgoraRtcEngineKit, FrameClient) throws -> Void
    ) rethrows {
        try AgoraRtcEngineKit.emulation.withChannel { channel in
            channel.addUser()
            let engine = channel.join { engine in
                #expect(engine.setAudioFrameDelegate(client))
                prepare(engine)
            }
            try body(channel, engine, client)
        }
    }

    @Test("only the observed positions are called, in the format of the parameters")
    func parameters() {
        withDelegate { channel, _, client in
            channel.advance(seconds: 1)
            #expect(client.calls.all.filter { $0 == "record" }.count == 50)
            #expect(client.calls.all.filter { $0 == "playback" }.count == 50)
            #expect(client.calls.count == 100)
            #expect(Set(client.rates.all) == [[16_000, 1, 320]])
        }
    }

    @Test("a setter wins over the parameters, and the ignored value is noted: AG-FORMAT-008")
    func setter() {
        let client = FrameClient()
        client.params.sampleRate = 1024
        withDelegate(client) { engine in
            engine.setRecordingAudioFrameParametersWithSampleRate(
                48_000, channel: 2, mode: .readOnly, samplesPerCall: 2048)
            engine.setPlaybackAudioFrameParametersWithSampleRate(
                48_000, channel: 2, mode: .readOnly, samplesPerCall: 2048)
        } _: { channel, _, client in
            channel.advance(seconds: 1)
            #expect(Set(client.rates.all) == [[48_000, 2, 1024]])
            #expect(reported == ["AG-FORMAT-008"])
        }
    }

    @Test("24000 Hz by parameters is served, and reported once per point: AG-FORMAT-006")
    func otherRate() {
        let client = FrameClient()
        (client.params.sampleRate, client.params.samplesPerCall) = (24_000, 480)
        withDelegate(client) { channel, _, client in
            channel.advance(seconds: 1)
            #expect(client.rates.count == 100)
            #expect(Set(client.rates.all) == [[24_000, 1, 480]])
            #expect(AgoraRtcEngineKit.emulation.violations.map(\.count) == [2])
            #expect(reported == ["AG-FORMAT-006"])
        }
    }

    @Test(
        "edits count by the mode, not by the result", arguments: [AgoraAudioRawFrameOperationMode.readOnly, .readWrite])
    func modes(_ mode: AgoraAudioRawFrameOperationMode) {
        let client = FrameClient()
        client.params.mode = mode
        client.positions = .record
        client.edit = { _, frame in
            frame.buffer?.initializeMemory(as: Int16.self, repeating: 0, count: frame.samplesPerChannel)
        }
        withDelegate(client) { channel, _, _ in
            channel.advance(seconds: 1)
            #expect((channel.peak(.channel) == 0) == (mode == .readWrite))
        }
    }

    @Test("an edit of the mix is in its tap; not in the channel, not at the speaker")
    func mix() {
        let client = FrameClient()
        client.positions = .mixed
        client.edit = { _, frame in
            frame.buffer?.initializeMemory(as: Int16.self, repeating: 30_000, count: frame.samplesPerChannel)
        }
        withDelegate(client) { channel, _, _ in
            channel.advance(seconds: 1)
            #expect(channel.peak(.mix) > 29_000)
            #expect(channel.peak(.channel) < 8000)
            #expect(channel.peak(.speaker) < 8000)
        }
    }

    @Test("positions are switched on and off while running")
    func switching() {
        withDelegate { channel, _, client in
            channel.advance(seconds: 0.1)
            client.positions = []
            channel.advance(seconds: 0.1)
            let count = client.calls.count
            channel.advance(seconds: 0.5)
            #expect(client.calls.count == count)
            client.positions = .beforeMixing
            channel.advance(seconds: 0.1)
            #expect(Set(client.calls.all[count...]) == ["beforeMixing"])
        }
    }

    /// Two near misses: the stale name of the record callback, and the wrong label before mixing.
    private final class NearMiss: AgoraAudioFrameDelegate {
        let calls = Recorder<String>()

        func getObservedAudioFramePosition() -> AgoraAudioFramePosition { [.record, .beforeMixing] }
        func onRecord(_ frame: AgoraAudioFrame, channelId: String) -> Bool { true }
        func onPlaybackAudioFrame(_ frame: AgoraAudioFrame, beforeMixing channelId: String, uid: UInt) -> Bool { true }
    }

    @Test("a near miss is reported once per point, with the right spelling: AG-CALL-002")
    func nearMiss() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            channel.addUser()
            let client = NearMiss()
            defer { withExtendedLifetime(client) {} }
            channel.join { $0.setAudioFrameDelegate(client) }
            channel.advance(seconds: 1)
            let violations = AgoraRtcEngineKit.emulation.violations
            #expect(violations.map(\.count) == [2])
            #expect(violations.first?.error.hint.contains("onRecordAudioFrame(_:channelId:)") == true)
        }
    }

    /// The stale name beside the current one, and no positions.
    private final class Sample: AgoraAudioFrameDelegate {
        let calls = Recorder<String>()

        func onRecord(_ frame: AgoraAudioFrame, channelId: String) -> Bool {
            calls.record("stale")
            return true
        }
        func onRecordAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool {
            calls.record("record")
            return true
        }
    }

    @Test("without positions, record and playback are served, and a missing one is not reported")
    func defaultPositions() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let client = Sample()
            channel.join { $0.setAudioFrameDelegate(client) }
            channel.advance(seconds: 1)
            #expect(client.calls.all == Array(repeating: "record", count: 100))
            #expect(reported == [])
        }
    }

    @Test("as many bytes as a server sent are copied: AG-BUFFER-001")
    func overrun() {
        let client = FrameClient()
        client.positions = .playback
        client.edit = { _, frame in frame.buffer?.initializeMemory(as: UInt8.self, repeating: 1, count: 1280) }
        withDelegate(client) { channel, _, _ in
            channel.advance(seconds: 0.02)
            let error = AgoraRtcEngineKit.emulation.violations.first?.error
            #expect(error?.rule.id.rawValue == "AG-BUFFER-001")
            #expect(error?.message == "640 bytes behind the block of 640 bytes were written at the point playback")
        }
    }

    @Test("a frame that is kept has no buffer: AG-BUFFER-004")
    func kept() {
        let client = FrameClient()
        var kept: AgoraAudioFrame?
        client.edit = { _, frame in kept = frame }
        withDelegate(client) { channel, _, _ in
            channel.advance(seconds: 0.1)
            #expect(kept != nil && kept?.buffer == nil)
            #expect(reported == ["AG-BUFFER-004"])
        }
    }

    @Test("plug-in and delegate set the same points, and the last one gets them: AG-CALL-003")
    func lastOneWins() {
        withDelegate { channel, engine, client in
            channel.advance(seconds: 0.1)
            let plugin = AgoraMediaDataPlugin(agoraKit: engine)
            let other = PluginClient()
            plugin.audioDelegate = other
            plugin.registerAudioRawDataObserver(.recordAudio)
            let count = client.calls.count
            channel.advance(seconds: 0.1)
            #expect(client.calls.count == count)
            #expect(other.calls.count == 10)
            engine.setAudioFrameDelegate(nil)
            channel.advance(seconds: 0.1)
            #expect(other.calls.count == 10)
            #expect(reported == ["AG-CALL-003"])
        }
    }

    @Test(
        "clearing, leaving and destroying inside a callback end the calls; destroying is reported: AG-ENGINE-003",
        arguments: 0..<3)
    func reentrancy(_ ending: Int) {
        let client = FrameClient()
        client.positions = [.record, .beforeMixing, .playback, .mixed]
        client.edit = { [unowned client] name, _ in
            guard name == "playback", client.calls.count > 20 else { return }
            let engine = AgoraRtcEngineKit.broadcaster()
            switch ending {
            case 0: engine.setAudioFrameDelegate(nil)
            case 1: engine.leaveChannel()
            default: AgoraRtcEngineKit.destroy()
            }
        }
        withDelegate(client) { channel, _, _ in
            channel.advance(seconds: 1)
            #expect(client.calls.all.last == "playback")
            #expect(client.calls.count < 40)
            #expect(reported == (ending == 2 ? ["AG-ENGINE-003"] : []))
        }
    }
}
