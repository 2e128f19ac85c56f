import AgoraRtcKit
import Testing

#if swift(>=6)
    @testable import AgoraGuide
#else
    @testable import AgoraGuideSwift5
#endif

@Suite("Agora guide")
struct GuideTests {
    @Test("the guide's client gets its four callbacks at the intervals that it set, for a minute")
    func minute() throws {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let ada = channel.addUser("Ada")
            let client = GuideClient()
            client.initializeAgoraEngine()
            client.registerObserver()
            client.joinChannel()
            channel.advance(seconds: 60)
            #expect(client.joined.count == 1)
            #expect(client.joined.first?.channel == "demoChannel1")
            #expect(client.joined.first?.uid != 0)
            for name in ["record", "playback", "mixed"] {
                #expect(client.calls.filter { $0 == name }.count == 600)
            }
            #expect(client.calls.filter { $0 == "before mixing \(ada)" }.count == 6000)
            #expect(client.sizes == [8820, 1920])
            #expect(AgoraRtcEngineKit.emulation.violations.isEmpty)
        }
    }

    @Test("a gain in the record callback reaches the channel and the mix")
    func gain() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let client = GuideClient()
            client.gain = 2
            client.initializeAgoraEngine()
            client.registerObserver()
            client.joinChannel()
            channel.advance(seconds: 1)
            for tap in [EmulatedChannel.Tap.channel, .mix] {
                let peak = channel.samples(at: tap).suffix(9600).map { abs(Int($0)) }.max() ?? 0
                #expect((12_900...13_300).contains(peak))
            }
        }
    }

    @Test("a speech client copies a continuous stream of the microphone")
    func speech() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let client = SpeechClient()
            let engine = AgoraRtcEngineKit.sharedEngine(withAppId: "app", delegate: nil)
            engine.setAudioFrameDelegate(client)
            engine.joinChannel(byToken: nil, channelId: "speech", info: nil, uid: 7)
            channel.advance(seconds: 2)
            #expect(client.sent.count == 2 * 16_000 * 2)
            #expect(client.channels == ["speech"])
            engine.leaveChannel()
            channel.advance(seconds: 1)
            #expect(client.sent.count == 2 * 16_000 * 2)
        }
    }
}
