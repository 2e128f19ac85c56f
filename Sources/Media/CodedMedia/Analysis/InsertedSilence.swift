/// Silence in coded audio that was inserted, not put in place of audio: the code continues behind it where it stopped before.
///
/// Encoders insert it when a session is delayed. Where it is frequent, the code between two silences is too short to
/// determine its position, although no audio is missing.
struct InsertedSilence {
    private let silences: [AudioAnalyzer.Stretch]
    private let chirps: [Double]

    /// Codecs smear the edges of each silence, in seconds.
    private static let tolerance = 0.005
    /// By how much equal bits move the time of a delay: twelve chirps, in seconds.
    private static let reach = 12 * ChirpCode.chirpSeconds
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

    /// What the silence between a chirp and the next one may last, in seconds, with the accuracy of each value.
    ///
    /// A chirp that inserted silence cuts is located where its second part would have begun, before the end of that silence. Then
    /// all of it counts. Encoders also fade in the first chirp of a source: then only what precedes the chirp does.
    private func durations(
        between previous: Double, and next: Double
    ) -> [(seconds: Double, tolerance: Double)] {
        let before = duration(within: previous...next)
        let cutting = silences[silences.countOfPrefix { $0.end < next - Self.tolerance }...].first
        guard let cutting, cutting.end > next, cuts(cutting, next) else { return [before] }
        return [before, duration(within: previous...cutting.end)]
    }

    /// Whether a silence covers the beginning of a chirp, or is within its first half: the longer part locates it.
    private func cuts(_ silence: AudioAnalyzer.Stretch, _ chirp: Double) -> Bool {
        silence.start <= chirp + Self.tolerance || silence.end <= chirp + ChirpCode.chirpSeconds / 2
    }

    /// Whether silence between two chirps delays the code by this many seconds.
    ///
    /// When it is as long as whole chirps, the chirps remain even. Only their bits show the delay, and equal bits move its time by
    /// several chirps.
    func explains(delay: Double, between previous: Double, and next: Double) -> Bool {
        if durations(between: previous, and: next).contains(where: { abs($0.seconds - delay) <= $0.tolerance }) {
            return true
        }
        let chirps = (delay / ChirpCode.chirpSeconds).rounded()
        guard chirps > 0, abs(delay - chirps * ChirpCode.chirpSeconds) < Self.tolerance else { return false }
        let silence = duration(within: next - Self.reach...next + Self.reach)
        return abs(silence.seconds - delay) <= silence.tolerance
    }

    /// Whether silence explains the whole distance between two marks, so that all audio between them is there.
    func explains(_ next: ChirpSequence.Mark, after previous: ChirpSequence.Mark) -> Bool {
        guard next.time > previous.time else { return false }
        let silence = durations(between: previous.time, and: next.time).first { silence in
            let audio = next.time - previous.time - silence.seconds
            return silence.seconds > 0 && abs(next.coded - previous.coded - audio) <= silence.tolerance
        }
        guard let silence else { return false }
        let audio = next.time - previous.time - silence.seconds
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
            let previous = marks[count - 1].time
            if silence.explains(delay: -jump.skipped, between: previous, and: jump.time) { return nil }
            let inserted = silence.duration(within: previous...jump.time)
            // Less is not known: a few milliseconds fill up the frame at the seam of a loop.
            guard inserted.seconds > inserted.tolerance else { return jump }
            let repeated = -jump.skipped - inserted.seconds
            return repeated > inserted.tolerance ? Jump(time: jump.time, skipped: -repeated) : nil
        }
    }
}
