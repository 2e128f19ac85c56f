import AgoraRtcKit
import Foundation
import ProductionStudio
import StudioCore
import Testing

/// Apps that push a file into the channel, right and with common mistakes.
@Suite("Agora: contents of pushed audio")
struct PushedContentTests {
    /// Two voices, left and right.
    private static func music(rate: Int, seconds: Int) -> [[Int16]] {
        [(220.0, 331.0), (523.0, 784.0)].map { low, high in
            (0..<rate * seconds).map { index in
                let time = Double(index) / Double(rate)
                return Int16(6000 * sin(2 * .pi * low * time) + 3000 * sin(2 * .pi * high * time))
            }
        }
    }

    /// - Parameter isAhead: whether calls may be refused because they come ahead of time.
    /// - Returns: the findings.
    private func push(
        _ samples: [Int16], rate: Int, channels: Int, blockSamples: Int, every milliseconds: Double,
        isAhead: Bool = false
    ) -> [String] {
        AgoraRtcEngineKit.emulation.withChannel(EmulatedChannel(microphone: .silence)) { channel in
            let engine = AgoraRtcEngineKit.broadcaster()
            let options = AgoraRtcChannelMediaOptions()
            let track = Int(engine.createCustomAudioTrack(.mixable, config: AgoraAudioTrackConfig()))
            (options.publishCustomAudioTrack, options.publishCustomAudioTrackId) = (true, track)
            engine.joinChannel(byToken: nil, channelId: "room", uid: 7, mediaOptions: options)
            var rest = samples[...]
            while rest.count >= blockSamples * channels {
                var block = Array(rest.prefix(blockSamples * channels))
                rest = rest.dropFirst(block.count)
                let code = engine.pushExternalAudioFrameRawData(
                    &block, samples: block.count, sampleRate: rate, channels: channels, trackId: track, timestamp: 0)
                #expect(code == 0 || isAhead && code == -5)
                channel.advance(seconds: milliseconds / 1000)
            }
            return AgoraRtcEngineKit.emulation.violations.map { "\($0.error); \($0.error.hint)" }
        }
    }

    @Test("right audio has no finding", arguments: [16_000, 44_100, 48_000])
    func right(_ rate: Int) {
        let voices = Self.music(rate: rate, seconds: 11)
        #expect(push(voices[0], rate: rate, channels: 1, blockSamples: rate / 100, every: 10) == [])
        let stereo = zip(voices[0], voices[1]).flatMap { [$0, $1] }
        #expect(push(stereo, rate: rate, channels: 2, blockSamples: rate / 50, every: 20) == [])
    }

    @Test("two different channels as mono, a wrong rate and a wrong pace are named")
    func wrong() throws {
        let voices = Self.music(rate: 48_000, seconds: 11)
        let stereo = zip(voices[0], voices[1]).flatMap { [$0, $1] }
        let mono = try #require(push(stereo, rate: 48_000, channels: 1, blockSamples: 480, every: 10).first)
        #expect(mono.contains("CONTENT-AUDIO-003"))
        #expect(mono.contains("samples of a mono block alternate between two signals"))
        let other = Self.music(rate: 44_100, seconds: 11)[0]
        let rate = try #require(push(other, rate: 48_000, channels: 1, blockSamples: 441, every: 10).first)
        #expect(rate.contains("CONTENT-AUDIO-005"))
        #expect(rate.contains("44.1 thousand samples a second arrive"))
        let pace = try #require(push(voices[0], rate: 48_000, channels: 1, blockSamples: 480, every: 10.54).first)
        #expect(pace.contains("CONTENT-AUDIO-008"))
        #expect(pace.contains("94.9 % of the samples of 48 kHz arrive"))
    }

    @Test("audio that comes ahead of time is refused, and its cause is named")
    func ahead() {
        let voices = Self.music(rate: 16_000, seconds: 22)
        let stereo = zip(voices[0], voices[1]).flatMap { [$0, $1] }
        let mono = push(stereo, rate: 16_000, channels: 1, blockSamples: 320, every: 10, isAhead: true)
        #expect(mono.map { $0.contains("AG-PUSH-004") } == [true, false])
        #expect(mono.last?.contains("CONTENT-AUDIO-003") == true)
        // A voice of 24 kHz, as synthesizers have them.
        let spoken = Self.music(rate: 24_000, seconds: 16)[0]
        let rate = push(spoken, rate: 16_000, channels: 1, blockSamples: 240, every: 10, isAhead: true)
        #expect(rate.map { $0.contains("AG-PUSH-004") } == [true, false])
        #expect(rate.last?.contains("24 thousand samples a second arrive, declared 16000") == true)
    }

    @Test("mono as stereo, and stereo that is counted per channel, have half the pace, and are told apart")
    func half() throws {
        let voices = Self.music(rate: 48_000, seconds: 16)
        let mono = push(voices[0], rate: 48_000, channels: 2, blockSamples: 240, every: 10)
        #expect(mono.count == 1)
        #expect(mono.first?.contains("CONTENT-AUDIO-004") == true)
        // The first half of each block arrives.
        let stereo = zip(voices[0], voices[1]).flatMap { [$0, $1] }
        let halves = stride(from: 0, to: stereo.count - 960, by: 960).flatMap { stereo[$0..<$0 + 480] }
        let counted = push(halves, rate: 48_000, channels: 2, blockSamples: 240, every: 10)
        #expect(counted.count == 1)
        #expect(counted.first?.contains("24 thousand samples a second arrive, declared 48000") == true)
        #expect(counted.first?.contains("the samples of one channel, are half as many") == true)
    }
}
