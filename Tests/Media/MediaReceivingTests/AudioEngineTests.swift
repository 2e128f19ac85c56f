import Dispatch
import MediaReceiving
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Audio engine")
struct AudioEngineTests {
    /// A received block.
    private struct Block: Hashable {
        let point: AudioPoint
        let user: UserID?
        let number: Int64
        let time: MediaTime
        let clock: MediaTime
        let samples: [Int16]
    }

    /// A meeting with two participants whose microphones the test feeds in blocks of 10 ms.
    private final class Fixture {
        let test = TestMeeting()
        let engine: AudioEngine
        let blocks = Recorder<Block>()
        let microphones: [TrackPublisher]
        let users: [UserID]
        private var step: Int64 = 0

        init(latency: MediaTime = .zero) throws {
            engine = AudioEngine(in: test.meeting, latency: latency)
            let users = ["Ada", "Bob"].map { [test] name in test.meeting.add(name).id }
            self.users = users
            microphones = try users.map { [test] user in
                try #require(test.meeting.publisher(.microphone, of: user))
            }
        }

        /// Publishes 10 ms of constant samples per participant, and advances the clock; `nil` publishes nothing.
        func feed(_ levels: [Int16?], format: AudioFormat = .program, count: Int = 1) throws {
            for _ in 0..<count {
                for (microphone, level) in zip(microphones, levels) {
                    guard let level else { continue }
                    let samples = Int(format.sampleRate) / 100 * Int(format.channels)
                    let bytes = [Int16](repeating: level, count: samples)
                    let isPublished = bytes.withUnsafeBytes {
                        microphone.publish(audio: $0, format: format, time: test.clock.now)
                    }
                    #expect(isPublished)
                }
                step += 1
                try test.turn(by: .milliseconds(10))
            }
        }

        @discardableResult
        func observe(_ point: AudioPoint, _ request: AudioRequest) throws -> AudioObservation {
            try engine.observe(point, request) { [blocks, test] samples, description in
                blocks.record(
                    Block(
                        point: description.point, user: description.user, number: description.number,
                        time: description.time, clock: test.clock.now, samples: Array(samples)))
            }
        }

        func levels(_ point: AudioPoint) -> [Int16] {
            blocks.all.filter { $0.point == point }.map { $0.samples[$0.samples.count - 1] }
        }
    }

    private static let ten = AudioRequest(.program, blockSamples: 480)

