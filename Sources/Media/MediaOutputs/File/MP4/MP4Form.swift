/// The form of an MP4 file at the end of a session. While it is written it is fragmented, so that a killed session
/// leaves a playable file.
public enum MP4Form: String, Hashable, Sendable, CaseIterable {
    /// Rewritten at the end: the index first, no fragments, as editors and browsers expect.
    case ordinary
    /// Left fragmented.
    case fragmented
}
