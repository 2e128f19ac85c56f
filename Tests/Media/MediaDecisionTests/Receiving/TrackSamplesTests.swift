import MediaReceiving
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

    /// Takes samples; what is known to be silent is not written.
    private func take(_ count: Int, from start: Int64, of track: inout TrackSamples) -> [Int16] {
        var taken = [Int16](repeating: 0, count: count * 2)
        let mark: Int16 = 77
        for index in taken.indices { taken[index] = mark }
        let hasSound = taken.withUnsafeMutableBufferPointer { target in
            target.baseAddress.map { track.take(count, from: start, into: $0) } ?? false
        }
        if hasSound { return taken }
        #expect(taken.allSatisfy { $0 == mark })
        return [Int16](repeating: 0, count: count * 2)
    }

    @Test("samples are taken where they were written; missing ones are zero")
    func placing() {
        var track = TrackSamples(position: 0)
        write(ramp(1...3), at: 2, to: &track)
        write(ramp(7...8), at: 6, to: &track)
        let taken = take(10, from: 0, of: &track)
        #expect(left(taken) == [0, 0, 1, 2, 3, 0, 7, 8, 0, 0])
        #expect(taken[4...5] == [1, -1])
        #expect(track.position == 10)
        #expect(track.lateSamples == 0)
    }

    @Test("samples before the position are dropped and counted, later ones of the same block are stored")
    func late() {
        var track = TrackSamples(position: 0)
        _ = take(4, from: 0, of: &track)
        write(ramp(1...6), at: 0, to: &track)
        #expect(track.lateSamples == 4)
        let taken = take(4, from: 4, of: &track)
        #expect(left(taken) == [5, 6, 0, 0])
    }

    @Test("samples beyond the capacity are dropped and counted; nothing wraps around")
    func early() {
        var track = TrackSamples(position: 10)
        write(ramp(1...4), at: 10 + TrackSamples.capacity - 2, to: &track)
        #expect(track.earlySamples == 2)
        let first = take(2, from: 10, of: &track)
        #expect(left(first) == [0, 0])
        let last = take(2, from: 10 + TrackSamples.capacity - 2, of: &track)
        #expect(left(last) == [1, 2])
    }

    @Test("taking ahead forgets what was skipped, and taking what was taken gives silence")
    func skipping() {
        var track = TrackSamples(position: -5)
        write(ramp(1...10), at: -5, to: &track)
        let later = take(2, from: 0, of: &track)
        #expect(left(later) == [6, 7])
        let again = take(4, from: 0, of: &track)
        #expect(left(again) == [0, 0, 8, 9])
        write(ramp(1...2), at: 4 + TrackSamples.capacity - 2, to: &track)
        let far = take(3, from: 3 + TrackSamples.capacity, of: &track)
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
            let isSilent = Bool.random(using: &random)
            let values = (0..<Int.random(in: 0...500, using: &random)).map { _ in
                isSilent ? 0 : Int16.random(in: -999...999, using: &random)
            }
            write(values.flatMap { [$0, $0] }, at: start, to: &track)
            for (index, value) in values.enumerated() where start + Int64(index) >= position {
                model[start + Int64(index)] = value
            }
            let count = Int.random(in: 0...600, using: &random)
            let from = position + Int64.random(in: 0...100, using: &random)
            let expected = (0..<count).map { model[from + Int64($0)] ?? 0 }
            let taken = take(count, from: from, of: &track)
            #expect(left(taken) == expected)
            position = from + Int64(count)
        }
    }

    @Test("silence is known as such: before the first sound, between sounds that were taken, and after the last one")
    func silence() {
        var track = TrackSamples(position: 0)
        var target: [Int16] = [7, 7, 7, 7]
        write([0, 0, 0, 0], at: 0, to: &track)
        let first = track.take(2, from: 0, into: &target)
        #expect(!first)
        #expect(target == [7, 7, 7, 7])
        write([0, 0, 5, 0], at: 2, to: &track)
        let second = track.take(2, from: 2, into: &target)
        #expect(second)
        #expect(target == [0, 0, 5, 0])
        let third = track.take(2, from: 4, into: &target)
        #expect(!third)
        write([1, 2, 3, 4, 5, 6], at: 6, to: &track)
        write([0, 0, 0, 0], at: 7, to: &track)
        let fourth = track.take(2, from: 6, into: &target)
        #expect(fourth)
        #expect(target == [1, 2, 0, 0])
    }

    private func sum(_ tracks: [[Int16]], count: Int, in mix: inout AudioMix) -> [Int16] {
        mix.begin()
        for track in tracks { track.withUnsafeBufferPointer { mix.add($0) } }
        var result = [Int16](repeating: 77, count: count)
        result.withUnsafeMutableBufferPointer { mix.write(to: $0) }
        return result
    }

    @Test("a mix adds tracks and clips; it begins with silence each time: RX-AUDIO-010")
    func mix() {
        var mix = AudioMix()
        let loud = sum([[1, -2, 30_000, -30_000], [10, -20, 30_000, -30_000]], count: 4, in: &mix)
        #expect(loud == [11, -22, 32_767, -32_768])
        let one = sum([[1, -32_768]], count: 4, in: &mix)
        #expect(one == [1, -32_768, 0, 0])
        #expect(!mix.isSilent)
        let none = sum([], count: 2, in: &mix)
        #expect(none == [0, 0])
        #expect(mix.isSilent)
    }

    @Test("silence is found at any place", arguments: [0, 1, 255, 256, 257, 511, 960])
    func isSilent(_ count: Int) {
        var samples = [Int16](repeating: 0, count: count)
        #expect(samples.withUnsafeBufferPointer { $0.isSilent })
        for index in samples.indices {
            samples[index] = -1
            #expect(!samples.withUnsafeBufferPointer { $0.isSilent })
            samples[index] = 0
        }
    }
}
