/// Tells where sound that should be continuous is silent.
struct LevelWatch: Sendable {
    /// The height of the sound as it should be; nothing is silent before it is known.
    var reference: Float?

    private let windowLength: Int
    private var window = (count: 0, energy: Float(0))
    private var position = 0
    private var silentSince: Int?

    /// Whether what comes was recognised as sound of the code: a dip in it must be deeper to count.
    var isRecognised = false

    /// A quarter of what should be there, −12 dB: what codecs smear into a silence is lower, what they take off a sound less.
    private static let share: Float = 0.25
    /// Inside a recognised chirp, −24 dB: filters and low bitrates take some frequencies, and nothing is lost by that.
    private static let recognisedShare: Float = 0.063
    /// Shorter ones are heard as a click at most, and low frequencies make dips of their own. In milliseconds.
    private static let leastWindows = 4

    /// - Parameter samplesPerWindow: one millisecond.
    init(samplesPerWindow: Int) {
        windowLength = max(1, samplesPerWindow)
    }

    /// Takes a sample; returns a silence that ends with it.
    mutating func add(_ sample: Float) -> Range<Int>? {
        window.count += 1
        window.energy += sample * sample
        position += 1
        guard window.count == windowLength else { return nil }
        defer { window = (0, 0) }
        guard let reference else { return nil }
        let limit = (isRecognised ? Self.recognisedShare : Self.share) * reference
        // A sine's energy is half the square of its height.
        if window.energy / Float(windowLength) < limit * limit / 2 {
            if silentSince == nil { silentSince = position - windowLength }
            return nil
        }
        guard let start = silentSince else { return nil }
        silentSince = nil
        let end = position - windowLength
        return end - start >= Self.leastWindows * windowLength ? start..<end : nil
    }
}
