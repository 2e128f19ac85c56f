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
        var videos: [FrameCallback: VideoSubscription] = [:]
        /// Whether a callback is implemented, once known.
        var reached: [FrameCallback: Bool] = [:]
        /// Raised with each request.
        var generation = 0
        /// The last announced status.
        var isOn: Bool?
        /// Frames that were captured before it belong to the previous publication.
        var offTime = MediaTime.zero
        var isOver = false
        /// Whether nothing is called until the next request.
        var isRevoked = false
        /// Whether the sender stopped meanwhile.
        var missedOff = false
        /// Whether its queue is registered with the meeting.
        var isRegistered = false
        /// Dropped frames of earlier requests.
        var earlierDrops: [DropReason: Int] = [:]
    }

    /// What a subscription uses of its session.
    struct Environment: Sendable {
        let meeting: Meeting
        let tracks: TrackSubscriptions
        let pool: RawDataPool
        let permission: RawDataReferences.Permission
        let isGuarded: Bool
        let occupancy: MediaTime
        /// The serial queue of the callbacks.
        let queue: DispatchQueue
        let onGone: @Sendable (RawDataSubscription) -> Void
    }

    let pipe: RawDataStateMachine.Pipe
    /// The identity of the delegate.
    let subscriber: Int
    let receiver: any RawDataVideoReceiver
    private let environment: Environment
    /// The status and the frames, in order.
    private let events: CallbackQueue
    /// They last longer than a request and a subscription, so that held frames stay counted.
    private let budgets: RawDataBudgets.Frames
    /// Notices of drops are short; more of them wait only behind a callback that does not return.
    private static let mostNotices = 256
    private let state = Lock(State())

    init(
        _ receiver: any RawDataVideoReceiver, subscriber: Int, _ pipe: RawDataStateMachine.Pipe,
        _ environment: Environment, _ budgets: RawDataBudgets.Frames
    ) {
        (self.receiver, self.subscriber, self.pipe, self.environment) = (receiver, subscriber, pipe, environment)
        self.budgets = budgets
        let meeting = environment.meeting
        events = CallbackQueue(
            clock: meeting.clock, queue: environment.queue, onUnservedQueue: Meeting.warnOfUnservedQueue)
    }

    /// Dropped frames by reason.
    var drops: [DropReason: Int] {
        let (videos, earlier) = state.withLock { ($0.videos.values, $0.earlierDrops) }
        return videos.reduce(into: earlier) { $0.merge($1.statistics.dropped) { $0 + $1 } }
    }

    // MARK: Life

    /// Begins, or continues with another request. A running callback finishes.
    func open(_ subscription: RawDataStateMachine.Subscription, isOn: Bool) throws(StudioError) {
        let generation = suspend()
        let (isFirst, missedOff) = state.withLock { state in
            defer { (state.isRegistered, state.isRevoked, state.missedOff) = (true, false, false) }
            return (!state.isRegistered, state.missedOff)
        }
        if isFirst { environment.meeting.register(events) }
        if isOn || missedOff { setStatus(isOn: isOn) }
        // In this order, in which the callbacks of a frame are called.
        try open(.planes, subscription.request, generation)
        try open(.pixels, subscription.pixelRequest, generation)
    }

    private func open(_ callback: FrameCallback, _ request: VideoRequest, _ generation: Int) throws(StudioError) {
        guard state.withLock({ $0.reached[callback] }) != false else { return }
        let budget = budgets[callback]
        var options = VideoSubscriptionOptions(
            request, policy: .newestOnly, budget: budget.limit, queue: environment.queue)
        options.isGuarded = environment.isGuarded
        options.continuity = SuccessiveDelivery(
            queue: events, budget: budget, mostNotices: Self.mostNotices,
            occupancy: { [occupancy = environment.occupancy] in occupancy })
        let user = pipe.user == .none ? environment.meeting.localUser.id : pipe.user
        let video = try environment.tracks.video(
            pipe.kind, of: user, options,
            onDrop: { [self] drop in noteDrop(drop, callback) },
            onFrame: { [self] frame in receive(frame, callback, generation) })
        let unwanted = state.withLock { state -> VideoSubscription? in
            guard !state.isOver, state.generation == generation, state.reached[callback] != false else { return video }
            return state.videos.updateValue(video, forKey: callback)
        }
        if let unwanted { cancel(unwanted) }
    }

    /// Ends the frames, without a status.
    ///
    /// - Returns: the generation of the next request.
    @discardableResult
    private func suspend() -> Int {
        let (videos, generation) = state.withLock { state in
            let videos = state.videos.values
            (state.videos, state.generation) = ([:], state.generation + 1)
            return (videos, state.generation)
        }
        for video in videos { cancel(video) }
        return generation
    }

    private func cancel(_ video: VideoSubscription) {
        video.cancel()
        let drops = video.statistics.dropped
        state.withLock { $0.earlierDrops.merge(drops) { $0 + $1 } }
    }

    /// Ends frames and status until the next request.
    func revoke() {
        state.withLock { $0.isRevoked = true }
        suspend()
    }

    /// Ends without waiting: a running callback finishes, none follows.
    func end() {
        state.withLock { $0.isOver = true }
        suspend()
    }

    // MARK: Callbacks

    /// The sender started or stopped; announced once.
    func setStatus(isOn: Bool) {
        let now = environment.meeting.clock.now
        events.enqueue { [self] in
            guard !receiver.isGone else { return environment.onGone(self) }
            let isNew = state.withLock { state in
                guard !state.isRevoked else {
                    state.missedOff = !isOn
                    return false
                }
                // Without a status, there is nothing to switch off.
                guard !state.isOver, state.isOn ?? false != isOn else { return false }
                state.isOn = isOn
                if !isOn { state.offTime = now }
                return true
            }
            if isNew { receiver.statusChanged(isOn: isOn) }
        }
    }

    private func receive(_ frame: borrowing ReceivedFrame, _ callback: FrameCallback, _ generation: Int) {
        guard !receiver.isGone else { return environment.onGone(self) }
        let description = frame.description
        let mustAnnounce = state.withLock { state -> Bool? in
            let isStale = state.isOn == false && description.time < state.offTime
            guard !state.isOver, state.generation == generation, !isStale else { return nil }
            defer { state.isOn = true }
            return state.isOn != true
        }
        guard let mustAnnounce else { return }
        if mustAnnounce {
            receiver.statusChanged(isOn: true)
            guard state.withLock({ !$0.isOver && $0.generation == generation }) else { return }
        }
        switch callback {
        case .planes:
            let unit = RawDataUnit(
                .frame(pipe, number: description.sequence, time: description.time),
                RawDataFrameMemory(FrameHandle(frame)), environment.permission, environment.pool)
            let isReached = receiver.receive(RawDataFrame(unit: unit, description: description))
            unit.end()
            note(callback, isReached: isReached)
        case .pixels:
            note(callback, isReached: receiver.receive(pixels: frame.keep(file: "onPixelBuffer", line: 0)))
        }
    }

    /// The first frame shows which callbacks are implemented; the others are not converted any more.
    private func note(_ callback: FrameCallback, isReached: Bool) {
        let (unwanted, mustReport) = state.withLock { state -> (VideoSubscription?, Bool) in
            guard state.reached[callback] == nil else { return (nil, false) }
            state.reached[callback] = isReached
            let mustReport = FrameCallback.allCases.allSatisfy { state.reached[$0] == false }
            return (isReached ? nil : state.videos.removeValue(forKey: callback), mustReport)
        }
        unwanted?.cancel()
        guard mustReport else { return }
        environment.pool.report(
            StudioError(
                .rawDataPipeUnreached, "the delegate of \(pipe) implements no callback for frames",
                hint: "implement onRawDataFrameReceived(_:) or onPixelBuffer(_:rotation:)"), false)
    }

    private func noteDrop(_ drop: VideoSubscription.Drop, _ callback: FrameCallback) {
        guard drop.reason == .outOfBuffers else { return }
        let name = RawDataUnit.Name.frame(pipe, number: drop.sequence, time: drop.time)
        environment.pool.reportExhaustion("\(name)", callback == .pixels ? budgets.pixels.leakReport : nil)
    }
}
