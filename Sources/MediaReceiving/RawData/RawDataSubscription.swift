import Dispatch
import StudioCore
import StudioMeeting
import StudioRuntime

/// Receives the frames and the status of a pipe. Connects a delegate, which it does not retain.
package protocol RawDataVideoReceiver: AnyObject, Sendable {
    /// Whether the client's delegate does not exist any more.
    var isGone: Bool { get }
    /// Called on the queue of the subscription.
    ///
    /// - Returns: whether the delegate implements a callback for frames.
    func receive(_ frame: RawDataFrame) -> Bool
    /// Called on the queue of the subscription.
    func statusChanged(isOn: Bool)
}

/// A delegate that is subscribed to a pipe: announces the status before the first frame, and counts references.
final class RawDataSubscription: Sendable {
    private struct State: Sendable {
        var video: VideoSubscription?
        /// Raised with each request.
        var generation = 0
        /// The last announced status.
        var isOn: Bool?
        /// Frames that were captured before it belong to the previous publication.
        var offTime = MediaTime.zero
        var isUnreachedReported = false
        var isOver = false
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
        let budget: Int
        /// The serial queue of the callbacks.
        let queue: DispatchQueue
        let onGone: @Sendable (RawDataSubscription) -> Void
    }

    let pipe: RawDataStateMachine.Pipe
    /// The identity of the delegate.
    let subscriber: Int
    let receiver: any RawDataVideoReceiver
    private let environment: Environment
    private let events: CallbackQueue
    private let state = Lock(State())

    init(
        _ receiver: any RawDataVideoReceiver, subscriber: Int, _ pipe: RawDataStateMachine.Pipe,
        _ environment: Environment
    ) {
        (self.receiver, self.subscriber, self.pipe, self.environment) = (receiver, subscriber, pipe, environment)
        let meeting = environment.meeting
        events = CallbackQueue(
            clock: meeting.clock, queue: environment.queue, onUnservedQueue: Meeting.warnOfUnservedQueue)
    }

    /// Dropped frames by reason.
    var drops: [DropReason: Int] {
        let (video, earlier) = state.withLock { ($0.video, $0.earlierDrops) }
        return earlier.merging(video?.statistics.dropped ?? [:]) { $0 + $1 }
    }

    // MARK: Life

    /// Begins, or continues with another request. A running callback finishes.
    func open(_ request: VideoRequest, isOn: Bool) throws(StudioError) {
        suspend()
        let generation = state.withLock { $0.generation }
        if generation == 1 { environment.meeting.register(events) }
        if isOn { setStatus(isOn: true) }
        var options = VideoSubscriptionOptions(
            request, policy: .newestOnly, budget: environment.budget, queue: environment.queue)
        options.isGuarded = environment.isGuarded
        let (pool, pipe) = (environment.pool, pipe)
        let user = pipe.user == .none ? environment.meeting.localUser.id : pipe.user
        let video = try environment.tracks.video(
            pipe.kind, of: user, options,
            onDrop: { drop in
                guard drop.reason == .outOfBuffers else { return }
                pool.reportExhaustion(
                    "\(RawDataUnit.Name.frame(pipe, number: drop.sequence, time: drop.time))")
            },
            onFrame: { [self] frame in receive(frame, generation) })
        let isCurrent = state.withLock { state in
            guard !state.isOver, state.generation == generation else { return false }
            state.video = video
            return true
        }
        if !isCurrent { video.cancel() }
    }

    /// Ends the frames, without a status.
    func suspend() {
        let video = state.withLock { state in
            defer { (state.video, state.generation) = (nil, state.generation + 1) }
            return state.video
        }
        guard let video else { return }
        video.cancel()
        let drops = video.statistics.dropped
        state.withLock { $0.earlierDrops.merge(drops) { $0 + $1 } }
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
                // Without a status, there is nothing to switch off.
                guard !state.isOver, state.isOn ?? false != isOn else { return false }
                state.isOn = isOn
                if !isOn { state.offTime = now }
                return true
            }
            if isNew { receiver.statusChanged(isOn: isOn) }
        }
    }

    private func receive(_ frame: borrowing ReceivedFrame, _ generation: Int) {
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
        let unit = RawDataUnit(
            .frame(pipe, number: description.sequence, time: description.time),
            RawDataFrameMemory(FrameHandle(frame)), environment.permission, environment.pool)
        let isReached = receiver.receive(RawDataFrame(unit: unit, description: description))
        unit.end()
        if !isReached { reportUnreached() }
    }

    private func reportUnreached() {
        let isFirst = state.withLock { state in
            defer { state.isUnreachedReported = true }
            return !state.isUnreachedReported
        }
        guard isFirst else { return }
        environment.pool.report(
            StudioError(
                .rawDataPipeUnreached, "the delegate of \(pipe) implements no callback for frames",
                hint: "implement onRawDataFrameReceived(_:)"), false)
    }
}