    @Test("blocks have their exact length, and are delivered at their deadline in order of the points: RX-AUDIO-006")
    func order() throws {
        let fixture = try Fixture()
        for point in [AudioPoint.mixed, .playback, .record, .beforeMixing(nil)] { try fixture.observe(point, Self.ten) }
        try fixture.feed([100, 20], count: 2)
        let expected: [(AudioPoint, Int16)] = [
            (.record, 0), (.beforeMixing(nil), 100), (.beforeMixing(nil), 20), (.playback, 120), (.mixed, 120),
        ]
        #expect(fixture.blocks.all.map(\.point) == (expected + expected).map(\.0))
        #expect(fixture.blocks.all.map { $0.samples.last } == (expected + expected).map(\.1))
        #expect(fixture.blocks.all.allSatisfy { Set($0.samples).count == 1 })
        #expect(fixture.blocks.all.allSatisfy { $0.samples.count == 960 })
        #expect(
            fixture.blocks.all.map(\.time) == Array(repeating: .zero, count: 5)
                + Array(repeating: .milliseconds(10), count: 5))
        #expect(fixture.blocks.all.allSatisfy { $0.clock == $0.time + .milliseconds(10) })
        let users = fixture.blocks.all.filter { $0.point == .beforeMixing(nil) }.map(\.user)
        #expect(users == [fixture.users[0], fixture.users[1], fixture.users[0], fixture.users[1]])
    }

    @Test(
        "every format and block length is delivered at start + n · samples / rate, without padding",
        arguments: AudioRequest.sampleRates, [64, 1024, 4410])
    func deadlines(_ rate: Int32, _ samples: Int) throws {
        let fixture = try Fixture()
        let request = AudioRequest(AudioFormat(sampleRate: rate, channels: 1), blockSamples: samples)
        let observation = try fixture.observe(.playback, request)
        try fixture.feed([1000, nil], count: 120)
        let schedule = AudioSchedule(start: .zero, sampleRate: rate, blockSamples: samples)
        let count = (0...).first { schedule.due($0) > .milliseconds(1200) } ?? 0
        #expect(fixture.blocks.count == Int(count))
        #expect(fixture.blocks.all.map(\.clock) == (0..<count).map { schedule.due($0) })
        #expect(fixture.blocks.all.map(\.time) == (0..<count).map { schedule.beginning(of: $0) })
        #expect(fixture.blocks.all.allSatisfy { $0.samples.count == samples })
        #expect(observation.statistics.paddedSamples == 0)
        #expect(observation.statistics.blocks == Int(count))
        let last = try #require(fixture.blocks.all.last?.samples.last)
        #expect((990...1010).contains(last))
    }

    @Test("all input formats arrive at their time", arguments: AudioRequest.sampleRates, [1, 2] as [Int32])
    func inputs(_ rate: Int32, _ channels: Int32) throws {
        let fixture = try Fixture(latency: .milliseconds(20))
        try fixture.observe(.beforeMixing(fixture.users[0]), Self.ten)
        try fixture.feed([2000, nil], format: AudioFormat(sampleRate: rate, channels: channels), count: 20)
        let blocks = fixture.blocks.all
        #expect(blocks.count == 20)
        // Delayed by the latency; the middle of the stream is free of the filter's ringing.
        #expect(blocks[0].samples.allSatisfy { $0 == 0 })
        #expect(blocks[1].samples.allSatisfy { $0 == 0 })
        #expect(blocks[5...15].allSatisfy { $0.samples.allSatisfy { (1990...2010).contains($0) } })
        #expect(fixture.engine.lateSamples == 0)
    }

    @Test(
        "unedited audio of equal format is bit-identical at each point that it passes, in blocks of any length",
        arguments: [48, 480, 1024])
    func identity(_ blockSamples: Int) throws {
        let fixture = try Fixture()
        let points = [AudioPoint.beforeMixing(fixture.users[0]), .playback, .mixed]
        for point in points { try fixture.observe(point, AudioRequest(.program, blockSamples: blockSamples)) }
        var random = SeededRandom(seed: UInt64(blockSamples))
        let samples = (0..<48_000 * 2).map { _ in Int16.random(in: .min ... .max, using: &random) }
        for step in 0..<100 {
            samples[(step * 960)..<(step * 960 + 960)].withUnsafeBytes { bytes in
                let isPublished = fixture.microphones[0].publish(
                    audio: bytes, format: .program, time: fixture.test.clock.now)
                #expect(isPublished)
            }
            try fixture.test.turn(by: .milliseconds(10))
        }
        for point in points {
            let received = fixture.blocks.all.filter { $0.point == point }.flatMap(\.samples)
            #expect(received.count == 48_000 / blockSamples * blockSamples * 2)
            let isEqual = received.elementsEqual(samples.prefix(received.count))
            #expect(isEqual)
        }
        #expect(fixture.engine.lateSamples == 0)
    }

    @Test(
        "an edit changes the participant in playback and in the mix, one block later; others stay untouched: RX-AUDIO-007"
    )
    func editBeforeMixing() throws {
        let fixture = try Fixture()
        for point in [AudioPoint.beforeMixing(fixture.users[1]), .playback, .mixed] {
            try fixture.observe(point, Self.ten)
        }
        try fixture.engine.edit(.beforeMixing(fixture.users[0]), Self.ten) { samples, _ in
            for index in samples.indices { samples[index] /= 2 }
        }
        try fixture.feed([100, 7], count: 3)
        #expect(fixture.levels(.beforeMixing(fixture.users[1])) == [7, 7, 7])
        #expect(fixture.levels(.playback) == [7, 57, 57])
        #expect(fixture.levels(.mixed) == [7, 57, 57])
    }

    @Test("an edit of the record point reaches the mix, of playback the speaker, and of the mix only its readers")
    func editFlow() throws {
        let fixture = try Fixture()
        for point in [AudioPoint.record, .playback, .mixed] { try fixture.observe(point, Self.ten) }
        func add(_ value: Int16, at point: AudioPoint) throws {
            try fixture.engine.edit(point, Self.ten) { samples, _ in
                for index in samples.indices { samples[index] += value }
            }
        }
        try add(1000, at: .record)
        try add(200, at: .playback)
        try add(30, at: .mixed)
        try fixture.feed([4, nil], count: 4)
        #expect(fixture.levels(.record) == [0, 1000, 1000, 1000])
        #expect(fixture.levels(.playback) == [0, 204, 204, 204])
        #expect(fixture.levels(.mixed) == [0, 34, 1034, 1034])
    }

    @Test("an editor in another format gives the edited samples back, without padding")
    func editInOtherFormat() throws {
        let fixture = try Fixture()
        let request = AudioRequest(AudioFormat(sampleRate: 16_000, channels: 1), blockSamples: 1024)
        try fixture.observe(.playback, Self.ten)
        let editor = try fixture.engine.edit(.playback, request) { samples, _ in
            for index in samples.indices { samples[index] *= 2 }
        }
        try fixture.feed([1000, nil], count: 60)
        #expect(editor.statistics.paddedSamples == 0)
        #expect(editor.statistics.blocks == 9)
        let levels = fixture.levels(.playback)
        #expect(levels[0...5].allSatisfy { $0 == 0 })
        #expect(levels[10...].allSatisfy { (1990...2010).contains($0) })
    }

    @Test("sparse delivery leaves silence out after the hang-over: RX-AUDIO-008")
    func sparse() throws {
        let fixture = try Fixture()
        let request = AudioRequest(.program, blockSamples: 480, delivery: .sparse(hangOver: .milliseconds(30)))
        let observation = try fixture.observe(.beforeMixing(fixture.users[0]), request)
        try fixture.feed([nil, nil], count: 2)
        try fixture.feed([5, nil], count: 2)
        try fixture.feed([nil, nil], count: 6)
        try fixture.feed([6, nil])
        #expect(fixture.blocks.all.map(\.number) == [2, 3, 4, 5, 6, 10])
        #expect(fixture.blocks.all.map { $0.samples[0] } == [5, 5, 0, 0, 0, 6])
        #expect(observation.statistics.silentBlocks == 5)
    }

    @Test("audio that arrives later than the latency is counted, and the rest of the block is mixed: RX-AUDIO-009")
    func late() throws {
        let fixture = try Fixture(latency: .milliseconds(20))
        try fixture.observe(.playback, Self.ten)
        try fixture.feed([nil, nil], count: 5)
        let bytes = [Int16](repeating: 9, count: 480 * 2 * 4)
        bytes.withUnsafeBytes {
            _ = fixture.microphones[0].publish(audio: $0, format: .program, time: .milliseconds(10))
        }
        try fixture.feed([nil, nil], count: 3)
        #expect(fixture.levels(.playback) == [0, 0, 0, 0, 0, 9, 9, 0])
        #expect(fixture.engine.lateSamples == 960)
    }

    @Test("a participant who joins later is mixed from the first block; one who leaves is silent")
    func joining() throws {
        let fixture = try Fixture()
        try fixture.observe(.playback, Self.ten)
        try fixture.feed([1, nil])
        let cleo = fixture.test.meeting.add("Cleo")
        let publisher = try #require(fixture.test.meeting.publisher(.microphone, of: cleo.id))
        let bytes = [Int16](repeating: 50, count: 960)
        for _ in 0..<2 {
            bytes.withUnsafeBytes {
                _ = publisher.publish(audio: $0, format: .program, time: fixture.test.clock.now)
            }
            try fixture.feed([1, nil])
        }
        fixture.test.meeting.remove(fixture.users[0])
        try fixture.feed([1, nil])
        #expect(fixture.levels(.playback) == [1, 51, 51, 0])
    }

    @Test("an observation may be cancelled inside its call; the engine continues for a later one")
    func cancelling() throws {
        let fixture = try Fixture()
        let own = Lock<AudioObservation?>(nil)
        let calls = Recorder<Int64>()
        let observation = try fixture.engine.observe(.playback, Self.ten) { _, description in
            calls.record(description.number)
            if description.number == 1 { own.withLock { $0 }?.cancel() }
        }
        own.set(observation)
        try fixture.feed([1, nil], count: 5)
        #expect(calls.all == [0, 1])
        try fixture.test.turn(by: .seconds(60))
        try fixture.observe(.playback, Self.ten)
        try fixture.feed([3, nil], count: 2)
        #expect(fixture.levels(.playback) == [3, 3])
        #expect(fixture.blocks.all.map(\.number) == [0, 1])
        fixture.engine.stop()
        try fixture.feed([3, nil], count: 2)
        #expect(fixture.blocks.count == 2)
    }

    @Test("invalid observers are rejected: RX-TRACK-002 RX-AUDIO-001 RX-AUDIO-002 RX-AUDIO-003")
    func refusals() throws {
        let fixture = try Fixture()
        func rule(_ point: AudioPoint = .playback, _ rate: Int32 = 48_000, _ channels: Int32 = 2, _ samples: Int = 480)
            -> Rule?
        {
            do throws(StudioError) {
                let format = AudioFormat(sampleRate: rate, channels: channels)
                try fixture.engine.edit(point, AudioRequest(format, blockSamples: samples)) { _, _ in }
                return nil
            } catch {
                return error.rule
            }
        }
        #expect(rule(.beforeMixing(nil, .camera)) == .receivingWrongKind)
        #expect(rule(.playback, 22_050) == .receivingAudioFormat)
        #expect(rule(.playback, 48_000, 3) == .receivingAudioFormat)
        #expect(rule(.playback, 48_000, 2, 47) == .receivingBlockLength)
        #expect(rule(.playback, 48_000, 2, 48_001) == .receivingBlockLength)
        #expect(rule() == nil)
        #expect(rule() == .receivingSecondEditor)
        #expect(rule(.mixed) == nil)
    }

    @Test("an engine whose thread cannot start rejects the observer, and starts with a later one: RX-AUDIO-004")
    func missingThread() throws {
        let meeting = Meeting(clock: SystemClock(), callbackQueue: DispatchQueue(label: "test.meeting"))
        let attempts = Counter()
        let engine = AudioEngine(in: meeting, latency: .zero) { body in
            attempts.increment()
            if attempts.value == 1 { throw CancellationError() }
            _ = try Worker("test.audio", body)
        }
        let blocks = Recorder<Int64>()
        func rule() -> Rule? {
            do throws(StudioError) {
                try engine.observe(.mixed, Self.ten) { _, description in blocks.record(description.number) }
                return nil
            } catch {
                return error.rule
            }
        }
        let microphone = meeting.localTracks.microphone.fanout
        #expect(rule() == .receivingAudioThread)
        #expect(microphone.receivers.isEmpty)
        #expect(rule() == nil)
        #expect(microphone.receivers.count == 1)
        #expect(blocks.wait(count: 3))
        engine.stop()
        #expect(attempts.value == 2)
        #expect(Array(blocks.all.prefix(3)) == [0, 1, 2])
    }

    @Test("an interface that cannot reject a rate gets other rates resampled", arguments: [1024, 24_000] as [Int32])
    func otherRates(_ rate: Int32) throws {
        let fixture = try Fixture()
        var request = AudioRequest(AudioFormat(sampleRate: rate, channels: 1), blockSamples: Int(rate) / 8)
        request.acceptsOtherRates = true
        let observation = try fixture.observe(.playback, request)
        try fixture.feed([1000, nil], count: 100)
        #expect(fixture.blocks.all.map(\.samples.count) == Array(repeating: Int(rate) / 8, count: 8))
        #expect(observation.statistics.paddedSamples == 0)
        let last = try #require(fixture.blocks.all.last?.samples.last)
        #expect((990...1010).contains(last))
        request.format = AudioFormat(sampleRate: 999, channels: 1)
        #expect(throws: StudioError.self) { try fixture.observe(.playback, request) }
    }

    @Test("on the system clock, blocks keep their schedule")
    func realClock() throws {
        let meeting = Meeting(clock: SystemClock(), callbackQueue: DispatchQueue(label: "test.meeting"))
        let engine = AudioEngine(in: meeting)
        let blocks = Recorder<AudioBlockDescription>()
        let observation = try engine.observe(.mixed, AudioRequest(.program, blockSamples: 480)) { _, description in
            blocks.record(description)
        }
        #expect(blocks.wait(count: 10))
        observation.cancel()
        engine.stop()
        let first = try #require(blocks.all.first)
        let schedule = AudioSchedule(start: first.time, sampleRate: 48_000, blockSamples: 480)
        #expect(blocks.all.prefix(10).map(\.number) == Array(0..<10))
        #expect(blocks.all.prefix(10).map(\.time) == (0..<10).map { schedule.beginning(of: $0) })
    }
}
