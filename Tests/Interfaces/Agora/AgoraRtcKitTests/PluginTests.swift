import AgoraRtcKit
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing

@Suite("Agora plug-in")
struct PluginTests {
    private static let all: ObserverAudioType = [
        .recordAudio, .playbackAudio, .playbackAudioFrameBeforeMixing, .mixedAudio,
    ]

    /// A plug-in with a client in a joined channel with one user.
    private func withPlugin(
        _ flags: ObserverAudioType = all, channels: Int = 2,
        _ body: (EmulatedChannel, AgoraMediaDataPlugin, PluginClient) throws -> Void
    ) rethrows {
        try AgoraRtcEngineKit.emulation.withChannel { channel in
            channel.addUser()
            let client = PluginClient()
            let engine = AgoraRtcEngineKit.broadcaster()
            let plugin = AgoraMediaDataPlugin(agoraKit: engine)
            plugin.audioDelegate = client
            plugin.registerAudioRawDataObserver(flags)
            for point in [
                engine.setRecordingAudioFrameParametersWithSampleRate,
                engine.setPlaybackAudioFrameParametersWithSampleRate,
            ] { #expect(point(48_000, channels, .readWrite, 480 * channels) == 0) }
            channel.join()
            try body(channel, plugin, client)
        }
    }

    @Test("a callback that returns its argument leaves the audio unchanged, bit for bit, one block later")
    func identity() throws {
        var plain: [Int16] = []
        AgoraRtcEngineKit.emulation.withChannel { channel in
            channel.addUser()
            channel.join()
            channel.advance(seconds: 1)
            plain = channel.samples(at: .channel)
        }
        withPlugin { channel, _, client in
            channel.advance(seconds: 1)
            #expect(channel.samples(at: .channel).dropFirst(960).elementsEqual(plain.dropLast(960)))
            #expect(channel.peak(.channel) > 6000)
            #expect(Set(client.calls.all) == ["record", "playback", "beforeMixing", "mixed"])
        }
    }

    @Test("the size is samples × channels × 2, in mono and stereo", arguments: [1, 2])
    func sizes(_ channels: Int) {
        withPlugin([.recordAudio, .playbackAudio], channels: channels) { channel, _, client in
            channel.advance(seconds: 0.1)
            #expect(Set(client.sizes.all) == [[480, Int32(channels), 48_000, 2, Int32(960 * channels)]])
        }
    }

    @Test("in-place edits flow to channel and mix, user, speaker, and mix")
    func flow() {
        let expected: [String: [Bool]] = [
            "record": [true, false, true], "beforeMixing": [false, true, true], "playback": [false, true, false],
            "mixed": [false, false, true],
        ]
        for (point, reaches) in expected {
            withPlugin { channel, _, client in
                client.edit = { name, data in
                    if name == point { data.buffer.fill(30_000, count: Int(data.bufferSize) / 2) }
                    return data
                }
                channel.advance(seconds: 1)
                #expect([EmulatedChannel.Tap.channel, .speaker, .mix].map { channel.peak($0) >= 30_000 } == reaches)
            }
        }
    }

    @Test("callbacks are added and removed one by one; without one, none is called")
    func flags() {
        withPlugin(.recordAudio) { channel, plugin, client in
            channel.advance(seconds: 0.1)
            #expect(Set(client.calls.all) == ["record"])
            plugin.registerAudioRawDataObserver(.mixedAudio)
            channel.advance(seconds: 0.1)
            #expect(Set(client.calls.all) == ["record", "mixed"])
            plugin.deregisterAudioRawDataObserver([.recordAudio, .playbackAudio])
            let before = client.calls.all.filter { $0 == "record" }.count
            let mixed = client.calls.all.filter { $0 == "mixed" }.count
            channel.advance(seconds: 0.1)
            #expect(client.calls.all.filter { $0 == "record" }.count == before)
            #expect(client.calls.all.filter { $0 == "mixed" }.count == mixed + 10)
            plugin.deregisterAudioRawDataObserver(.mixedAudio)
            let count = client.calls.count
            channel.advance(seconds: 0.1)
            #expect(client.calls.count == count)
            #expect(reported == [])
        }
    }

    @Test("a returned object with another buffer is copied back")
    func replacement() {
        let own = UnsafeMutablePointer<CChar>.allocate(capacity: 1920)
        defer { own.deallocate() }
        own.fill(30_000, count: 960)
        withPlugin(.recordAudio) { channel, _, client in
            client.edit = { _, data in
                let new = AgoraAudioRawData()
                (new.samples, new.channels, new.samplesPerSec) = (data.samples, data.channels, data.samplesPerSec)
                (new.bytesPerSample, new.bufferSize) = (data.bytesPerSample, data.bufferSize)
                new.buffer = own
                return new
            }
            channel.advance(seconds: 1)
            #expect(channel.peak(.channel) == 30_000)
            #expect(reported == [])
        }
    }

    @Test("another format or length in the returned object is ignored, and counted: AG-BUFFER-002 AG-BUFFER-003")
    func changedFormat() {
        let own = UnsafeMutablePointer<CChar>.allocate(capacity: 1920)
        defer { own.deallocate() }
        own.fill(30_000, count: 960)
        withPlugin(.recordAudio) { channel, _, client in
            client.edit = { _, data in
                data.samplesPerSec = 16_000
                data.bufferSize = 960
                data.buffer = own
                return data
            }
            channel.advance(seconds: 1)
            #expect(channel.peak(.channel) < 7000)
            #expect(reported == ["AG-BUFFER-002", "AG-BUFFER-003"])
        }
    }

    @Test("a kept block has no audio after its callback: AG-BUFFER-004")
    func kept() {
        withPlugin(.recordAudio) { channel, _, client in
            var kept: AgoraAudioRawData?
            client.edit = { _, data in
                kept = data
                return data
            }
            channel.advance(seconds: 0.1)
            #expect(
                kept.map { Array(UnsafeBufferPointer(start: $0.buffer, count: 1920)).allSatisfy { $0 == 0 } } == true)
            #expect(reported == ["AG-BUFFER-004"])
        }
    }

