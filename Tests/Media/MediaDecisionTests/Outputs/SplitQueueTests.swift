import MediaOutputs
import StudioCore
import StudioTestSupport
import Testing

@Suite("The split of an output")
struct SplitQueueTests {
    enum Unit: Hashable, Sendable {
        case video(Int64, isKeyFrame: Bool)
        case audio(Int64)
    }

    /// What both parts have received, and what was reported.
    struct Outcome: Hashable {
        var former: [Unit] = []
        var next: [Unit] = []
        var requests = 0
        var begins = 0
        var completes = 0

        mutating func add(_ actions: [SplitQueue<Unit>.Action]) {
            for action in actions {
                switch action {
                case .former(let unit): former.append(unit)
                case .next(let unit): next.append(unit)
                case .requestKeyFrame: requests += 1
                case .begin: begins += 1
                case .complete: completes += 1
                }
            }
        }
    }

    private static func ms(_ value: Int64) -> MediaTime { .milliseconds(value) }

    @Test("a split at a time begins at the first key frame from then on, which is not requested")
    func planned() {
        var trial = Trial(notBefore: Self.ms(100))
        trial.send(.video(0, isKeyFrame: true), .audio(0))
        trial.open()
        trial.send(.video(66, isKeyFrame: true), .audio(90), .video(100, isKeyFrame: true), .audio(111))
        #expect(trial.outcome.requests == 0)
        #expect(trial.outcome.next == [.video(100, isKeyFrame: true), .audio(111)])
        #expect(trial.outcome.completes == 1)
    }

    @Test("a file that opens after its time requests a key frame")
    func plannedTooLate() {
        var trial = Trial(notBefore: Self.ms(100))
        trial.send(.audio(90), .video(100, isKeyFrame: true))
        #expect(trial.outcome.requests == 0)
        trial.open()
        #expect(trial.outcome.requests == 1)
        trial.send(.video(133, isKeyFrame: false), .video(166, isKeyFrame: true))
        #expect(trial.outcome.next == [.video(166, isKeyFrame: true)])
    }

    private struct Trial {
        var queue: SplitQueue<Unit>
        var outcome = Outcome()

        init(hasAudio: Bool = true, notBefore earliest: MediaTime? = nil) {
            queue = SplitQueue(hasAudio: hasAudio, notBefore: earliest)
        }

        mutating func open() { outcome.add(queue.opened()) }

        /// - Returns: whether it was given up.
        mutating func abandon() -> Bool {
            guard let held = queue.abandon() else { return false }
            outcome.former += held
            return true
        }

        mutating func send(_ units: Unit...) {
            for unit in units {
                switch unit {
                case .video(let time, let isKeyFrame):
                    outcome.add(queue.video(unit, at: ms(time), isKeyFrame: isKeyFrame))
                case .audio(let time): outcome.add(queue.audio(unit, at: ms(time)))
                }
            }
        }
    }

