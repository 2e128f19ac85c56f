/// When a remote track delivers its units: a rate that drifts within a range, and jitter. Repeatable by its seed.
///
/// Received video has 15 to 25 frames a second by default and drifts (chosen: RX-TRACK-003).
public struct TrackPacing: Sendable {
    /// The default range of the frame rate of received video.
    public static let receivedRates = 15.0...25.0

    /// Frames per second; a new rate is drawn each second.
    public let rates: ClosedRange<Double>
    /// The largest deviation of a unit from its deadline, either way.
    public let jitter: MediaTime
    private var random: SeededRandom
    private var deadline = MediaTime.zero
    private var rate: Double
    private var nextChange = MediaTime.seconds(1)
    private var last: MediaTime?

    /// Creates the times of a track.
    ///
    /// - Parameters:
    ///   - rates: frames per second; equal bounds for an exact rate. At least 0.1.
    ///   - jitter: the largest deviation of a unit from its deadline; zero for exact times.
    ///   - seed: equal seeds give equal times.
    public init(rates: ClosedRange<Double>, jitter: MediaTime, seed: UInt64) {
        self.rates = max(0.1, rates.lowerBound)...max(0.1, rates.upperBound)
        self.jitter = MediaTime(nanoseconds: max(0, jitter.nanoseconds))
        random = SeededRandom(seed: seed)
        rate = 0
        rate = Double.random(in: self.rates, using: &random)
    }

    /// The time of the next unit, from 0; times never decrease.
    public mutating func next() -> MediaTime {
        let offset = jitter > .zero ? Int64.random(in: -jitter.nanoseconds...jitter.nanoseconds, using: &random) : 0
        let time = max(last ?? .zero, deadline + MediaTime(nanoseconds: offset))
        last = time
        deadline += .seconds(1 / rate)
        if deadline >= nextChange {
            nextChange += .seconds(1)
            rate = Double.random(in: rates, using: &random)
        }
        return time
    }
}
