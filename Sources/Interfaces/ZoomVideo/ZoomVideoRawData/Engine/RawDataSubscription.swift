import Dispatch
package import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime

/// Receives the frames and the status of a pipe. Connects a delegate, which it does not retain.
package protocol RawDataVideoReceiver: AnyObject, Sendable {
    /// Whether the client's delegate does not exist any more.
    var isGone: Bool { get }
    /// Called on the queue of the subscription.
    ///
    /// - Returns: whether the delegate implements the callback for planes.
    func receive(_ frame: RawDataFrame) -> Bool
    /// Called on the queue of the subscription, after `receive(_:)` of the same frame, with NV12.
    ///
    /// - Returns: whether the delegate implements the callback for pixel buffers.
    func receive(pixels frame: KeptFrame) -> Bool
    /// Called on the queue of the subscription.
    func statusChanged(isOn: Bool)
}

/// A delegate that is subscribed to a pipe: announces the status before the first frame, and counts references.
///
/// Frames are converted for both callbacks until the first one shows which of them the delegate implements.
final class RawDataSubscription: Sendable {
    /// A callback for frames.
    enum FrameCallback: Hashable, Sendable, CaseIterable {
        case planes
        case pixels
    }

    private struct State: Sendable {
        /// Whether a callback is implemented, once known.
        var reached: [FrameCallback: Bool] = [:]
        var announcer = TrackAnnouncer()
        var isOver = false
        /// Whether nothing is called until the next request.
        var isRevoked = false
        /// Whether the sender stopped meanwhile.
        var missedOff = false
        /// Whether its queue is registered with the meeting.
        var isRegistered = false
    }

    let pipe: RawDataStateMachine.Pipe
    /// The identity of the delegate.
    let subscriber: Int
    let receiver: any RawDataVideoReceiver
    private let joined: RawDataSession.Joined
    private let permission: References.Permission
    private let options: RawDataSession.Options
    private let onGone: @Sendable (RawDataSubscription) -> Void
    /// The status and the frames, in order.
    private let events: CallbackQueue
    private let planes = ReplaceableSubscription()
    private let pixels = ReplaceableSubscription()
    /// They last longer than a request and a subscription, so that held frames stay counted.
    private let budgets: RawDataBudgets.Frames
    private let state = Lock(State())

    /// - Parameters:
    ///   - permission: whether frames of the pipe can be referenced.
    ///   - onGone: called when the delegate is found gone.
    init(
        _ receiver: any RawDataVideoReceiver, subscriber: Int, _ pipe: RawDataStateMachine.Pipe,
        of joined: RawDataSession.Joined, _ permission: References.Permission, _ options: RawDataSession.Options,
        _ budgets: RawDataBudgets.Frames, onGone: @escaping @Sendable (RawDataSubscription) -> Void
    ) {
        (self.receiver, self.subscriber, self.pipe) = (receiver, subscriber, pipe)
        (self.joined, self.permission, self.options) = (joined, permission, options)
        (self.budgets, self.onGone) = (budgets, onGone)
        events = CallbackQueue(
            clock: joined.meeting.clock, queue: options.queue ?? DispatchQueue(label: "psstudio.pipe"),
            onUnservedQueue: Meeting.warnOfUnservedQueue)
    }

    /// Dropped frames by reason.
    var drops: [DropReason: Int] { planes.dropped.merging(pixels.dropped) { $0 + $1 } }

    private func frames(_ callback: FrameCallback) -> ReplaceableSubscription { callback == .planes ? planes : pixels }

    // MARK: Life

    /// Begins, or continues with another request. A running callback finishes.
    func open(_ subscription: RawDataStateMachine.Subscription, isOn: Bool) throws(StudioError) {
        suspend()
        let (isFirst, missedOff) = state.withLock { state in
            defer { (state.isRegistered, state.isRevoked, state.missedOff) = (true, false, false) }
            return (!state.isRegistered, state.missedOff)
        }
        if isFirst { joined.meeting.register(events) }
        if isOn || missedOff { setStatus(isOn: isOn) }
        // In this order, in which the callbacks of a frame are called.
        try open(.planes, subscription.request)
        try open(.pixels, subscription.pixelRequest(options.machine.rows))
    }

