package import StudioCore

/// Limits the key frames that receivers request: at most one per ``interval`` for the whole program.
///
/// A key frame has many times the bits of other frames. Without a limit, a peer that connects again and again would take
/// them from the frames of all outputs.
package struct KeyFrameRequests: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        /// Request a key frame from the encoder.
        case request
        /// Call ``due(now:)`` at this time.
        case wait(until: MediaTime)
        /// A key frame for earlier requests is due already.
        case none
    }

    package static let interval = MediaTime.seconds(1)

    private var latest: MediaTime?
    private var isWaiting = false

    package init() {}

    /// A receiver needs a key frame to start at.
    package mutating func request(now: MediaTime) -> Action {
        if isWaiting { return .none }
        if let latest, now < latest + Self.interval {
            isWaiting = true
            return .wait(until: latest + Self.interval)
        }
        latest = now
        return .request
    }

    /// The key frame that was put off is due.
    package mutating func due(now: MediaTime) {
        isWaiting = false
        latest = now
    }
}
