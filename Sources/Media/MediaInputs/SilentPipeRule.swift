package import StudioCore

/// Decides when a live audio pipe that delivers nothing is replaced by silence.
///
/// It applies only while video continues: a program that writes both tracks and pauses would otherwise lose their sync.
package struct SilentPipeRule: Sendable {
    /// How long a pipe may deliver nothing after its next block was due.
    package static let timeout = MediaTime.milliseconds(500)
    /// How long a pipe may take to deliver its first bytes. It is longer, because a slowly starting program is part of
    /// the start of the session.
    package static let firstTimeout = MediaTime.seconds(5)
    /// The video counts as continuing if it delivered within this time.
    package static let videoInterval = MediaTime.milliseconds(250)

    private let hasDelivered: Bool
    private let since: MediaTime
    private var lastVideo: MediaTime?

    /// - Parameters:
    ///   - since: when the wait for the pipe started.
    ///   - hasDelivered: whether the pipe has delivered any bytes.
    package init(since: MediaTime, hasDelivered: Bool) {
        self.since = since
        self.hasDelivered = hasDelivered
    }

    /// Video arrived or is queued.
    package mutating func videoCame(at time: MediaTime) { lastVideo = time }

    package func isSilent(at now: MediaTime) -> Bool {
        guard let lastVideo, now - lastVideo <= Self.videoInterval else { return false }
        return now - since >= (hasDelivered ? Self.timeout : Self.firstTimeout)
    }
}
