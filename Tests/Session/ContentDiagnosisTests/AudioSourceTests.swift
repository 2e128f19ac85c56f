import ContentDiagnosis
import ProductionStudio
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

/// Audio that does not pass a sender.
@Suite("Contents: audio of any source")
struct AudioSourceTests {
    /// Blocks of equal size, each at its time.
    private func findings(
        _ samples: [Int16], _ format: AudioFormat, block: Int, every interval: MediaTime,
        clock: any StudioClock = ManualClock()
    ) -> [String] {
        let violations = ViolationLog(clock: clock)
        let diagnosis = AudioSourceDiagnosis(violations, clock: clock)
        let size = block * Int(format.channels)
        for number in 0..<samples.count / size {
            let time = MediaTime(nanoseconds: interval.nanoseconds * Int64(number))
            samples[number * size..<(number + 1) * size].withUnsafeBytes { diagnosis.receive($0, format, at: time) }
        }
        return violations.all.map { "\($0.error.rule.id): \($0.error.message)" }
    }

    private let mono = AudioFormat(sampleRate: 48_000, channels: 1)

    @Test("right audio of every rate has no finding", arguments: [8000, 16_000, 24_000, 32_000, 44_100, 48_000])
    func right(_ rate: Int) {
        for channels in 1...2 {
            let music =
                channels == 1
                ? SyntheticMedia.music(seconds: 12, rate: rate) : SyntheticMedia.stereoMusic(seconds: 12, rate: rate)
            let format = AudioFormat(sampleRate: Int32(rate), channels: Int32(channels))
            for block in [rate / 100, rate / 10] {
                let interval = MediaTime(count: Int64(block), rate: format.rate)
                #expect(findings(music, format, block: block, every: interval) == [], "\(rate) \(channels) \(block)")
            }
        }
    }

    @Test("a producer that sleeps between blocks is slow: CONTENT-AUDIO-008")
    func slow() {
        let music = SyntheticMedia.music(seconds: 12)
        // 10 ms of sleep, and half a millisecond of work.
        let found = findings(music, mono, block: 480, every: MediaTime(nanoseconds: 10_540_000))
        #expect(found == ["CONTENT-AUDIO-008: 94.9 % of the samples of 48 kHz arrive"])
    }

    @Test("a pause between two sentences is no slow pace")
    func pauses() {
        let (violations, clock) = (ViolationLog(clock: ManualClock()), ManualClock())
        let diagnosis = AudioSourceDiagnosis(violations, clock: clock)
        let block = SyntheticMedia.music(seconds: 0.01)
        var now = MediaTime.zero
        for sentence in 0..<6 {
            for _ in 0..<300 {
                block.withUnsafeBytes { diagnosis.receive($0, mono, at: now) }
                now = now + .milliseconds(10)
            }
            now = now + .milliseconds(Int64(250 * sentence + 250))
        }
        #expect(violations.all.isEmpty)
    }

    @Test("another common rate than the declared one is named: CONTENT-AUDIO-005", arguments: [24_000, 44_100])
    func rate(_ rate: Int) {
        let music = SyntheticMedia.music(seconds: 12, rate: rate)
        let found = findings(music, mono, block: rate / 100, every: .milliseconds(10))
        let pace =
            rate == 44_100
            ? "44.1 thousand samples a second arrive, in blocks of a multiple of 441 samples"
            : "24 thousand samples a second arrive"
        #expect(found == ["CONTENT-AUDIO-005: \(pace), declared 48000"])
    }

    @Test("what follows from wrong channels or samples is not named, too")
    func consequences() {
        let voice = SyntheticMedia.music(seconds: 16, rate: 16_000)
        let both = SyntheticMedia.stereoMusic(seconds: 16, rate: 16_000)
        let one = AudioFormat(sampleRate: 16_000, channels: 1)
        let two = AudioFormat(sampleRate: 16_000, channels: 2)
        func rules(_ samples: [Int16], _ format: AudioFormat, block: Int) -> [String] {
            findings(samples, format, block: block, every: .milliseconds(10)).map { String($0.prefix(17)) }
        }
        #expect(rules(both, one, block: 320) == ["CONTENT-AUDIO-003"])
        #expect(rules(voice, two, block: 80) == ["CONTENT-AUDIO-004"])
        let floats = voice.map { Float($0) / 32_768 }.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        #expect(rules(floats, one, block: 320) == ["CONTENT-AUDIO-002"])
    }

    /// A source of blocks every 10 ms; of `period` blocks, the first `accepted` ones are accepted.
    private func refuse(
        _ samples: [Int16], _ format: AudioFormat, block: Int, accepted: Int, of period: Int
    ) -> [String] {
        let violations = ViolationLog(clock: ManualClock())
        let diagnosis = AudioSourceDiagnosis(violations, clock: ManualClock())
        for number in 0..<samples.count / block {
            let time = MediaTime.milliseconds(Int64(number) * 10)
            if number % period < accepted {
                samples[number * block..<(number + 1) * block].withUnsafeBytes {
                    diagnosis.receive($0, format, at: time)
                }
            } else {
                diagnosis.refuse(block, format, at: time)
            }
        }
        return violations.all.map { "\($0.error.rule.id): \($0.error.message)" }
    }

    @Test("the rate of a source is named although calls are refused, and not the pace of what remains")
    func refused() {
        let music = SyntheticMedia.music(seconds: 12)
        let format = AudioFormat(sampleRate: 32_000, channels: 1)
        #expect(
            refuse(music, format, block: 480, accepted: 2, of: 3)
                == ["CONTENT-AUDIO-005: 48 thousand samples a second arrive, declared 32000"])
        // Samples of three bytes, for instance: no common rate, and not twice as many.
        #expect(refuse(music, mono, block: 720, accepted: 2, of: 3) == [])
        // Two channels of silence.
        let silence = [Int16](repeating: 0, count: 48_000 * 24)
        #expect(
            refuse(silence, mono, block: 960, accepted: 1, of: 2)
                == ["CONTENT-AUDIO-008: 200.0 % of the samples of 48 kHz arrive"])
    }

    @Test("two channels as one are found")
    func stereo() {
        let music = SyntheticMedia.stereoMusic(seconds: 5)
        let found = findings(music, mono, block: 480, every: .milliseconds(10))
        #expect(found.map { $0.prefix(17) } == ["CONTENT-AUDIO-003"])
    }

    @Test("outside a manual clock, blocks are judged later, and none is lost at a common pace")
    func later() throws {
        let (violations, clock) = (ViolationLog(clock: SystemClock()), SystemClock())
        let diagnosis = AudioSourceDiagnosis(violations, clock: clock)
        let music = SyntheticMedia.stereoMusic(seconds: 5)
        for number in 0..<50 {
            music[number * 4800..<(number + 1) * 4800].withUnsafeBytes {
                diagnosis.receive($0, mono, at: .milliseconds(Int64(number) * 100))
            }
        }
        try waitUntil("the channels are found") { !violations.all.isEmpty }
        #expect(violations.all.map(\.error.rule.id.rawValue) == ["CONTENT-AUDIO-003"])
        #expect(diagnosis.skipped == 0)
    }
}
