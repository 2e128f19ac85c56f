/// The audio of one track on the session's time line, between its arrival and the moment when it is taken.
///
/// Stereo at 48 kHz, signed 16-bit. Positions are numbers of samples since the start of the session. Samples that never
/// arrive are zero.
package struct TrackSamples: Sendable {
    /// The longest time between arrival and taking: bursts after a stall of a second are kept.
    package static let capacity: Int64 = 2 * 48_000

    /// The first sample that was not taken.
    package private(set) var position: Int64
    /// The position after the last sample that arrived.
    package private(set) var end: Int64
    /// Samples that arrived after their position was taken.
    package private(set) var lateSamples: Int64 = 0
    /// Samples that arrived too early to be stored.
    package private(set) var earlySamples: Int64 = 0
    private var ring: [Int16]

    package init(position: Int64) {
        self.position = position
        end = position
        ring = [Int16](repeating: 0, count: Int(Self.capacity) * 2)
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
        for number in late..<(count - early) {
            let place = slot(start + number)
            ring[place] = samples[Int(number) * 2]
            ring[place + 1] = samples[Int(number) * 2 + 1]
        }
        end = max(end, start + count - early)
    }

    /// Takes `count` samples from `start`, and forgets all samples before. Samples that were taken before, or never
    /// arrived, are zero.
    ///
    /// - Returns: left and right interleaved.
    package mutating func take(_ count: Int, from start: Int64) -> [Int16] {
        skip(to: start)
        var taken = [Int16](repeating: 0, count: count * 2)
        // After the end there is silence.
        let first = max(position, start)
        for place in first..<max(first, min(start + Int64(count), end)) {
            let (source, target) = (slot(place), Int(place - start) * 2)
            (taken[target], taken[target + 1]) = (ring[source], ring[source + 1])
        }
        skip(to: start + Int64(count))
        return taken
    }

    private mutating func skip(to next: Int64) {
        guard next > position else { return }
        for place in position..<max(position, min(next, end)) {
            let slot = slot(place)
            (ring[slot], ring[slot + 1]) = (0, 0)
        }
        position = next
        end = max(end, next)
    }

    private func slot(_ position: Int64) -> Int {
        let place = position % Self.capacity
        return Int(place < 0 ? place + Self.capacity : place) * 2
    }
}

/// The sum of tracks, limited to 16 bits.
package struct AudioMix: Sendable {
    private let count: Int
    /// Empty as long as nothing was added: silence costs nothing.
    private var sums: [Int32] = []

    /// Silence.
    ///
    /// - Parameter count: samples per channel, stereo.
    package init(count: Int) {
        self.count = count * 2
    }

    /// Adds a track.
    package mutating func add(_ samples: [Int16]) {
        guard !sums.isEmpty else {
            sums = samples.prefix(count).map { Int32($0) } + [Int32](repeating: 0, count: max(0, count - samples.count))
            return
        }
        for (index, sample) in samples.prefix(count).enumerated() { sums[index] += Int32(sample) }
    }

    /// The sum; values out of range are clipped.
    package var samples: [Int16] {
        sums.isEmpty ? [Int16](repeating: 0, count: count) : sums.map { Int16(clamping: $0) }
    }
}
