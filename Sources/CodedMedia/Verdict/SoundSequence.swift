/// Which chirps of the code were heard: their bits are looked up in the m-sequence.
package struct SoundSequence: Hashable, Sendable {
    /// A chirp whose place in the code is known.
    package struct Mark: Hashable, Sendable {
        /// When it is heard, in seconds.
        package let time: Double
        /// Which moment of the code it is, in seconds.
        package let coded: Double
    }

    /// A place where the code goes on elsewhere than it should.
    package struct Jump: Hashable, Sendable {
        /// When, in seconds.
        package let time: Double
        /// How much sound is missing, in seconds; less than zero where it is repeated.
        package let skipped: Double
    }

    package private(set) var marks: [Mark] = []
    package private(set) var jumps: [Jump] = []

    /// More than this between two chirps that should follow each other is a jump: far beyond what their places are unsure.
    private static let tolerance = 0.002
    /// Windows that must agree on a place: 16 bits say one, each further window is one more bit that was foretold.
    ///
    /// One chirp that was misheard makes nine windows agree on a wrong place, because no tap of the code meets it for so
    /// long; with 20, random chirps make a place once in seven hours.
    private static let leastWindows = 20
    /// A hole of more chirps than these ends a run: what follows is looked up anew.
    private static let longestHole = 40

    /// - Parameters:
    ///   - chirps: as they were heard, in order.
    ///   - expected: the moment of the code that is to be heard at a time; chooses among the periods of the sequence.
    package init(_ chirps: [TimedChirp], expected: (_ time: Double) -> Double?) {
        for run in Self.runs(chirps) {
            for stretch in Self.stretches(run) { append(stretch, run, expected) }
        }
    }

    // MARK: Runs of chirps at their distance

    private struct Placed {
        let chirp: TimedChirp
        let slot: Int
    }

    private static func runs(_ chirps: [TimedChirp]) -> [[Placed]] {
        var runs: [[Placed]] = []
        for chirp in chirps {
            guard let last = runs.last?.last else {
                runs.append([Placed(chirp: chirp, slot: 0)])
                continue
            }
            let distance = chirp.time - last.chirp.time
            let slots = Int((distance / SoundCode.chirpSeconds).rounded())
            let isRegular = abs(distance - Double(slots) * SoundCode.chirpSeconds) <= tolerance
            if isRegular, (1...longestHole).contains(slots) {
                runs[runs.count - 1].append(Placed(chirp: chirp, slot: last.slot + slots))
            } else {
                runs.append([Placed(chirp: chirp, slot: 0)])
            }
        }
        return runs
    }

    // MARK: Their places

    private struct Stretch {
        /// Place in the sequence of the run's slot 0.
        let base: Int
        var slots: ClosedRange<Int>
        var windows: Int
    }

    /// Where windows of sixteen chirps agree on the run's place.
    private static func stretches(_ run: [Placed]) -> [Stretch] {
        var stretches: [Stretch] = []
        for start in 0..<max(0, run.count - SoundCode.stages + 1) {
            let window = run[start..<start + SoundCode.stages]
            guard let first = window.first, let last = window.last, last.slot - first.slot == SoundCode.stages - 1
            else {
                continue
            }
            let bits = window.reversed().reduce(UInt16(0)) { $0 << 1 | ($1.chirp.isRising ? 1 : 0) }
            let place = Int(SoundCode.places[Int(bits)])
            guard place >= 0 else { continue }
            let base = (place + SoundCode.period - first.slot % SoundCode.period) % SoundCode.period
            if let index = stretches.lastIndex(where: { $0.base == base }),
                stretches[(index + 1)...].allSatisfy({ $0.windows < leastWindows })
            {
                // A chirp that was misheard makes sixteen windows wrong; behind them the old place is right again.
                stretches.removeSubrange((index + 1)...)
                stretches[index].slots = stretches[index].slots.lowerBound...last.slot
                stretches[index].windows += 1
            } else {
                stretches.append(Stretch(base: base, slots: first.slot...last.slot, windows: 1))
            }
        }
        return stretches.filter { $0.windows >= leastWindows }
    }

    private mutating func append(_ stretch: Stretch, _ run: [Placed], _ expected: (Double) -> Double?) {
        let chirps = run.filter { stretch.slots.contains($0.slot) && $0.slot >= 0 }
        guard let first = chirps.first else { return }
        let place = (stretch.base + first.slot) % SoundCode.period
        let coded = Double(place) * SoundCode.chirpSeconds
        let period = Double(SoundCode.period) * SoundCode.chirpSeconds
        let previous = marks.last.map { $0.coded + first.chirp.time - $0.time }
        let target = previous ?? expected(first.chirp.time) ?? coded
        let start = coded + ((target - coded) / period).rounded() * period
        if let previous, abs(start - previous) > Self.tolerance {
            jumps.append(Jump(time: first.chirp.time, skipped: start - previous))
        }
        for chirp in chirps where chirp.chirp.time > marks.last?.time ?? -.infinity {
            let elapsed = Double(chirp.slot - first.slot) * SoundCode.chirpSeconds
            marks.append(Mark(time: chirp.chirp.time, coded: start + elapsed))
        }
    }
}
