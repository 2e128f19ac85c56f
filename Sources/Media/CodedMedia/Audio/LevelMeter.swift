/// Detects silence in audio that should be continuous.
struct LevelMeter: Sendable {
    /// The expected amplitude. No silence is detected before it is known.
    var reference: Float?

    private let windowLength: Int
    private var window = (count: 0, energy: Float(0))
    private var position = 0
    private var silentSince: Int?

    /// Whether the current audio was recognised as code. A dip in it must be deeper to count.
    var isRecognised = false

    /// A quarter of the expected amplitude, −12 dB: codecs smear less than this into a silence and attenuate audio by
    /// less than this.
    private static let share: Float = 0.25
    /// Within a recognised chirp, −24 dB: filters and low bitrates remove some frequencies without losing the chirp.
    private static let recognisedShare: Float = 0.063
    /// Shorter silences are audible as a click at most, and low frequencies cause dips of their own. In milliseconds.
    private static let minimumWindows = 4

    /// - Parameter samplesPerWindow: one millisecond.
    init(samplesPerWindow: Int) {
        windowLength = max(1, samplesPerWindow)
    }

    /// Adds a sample; returns a silence that ends with it.
    mutating func add(_ sample: Float) -> Range<Int>? {
        window.count += 1
        window.energy += sample * sample
        position += 1
        guard window.count == windowLength else { return nil }
        defer { window = (0, 0) }
        guard let reference else { return nil }
        let limit = (isRecognised ? Self.recognisedShare : Self.share) * reference
        // The energy of a sine is half the square of its amplitude.
        if window.energy / Float(windowLength) < limit * limit / 2 {
            if silentSince == nil { silentSince = position - windowLength }
            return nil
        }
        guard let start = silentSince else { return nil }
        silentSince = nil
        let end = position - windowLength
        return end - start >= Self.minimumWindows * windowLength ? start..<end : nil
    }
}
