import StudioCore
import StudioTestSupport
import Testing

@Suite("Audio of a track on the time line")
struct TrackSamplesTests {
    /// Left channel 1, 2, 3 …, right channel negative.
    private func ramp(_ range: ClosedRange<Int16>) -> [Int16] { range.flatMap { [$0, -$0] } }

    private func left(_ samples: [Int16]) -> [Int16] { stride(from: 0, to: samples.count, by: 2).map { samples[$0] } }

    private func write(_ samples: [Int16], at start: Int64, to track: inout TrackSamples) {
        samples.withUnsafeBufferPointer { track.write($0, at: start) }
    }

    @Test("samples are taken where they were written; missing ones are zero")
    func placing() {
        var track = TrackSamples(position: 0)
        write(ramp(1...3), at: 2, to: &track)
        write(ramp(7...8), at: 6, to: &track)
        let taken = track.take(10, from: 0)
        #expect(left(taken) == [0, 0, 1, 2, 3, 0, 7, 8, 0, 0])
        #expect(taken[4...5] == [1, -1])
        #expect(track.position == 10)
        #expect(track.lateSamples == 0)
    }

    @Test("samples before the position are dropped and counted, later ones of the same block are stored")
    func late() {
        var track = TrackSamples(position: 0)
        _ = track.take(4, from: 0)
        write(ramp(1...6), at: 0, to: &track)
        #expect(track.lateSamples == 4)
        let taken = track.take(4, from: 4)
        #expect(left(taken) == [5, 6, 0, 0])
    }

    @Test("samples beyond the capacity are dropped and counted; nothing wraps around")
    func early() {
        var track = TrackSamples(position: 10)
        write(ramp(1...4), at: 10 + TrackSamples.capacity - 2, to: &track)
        #expect(track.earlySamples == 2)
        let first = track.take(2, from: 10)
        #expect(left(first) == [0, 0])
        let last = track.take(2, from: 10 + TrackSamples.capacity - 2)
        #expect(left(last) == [1, 2])
    }

    @Test("taking ahead forgets what was skipped, and taking what was taken gives silence")
    func skipping() {
        var track = TrackSamples(position: -5)
        write(ramp(1...10), at: -5, to: &track)
        let later = track.take(2, from: 0)
        #expect(left(later) == [6, 7])
        let again = track.take(4, from: 0)
        #expect(left(again) == [0, 0, 8, 9])
        write(ramp(1...2), at: 4 + TrackSamples.capacity - 2, to: &track)
        let far = track.take(3, from: 3 + TrackSamples.capacity)
        #expect(left(far) == [2, 0, 0])
    }

    @Test("random writes and takes give what a dictionary of samples gives", arguments: 0..<100 as Range<UInt64>)
    func random(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var track = TrackSamples(position: 0)
        var model: [Int64: Int16] = [:]
        var position: Int64 = 0
        for _ in 0..<50 {
            let start = position + Int64.random(in: -300...2000, using: &random)
            let values = (0..<Int.random(in: 0...500, using: &random)).map { _ in
                Int16.random(in: -999...999, using: &random)
            }
            write(values.flatMap { [$0, $0] }, at: start, to: &track)
            for (index, value) in values.enumerated() where start + Int64(index) >= position {
                model[start + Int64(index)] = value
            }
            let count = Int.random(in: 0...600, using: &random)
            let from = position + Int64.random(in: 0...100, using: &random)
            let expected = (0..<count).map { model[from + Int64($0)] ?? 0 }
            let taken = track.take(count, from: from)
            #expect(left(taken) == expected)
            position = from + Int64(count)
        }
    }

    @Test("a mix adds tracks and clips: RX-AUDIO-010")
    func mix() {
        var mix = AudioMix(count: 2)
        mix.add([1, -2, 30_000, -30_000])
        mix.add([10, -20, 30_000, -30_000])
        #expect(mix.samples == [11, -22, 32_767, -32_768])
    }
}
