import StudioCore
import StudioTestSupport
import Testing

@Suite("Frames of a varying rate on a grid")
struct ConstantRatePlacementTests {
    private func repeats(_ times: [Int64], until end: Int64) -> (repeats: [Int64?], rest: Int64) {
        var placement = ConstantRatePlacement(rate: .thirty, origin: .milliseconds(100))
        let repeats = times.map { placement.place(at: .milliseconds(100 + $0)) }
        let rest = placement.finish(at: .milliseconds(100 + end))
        return (repeats, rest)
    }

    @Test("each frame fills the nearest interval, and empty ones show the frame before")
    func placing() {
        let result = repeats([0, 34, 100, 110, 260], until: 400)
        #expect(result.repeats == [0, 0, 1, nil, 4])
        #expect(result.rest == 3)
    }

    @Test("a late first frame fills the beginning, one before the origin the first interval")
    func beginning() {
        #expect(repeats([100], until: 100).repeats == [3])
        #expect(repeats([-20, 33], until: 100).repeats == [0, 0])
    }

    @Test("any frames give a file of the duration", arguments: 0..<50 as Range<UInt64>)
    func duration(_ seed: UInt64) {
        var pacing = TrackPacing(rates: 5...60, jitter: .milliseconds(20), seed: seed)
        var placement = ConstantRatePlacement(rate: .thirty, origin: .zero)
        var frames: Int64 = 0
        var time = pacing.next()
        while time < .seconds(10) {
            if let repeats = placement.place(at: time) { frames += repeats + 1 }
            time = pacing.next()
        }
        frames += placement.finish(at: .seconds(10))
        // The last frame may belong to the interval that begins with the end.
        #expect((300...301).contains(frames))
        #expect(frames == placement.filled)
    }
}
