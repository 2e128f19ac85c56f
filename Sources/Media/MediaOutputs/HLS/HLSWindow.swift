/// How many segments a playlist lists.
public enum HLSWindow: Hashable, Sendable {
    /// The latest segments: at least this many, and at least three target durations, as the standard requires.
    case latest(Int)
    /// All segments of the session.
    case all

    /// The default: six segments.
    public static let standard = HLSWindow.latest(6)

    /// Parses `all` or a number of segments, at least 1.
    public init?(_ text: String) {
        if text == "all" {
            self = .all
            return
        }
        guard let count = Int(text), (1...100_000).contains(count) else { return nil }
        self = .latest(count)
    }
}