    private func open(_ callback: FrameCallback, _ request: VideoRequest) throws(StudioError) {
        try frames(callback).replace { () throws(StudioError) in
            guard state.withLock({ !$0.isRevoked && $0.reached[callback] != false }) else { return nil }
            let budget = budgets[callback]
            var options = VideoSubscriptionOptions(request, policy: .newestOnly, budget: budget.limit)
            options.isGuarded = self.options.isGuarded
            let user = pipe.user == .none ? joined.meeting.localUser.id : pipe.user
            return ReplaceableSubscription.Source(
                joined.tracks, try joined.tracks.track(pipe.kind, of: user), options,
                FrameDelivery(
                    on: events, budget, occupancy: { [occupancy = self.options.occupancy] in occupancy }),
                onDrop: { [self] drop in noteDrop(drop, callback) },
                onFrame: { [self] frame, turn in receive(frame, callback, turn) })
        }
    }

    /// Ends the frames, without a status.
    private func suspend() {
        planes.close()
        pixels.close()
    }

    /// Ends frames and status until the next request.
    func revoke() {
        state.withLock { $0.isRevoked = true }
        suspend()
    }

    /// Ends without waiting: a running callback finishes, none follows.
    func end() {
        state.withLock { $0.isOver = true }
        planes.end()
        pixels.end()
    }

    // MARK: Callbacks

    /// The sender started or stopped; announced once.
    func setStatus(isOn: Bool) {
        let now = joined.meeting.clock.now
        events.enqueue { [self] in
            guard !receiver.isGone else { return onGone(self) }
            let isNew = state.withLock { state in
                guard !state.isRevoked else {
                    state.missedOff = !isOn
                    return false
                }
                return !state.isOver && state.announcer.change(isOn: isOn, at: now)
            }
            if isNew { receiver.statusChanged(isOn: isOn) }
        }
    }

    /// - Returns: whether the callback got the frame.
    private func receive(
        _ frame: borrowing ReceivedFrame, _ callback: FrameCallback, _ turn: ReplaceableSubscription.Turn
    ) -> Bool {
        guard !receiver.isGone else {
            onGone(self)
            return false
        }
        let description = frame.description
        let mustAnnounce = state.withLock { $0.isOver ? nil : $0.announcer.frame(at: description.time) }
        guard let mustAnnounce else { return false }
        if mustAnnounce {
            receiver.statusChanged(isOn: true)
            guard frames(callback).isCurrent(turn) else { return false }
        }
        let isReached: Bool
        switch callback {
        case .planes:
            let unit = ReceivedUnit(frame, of: pipe, permission, joined.pool.units)
            isReached = receiver.receive(RawDataFrame(unit: unit, description: description))
            unit.callbackReturned()
        case .pixels:
            isReached = receiver.receive(pixels: frame.keep(file: "onPixelBuffer", line: 0))
        }
        note(callback, isReached: isReached)
        return isReached
    }

    /// The first frame shows which callbacks are implemented; the others are not converted any more.
    private func note(_ callback: FrameCallback, isReached: Bool) {
        let (isUnwanted, mustReport) = state.withLock { state in
            guard state.reached[callback] == nil else { return (false, false) }
            state.reached[callback] = isReached
            return (!isReached, FrameCallback.allCases.allSatisfy { state.reached[$0] == false })
        }
        if isUnwanted { frames(callback).end() }
        guard mustReport else { return }
        joined.pool.reporter.warn(
            .rawDataPipeUnreached, "the delegate of \(pipe) implements no callback for frames",
            hint: "implement onRawDataFrameReceived(_:) or onPixelBuffer(_:rotation:)")
    }

    private func noteDrop(_ drop: VideoSubscription.Drop, _ callback: FrameCallback) {
        guard drop.reason == .outOfBuffers else { return }
        joined.pool.reportExhaustion(
            .frame(pipe, number: drop.sequence, time: drop.time),
            callback == .pixels ? budgets.pixels.leakReport : nil)
    }
}
