import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Sending audio")
struct SenderAudioTests {
    private func open(_ options: StudioController.Options = .init()) throws -> (TestMeeting, AcceptedMedia, Sender) {
        let fixture = TestMeeting.recorded(options: options)
        return (fixture, fixture.media, try fixture.openSender())
    }

    @Test("a block that violates the contract is rejected with its rule, counted, and not used")
    func refusals() throws {
        let (fixture, collector, sender) = try open()
        func rule(_ count: Int, _ rate: Int32 = 48_000, _ channel: AudioChannel = .mono) -> Rule? {
            let bytes = [UInt8](repeating: 0, count: count)
            return ruleBroken { () throws(StudioError) in try sender.sendAudioBlock(bytes, rate, channel) }
        }
        #expect(rule(1921) == .audioLengthOdd)
        #expect(rule(1920, 44_100) == .audioRateUnknown)
        #expect(rule(1920, 48_000, .unknown(2)) == .audioChannelUnknown)
        #expect(rule(1922, 48_000, .stereo) == .audioPairIncomplete)
        let one = [UInt8](repeating: 0, count: 1)
        one.withUnsafeBytes { bytes in
            let empty = UnsafeRawBufferPointer(start: bytes.baseAddress, count: 0)
            #expect(
                ruleBroken { () throws(StudioError) in
                    try sender.sendAudio(empty, sampleRate: 48_000, channel: .mono)
                } == .audioBufferEmpty)
        }
        let null = UnsafeRawBufferPointer(start: nil, count: 0)
        #expect(
            ruleBroken { () throws(StudioError) in
                try sender.sendAudio(null, sampleRate: 48_000, channel: .mono)
            } == .audioBufferMissing)
        #expect(collector.audioBlocks.count == 0)
        #expect(rule(1920) == nil)
        #expect(fixture.studio.statistics.audio.refused == 6)
        #expect(fixture.studio.statistics.audio.accepted == 1)
        #expect(fixture.studio.statistics.video.refused == 0)
    }

    @Test("blocks of changing lengths arrive byte for byte")
    func bytes() throws {
        let (_, collector, sender) = try open()
        var generator = SeededRandom(seed: 7)
        var sent: [[UInt8]] = []
        // A small block after a large one: a pooled buffer must reset the length.
        for count in [2, 960, 4096, 4098, 20_000, 2, 1920, 65_536, 65_538, 6, 192_002] {
            let bytes = generator.bytes(count)
            try sender.sendAudioBlock(bytes, 48_000, .mono)
            sent.append(bytes)
        }
        #expect(collector.audioBlocks.map(\.bytes) == sent)
        #expect(collector.audioBlocks.map(\.sampleCount) == sent.map { $0.count / 2 })
    }

    @Test("PS-AUDIO-007 rate and channels may change from block to block, and time continues")
    func formatChange() throws {
        let (fixture, collector, sender) = try open()
        let blocks: [(Int, Int32, AudioChannel)] = [
            (480, 48_000, .mono), (480, 48_000, .stereo), (320, 32_000, .stereo), (320, 32_000, .mono),
            (480, 48_000, .mono),
        ]
        for (index, (samples, rate, channel)) in blocks.enumerated() {
            fixture.clock.advance(to: .milliseconds(Int64(10 * index)))
            try sender.sendAudioBlock(samples: samples, rate: rate, channel: channel)
        }
        #expect(
            collector.audioBlocks.map(\.format) == [
                AudioFormat(sampleRate: 48_000, channels: 1), AudioFormat(sampleRate: 48_000, channels: 2),
                AudioFormat(sampleRate: 32_000, channels: 2), AudioFormat(sampleRate: 32_000, channels: 1),
                AudioFormat(sampleRate: 48_000, channels: 1),
            ])
        #expect(collector.audioBlocks.map(\.sampleCount) == [480, 480, 320, 320, 480])
        #expect(collector.audioBlocks.map(\.time) == (0..<5).map { MediaTime.milliseconds(10 * $0) })
        #expect(fixture.studio.statistics.audio.reanchored == 0)
    }

    @Test(
        "PS-AUDIO-008 a block of more than a second is accepted, and reported in strict mode", arguments: [true, false])
    func longBlock(isStrict: Bool) throws {
        let (fixture, collector, sender) = try open(.init(isStrict: isStrict))
        try sender.sendAudioBlock(samples: 48_000)
        #expect(fixture.studio.violations.all == [])
        try sender.sendAudioBlock(samples: 48_001)
        try sender.sendAudioBlock(samples: 32_001, rate: 32_000, channel: .stereo)
        #expect(collector.audioBlocks.count == 3)
        #expect(fixture.studio.statistics.audio.refused == 0)
        let reports = fixture.studio.violations.all
        #expect(reports.map(\.error.rule) == (isStrict ? [.audioBlockLong] : []))
        #expect(reports.map(\.isRefusal) == (isStrict ? [false] : []))
        #expect(reports.map(\.count) == (isStrict ? [2] : []))
    }

    @Test("PS-TIME-002 time stamps count samples from the first block, whatever the jitter of arrival")
    func stamps() throws {
        let (fixture, collector, sender) = try open()
        fixture.clock.advance(to: .milliseconds(500))
        var generator = SeededRandom(seed: 11)
        for block in 0..<300 {
            let nominal = MediaTime(count: Int64(block * 1024), rate: .samples(48_000)) + .milliseconds(500)
            let jitter = MediaTime.milliseconds(Int64.random(in: 0...39, using: &generator))
            fixture.clock.advance(to: nominal + (block == 0 ? .zero : jitter))
            try sender.sendAudioBlock(samples: 1024)
        }
        let expected = (0..<300).map { MediaTime(count: Int64($0 * 1024), rate: .samples(48_000)) + .milliseconds(500) }
        #expect(collector.audioBlocks.map(\.time) == expected)
        #expect(fixture.studio.statistics.audio.reanchored == 0)
    }

    @Test("PS-TIME-002 a block more than 40 ms off gets a new anchor and is counted")
    func reanchored() throws {
        let (fixture, collector, sender) = try open()
        try sender.sendAudioBlock()
        fixture.clock.advance(to: .milliseconds(50))
        try sender.sendAudioBlock()
        fixture.clock.advance(to: MediaTime(nanoseconds: 100_000_001))
        try sender.sendAudioBlock()
        #expect(
            collector.audioBlocks.map(\.time) == [.zero, .milliseconds(10), MediaTime(nanoseconds: 100_000_001)])
        #expect(fixture.studio.statistics.audio.reanchored == 1)
    }
}
