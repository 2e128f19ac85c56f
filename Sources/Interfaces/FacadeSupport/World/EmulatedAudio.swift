/// What a microphone picks up, or a user shares. For tests; not part of a vendor's SDK.
public struct EmulatedAudio: Hashable, Sendable {
    package let tone: Tone?

    /// Nothing.
    public static let silence = EmulatedAudio(tone: nil)

    /// A continuous tone.
    ///
    /// - Parameters:
    ///   - hertz: the frequency.
    ///   - level: the amplitude as a part of full scale, 0 to 1; below a quarter by default.
    public static func tone(_ hertz: Double, level: Double = 0.2) -> EmulatedAudio {
        EmulatedAudio(tone: Tone(frequency: hertz, level: min(1, max(0, level))))
    }
}
