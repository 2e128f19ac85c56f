package import StudioCore

/// Why a receiver requests a key frame.
package enum KeyFrameReason: Hashable, CaseIterable, Sendable {
    /// A command has started an output, or lets a file go on in another one: it begins with the key frame.
    case start
    /// A peer has connected, or has come back.
    case peer

    /// The shortest time between the latest key frame that was requested, and one for this reason.
    ///
    /// A key frame has many times the bits of other frames. Without a limit, a peer that connects again and again would take
    /// them from the frames of all outputs. Commands are rare, and a recording must not be shorter than it was asked for; ten
    /// a second in all are a limit for scripts that run wild.
    package var interval: MediaTime {
        switch self {
        case .start: .milliseconds(100)
        case .peer: .seconds(1)
        }
    }
}

/// Limits the key frames that receivers request, for the whole program; see ``KeyFrameReason/interval``.
package struct KeyFrameRequests: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        /// Request a key frame from the encoder.
        case request
        /// Call ``due(at:now:)`` at this time.
        case wait(until: MediaTime)
        /// A key frame for earlier requests comes in time.
        case none
    }

    private var latest: MediaTime?
    /// When the key frame is due that was put off. It serves all requests before it.
    private var planned: MediaTime?

    package init() {}

    /// A receiver needs a key frame to start at.
    package mutating func request(_ reason: KeyFrameReason, now: MediaTime) -> Action {
        let earliest = max(now, latest.map { $0 + reason.interval } ?? now)
        if let planned, planned <= earliest { return .none }
        guard earliest > now else {
            (latest, planned) = (now, nil)
            return .request
        }
        planned = earliest
        return .wait(until: earliest)
    }

    /// The time of ``Action/wait(until:)`` has come.
    ///
    /// - Returns: whether to request a key frame; false when an earlier one has served all requests.
    package mutating func due(at time: MediaTime, now: MediaTime) -> Bool {
        guard planned == time else { return false }
        (latest, planned) = (now, nil)
        return true
    }
}
