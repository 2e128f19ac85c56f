/// Which frames a subscriber gets when it is slower than the track.
public struct DeliveryPolicy: Hashable, Sendable {
    /// What happens to a frame that arrives while the subscriber is still busy with an earlier one.
    public enum Backlog: Hashable, Sendable {
        /// It is dropped; the next frame that arrives after the return is delivered.
        case lateDiscard
        /// It waits; at most `limit` frames wait, at least 1.
        case queue(limit: Int)
        /// It waits, and replaces the frame that waited before.
        case newestOnly
    }

    /// What happens to a frame that arrives while the subscriber is busy.
    public var backlog: Backlog
    /// The minimum time between two delivered frames; zero for all frames. If the source has a nominal frame duration, it is
    /// compared in whole frames, so that jitter of the capture times does not lower the rate; otherwise a frame may be 1 ms
    /// early (chosen).
    public var minimumDuration: MediaTime

    /// Creates a policy.
    public init(_ backlog: Backlog, minimumDuration: MediaTime = .zero) {
        self.backlog = backlog
        self.minimumDuration = minimumDuration
    }

    /// Drops frames that arrive while the subscriber is busy.
    public static let lateDiscard = DeliveryPolicy(.lateDiscard)
    /// Keeps the newest frame that arrived while the subscriber was busy.
    public static let newestOnly = DeliveryPolicy(.newestOnly)
    /// Queues up to `limit` frames.
    public static func queue(limit: Int) -> DeliveryPolicy { DeliveryPolicy(.queue(limit: limit)) }
}

/// Why a frame was not delivered.
public enum DropReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The subscriber was busy with an earlier frame.
    case late
    /// The subscriber holds as many frames as its budget permits.
    case outOfBuffers
    /// The frame was published and did not reach the subscription: the meeting reconnected.
    case discontinuity
    /// The conversion was busy with an earlier frame, or the queue was full.
    case overflow
    /// It followed the previous delivered frame too soon.
    case rateLimit
    /// It could not be converted: memory is exhausted, or the size has no layout.
    case conversion
}

/// The delivery of frames to one subscriber. It decides, and performs nothing.
///
/// The owner keeps the waiting frames in order. A waiting frame and the frame of a running call hold a credit each.
package struct DeliveryStateMachine: Sendable {
    package enum State: Hashable, Sendable {
        /// No call is running. Leaves on an accepted offer, and on `close`.
        case idle
        /// A call is running. Leaves on `returned` when no frame waits, and on `close`.
        case busy(waiting: Int)
        /// Final.
        case closed
    }

    package enum Offer: Hashable, Sendable {
        /// Call the subscriber with it.
        case deliver
        /// Keep it behind the waiting frames.
        case wait
        /// Keep it instead of the waiting frame, which is dropped for this reason.
        case replace(DropReason)
        /// Drop it.
        case drop(DropReason)
        /// The subscription was closed; nothing is counted.
        case ignore
    }

    /// A change applies to the next frame; frames that wait stay.
    package var policy: DeliveryPolicy
    package private(set) var state = State.idle
    private var decimator = FrameDecimator()

    package init(_ policy: DeliveryPolicy) {
        self.policy = policy
    }

    /// A frame arrives.
    ///
    /// - Parameters:
    ///   - time: its capture time.
    ///   - frameDuration: the nominal duration of the source's frames; zero if it is unknown.
    ///   - credits: how many more frames the subscriber may hold.
    package mutating func offer(at time: MediaTime, frameDuration: MediaTime = .zero, credits: Int) -> Offer {
        guard state != .closed else { return .ignore }
        let limit = FrameDecimator.Limit(minimum: policy.minimumDuration, frameDuration: frameDuration)
        guard decimator.isDue(at: time, limit) else { return .drop(.rateLimit) }
        let offer = accept(credits: credits)
        switch offer {
        case .deliver, .wait, .replace: decimator.pass(at: time)
        case .drop, .ignore: break
        }
        return offer
    }

    private mutating func accept(credits: Int) -> Offer {
        switch (state, policy.backlog) {
        case (.closed, _):
            return .ignore
        case (.idle, _):
            guard credits > 0 else { return .drop(.outOfBuffers) }
            state = .busy(waiting: 0)
            return .deliver
        case (.busy, .lateDiscard):
            return .drop(.late)
        case (.busy(let waiting), .queue(let limit)):
            guard waiting < max(1, limit) else { return .drop(.overflow) }
            guard credits > 0 else { return .drop(.outOfBuffers) }
            state = .busy(waiting: waiting + 1)
            return .wait
        case (.busy(let waiting), .newestOnly):
            // The new frame takes over the credit of the frame that it replaces.
            if waiting > 0 { return .replace(.late) }
            guard credits > 0 else { return .drop(.outOfBuffers) }
            state = .busy(waiting: 1)
            return .wait
        }
    }

    /// The call returned.
    ///
    /// - Returns: whether the first waiting frame must be delivered now.
    package mutating func returned() -> Bool {
        guard case .busy(let waiting) = state else { return false }
        state = waiting > 0 ? .busy(waiting: waiting - 1) : .idle
        return waiting > 0
    }

    /// The subscription is cancelled: nothing is delivered any more.
    package mutating func close() {
        state = .closed
    }
}
