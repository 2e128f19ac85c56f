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

    /// - Parameters:
    ///   - chirps: as they were heard, in order.
    ///   - expected: the moment of the code that is to be heard at a time; chooses among the periods of the sequence.
    package init(_ chirps: [TimedChirp], expected: (_ time: Double) -> Double?) {
        for run in ChirpRun.all(in: chirps) {
            let known = run.stretches
            for stretch in known.isEmpty ? [fitted(run, expected)].compactMap(\.self) : known {
                append(stretch, run, expected)
            }
        }
    }

    /// Where a run stands that is too short, or has too many holes, to say it alone.
    private func fitted(_ run: ChirpRun, _ expected: (Double) -> Double?) -> ChirpRun.Stretch? {
        guard let start = run.chirps.first?.chirp.time else { return nil }
        let previous = marks.last.map { $0.coded + start - $0.time }
        guard let moment = previous ?? expected(start), abs(moment) < 1e9 else { return nil }
        return run.stretch(near: Int((moment / SoundCode.chirpSeconds).rounded()))
    }

    private mutating func append(_ stretch: ChirpRun.Stretch, _ run: ChirpRun, _ expected: (Double) -> Double?) {
        let chirps = run.chirps(in: stretch)
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
