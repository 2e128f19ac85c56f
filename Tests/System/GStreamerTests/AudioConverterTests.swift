import GStreamer
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("AudioConverter")
struct AudioConverterTests {
    private func convert(_ samples: [Int16], _ converter: AudioConverter, block: Int) -> [Int16] {
        let result = SampleQueue()
        for start in stride(from: 0, to: samples.count, by: block) {
            samples[start..<min(start + block, samples.count)].withUnsafeBufferPointer {
                _ = converter.convert($0, into: result)
            }
        }
        return all(of: result)
    }

    private func all(of queue: SampleQueue) -> [Int16] {
        var result: [Int16] = []
        queue.take(queue.count) { samples, _ in result = Array(samples) }
        return result
    }

    @Test(
        "silence that is left out of a conversion changes no sample of what follows",
        arguments: [8000, 16_000, 32_000, 44_100, 48_000] as [Int32], [1, 2] as [Int32])
    func silence(_ rate: Int32, _ channels: Int32) throws {
        let target = AudioFormat(sampleRate: rate, channels: channels)
        let converters = try (0..<2).map { _ in try #require(AudioConverter(from: .program, to: target)) }
        let queues = [SampleQueue(), SampleQueue()]
        var random = SeededRandom(seed: UInt64(rate))
        for block in 0..<400 {
            // Long and short pauses; some blocks are no whole periods of the conversion.
            let isSilent = block % 40 > 4 || block % 7 == 0
            let count = block % 37 == 0 ? 333 : 480
            let samples = (0..<count * 2).map { _ in isSilent ? 0 : Int16.random(in: .min ... .max, using: &random) }
            samples.withUnsafeBufferPointer { samples in
                #expect(converters[0].convert(samples, into: queues[0]))
                if isSilent {
                    #expect(converters[1].convertSilence(count, into: queues[1]))
                } else {
                    #expect(converters[1].convert(samples, into: queues[1]))
                }
            }
        }
        let (expected, result) = (all(of: queues[0]), all(of: queues[1]))
        #expect(expected.count > 100 * Int(rate) / 100)
        #expect(result.count == expected.count)
        let isEqual = result == expected
        #expect(isEqual)
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
