@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("Undistorted coded audio")
struct CodedAudioTests {
    @Test(
        "each chirp is detected at its position", arguments: [48_000, 44_100, 32_000, 96_000, 22_050, 8000],
        [0, 40_000])
    func positions(_ sampleRate: Int, first: Int) {
        let audio = AudioSamples.chirps(seconds: 2.5, sampleRate: sampleRate, from: first)
        let (chirps, silences) = audio.detected()
        #expect((49...50).contains(chirps.count))
        for (index, chirp) in chirps.enumerated() {
            let expected = Double(index * sampleRate) / 20
            #expect(abs(chirp.position - expected) < 0.05e-3 * Double(sampleRate), "chirp \(index)")
            #expect(chirp.isRising == ChirpCodeTests.model[first + index], "chirp \(index)")
            #expect(abs(chirp.amplitude - 0.1) < 0.01, "chirp \(index)")
        }
        #expect(silences.isEmpty)
    }

    @Test("the writer's output is detected despite its clicks", arguments: [48_000, 44_100, 32_000] as [Int32])
    func written(_ sampleRate: Int32) throws {
        let audio = try AudioSamples.written(seconds: 3, sampleRate: sampleRate, fromSecond: 500)
        let (chirps, silences) = audio.detected()
        #expect((59...60).contains(chirps.count))
        for (index, chirp) in chirps.enumerated() {
            #expect(abs(chirp.position / Double(sampleRate) - Double(index) / 20) < 0.05e-3, "chirp \(index)")
            #expect(chirp.isRising == ChirpCodeTests.model[10_000 + index], "chirp \(index)")
        }
        #expect(silences.isEmpty)
    }

    @Test("audio that starts within a chirp", arguments: 1...4 as ClosedRange<UInt64>)
    func middle(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let removed = Int.random(in: 1..<48_000, using: &generator)
        let audio = try AudioSamples.written(seconds: 2).without(0..<removed)
        let chirps = audio.detected().chirps
        let first = (removed + 2399) / 2400
        #expect(chirps.count >= 40 - first - 2)
        for chirp in chirps {
            let number = (chirp.position + Double(removed)) / 2400
            #expect(abs(number - number.rounded()) < 0.001, "chirp at \(chirp.position)")
            #expect(chirp.isRising == ChirpCodeTests.model[Int(number.rounded())])
        }
    }

    // MARK: The writer

    private func write(
        _ writer: CodedAudioWriter, from position: Int64, count: Int
    ) -> [Int16] {
        var samples = [Int16](repeating: 77, count: count * Int(writer.format.channels))
        samples.withUnsafeMutableBufferPointer { writer.write(from: position, into: $0) }
        return samples
    }

    @Test("both channels are equal, whatever the block length", arguments: 1...4 as ClosedRange<UInt64>)
    func blocks(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let mono = try #require(CodedAudioWriter(AudioFormat(sampleRate: 32_000, channels: 1), frameRate: .thirty))
        let stereo = try #require(CodedAudioWriter(AudioFormat(sampleRate: 32_000, channels: 2), frameRate: .thirty))
        let start = Int64.random(in: 0..<100_000_000, using: &generator)
        let whole = write(mono, from: start, count: 40_000)
        var parts: [Int16] = []
        while parts.count < 80_000 {
            let count = min(Int.random(in: 1...3000, using: &generator), 40_000 - parts.count / 2)
            parts += write(stereo, from: start + Int64(parts.count / 2), count: count)
        }
        #expect(parts == whole.flatMap { [$0, $0] })
    }

    @Test(
        "clicks lie at the first frame of each second, and nothing else exceeds the chirps",
        arguments: [Rate.thirty, Rate(25), Rate(30_000, over: 1001), Rate(60_000, over: 1001)])
    func clicks(_ rate: Rate?) throws {
        let rate = try #require(rate)
        let writer = try #require(CodedAudioWriter(.program, frameRate: rate))
        let samples = write(writer, from: 0, count: 48_000 * 3)
        let chirps = AudioSamples.chirps(seconds: 3, sampleRate: 48_000)
        let different = (0..<48_000 * 3).filter { abs(Float(samples[$0 * 2]) / 32_767 - chirps.samples[$0]) > 0.001 }
        // The first and last samples of a click are too small to detect.
        let starts = different.indices.filter { $0 == 0 || different[$0] - different[$0 - 1] > 1000 }.map {
            different[$0]
        }
        #expect(starts.count == 3)
        for (second, start) in starts.enumerated() {
            let frame = (Double(second) * rate.perSecond - 1e-9).rounded(.up)
            let expected = frame / rate.perSecond * 48_000
            #expect((-1.0...30).contains(Double(start) - expected), "second \(second)")
        }
        #expect(different.count < 3 * 480)
        #expect(different.count > 3 * 300)
    }

    @Test(
        "other formats are rejected",
        arguments: [
            (7980, 1, false), (8000, 1, true), (48_001, 2, false), (44_100, 2, true), (48_000, 0, false),
            (192_000, 6, true),
        ]
            as [(Int32, Int32, Bool)])
    func formats(_ sampleRate: Int32, _ channels: Int32, isTaken: Bool) {
        let format = AudioFormat(sampleRate: sampleRate, channels: channels)
        #expect((CodedAudioWriter(format, frameRate: .thirty) != nil) == isTaken)
    }

    // MARK: Downsampling

    @Test(
        "downsampling keeps positions and low tones, whatever the block length",
        arguments: [48_000, 44_100, 32_000, 11_025])
    func decimator(_ sampleRate: Int) {
        let tone = AudioSamples(seconds: 0.2, sampleRate: sampleRate) { 0.5 * ChirpCode.wave(at: $0, isRising: true) }
        var (whole, parts): ([Float], [Float]) = ([], [])
        var decimator = Decimator(sampleRate: sampleRate)
        var other = decimator
        tone.samples.withUnsafeBufferPointer { samples in
            decimator.process(samples, into: &whole)
            for start in stride(from: 0, to: samples.count, by: 7) {
                let block = samples[start..<min(samples.count, start + 7)]
                other.process(UnsafeBufferPointer(rebasing: block), into: &parts)
            }
        }
        #expect(whole == parts)
        let lowered = sampleRate / decimator.factor
        #expect((11_000..<22_000).contains(lowered))
        // 0.04 s in: 2.9 kHz, still in the band.
        for index in lowered / 50..<lowered / 25 {
            #expect(abs(whole[index] - tone.samples[index * decimator.factor]) < 0.03, "sample \(index)")
        }
    }
}
