/// Finds where the code is missing in audio that is not silent.
package enum AudioCoverage {
    /// Codecs and single misdetected chirps cause shorter gaps; in seconds.
    private static let minLost = 0.2

    /// - Parameters:
    ///   - marks: the detected chirps, in order.
    ///   - span: the time range that should contain code, in seconds.
    ///   - silences: known silences.
    ///   - chirps: the times of all detected chirps, in order, also of those without a known position.
    /// - Returns: ranges without a mark that no silence explains.
    package static func lost(
        _ marks: [ChirpSequence.Mark], within span: ClosedRange<Double>, beside silences: [AudioAnalyzer.Stretch],
        chirps: [Double] = []
    ) -> [AudioAnalyzer.Stretch] {
        let inserted = InsertedSilence(silences, chirps: chirps)
        // A session begins with the first coded time.
        var previous = ChirpSequence.Mark(time: span.lowerBound, coded: 0)
        var lost: [AudioAnalyzer.Stretch] = []
        var covered = span.lowerBound
        var nextSilence = 0
        func look(upTo time: Double) {
            // A silence that ends before this range does not affect later ones.
            while nextSilence < silences.count, silences[nextSilence].end <= covered { nextSilence += 1 }
            let silent = silences[nextSilence...].prefix { $0.start < time }
                .reduce(0) { $0 + max(0, min($1.end, time) - max($1.start, covered)) }
            guard time - covered - silent > minLost else { return }
            lost.append(AudioAnalyzer.Stretch(start: covered, duration: time - covered))
        }
        for mark in marks where mark.time <= span.upperBound {
            if mark.time - covered <= minLost || !inserted.explains(mark, after: previous) { look(upTo: mark.time) }
            previous = mark
            covered = max(covered, mark.time + ChirpCode.chirpSeconds)
        }
        look(upTo: span.upperBound)
        return lost
    }
}

extension AudioAnalyzer.Stretch {
    /// The end, in seconds.
    package var end: Double { start + duration }
}