    @Test("a delegate that is gone is one violation: AG-CALL-001")
    func gone() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let engine = AgoraRtcEngineKit.broadcaster()
            let plugin = AgoraMediaDataPlugin(agoraKit: engine)
            plugin.registerAudioRawDataObserver(.recordAudio)
            channel.join()
            channel.advance(seconds: 0.1)
            #expect(reported == [])
            do {
                let client = PluginClient()
                plugin.audioDelegate = client
                channel.advance(seconds: 0.1)
                #expect(client.calls.count > 0)
            }
            channel.advance(seconds: 1)
            #expect(AgoraRtcEngineKit.emulation.violations.map(\.count) == [1])
            #expect(reported == ["AG-CALL-001"])
        }
    }

    private final class PartialClient: AgoraMediaDataPluginAudioDelegate {
        func mediaDataPlugin(
            _ mediaDataPlugin: AgoraMediaDataPlugin, didRecord audioRawData: AgoraAudioRawData
        ) -> AgoraAudioRawData { audioRawData }
    }

    @Test("a registered callback without an implementation passes the audio, and is reported once: AG-CALL-002")
    func partial() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let client = PartialClient()
            defer { withExtendedLifetime(client) {} }
            let engine = AgoraRtcEngineKit.broadcaster()
            let plugin = AgoraMediaDataPlugin(agoraKit: engine)
            plugin.audioDelegate = client
            plugin.registerAudioRawDataObserver([.recordAudio, .mixedAudio])
            channel.join()
            channel.advance(seconds: 1)
            #expect(channel.peak(.mix) > 6000)
            #expect(AgoraRtcEngineKit.emulation.violations.map(\.count) == [1])
            let message = AgoraRtcEngineKit.emulation.violations.first?.error.description ?? ""
            #expect(message.contains("AG-CALL-002") && message.contains("didMixedAudioRawData"))
        }
    }
}
