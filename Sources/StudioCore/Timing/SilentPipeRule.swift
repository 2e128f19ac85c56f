/// Decides when a live audio pipe that delivers nothing is replaced by silence.
///
/// Only while the video goes on: a program that writes both and pauses would otherwise lose the sync of its tracks.
package struct SilentPipeRule: Sendable {
    /// How long a pipe may deliver nothing behind the moment at which its next block was due.
    package static let patience = MediaTime.milliseconds(500)
    /// How long a pipe may take to deliver its first bytes. Longer, because a program that starts slowly belongs to the session's
    /// beginning.
    package static let firstPatience = MediaTime.seconds(5)
    /// The video goes on when something of it came within this time.
    package static let videoInterval = MediaTime.milliseconds(250)

    private let hasDelivered: Bool
    private let since: MediaTime
    private var lastVideo: MediaTime?

    /// - Parameters:
    ///   - since: when the wait for the pipe began.
    ///   - hasDelivered: whether anything ever came out of it.
    package init(since: MediaTime, hasDelivered: Bool) {
        self.since = since
        self.hasDelivered = hasDelivered
    }

    /// Some video came, or waits to be taken.
    package mutating func videoCame(at time: MediaTime) { lastVideo = time }

    package func isSilent(at now: MediaTime) -> Bool {
        guard let lastVideo, now - lastVideo <= Self.videoInterval else { return false }
        return now - since >= (hasDelivered ? Self.patience : Self.firstPatience)
    }
}
