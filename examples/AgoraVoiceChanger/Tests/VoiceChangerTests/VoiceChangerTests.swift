import AgoraRtcKit
import Testing
import VoiceChanger

@Suite("Voice changer")
struct VoiceChangerTests {
    /// What the others hear of a tone: its peak, and the largest step between two samples.
    private func listen(to voice: VoiceChanger, level: Double) -> (peak: Int, step: Int) {
        let microphone = EmulatedChannel.Audio.tone(440, level: level)
        return AgoraRtcEngineKit.emulation.withChannel(EmulatedChannel(microphone: microphone)) { channel in
            _ = voice.start(channel: "room")
            channel.advance(seconds: 1)
            #expect(AgoraRtcEngineKit.emulation.violations.isEmpty)
            let stereo = channel.samples(at: .channel).suffix(48_000).map { Int($0) }
            let left = stride(from: 0, to: stereo.count, by: 2).map { stereo[stereo.startIndex + $0] }
            let steps = zip(left, left.dropFirst()).map { abs($1 - $0) }
            return (left.map { abs($0) }.max() ?? 0, steps.max() ?? 0)
        }
    }

    @Test("a quiet voice is four times louder, with and without the bug")
    func quiet() {
        for voice in [VoiceChanger(), FaultyVoiceChanger()] {
            let heard = listen(to: voice, level: 0.2)
            #expect((25_500...26_900).contains(heard.peak))
            #expect(heard.step < 2000)
        }
    }

    @Test("a voice at full scale is clipped")
    func loud() {
        let heard = listen(to: VoiceChanger(), level: 1)
        #expect(heard.peak > 32_000)
        #expect(heard.step < 15_000)
    }

    @Test("a voice at full scale shows the bug: samples jump from one end of the range to the other")
    func faulty() {
        let heard = listen(to: FaultyVoiceChanger(), level: 1)
        #expect(heard.step > 30_000)
    }
}
