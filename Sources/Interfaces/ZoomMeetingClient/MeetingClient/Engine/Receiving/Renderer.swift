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
        package var onFrame: @Sendable (FrameDescription, ReceivedUnit) -> Void
        /// On the thread of the renderer, before the first frame.
        package var onStatus: @Sendable (_ isOn: Bool) -> Void
        /// On the callback queue: the meeting is over.
        package var onDestroyed: @Sendable () -> Void

        package init(
            onFrame: @escaping @Sendable (FrameDescription, ReceivedUnit) -> Void,
            onStatus: @escaping @Sendable (Bool) -> Void = { _ in },
            onDestroyed: @escaping @Sendable () -> Void = {}
        ) {
            (self.onFrame, self.onStatus, self.onDestroyed) = (onFrame, onStatus, onDestroyed)
        }
    }

    /// What it is subscribed to.
    struct Target: Sendable {
        let video: ReceivedVideo
        let track: Track
    }

    private struct State: Sendable {
        var height = 90
        var target: Target?
        /// Whether the client receives at all: while raw recording is started.
        var isReceiving = true
        var announcer = TrackAnnouncer()
        var isOver = false
        /// Whether the client has been told of the end.
        var isDestroyed = false
        /// The meeting; `nil` after the end: a client may keep its renderers for ever.
        var session: ClientSession?
        var slowness = SlowCallbackCheck()

        /// Whether media of the target is due.
        var isPublished: Bool { target?.track.state.isPublished == true }
    }

    /// The resolutions, in lines.
    package static let heights = [90, 180, 360, 720, 1080]

    private let receiver: Receiver
    private let isFullRange: Bool
    private let gate = ReceiverGate()
    private let events: CallbackQueue
    private let frames = ReplaceableSubscription()
    private let budget = FrameBudget(limit: ClientUnits.maximumFrames + 2)
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

    func subscribe(to track: Track, _ video: ReceivedVideo, isReceiving: Bool) throws(StudioError) {
        _ = unsubscribe()
        let isPublished = state.withLock { state in
            (state.target, state.isReceiving) = (Target(video: video, track: track), isReceiving)
            return state.isPublished
        }
        if isReceiving, isPublished { setStatus(isOn: true) }
        try open()
    }

    /// Ends the frames and the status of what is subscribed to, and waits for a running callback, except inside it.
    ///
    /// - Returns: false when it did not return in time.
    func unsubscribe() -> Bool {
        frames.close()
        let before = state.withLock { state in
            state.announcer = TrackAnnouncer()
            return state.target.take()
        }
        withExtendedLifetime(before) {}
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
        withExtendedLifetime(state.withLock { ($0.target.take(), $0.session.take()) }) {}
    }

    /// The meeting is over; to be called on the callback queue. Waits for a running callback.
    ///
    /// - Returns: false when it did not return in time; the client is notified nevertheless.
    func destroy() -> Bool {
        guard state.withLock({ !exchange(&$0.isOver, with: true) }) else { return true }
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
            let (track, height, session) = state.withLock { state in
                (state.target?.track, state.height, state.isOver ? nil : state.session)
            }
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
            owner?.units.reportExhaustion("\(ClientUnits.maximumFrames) frames of a renderer are referenced")
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
            guard !state.isOver, state.target != nil, !isOn || state.isReceiving else { return false }
            return state.announcer.change(isOn: isOn, at: time)
        }
        if isNew { gate.run(ticket) { receiver.onStatus(isOn) } }
    }

    /// Raw recording was started or ended.
    func setReceiving(_ isReceiving: Bool) {
        let isOn = state.withLock { state in
            state.isReceiving = isReceiving
            return isReceiving && state.isPublished
        }
        if isSubscribed { setStatus(isOn: isOn) }
    }

    /// - Returns: whether the client's callback got the frame.
    private func receive(_ frame: borrowing ReceivedFrame, _ turn: ReplaceableSubscription.Turn) -> Bool {
        let (description, ticket) = (frame.description, gate.ticket)
        let mustAnnounce = state.withLock { state -> Bool? in
            guard !state.isOver, state.isReceiving, state.target != nil else { return nil }
            return state.announcer.frame(at: description.time)
        }
        guard let mustAnnounce else { return false }
        if mustAnnounce { gate.run(ticket) { receiver.onStatus(true) } }
        guard frames.isCurrent(turn) else { return false }
        let (session, video) = state.withLock { ($0.session, $0.target?.video) }
        guard let session, let video else { return false }
        let permission = session.memory.withLock { $0.referencing(video.isShare ? .share : .video) }
        let unit = ReceivedUnit(frame, of: video, permission, session.units.pool)
        guard unit.bytes != nil else { return false }
        let start = ContinuousClock.now
        let hasReached = gate.run(ticket) { receiver.onFrame(description, unit) }
        let duration = ContinuousClock.now - start
        unit.callbackReturned()
        if let warning = state.withLock({ $0.slowness.callbackReturned(after: duration) }) {
            session.units.reporter.warn(warning)
        }
        return hasReached
    }
}
