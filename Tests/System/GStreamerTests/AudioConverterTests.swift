import GStreamer
import StudioCore
import Testing

@Suite("AudioConverter")
struct AudioConverterTests {
    private func convert(_ samples: [Int16], _ converter: AudioConverter, block: Int) -> [Int16] {
        var result: [Int16] = []
        for start in stride(from: 0, to: samples.count, by: block) {
            samples[start..<min(start + block, samples.count)].withUnsafeBufferPointer {
                _ = converter.convert($0, into: &result)
            }
        }
        return result
    }

    @Test("mono becomes stereo and back, sample by sample")
    func channels() throws {
        let mono = AudioFormat(sampleRate: 48_000, channels: 1)
        let wide = try #require(AudioConverter(from: mono, to: .program))
        let narrow = try #require(AudioConverter(from: .program, to: mono))
        #expect(convert([1, -2, 300], wide, block: 3) == [1, 1, -2, -2, 300, 300])
        #expect(convert([100, 300, -50, -150], narrow, block: 2) == [200, -100])
        #expect(wide.latency == 0)
    }

    @Test(
        "a resampled stream is behind by at most its latency, whatever the block length",
        arguments: [8000, 16_000, 32_000, 44_100] as [Int32], [480, 960, 1024 * 2, 2])
    func counts(_ rate: Int32, _ block: Int) throws {
        let target = AudioFormat(sampleRate: rate, channels: 1)
        let converter = try #require(AudioConverter(from: .program, to: target))
        let seconds = block == 2 ? 0.05 : 1.0
        let input = [Int16](repeating: 1000, count: Int(48_000 * seconds) * 2)
        let output = convert(input, converter, block: block)
        let expected = Int(Double(rate) * seconds)
        #expect(output.count <= expected + 1)
        #expect(output.count >= expected - converter.latency - 1)
    }
}
