import Dispatch
package import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime

/// Receives the frames of one participant at a time. All members may be used from any thread.
package final class Renderer: Sendable {
    /// What the client is notified of.
    package struct Receiver: Sendable {
        /// On the thread of the renderer.
        package var onFrame: @Sendable (FrameDescription, RawUnit) -> Void
        /// On the thread of the renderer, before the first frame.
        package var onStatus: @Sendable (_ isOn: Bool) -> Void
        /// On the callback queue: the meeting is over.
        package var onDestroyed: @Sendable () -> Void

        package init(
            onFrame: @escaping @Sendable (FrameDescription, RawUnit) -> Void,
            onStatus: @escaping @Sendable (Bool) -> Void = { _ in },
            onDestroyed: @escaping @Sendable () -> Void = {}
        ) {
            (self.onFrame, self.onStatus, self.onDestroyed) = (onFrame, onStatus, onDestroyed)
        }
    }

    /// What it is subscribed to.
    struct Target: Hashable, Sendable {
        let user: UserID
        let isShare: Bool
        let track: ObjectIdentifier
    }

    private struct State: Sendable {
        var height = 90
        var target: Target?
        var track: Track?
        /// Whether the client receives at all: while raw recording is started.
        var isReceiving = true
        /// The last announced status.
        var isOn = false
        /// Frames that were captured before it belong to an earlier publication.
        var offTime = MediaTime.zero
        var isOver = false
        /// Whether the client has been told of the end.
        var isDestroyed = false
        /// The meeting; `nil` after the end: a client may keep its renderers for ever.
        var session: ClientSession?
        var slowness = SlowCallbackCheck()
    }

    /// The resolutions, in lines.
    package static let heights = [90, 180, 360, 720, 1080]

    private let receiver: Receiver
    private let isFullRange: Bool
    private let gate = ReceiverGate()
    private let events: CallbackQueue
    private let frames = ReplaceableSubscription()
    private let budget = FrameBudget(limit: RawPool.maximumFrames + 2)
    private let state: Lock<State>

    init(_ receiver: Receiver, in session: ClientSession, isFullRange: Bool) {
        (self.receiver, self.isFullRange) = (receiver, isFullRange)
        state = Lock(State(session: session))
        events = CallbackQueue(
            clock: session.meeting.clock, queue: DispatchQueue(label: "psstudio.renderer"),
            onUnservedQueue: Meeting.warnOfUnservedQueue)
        session.meeting.register(events, of: "a renderer")
    }

    /// The session to which it belongs; `nil` after the end.
    var owner: ClientSession? { state.withLock { $0.session } }

    /// Whether the meeting, or the client, has ended it.
    package var isOver: Bool { state.withLock { $0.isOver } }

    /// Whether the client has been told that the meeting has ended it; false inside that callback.
    var isDestroyed: Bool { state.withLock { $0.isDestroyed } }

    package var isSubscribed: Bool { state.withLock { $0.target != nil } }

    var target: Target? { state.withLock { $0.target } }

    // MARK: Calls; the client has checked them

    func setHeight(_ height: Int) throws(StudioError) {
        state.withLock { $0.height = height }
        if isSubscribed { try open() }
    }

    func subscribe(to track: Track, of user: UserID, isShare: Bool, isReceiving: Bool) throws(StudioError) {
        _ = unsubscribe()
        state.withLock { state in
            state.target = Target(user: user, isShare: isShare, track: ObjectIdentifier(track))
            (state.track, state.isReceiving) = (track, isReceiving)
        }
        if isReceiving, track.state == .on || track.state == .stalled { setStatus(isOn: true) }
        try open()
    }

    /// Ends the frames and the status of what is subscribed to, and waits for a running callback, except inside it.
    ///
    /// - Returns: false when it did not return in time.
    func unsubscribe() -> Bool {
        frames.close()
        state.withLock { state in
            (state.target, state.track, state.isOn, state.offTime) = (nil, nil, false, .zero)
        }
        return gate.clear()
    }

    /// Waits for a running callback, except inside it.
    ///
    /// - Returns: false when it did not return in time.
    func end() -> Bool {
        state.withLock { $0.isOver = true }
        frames.end()
        let hasReturned = gate.close()
        forgetMeeting()
        return hasReturned
    }

    private func forgetMeeting() {
        withExtendedLifetime(
            state.withLock { state in
                state.track = nil
                return state.session.take()
            }
        ) {}
    }

    /// The meeting is over; to be called on the callback queue. Waits for a running callback.
    ///
    /// - Returns: false when it did not return in time; the client is notified nevertheless.
    func destroy() -> Bool {
        guard
            state.withLock({ state in
                !state.isOver
                    ? {
                        state.isOver = true; return true
                    }() : false
            })
        else { return true }
        frames.end()
        let hasReturned = gate.close()
        receiver.onDestroyed()
        state.withLock { $0.isDestroyed = true }
        forgetMeeting()
        return hasReturned
    }

    // MARK: Frames

    private func open() throws(StudioError) {
        try frames.replace { () throws(StudioError) in
            let (track, height, session) = state.withLock { ($0.track, $0.height, $0.isOver ? nil : $0.session) }
            guard let track, let session else { return nil }
            let request = VideoRequest(
                size: .fit(height: height), range: isFullRange ? .full : .limited, isWritable: true)
            return ReplaceableSubscription.Source(
                session.tracks, track, VideoSubscriptionOptions(request, policy: .newestOnly, budget: budget.limit),
                FrameDelivery(on: events, budget),
                onDrop: { [weak self] drop in self?.noteDrop(drop.reason) },
                onFrame: { [weak self] frame, turn in self?.receive(frame, turn) ?? false })
        }
    }

    private func noteDrop(_ reason: DropReason) {
        switch reason {
        case .outOfBuffers:
            owner?.pool.reportExhaustion("\(RawPool.maximumFrames) frames of a renderer are referenced")
        case .late: state.withLock { $0.slowness.frameWasMissed() }
        default: break
        }
    }

    /// The participant publishes or does not any more; announced once.
    func setStatus(isOn: Bool) {
        guard let now = owner?.meeting.clock.now else { return }
        events.enqueue { [weak self] in self?.announce(isOn, at: now) }
    }

    private func announce(_ isOn: Bool, at time: MediaTime) {
        let ticket = gate.ticket
        let isNew = state.withLock { state in
            guard !state.isOver, state.target != nil, state.isOn != isOn, !isOn || state.isReceiving else {
                return false
            }
            state.isOn = isOn
            if !isOn { state.offTime = time }
            return true
        }
        if isNew { gate.run(ticket) { receiver.onStatus(isOn) } }
    }

    /// Raw recording was started or ended.
    func setReceiving(_ isReceiving: Bool) {
        let isOn = state.withLock { state in
            state.isReceiving = isReceiving
            return isReceiving && (state.track?.state == .on || state.track?.state == .stalled)
        }
        if isSubscribed { setStatus(isOn: isOn) }
    }

    /// - Returns: whether the client's callback got the frame.
    private func receive(_ frame: borrowing ReceivedFrame, _ turn: ReplaceableSubscription.Turn) -> Bool {
        let (description, ticket) = (frame.description, gate.ticket)
        let mustAnnounce = state.withLock { state -> Bool? in
            let isStale = !state.isOn && description.time < state.offTime
            guard !state.isOver, state.isReceiving, state.target != nil, !isStale else { return nil }
            return !exchange(&state.isOn, with: true)
        }
        guard let mustAnnounce else { return false }
        if mustAnnounce { gate.run(ticket) { receiver.onStatus(true) } }
        guard frames.isCurrent(turn) else { return false }
        let (session, isShare) = state.withLock { ($0.session, $0.target?.isShare == true) }
        guard let session else { return false }
        let isReferencable = session.memory.isReferencable(isShare ? .share : .video)
        guard let unit = RawUnit(frame, isReferencable: isReferencable, session.pool) else { return false }
        let start = ContinuousClock.now
        let hasReached = gate.run(ticket) { receiver.onFrame(description, unit) }
        let duration = ContinuousClock.now - start
        unit.callbackReturned()
        if let warning = state.withLock({ $0.slowness.callbackReturned(after: duration) }) {
            session.pool.reporter.warn(warning)
        }
        return hasReached
    }
}
