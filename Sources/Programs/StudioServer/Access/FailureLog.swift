package import StudioCore

/// Reports rejected requests, or closed connections, without flooding the log: the first one at once, then at most one line a second with
/// a count.
package struct FailureLog: Hashable, Sendable {
    private var last: MediaTime?
    private var count = 0

    private let noun: String
    private let verb: String

    private static let interval = MediaTime.seconds(1)

    /// - Parameters:
    ///   - noun: what is counted, in the singular.
    ///   - verb: what happened to it.
    package init(of noun: String = "request", _ verb: String = "rejected") {
        (self.noun, self.verb) = (noun, verb)
    }

    /// Counts a rejected request.
    ///
    /// - Returns: the line to log; `nil` for none.
    package mutating func line(_ reason: String, at now: MediaTime) -> String? {
        count += 1
        if let last, now - last < Self.interval { return nil }
        defer { (last, count) = (now, 0) }
        return count == 1 ? "\(noun) \(verb): \(reason)" : "\(count) \(noun)s \(verb), the last one: \(reason)"
    }
}
