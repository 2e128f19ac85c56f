import StudioRuntime

/// What the conversion of a source to the frame rate of the program did.
struct RateCounts: Hashable, Sendable {
    /// Frames of the source that were not sent, because a later one was due in the same interval.
    var skipped = 0
    /// How often a frame was sent again, because none was due in an interval.
    var repeated = 0

    static func + (left: RateCounts, right: RateCounts) -> RateCounts {
        RateCounts(skipped: left.skipped + right.skipped, repeated: left.repeated + right.repeated)
    }

    /// A note for the user; `nil` when each frame was sent once.
    func note(_ name: String) -> String? {
        func frames(_ count: Int) -> String { count == 1 ? "1 frame" : "\(count) frames" }
        var parts: [String] = []
        if skipped > 0 { parts.append("\(frames(skipped)) of it \(skipped == 1 ? "was" : "were") not sent") }
        if repeated > 0 { parts.append("\(frames(repeated)) \(repeated == 1 ? "was" : "were") repeated") }
        guard !parts.isEmpty else { return nil }
        return "'\(name)': \(parts.joined(separator: ", and ")), because of the intervals between its frames"
    }
}

/// Counts while a source is read; read from any thread.
final class RateCounter: Sendable {
    private let state = Lock(RateCounts())

    var counts: RateCounts { state.withLock { $0 } }
    func skip(_ count: Int = 1) { state.withLock { $0.skipped += count } }
    func countRepeat() { state.withLock { $0.repeated += 1 } }
}