    @Test("the next part begins at the first key frame after it is open; audio is divided at the time of that frame")
    func cut() {
        var trial = Trial()
        trial.send(.video(0, isKeyFrame: true), .audio(10), .video(33, isKeyFrame: false))
        trial.open()
        trial.send(.audio(31), .audio(52), .audio(73), .video(66, isKeyFrame: true), .audio(94))
        #expect(
            trial.outcome.former
                == [.video(0, isKeyFrame: true), .audio(10), .video(33, isKeyFrame: false), .audio(31), .audio(52)])
        #expect(trial.outcome.next == [.video(66, isKeyFrame: true), .audio(73), .audio(94)])
        #expect(trial.outcome.requests == 1)
        #expect(trial.outcome.begins == 1)
        #expect(trial.outcome.completes == 1)
        #expect(trial.queue.hasBegun)
    }

    @Test("audio before the key frame that arrives after it goes to the former part, which is complete then")
    func lateAudio() {
        var trial = Trial()
        trial.open()
        trial.send(.audio(10), .video(33, isKeyFrame: true), .video(66, isKeyFrame: false), .audio(31))
        #expect(trial.outcome.completes == 0)
        trial.send(.audio(52))
        #expect(trial.outcome.completes == 1)
        #expect(trial.outcome.former == [.audio(10), .audio(31)])
        #expect(
            trial.outcome.next == [.video(33, isKeyFrame: true), .video(66, isKeyFrame: false), .audio(52)])
    }

    @Test("units that arrive in the order of their times stay in this order", arguments: 1...60)
    func order(opening: Int) {
        var trial = Trial()
        for number in 0..<200 {
            if number == opening { trial.open() }
            let time = Int64(number) * 7
            if number % 3 == 0 { trial.send(.audio(time)) }
            if number % 5 == 0 { trial.send(.video(time, isKeyFrame: number % 45 == 0)) }
        }
        for part in [trial.outcome.former, trial.outcome.next] {
            let times = part.map(Self.time(of:))
            #expect(times == times.sorted())
        }
        #expect(trial.outcome.completes == 1)
    }

    @Test("a block that begins with the key frame belongs to the next part")
    func sameTime() {
        var trial = Trial()
        trial.open()
        trial.send(.audio(12), .audio(33), .video(33, isKeyFrame: true))
        #expect(trial.outcome.former == [.audio(12)])
        #expect(trial.outcome.next == [.video(33, isKeyFrame: true), .audio(33)])
    }

    @Test("a key frame before the first audio is not used, because later audio may be in the former part already")
    func tooEarly() {
        var trial = Trial()
        trial.open()
        #expect(trial.outcome.requests == 0, "the audio is not known yet")
        trial.send(.video(33, isKeyFrame: true))
        #expect(trial.outcome.requests == 1)
        trial.send(.audio(73))
        #expect(trial.outcome.requests == 2)
        trial.send(.video(66, isKeyFrame: true))
        #expect(!trial.queue.hasBegun)
        #expect(trial.outcome.requests == 3)
        trial.send(.video(99, isKeyFrame: true))
        #expect(trial.queue.hasBegun)
        #expect(
            trial.outcome.former
                == [.video(33, isKeyFrame: true), .video(66, isKeyFrame: true), .audio(73)])
        #expect(trial.outcome.next == [.video(99, isKeyFrame: true)])
    }

    @Test("without audio, a key frame is all that is needed")
    func withoutAudio() {
        var trial = Trial(hasAudio: false)
        trial.send(.video(0, isKeyFrame: true))
        trial.open()
        #expect(trial.outcome.requests == 1)
        trial.send(.video(33, isKeyFrame: false), .video(66, isKeyFrame: true))
        #expect(trial.outcome.former == [.video(0, isKeyFrame: true), .video(33, isKeyFrame: false)])
        #expect(trial.outcome.next == [.video(66, isKeyFrame: true)])
        #expect(trial.outcome.completes == 1)
    }

    @Test(
        "a split that is given up before its key frame gives all audio to the former part; one that has begun goes on")
    func abandon() {
        var trial = Trial()
        #expect(!trial.queue.hasOpened)
        trial.open()
        #expect(trial.queue.hasOpened)
        trial.send(.audio(10), .audio(31))
        let attempts = [trial.abandon(), trial.abandon()]
        #expect(attempts == [true, false], "it is given up once")
        trial.send(.video(33, isKeyFrame: true), .audio(52))
        #expect(trial.outcome.former == [.audio(10), .audio(31), .video(33, isKeyFrame: true), .audio(52)])
        #expect(trial.outcome.next == [])
        #expect(trial.outcome.completes == 0)
        #expect(!trial.queue.hasBegun)
        var begun = Trial()
        begun.open()
        begun.send(.audio(10), .video(33, isKeyFrame: true))
        let isAbandoned = begun.abandon()
        #expect(!isAbandoned)
        begun.send(.audio(31), .audio(52))
        #expect(begun.outcome.former == [.audio(10), .audio(31)])
        #expect(begun.outcome.completes == 1)
    }

    @Test(
        "seeded arrivals: each part is in order and without a gap, and audio is divided at the time of the key frame",
        arguments: 1...300 as ClosedRange<UInt64>)
    func property(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        // Frames of 33 ms and blocks of 21 ms; each track arrives in order, one up to 300 ms ahead of the other.
        let frames = (0..<60).map {
            Unit.video(Int64($0) * 33, isKeyFrame: Int.random(in: 0..<9, using: &generator) == 0)
        }
        let blocks = (0..<94).map { Unit.audio(Int64($0) * 21) }
        let lead = Int64.random(in: -300...300, using: &generator)
        let opening = Int.random(in: 0..<80, using: &generator)
        var (video, audio) = (frames[...], blocks[...])
        // The split is installed in the middle of the program: earlier units have gone to the former part.
        let before = Int.random(in: 0..<60, using: &generator)
        var (trial, arrived) = (Trial(), 0)
        while let unit = Self.first(&video, &audio, lead: lead, &generator) {
            if arrived == before + opening { trial.open() }
            if arrived < before { trial.outcome.former.append(unit) } else { trial.send(unit) }
            arrived += 1
        }
        let isAbandoned = trial.abandon()
        #expect(isAbandoned == !trial.queue.hasBegun)
        let (former, next) = (trial.outcome.former, trial.outcome.next)
        #expect(Self.video(former) + Self.video(next) == frames)
        #expect(Self.audio(former) + Self.audio(next) == blocks)
        #expect(trial.outcome.begins == (next.isEmpty ? 0 : 1))
        #expect(trial.outcome.completes == (next.isEmpty ? 0 : 1))
        guard case .video(let start, let isKeyFrame)? = next.first else { return #expect(next.isEmpty) }
        #expect(isKeyFrame)
        for case .audio(let time) in former { #expect(time < start) }
        for case .audio(let time) in next { #expect(time >= start) }
    }

    /// The unit that arrives next.
    private static func first(
        _ video: inout ArraySlice<Unit>, _ audio: inout ArraySlice<Unit>, lead: Int64, _ generator: inout SeededRandom
    ) -> Unit? {
        guard case .video(let frame, _)? = video.first else { return audio.popFirst() }
        guard case .audio(let block)? = audio.first else { return video.popFirst() }
        let jitter = Int64.random(in: -40...40, using: &generator)
        return block < frame + lead + jitter ? audio.popFirst() : video.popFirst()
    }

    private static func time(of unit: Unit) -> Int64 {
        switch unit {
        case .video(let time, _), .audio(let time): time
        }
    }
    private static func video(_ units: [Unit]) -> [Unit] {
        units.filter { if case .video = $0 { true } else { false } }
    }
    private static func audio(_ units: [Unit]) -> [Unit] {
        units.filter { if case .audio = $0 { true } else { false } }
    }
}
