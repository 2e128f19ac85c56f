/// Where the code should be heard and is not, although nobody said that the sound was silent.
package enum SoundCoverage {
    /// What codecs and single misheard chirps cost is less; in seconds.
    private static let leastLost = 0.2

    /// - Parameters:
    ///   - marks: what was heard, in order.
    ///   - span: when it should have been heard, in seconds.
    ///   - holes: what is known to be silent.
    /// - Returns: stretches without a mark, but for those that holes explain.
    package static func lost(
        _ marks: [SoundSequence.Mark], within span: ClosedRange<Double>, beside holes: [SoundSurvey.Stretch]
    ) -> [SoundSurvey.Stretch] {
        var lost: [SoundSurvey.Stretch] = []
        var heard = span.lowerBound
        var nextHole = 0
        func look(upTo time: Double) {
            // A hole that ends before this stretch concerns none of the later ones.
            while nextHole < holes.count, holes[nextHole].end <= heard { nextHole += 1 }
            let silent = holes[nextHole...].prefix { $0.start < time }
                .reduce(0) { $0 + max(0, min($1.end, time) - max($1.start, heard)) }
            guard time - heard - silent > leastLost else { return }
            lost.append(SoundSurvey.Stretch(start: heard, duration: time - heard))
        }
        for mark in marks where mark.time <= span.upperBound {
            look(upTo: mark.time)
            heard = max(heard, mark.time + SoundCode.chirpSeconds)
        }
        look(upTo: span.upperBound)
        return lost
    }
}

extension SoundSurvey.Stretch {
    /// When it is over, in seconds.
    package var end: Double { start + duration }
}
