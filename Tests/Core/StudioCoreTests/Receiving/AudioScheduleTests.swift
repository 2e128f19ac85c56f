import StudioCore
import Testing

@Suite("Times of received audio and video")
struct AudioScheduleTests {
    /// A reference to a gate, so that an expectation can change it.
    private final class Gate {
        private var value: SilenceGate
        init(hangOver: MediaTime) { value = SilenceGate(hangOver: hangOver) }
        var isOpen: Bool { value.isOpen }
        func passes(isSilent: Bool, duration: MediaTime) -> Bool {
            value.passes(isSilent: isSilent, duration: duration)
        }
    }

    private func times(_ pacing: TrackPacing) -> [MediaTime] {
        var pacing = pacing
        return (0..<100).map { _ in pacing.next() }
    }

    @Test("deadlines are exact and do not accumulate errors")
    func deadlines() {
        let start = MediaTime.milliseconds(3)
        let cd = AudioSchedule(start: start, sampleRate: 44_100, blockSamples: 441)
        #expect(cd.due(0) == .milliseconds(13))
        #expect(cd.due(8_640_000 - 1) - start == .seconds(86_400))
        let voice = AudioSchedule(start: .zero, sampleRate: 16_000, blockSamples: 1024)
        #expect(voice.interval == .milliseconds(64))
        #expect(voice.due(2) == .milliseconds(192))
        let odd = AudioSchedule(start: .zero, sampleRate: 44_100, blockSamples: 1024)
        #expect(odd.beginning(of: 0) == .zero)
        #expect(odd.due(0) == MediaTime(nanoseconds: 23_219_955))
        #expect(odd.due(44_100 - 1) == .seconds(1024))
    }

    @Test("sparse delivery passes sound, then silence for exactly the hang-over")
    func silenceGate() {
        let gate = Gate(hangOver: .milliseconds(300))
        let block = MediaTime.milliseconds(20)
        #expect(!gate.passes(isSilent: true, duration: block))
        #expect(gate.passes(isSilent: false, duration: block))
        let after = (0..<20).map { _ in gate.passes(isSilent: true, duration: block) }
        #expect(after == Array(repeating: true, count: 15) + Array(repeating: false, count: 5))
        #expect(!gate.isOpen)
        #expect(gate.passes(isSilent: false, duration: block))
        #expect(gate.isOpen)
    }

    @Test("without a hang-over, silence is never delivered")
    func noHangOver() {
        let gate = Gate(hangOver: .zero)
        #expect(gate.passes(isSilent: false, duration: .milliseconds(10)))
        #expect(!gate.passes(isSilent: true, duration: .milliseconds(10)))
    }

    @Test("equal seeds give equal times; an exact rate without jitter gives the exact grid")
    func pacing() {
        #expect(times(pacing(seed: 7)) == times(pacing(seed: 7)))
        #expect(times(pacing(seed: 7)) != times(pacing(seed: 8)))
        let exact = TrackPacing(rates: 25...25, jitter: .zero, seed: 1)
        #expect(times(exact) == (0..<100).map { .milliseconds(40 * $0) })
    }

    @Test("times never decrease, and a minute has frames within the range of rates", arguments: 0..<50 as Range<UInt64>)
    func pacingRange(_ seed: UInt64) {
        var pacing = pacing(seed: seed)
        var last = MediaTime.zero
        var count = 0
        while last < .seconds(60) {
            let next = pacing.next()
            #expect(next >= last)
            last = next
            count += 1
        }
        #expect((15 * 60 - 2...25 * 60 + 2).contains(count))
    }

    private func pacing(seed: UInt64) -> TrackPacing {
        TrackPacing(rates: TrackPacing.receivedRates, jitter: .milliseconds(2), seed: seed)
    }
}
