/// The volume of the program's audio.
public struct ProgramVolume: Hashable, Sendable {
    /// The accepted factors.
    package static let factors = 0.0...4.0

    /// The factor of the amplitude: 1 leaves the audio as it is.
    public var factor = 1.0
    /// Whether the program is silent.
    public var isMuted = false

    package init() {}

    /// What samples are multiplied with.
    var gain: Double { isMuted ? 0 : factor }
}
