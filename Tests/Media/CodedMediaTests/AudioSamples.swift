@testable import CodedMedia
import Glibc
import StudioCore
import StudioTestSupport
import Testing

/// One channel of audio, and distortions of it.
struct AudioSamples {
    var samples: [Float]
    let sampleRate: Int

    init(_ samples: [Float], sampleRate: Int = 48_000) {
        self.samples = samples
        self.sampleRate = sampleRate
    }

    /// Audio computed from the time in seconds.
    init(seconds: Double, sampleRate: Int = 48_000, _ wave: (Double) -> Double) {
        let count = Int(seconds * Double(sampleRate))
        self.init((0..<count).map { Float(wave(Double($0) / Double(sampleRate))) }, sampleRate: sampleRate)
    }

    /// The chirps of the code without the writer, from a given chirp on.
    static func chirps(seconds: Double, sampleRate: Int, from first: Int = 0) -> AudioSamples {
        AudioSamples(seconds: seconds, sampleRate: sampleRate) { time in
            let chirp = Int(time * 20 + 1e-9)
            let isRising = ChirpCode.sequence[(first + chirp) % ChirpCode.period]
            return 0.1 * ChirpCode.wave(at: time - Double(chirp) / 20, isRising: isRising)
        }
    }

    /// The output of the writer from a given second of its code on.
    static func written(seconds: Int, sampleRate: Int32 = 48_000, fromSecond first: Int64 = 0) throws -> AudioSamples {
        let format = AudioFormat(sampleRate: sampleRate, channels: 1)
        let writer = try #require(CodedAudioWriter(format, frameRate: .thirty))
        var samples = [Int16](repeating: 0, count: seconds * Int(sampleRate))
        samples.withUnsafeMutableBufferPointer { writer.write(from: first * Int64(sampleRate), into: $0) }
        return AudioSamples(samples.map { Float($0) / 32_768 }, sampleRate: Int(sampleRate))
    }

    /// The result of a reader for this audio, passed in blocks of the lengths returned by `length`.
    func detected(inBlocksOf length: () -> Int) -> (chirps: [DetectedChirp], silences: [DetectedSilence]) {
        var reader = CodedAudioReader(sampleRate: sampleRate)
        var (chirps, silences): ([DetectedChirp], [DetectedSilence]) = ([], [])
        samples.withUnsafeBufferPointer { samples in
            var start = 0
            while start < samples.count {
                let end = min(samples.count, start + length())
                reader.read(UnsafeBufferPointer(rebasing: samples[start..<end]))
                chirps += reader.takeChirps()
                silences += reader.takeSilences()
                start = end
            }
        }
        return (chirps, silences)
    }

    /// The result of a reader for this audio, passed in blocks of 10 ms.
    func detected() -> (chirps: [DetectedChirp], silences: [DetectedSilence]) { detected { sampleRate / 100 } }
}

extension AudioSamples {
    func mapped(_ change: (Float) -> Float) -> AudioSamples {
        AudioSamples(samples.map(change), sampleRate: sampleRate)
    }

    func noisy(rms: Double, seed: UInt64) -> AudioSamples {
        var generator = SeededRandom(seed: seed)
        // Uniform noise of width √12 has an RMS of 1.
        let width = Float(rms * 12.0.squareRoot())
        return mapped { $0 + width * (Float(generator.next() >> 40) / 16_777_216 - 0.5) }
    }

    func muted(_ range: Range<Int>) -> AudioSamples {
        var result = self
        for index in range { result.samples[index] = 0 }
        return result
    }

    func without(_ range: Range<Int>) -> AudioSamples {
        var result = self
        result.samples.removeSubrange(range)
        return result
    }

    /// The mean of each sample and the same number of samples before and after it.
    func smoothed(reach: Int) -> AudioSamples {
        var result = self
        for index in reach..<samples.count - reach {
            var sum: Float = 0
            for place in index - reach...index + reach { sum += samples[place] }
            result.samples[index] = sum / Float(2 * reach + 1)
        }
        return result
    }

    /// Sample `n` of the result is the value at `start + n · step`, interpolated with a windowed sinc of sixteen
    /// samples.
    func interpolated(from start: Double, step: Double) -> AudioSamples {
        var result: [Float] = []
        result.reserveCapacity(Int(Double(samples.count) / step) + 1)
        samples.withUnsafeBufferPointer { samples in
            var number = 0
            while true {
                let place = start + Double(number) * step
                let whole = Int(place.rounded(.down))
                guard whole + 8 < samples.count else { break }
                let part = place - Double(whole)
                let wave = sin(.pi * part) / .pi
                var sum = 0.0
                // Without optimization, an iterator over a range takes most of the time.
                var tap = max(-7, -whole)
                while tap <= 8 {
                    let distance = part - Double(tap)
                    let sinc = abs(distance) < 1e-9 ? 1 : wave * (tap & 1 == 0 ? 1 : -1) / distance
                    let window = 0.5 + 0.5 * cos(.pi * distance / 8.5)
                    sum += Double(samples[whole + tap]) * sinc * window
                    tap += 1
                }
                result.append(Float(sum))
                number += 1
            }
        }
        return AudioSamples(result, sampleRate: sampleRate)
    }
}

extension ChirpSequence {
    /// The positions of detected chirps at a sample rate.
    init(_ chirps: [DetectedChirp], sampleRate: Int) {
        self.init(
            chirps.map {
                TimedChirp(time: $0.position / Double(sampleRate), isRising: $0.isRising, amplitude: $0.amplitude)
            }, expected: { _ in nil })
    }
}
