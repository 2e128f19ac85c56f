/// Looks up the bits of detected chirps in the m-sequence to determine their positions.
package struct ChirpSequence: Hashable, Sendable {
    /// A chirp with a known position in the code.
    package struct Mark: Hashable, Sendable {
        /// When it is played, in seconds.
        package let time: Double
        /// Its coded time, in seconds.
        package let coded: Double
    }

    /// A discontinuity of the code.
    package struct Jump: Hashable, Sendable {
        /// Its time, in seconds.
        package let time: Double
        /// The missing audio in seconds; negative where audio is repeated.
        package let skipped: Double
    }

    package private(set) var marks: [Mark] = []
    package private(set) var jumps: [Jump] = []

    /// A larger difference between consecutive chirps is a jump. Detection errors are far smaller.
    private static let tolerance = 0.002

    /// - Parameters:
    ///   - chirps: the detected chirps, in order.
    ///   - expected: the coded time expected at a playback time; selects the period of the sequence.
    package init(_ chirps: [TimedChirp], expected: (_ time: Double) -> Double?) {
        for run in ChirpRun.all(in: chirps) {
            let known = run.stretches
            for stretch in known.isEmpty ? [fitted(run, expected)].compactMap(\.self) : known {
                append(stretch, run, expected)
            }
        }
    }

    /// The position of a run that is too short, or has too many gaps, to determine it alone.
    private func fitted(_ run: ChirpRun, _ expected: (Double) -> Double?) -> ChirpRun.Stretch? {
        guard let start = run.chirps.first?.chirp.time else { return nil }
        let previous = marks.last.map { $0.coded + start - $0.time }
        guard let moment = previous ?? expected(start), abs(moment) < 1e9 else { return nil }
        return run.stretch(near: Int((moment / ChirpCode.chirpSeconds).rounded()))
    }

    private mutating func append(_ stretch: ChirpRun.Stretch, _ run: ChirpRun, _ expected: (Double) -> Double?) {
        let chirps = run.chirps(in: stretch)
        guard let first = chirps.first else { return }
        let place = (stretch.base + first.slot) % ChirpCode.period
        let coded = Double(place) * ChirpCode.chirpSeconds
        let period = Double(ChirpCode.period) * ChirpCode.chirpSeconds
        let previous = marks.last.map { $0.coded + first.chirp.time - $0.time }
        let target = previous ?? expected(first.chirp.time) ?? coded
        let start = coded + ((target - coded) / period).rounded() * period
        if let previous, abs(start - previous) > Self.tolerance {
            jumps.append(Jump(time: first.chirp.time, skipped: start - previous))
        }
        for chirp in chirps where chirp.chirp.time > marks.last?.time ?? -.infinity {
            let elapsed = Double(chirp.slot - first.slot) * ChirpCode.chirpSeconds
            marks.append(Mark(time: chirp.chirp.time, coded: start + elapsed))
        }
    }
}
