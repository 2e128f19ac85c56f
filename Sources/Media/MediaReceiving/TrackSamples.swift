import StudioCore

/// The audio of one track on the session's time line, between its arrival and the moment when it is taken.
///
/// Stereo at 48 kHz, signed 16-bit. Positions are numbers of samples since the start of the session. Samples that never
/// arrive are zero. Silence is not stored: a track that is silent has no memory, and costs no copy.
package struct TrackSamples: Sendable {
    /// The longest time between arrival and taking: bursts after a stall of a second are kept.
    package static let capacity: Int64 = 2 * 48_000

    /// The first sample that was not taken.
    package private(set) var position: Int64
    /// Samples that arrived after their position was taken.
    package private(set) var lateSamples: Int64 = 0
    /// Samples that arrived too early to be stored.
    package private(set) var earlySamples: Int64 = 0
    /// All samples outside of ``position`` to ``soundEnd`` are zero. Empty until a sample arrives that is not zero.
    private var ring: [Int16] = []
    /// The position after the last sample that is not zero, or a later one.
    private var soundEnd: Int64

    package init(position: Int64) {
        self.position = position
        soundEnd = position
    }

    /// Stores samples; those before ``position`` and those beyond the capacity are dropped and counted.
    ///
    /// - Parameters:
    ///   - samples: left and right interleaved.
    ///   - start: the position of the first sample.
    package mutating func write(_ samples: UnsafeBufferPointer<Int16>, at start: Int64) {
        let count = Int64(samples.count / 2)
        let late = min(count, max(0, position - start))
        let early = min(count - late, max(0, start + count - (position + Self.capacity)))
        lateSamples += late
        earlySamples += early
        guard late + early < count else { return }
        let stored = UnsafeBufferPointer(rebasing: samples[Int(late * 2)..<Int((count - early) * 2)])
        let first = start + late
        if stored.isSilent {
            clear(from: first, to: min(soundEnd, first + Int64(stored.count / 2)))
        } else {
            store(stored, at: first)
        }
    }

    /// Takes `count` samples from `start`, and forgets all samples before. Samples that were taken before, or never
    /// arrived, are zero.
    ///
    /// - Parameter target: `count` samples, left and right interleaved; not written to when the result is false.
    /// - Returns: false when all samples are zero.
    package mutating func take(_ count: Int, from start: Int64, into target: UnsafeMutablePointer<Int16>) -> Bool {
        let end = start + Int64(count)
        defer { skip(to: end) }
        let (first, last) = (max(position, start), min(end, soundEnd))
        guard first < last else { return false }
        target.update(repeating: 0, count: Int(first - start) * 2)
        (target + Int(last - start) * 2).update(repeating: 0, count: Int(end - last) * 2)
        ring.withUnsafeBufferPointer { ring in
            guard let ring = ring.baseAddress else { return }
            Self.forEachPart(of: first..<last) { slot, count, offset in
                (target + Int(first - start) * 2 + offset).update(from: ring + slot, count: count)
            }
        }
        return true
    }

    private mutating func store(_ samples: UnsafeBufferPointer<Int16>, at first: Int64) {
        guard let source = samples.baseAddress else { return }
        if ring.isEmpty { ring = [Int16](repeating: 0, count: Int(Self.capacity) * 2) }
        let end = first + Int64(samples.count / 2)
        ring.withUnsafeMutableBufferPointer { ring in
            guard let ring = ring.baseAddress else { return }
            Self.forEachPart(of: first..<end) { slot, count, offset in
                (ring + slot).update(from: source + offset, count: count)
            }
        }
        soundEnd = max(soundEnd, end)
    }

    private mutating func clear(from first: Int64, to end: Int64) {
        guard first < end else { return }
        ring.withUnsafeMutableBufferPointer { ring in
            guard let ring = ring.baseAddress else { return }
            Self.forEachPart(of: first..<end) { slot, count, _ in (ring + slot).update(repeating: 0, count: count) }
        }
    }

    private mutating func skip(to next: Int64) {
        guard next > position else { return }
        clear(from: position, to: min(next, soundEnd))
        position = next
        soundEnd = max(soundEnd, next)
    }

    /// Calls `body` for each contiguous part of the ring: the first slot, the number of slots, and their offset in the range.
    private static func forEachPart(of range: Range<Int64>, _ body: (_ slot: Int, _ count: Int, _ offset: Int) -> Void)
    {
        var position = range.lowerBound
        while position < range.upperBound {
            let remainder = position % capacity
            let place = remainder < 0 ? remainder + capacity : remainder
            let count = min(range.upperBound - position, capacity - place)
            body(Int(place) * 2, Int(count) * 2, Int(position - range.lowerBound) * 2)
            position += count
        }
    }
}

extension UnsafeBufferPointer<Int16> {
    /// Whether all samples are zero.
    package var isSilent: Bool {
        // In parts, so that the loop inside has no condition, and uses the processor's vectors.
        let part = 256
        var start = 0
        while start < count {
            var bits: Int16 = 0
            for index in start..<Swift.min(count, start + part) { bits |= self[index] }
            if bits != 0 { return false }
            start += part
        }
        return true
    }
}

/// The sum of tracks, limited to 16 bits. It keeps its memory for the next sum.
package struct AudioMix: Sendable {
    private var sums: [Int32] = []
    private var count = 0

    /// Silence.
    package init() {}

    /// Begins a sum of silence; it costs nothing as long as nothing is added.
    package mutating func begin() { count = 0 }

    /// Whether nothing was added.
    package var isSilent: Bool { count == 0 }

    /// Adds a track: as many samples as the other tracks have.
    package mutating func add(_ samples: UnsafeBufferPointer<Int16>) {
        guard count > 0 else {
            count = samples.count
            if sums.count < count { sums = [Int32](repeating: 0, count: count) }
            sums.withUnsafeMutableBufferPointer { sums in
                for index in 0..<samples.count { sums[index] = Int32(samples[index]) }
            }
            return
        }
        let count = min(count, samples.count)
        sums.withUnsafeMutableBufferPointer { sums in
            for index in 0..<count { sums[index] &+= Int32(samples[index]) }
        }
    }

    /// Writes the sum; values out of range are clipped.
    ///
    /// - Parameter target: as many samples as were added; the rest becomes zero.
    package func write(to target: UnsafeMutableBufferPointer<Int16>) {
        let count = min(count, target.count)
        sums.withUnsafeBufferPointer { sums in
            for index in 0..<count { target[index] = Int16(truncatingIfNeeded: max(-32_768, min(32_767, sums[index]))) }
        }
        for index in count..<target.count { target[index] = 0 }
    }
}
