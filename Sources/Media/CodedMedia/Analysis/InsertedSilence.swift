/// Silence in coded audio that was inserted, not put in place of audio: the code continues behind it where it stopped before.
///
/// Encoders insert it when a session is delayed. Where it is frequent, the code between two silences is too short to
/// determine its position, although no audio is missing.
struct InsertedSilence {
    private let silences: [AudioAnalyzer.Stretch]
    private let chirps: [Double]

    /// Codecs smear the edges of each silence, in seconds.
    private static let tolerance = 0.005
    /// The share of the audio between two marks in which chirps must be detected.
    private static let minDetected = 0.5

    /// - Parameters:
    ///   - silences: in order.
    ///   - chirps: the times of all detected chirps, in order, also of those without a known position.
    init(_ silences: [AudioAnalyzer.Stretch], chirps: [Double]) {
        (self.silences, self.chirps) = (silences, chirps)
    }

    /// The silence within a range, in seconds, and the accuracy of that value.
    func duration(within range: ClosedRange<Double>) -> (seconds: Double, tolerance: Double) {
        let (first, last) = (range.lowerBound, range.upperBound)
        let inside = silences[silences.countOfPrefix { $0.end <= first }...].prefix { $0.start < last }
        let seconds = inside.reduce(0) { $0 + min($1.end, last) - max($1.start, first) }
        return (seconds, Double(inside.count) * Self.tolerance)
    }

    /// Whether silence explains the whole distance between two marks, so that all audio between them is there.
    func explains(_ next: ChirpSequence.Mark, after previous: ChirpSequence.Mark) -> Bool {
        guard next.time > previous.time else { return false }
        let silence = duration(within: previous.time...next.time)
        let audio = next.time - previous.time - silence.seconds
        guard silence.seconds > 0, abs(next.coded - previous.coded - audio) <= silence.tolerance else { return false }
        let count = chirps.countOfPrefix { $0 < next.time } - chirps.countOfPrefix { $0 <= previous.time }
        return Double(count) * ChirpCode.chirpSeconds >= audio * Self.minDetected
    }
}

extension ChirpSequence {
    /// The discontinuities, without those of inserted silence: it delays what follows, and repeats nothing.
    ///
    /// - Parameter silences: in order.
    package func jumps(beside silences: [AudioAnalyzer.Stretch]) -> [Jump] {
        let silence = InsertedSilence(silences, chirps: [])
        return jumps.compactMap { jump in
            let count = marks.countOfPrefix { $0.time < jump.time }
            guard jump.skipped < 0, count > 0 else { return jump }
            let inserted = silence.duration(within: marks[count - 1].time...jump.time)
            // Less is not known: a few milliseconds fill up the frame at the seam of a loop.
            guard inserted.seconds > inserted.tolerance else { return jump }
            let repeated = -jump.skipped - inserted.seconds
            return repeated > inserted.tolerance ? Jump(time: jump.time, skipped: -repeated) : nil
        }
    }
}
