package import StudioCore
import StudioRuntime

/// The video or the share of a user.
package struct ReceivedVideo: Hashable, Sendable, CustomStringConvertible {
    /// `none` for the local user, whose ID changes.
    package let user: UserID
    package let isShare: Bool

    package init(user: UserID, isShare: Bool) {
        (self.user, self.isShare) = (user, isShare)
    }

    package var kind: TrackKind { isShare ? .shareVideo : .camera }

    /// `the video of user 16778240`.
    package var description: String {
        "the \(isShare ? "share" : "video") of \(user == .none ? "the local user" : "user \(user)")"
    }
}

extension TrackState {
    /// Whether media is due.
    package var isPublished: Bool { self == .on || self == .stalled }
}

extension TrackEvent {
    /// The video that is published from now on, or not any more; `nil` for other events, and while it is stalled.
    package var announcement: (video: ReceivedVideo, isOn: Bool)? {
        guard case .state(let state) = change, track.kind.isVideo, state != .stalled else { return nil }
        return (ReceivedVideo(user: track.participant, isShare: track.kind == .shareVideo), state == .on)
    }
}

/// Whether a receiver is notified that its sender publishes: once before the first frame of each publication, and once
/// after it. Decides, performs nothing.
package struct TrackAnnouncer: Hashable, Sendable {
    /// What was announced last.
    package private(set) var isOn = false
    /// Frames that were captured before it belong to an earlier publication.
    private var offTime = MediaTime.zero

    package init() {}

    /// The sender has started or stopped.
    ///
    /// - Returns: whether it is announced. Without a start, there is nothing to switch off.
    package mutating func change(isOn: Bool, at time: MediaTime) -> Bool {
        guard self.isOn != isOn else { return false }
        self.isOn = isOn
        if !isOn { offTime = time }
        return true
    }

    /// A frame was captured at `time`.
    ///
    /// - Returns: whether the start is announced before it; `nil` for a frame of an earlier publication.
    package mutating func frame(at time: MediaTime) -> Bool? {
        guard isOn || time >= offTime else { return nil }
        return !exchange(&isOn, with: true)
    }
}
