package import StudioCore

/// Decides when a wait is reported: once after two seconds, then every thirty.
package struct WaitNotices: Hashable, Sendable {
    /// How long a wait lasts before its first report.
    package static let first = MediaTime.seconds(2)
    /// The interval of further reports.
    package static let interval = MediaTime.seconds(30)

    /// When the wait began.
    package let since: MediaTime
    private var next: MediaTime

    /// - Parameter since: when the wait began.
    package init(since: MediaTime) {
        self.since = since
        next = since + Self.first
    }

    /// The time until the next report; zero when it is due.
    package func rest(at now: MediaTime) -> MediaTime { max(.zero, next - now) }

    /// Whether a report is due; each one is due once. Reports that a suspended process has missed are left out.
    package mutating func isDue(at now: MediaTime) -> Bool {
        guard now >= next else { return false }
        while next <= now { next += Self.interval }
        return true
    }
}
