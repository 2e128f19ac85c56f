package import StudioCore

/// Reports rejected requests without flooding the log: the first one at once, then at most one line a second with a count.
package struct FailureLog: Hashable, Sendable {
    private var last: MediaTime?
    private var count = 0

    private static let interval = MediaTime.seconds(1)

    package init() {}

    /// Counts a rejected request.
    ///
    /// - Returns: the line to log; `nil` for none.
    package mutating func line(_ reason: String, at now: MediaTime) -> String? {
        count += 1
        if let last, now - last < Self.interval { return nil }
        defer { (last, count) = (now, 0) }
        return count == 1 ? "request rejected: \(reason)" : "\(count) requests rejected, the last one: \(reason)"
    }
}
