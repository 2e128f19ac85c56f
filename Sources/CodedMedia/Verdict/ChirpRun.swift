/// Chirps at their distance, with holes where some were not heard: what they say of their place in the m-sequence.
struct ChirpRun {
    /// A chirp and how many chirps behind the first one of the run it is.
    struct Placed {
        let chirp: TimedChirp
        let slot: Int
    }

    /// Some of the run whose place is known.
    struct Stretch {
        /// Place in the sequence of the run's slot 0.
        let base: Int
        var slots: ClosedRange<Int>
        fileprivate var windows: Int
    }

    private(set) var chirps: [Placed]

    /// More than this off its distance, a chirp begins another run: far beyond what places are unsure.
    private static let tolerance = 0.002
    /// A hole of more chirps than these ends a run: what follows is looked up anew.
    private static let longestHole = 40
    /// Windows that must agree on a place: 16 bits say one, each further window is one more bit that was foretold.
    ///
    /// One chirp that was misheard makes nine windows agree on a wrong place, because no tap of the code meets it for so
    /// long; with 20, random chirps make a place once in seven hours.
    private static let leastWindows = 20
    /// Where a place is expected, so many chirps are enough: among the places of ``reach``, random ones at the right
    /// distance fit once in a thousand times.
    private static let leastFitting = 18
    /// Chirps to either side of an expected place: three seconds.
    private static let reach = 60
    /// One misheard chirp in so many is let pass where a place is fitted.
    private static let mostMisheard = 20
    /// Chirps that a stretch is extended by at once; one of them may be misheard.
    private static let step = 12

    /// Cuts heard chirps, in order, into runs.
    static func all(in chirps: [TimedChirp]) -> [ChirpRun] {
        var runs: [ChirpRun] = []
        for chirp in chirps {
            guard let last = runs.last?.chirps.last else {
                runs.append(ChirpRun(chirps: [Placed(chirp: chirp, slot: 0)]))
                continue
            }
            let distance = chirp.time - last.chirp.time
            let slots = Int((distance / SoundCode.chirpSeconds).rounded())
            let isRegular = abs(distance - Double(slots) * SoundCode.chirpSeconds) <= tolerance
            if isRegular, (1...longestHole).contains(slots) {
                runs[runs.count - 1].chirps.append(Placed(chirp: chirp, slot: last.slot + slots))
            } else {
                runs.append(ChirpRun(chirps: [Placed(chirp: chirp, slot: 0)]))
            }
        }
        return runs
    }

    // MARK: Places that the bits say alone

    /// Where windows of sixteen chirps agree on a place, extended to what fits beside them.
    var stretches: [Stretch] {
        var stretches = agreeing
        for index in stretches.indices {
            let own = stretches[index].slots
            // Windows over a jump may belong to either side, so that neighbours overlap.
            let lower = index > 0 ? stretches[index - 1].slots.upperBound + 1 : .min
            let upper = index + 1 < stretches.count ? stretches[index + 1].slots.lowerBound - 1 : .max
            extend(&stretches[index], within: min(lower, own.lowerBound)...max(upper, own.upperBound))
        }
        return stretches
    }

    private var agreeing: [Stretch] {
        var stretches: [Stretch] = []
        for start in 0..<max(0, chirps.count - SoundCode.stages + 1) {
            let window = chirps[start..<start + SoundCode.stages]
            guard let first = window.first, let last = window.last, last.slot - first.slot == SoundCode.stages - 1
            else {
                continue
            }
            let bits = window.reversed().reduce(UInt16(0)) { $0 << 1 | ($1.chirp.isRising ? 1 : 0) }
            let place = Int(SoundCode.places[Int(bits)])
            guard place >= 0 else { continue }
            let base = (place + SoundCode.period - first.slot % SoundCode.period) % SoundCode.period
            if let index = stretches.lastIndex(where: { $0.base == base }),
                stretches[(index + 1)...].allSatisfy({ $0.windows < Self.leastWindows })
            {
                // A chirp that was misheard makes sixteen windows wrong; behind them the old place is right again.
                stretches.removeSubrange((index + 1)...)
                stretches[index].slots = stretches[index].slots.lowerBound...last.slot
                stretches[index].windows += 1
            } else {
                stretches.append(Stretch(base: base, slots: first.slot...last.slot, windows: 1))
            }
        }
        return stretches.filter { $0.windows >= Self.leastWindows }
    }

    /// Takes in chirps beside a stretch, as long as their bits are the foretold ones: holes leave no whole window.
    private func extend(_ stretch: inout Stretch, within limits: ClosedRange<Int>) {
        let (inside, all) = (indices(in: stretch.slots), indices(in: limits))
        let last = fittingEnd(of: chirps[inside.upperBound..<all.upperBound], stretch.base)
        let first = fittingEnd(of: chirps[all.lowerBound..<inside.lowerBound].reversed(), stretch.base)
        stretch.slots = (first ?? stretch.slots.lowerBound)...(last ?? stretch.slots.upperBound)
    }

    /// The slot of the last chirp of those that follow each other and fit.
    private func fittingEnd(of chirps: some RandomAccessCollection<Placed>, _ base: Int) -> Int? {
        var end: Int?
        var rest = chirps[...]
        while !rest.isEmpty {
            let next = rest.prefix(Self.step)
            let misheard = next.count { !fits($0, base) }
            guard misheard == 0 || misheard == 1 && next.count == Self.step else { return end }
            end = next.last?.slot
            rest = rest.dropFirst(Self.step)
        }
        return end
    }

    private func fits(_ placed: Placed, _ base: Int) -> Bool {
        let place = (base + placed.slot) % SoundCode.period
        return SoundCode.sequence[place < 0 ? place + SoundCode.period : place] == placed.chirp.isRising
    }

    /// Where the chirps of these slots are among all.
    private func indices(in slots: ClosedRange<Int>) -> Range<Int> {
        func first(_ isBehind: (Placed) -> Bool) -> Int {
            var (low, high) = (0, chirps.count)
            while low < high {
                let middle = (low + high) / 2
                if isBehind(chirps[middle]) { high = middle } else { low = middle + 1 }
            }
            return low
        }
        return first { $0.slot >= slots.lowerBound }..<first { $0.slot > slots.upperBound }
    }

    /// The chirps of a stretch.
    func chirps(in stretch: Stretch) -> ArraySlice<Placed> { chirps[indices(in: stretch.slots)] }

    // MARK: Places that are expected

    /// The place near an expected one that fits all of the run; `nil` where none does, or more than one.
    ///
    /// - Parameter place: where in the sequence slot 0 is expected.
    func stretch(near place: Int) -> Stretch? {
        guard let last = chirps.last, chirps.count >= Self.leastFitting else { return nil }
        let candidates = (place - Self.reach...place + Self.reach).filter { base in
            chirps.count { !fits($0, base) } <= chirps.count / Self.mostMisheard
        }
        guard let base = candidates.first, candidates.count == 1 else { return nil }
        let wrapped = (base % SoundCode.period + SoundCode.period) % SoundCode.period
        return Stretch(base: wrapped, slots: 0...last.slot, windows: 0)
    }
}
