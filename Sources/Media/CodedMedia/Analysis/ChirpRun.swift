/// Evenly spaced chirps, with gaps where chirps were not detected, and their position in the m-sequence.
struct ChirpRun {
    /// A chirp and its slot, counted from the first chirp of the run.
    struct Placed {
        let chirp: TimedChirp
        let slot: Int
    }

    /// A part of the run whose position is known.
    struct Stretch {
        /// The position in the sequence of the run's slot 0.
        let base: Int
        var slots: ClosedRange<Int>
        fileprivate var windows: Int
    }

    private(set) var chirps: [Placed]

    /// A chirp that is off by more than this starts another run. Detection errors are far smaller.
    private static let tolerance = 0.002
    /// A longer gap ends a run: the position of the following chirps is determined again.
    private static let longestGap = 40
    /// The number of windows that must agree on a position. 16 bits define a position; each further window checks one
    /// more bit.
    ///
    /// One misdetected chirp makes nine windows agree on a wrong position, because no tap of the code meets it for that
    /// long. With 20, random chirps produce a position once in seven hours.
    private static let minimumWindows = 20
    /// If a position is expected, this many chirps are enough: within ``reach``, random chirps at the right distance
    /// match once in a thousand times.
    private static let minimumFitting = 18
    /// Chirps on either side of an expected position: three seconds.
    private static let reach = 60
    /// When a position is fitted, one misdetected chirp in this many is tolerated.
    private static let maxMisdetected = 20
    /// A range is extended by this many chirps at once; one of them may be misdetected.
    private static let step = 12

    /// Splits chirps, in order, into runs.
    static func all(in chirps: [TimedChirp]) -> [ChirpRun] {
        var runs: [ChirpRun] = []
        for chirp in chirps {
            guard let last = runs.last?.chirps.last else {
                runs.append(ChirpRun(chirps: [Placed(chirp: chirp, slot: 0)]))
                continue
            }
            let distance = chirp.time - last.chirp.time
            let slots = Int((distance / ChirpCode.chirpSeconds).rounded())
            let isRegular = abs(distance - Double(slots) * ChirpCode.chirpSeconds) <= tolerance
            if isRegular, (1...longestGap).contains(slots) {
                runs[runs.count - 1].chirps.append(Placed(chirp: chirp, slot: last.slot + slots))
            } else {
                runs.append(ChirpRun(chirps: [Placed(chirp: chirp, slot: 0)]))
            }
        }
        return runs
    }

    // MARK: Positions determined by the bits alone

    /// Ranges where windows of sixteen chirps agree on a position, extended by the matching chirps beside them.
    var stretches: [Stretch] {
        var stretches = agreeing
        for index in stretches.indices {
            let own = stretches[index].slots
            // Windows across a jump may belong to either side, so neighbours overlap.
            let lower = index > 0 ? stretches[index - 1].slots.upperBound + 1 : .min
            let upper = index + 1 < stretches.count ? stretches[index + 1].slots.lowerBound - 1 : .max
            extend(&stretches[index], within: min(lower, own.lowerBound)...max(upper, own.upperBound))
        }
        return stretches
    }

    private var agreeing: [Stretch] {
        var stretches: [Stretch] = []
        for start in 0..<max(0, chirps.count - ChirpCode.stages + 1) {
            let window = chirps[start..<start + ChirpCode.stages]
            guard let first = window.first, let last = window.last, last.slot - first.slot == ChirpCode.stages - 1
            else {
                continue
            }
            let bits = window.reversed().reduce(UInt16(0)) { $0 << 1 | ($1.chirp.isRising ? 1 : 0) }
            let place = Int(ChirpCode.positions[Int(bits)])
            guard place >= 0 else { continue }
            let base = (place + ChirpCode.period - first.slot % ChirpCode.period) % ChirpCode.period
            if let index = stretches.lastIndex(where: { $0.base == base }),
                stretches[(index + 1)...].allSatisfy({ $0.windows < Self.minimumWindows })
            {
                // A misdetected chirp spoils sixteen windows. After them, the old position is valid again.
                stretches.removeSubrange((index + 1)...)
                stretches[index].slots = stretches[index].slots.lowerBound...last.slot
                stretches[index].windows += 1
            } else {
                stretches.append(Stretch(base: base, slots: first.slot...last.slot, windows: 1))
            }
        }
        return stretches.filter { $0.windows >= Self.minimumWindows }
    }

    /// Adds chirps beside a range while their bits match the predicted ones. Gaps leave no complete window.
    private func extend(_ stretch: inout Stretch, within limits: ClosedRange<Int>) {
        let (inside, all) = (indices(in: stretch.slots), indices(in: limits))
        let last = fittingEnd(of: chirps[inside.upperBound..<all.upperBound], stretch.base)
        let first = fittingEnd(of: chirps[all.lowerBound..<inside.lowerBound].reversed(), stretch.base)
        stretch.slots = (first ?? stretch.slots.lowerBound)...(last ?? stretch.slots.upperBound)
    }

    /// The slot of the last consecutive chirp that matches.
    private func fittingEnd(of chirps: some RandomAccessCollection<Placed>, _ base: Int) -> Int? {
        var end: Int?
        var rest = chirps[...]
        while !rest.isEmpty {
            let next = rest.prefix(Self.step)
            let misdetected = next.count { !fits($0, base) }
            guard misdetected == 0 || misdetected == 1 && next.count == Self.step else { return end }
            end = next.last?.slot
            rest = rest.dropFirst(Self.step)
        }
        return end
    }

    private func fits(_ placed: Placed, _ base: Int) -> Bool {
        let place = (base + placed.slot) % ChirpCode.period
        return ChirpCode.sequence[place < 0 ? place + ChirpCode.period : place] == placed.chirp.isRising
    }

    /// The indices of the chirps in these slots.
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

    /// The chirps of a range.
    func chirps(in stretch: Stretch) -> ArraySlice<Placed> { chirps[indices(in: stretch.slots)] }

    // MARK: Expected positions

    /// The position near an expected one that matches the whole run; `nil` for no match or several.
    ///
    /// - Parameter place: the expected position of slot 0 in the sequence.
    func stretch(near place: Int) -> Stretch? {
        guard let last = chirps.last, chirps.count >= Self.minimumFitting else { return nil }
        let candidates = (place - Self.reach...place + Self.reach).filter { base in
            chirps.count { !fits($0, base) } <= chirps.count / Self.maxMisdetected
        }
        guard let base = candidates.first, candidates.count == 1 else { return nil }
        let wrapped = (base % ChirpCode.period + ChirpCode.period) % ChirpCode.period
        return Stretch(base: wrapped, slots: 0...last.slot, windows: 0)
    }
}
