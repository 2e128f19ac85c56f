import GStreamer
public import StudioCore
import StudioMeeting
package import StudioRuntime

/// Delivers the frames of a track to a subscriber.
///
/// Frames and drop notices are delivered serially, in order, on the subscription's queue. All members may be used from
/// any thread, callbacks included. A slow subscriber loses frames and delays no other.
public final class VideoSubscription: Sendable {
    /// The counts of a subscription: each offered frame is delivered, dropped, or still pending. After
    /// ``VideoSubscription/cancel()``, none is pending.
    public struct Statistics: Hashable, Sendable {
        /// Frames of the track since the subscription began.
        public var offered = 0
        /// Frames whose callback has begun.
        public var delivered = 0
        /// Dropped frames by reason.
        public var dropped: [DropReason: Int] = [:]
        /// Drop notices that were counted and not delivered, because too many were pending.
        public var unreportedDrops = 0
        /// The duration of the longest callback.
        public var longestCall = MediaTime.zero
    }

    /// A frame that was not delivered.
    public struct Drop: Hashable, Sendable {
        /// The number of the first missing frame on its track.
        public let sequence: Int64
        /// The number of missing frames; more than 1 only for a discontinuity.
        public let count: Int
        /// The capture time; of the next frame after a discontinuity.
        public let time: MediaTime
        /// The reason.
        public let reason: DropReason
    }

    /// A frame on its way to a callback: a use of its storage, and one of its credit.
    private struct QueuedFrame: Sendable {
        let description: FrameDescription
        let storage: FrameStorage
        let credit: FrameCredit

        /// Without a callback.
        func discard() {
            storage.endUse()
            credit.endUse()
        }
    }

    /// What waits for the return of a call, in the order of the capture times.
    private enum Waiting: Sendable {
        case frame(QueuedFrame)
        case notice(Drop)
    }

    /// A call that has returned, and counts as running until its end.
    private struct FinishedCall: Hashable, Sendable {
        let began: MediaTime
        let end: MediaTime
    }

    private struct State: Sendable {
        var request: VideoRequest
        var machine: DeliveryStateMachine
        /// Submitted to the queue, in order.
        var ready: [QueuedFrame] = []
        var waiting: [Waiting] = []
        var finishedCall: FinishedCall?
        var statistics = Statistics()
        var pendingNotices = 0
        var isCancelled = false
    }

    private let track: Track
    private let isGuarded: Bool
    private let isWritable: Bool
    private let clock: any StudioClock
    private let delivery: FrameDelivery
    private let conversions: ConversionTable
    private let onFrame: @Sendable (borrowing ReceivedFrame) -> Bool
    private let onDrop: (@Sendable (Drop) -> Void)?
    private let state: Lock<State>

    /// - Parameter onFrame: returns whether a callback of the client got the frame.
    init(
        _ options: VideoSubscriptionOptions, _ delivery: FrameDelivery, to track: Track,
        in conversions: ConversionTable, clock: any StudioClock, onDrop: (@Sendable (Drop) -> Void)?,
        onFrame: @escaping @Sendable (borrowing ReceivedFrame) -> Bool
    ) {
        (self.track, self.conversions, self.clock, self.delivery) = (track, conversions, clock, delivery)
        (isGuarded, isWritable) = (options.isGuarded, options.request.isWritable)
        (self.onFrame, self.onDrop) = (onFrame, onDrop)
        state = Lock(State(request: options.request, machine: DeliveryStateMachine(options.policy)))
    }

    /// The track.
    public var trackID: TrackID { track.id }

    /// The frames that the subscriber may hold.
    public var budget: FrameBudget { delivery.budget }

    /// The form of the frames.
    public var request: VideoRequest { state.withLock { $0.request } }

    /// The current counts.
    public var statistics: Statistics { state.withLock { $0.statistics } }

    /// Whether it was cancelled.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Ends the subscription without waiting: a running callback finishes, none follows. Frames whose callback has not begun
    /// are counted as late, without a notice. May be called inside a callback.
    public func cancel() {
        let before = state.withLock { state -> (isCancelled: Bool, waiting: [Waiting]) in
            let before = (isCancelled: state.isCancelled, waiting: state.waiting)
            let waiting = state.waiting.count { if case .frame = $0 { true } else { false } }
            let pending = waiting + (state.isCancelled ? 0 : state.ready.count)
            if pending > 0 { state.statistics.dropped[.late, default: 0] += pending }
            state.isCancelled = true
            state.machine.close()
            state.waiting = []
            return before
        }
        for case .frame(let queued) in before.waiting { queued.discard() }
        if !before.isCancelled { conversions.remove(self, from: track) }
    }

    // MARK: Changes

    /// Changes which frames a slow subscriber gets, from the next frame on. What waits stays.
    package func change(_ policy: DeliveryPolicy) {
        state.withLock { $0.machine.policy = policy }
    }

    /// Changes the form of the frames, from the next published one on. A running call, what waits and the counts stay.
    package func change(_ body: (inout VideoRequest) -> Void) {
        let before = request
        var request = before
        body(&request)
        if request != before { conversions.move(self, of: track, to: request) }
    }

    /// Called by the owner of the conversions, with the conversion of the request.
    func note(_ request: VideoRequest) {
        state.withLock { $0.request = request }
    }

    // MARK: Offers, on the thread of the conversion

    func offer(_ description: FrameDescription, _ storage: FrameStorage) {
        endFinishedCall()
        let credits = budget.free
        let frameDuration = delivery.frameDuration()
        // Decided and enqueued under the lock, so that frames and notices keep the order of their capture times.
        let (offer, replaced) = state.withLock { state in
            let offer = state.machine.offer(
                at: description.time, frameDuration: frameDuration, credits: credits)
            return (offer, apply(offer, description, storage, &state))
        }
        if offer == .drop(.outOfBuffers) { budget.noteExhaustion() }
        replaced?.endUse()
    }

    /// - Returns: the storage of the frame that was replaced.
    private func apply(
        _ offer: DeliveryStateMachine.Offer, _ description: FrameDescription, _ storage: FrameStorage,
        _ state: inout State
    ) -> FrameStorage? {
        guard offer != .ignore else { return nil }
        state.statistics.offered += 1
        switch offer {
        case .ignore: break
        case .deliver:
            storage.addUse()
            start(QueuedFrame(description: description, storage: storage, credit: budget.credit(clock)), &state)
        case .wait:
            storage.addUse()
            state.waiting.append(
                .frame(QueuedFrame(description: description, storage: storage, credit: budget.credit(clock))))
        case .replace(let reason):
            state.statistics.dropped[reason, default: 0] += 1
            let place = state.waiting.lastIndex { if case .frame = $0 { true } else { false } }
            guard let place, case .frame(let old) = state.waiting.remove(at: place) else { break }
            notify(Drop(old.description, reason), &state)
            storage.addUse()
            state.waiting.append(
                .frame(QueuedFrame(description: description, storage: storage, credit: old.credit)))
            return old.storage
        case .drop(let reason):
            state.statistics.dropped[reason, default: 0] += 1
            notify(Drop(description, reason), &state)
        }
        return nil
    }

    /// Counts frames that did not reach the delivery.
    func drop(_ sequence: Int64, count: Int = 1, at time: MediaTime, _ reason: DropReason) {
        endFinishedCall()
        state.withLock { state in
            guard !state.isCancelled else { return }
            state.statistics.offered += count
            state.statistics.dropped[reason, default: 0] += count
            notify(Drop(sequence: sequence, count: count, time: time, reason: reason), &state)
        }
    }

    /// Enqueues a notice: behind the running call and the waiting frames, which were captured before.
    private func notify(_ drop: Drop, _ state: inout State) {
        // Frames of a minimum duration are not lost.
        guard onDrop != nil, !state.isCancelled, drop.reason != .rateLimit else { return }
        guard state.pendingNotices < delivery.noticeLimit else {
            state.statistics.unreportedDrops += 1
            return
        }
        state.pendingNotices += 1
        if case .busy = state.machine.state { state.waiting.append(.notice(drop)) } else { start(drop) }
    }

    // MARK: Delivery, on the subscription's queue

    /// The closure has one capture, so that it needs no memory.
    private func start(_ queued: QueuedFrame, _ state: inout State) {
        state.ready.append(queued)
        delivery.queue.enqueue { [self] in deliverNext() }
    }

    private func start(_ drop: Drop) {
        delivery.queue.enqueue { [self] in
            let isOpen = state.withLock { state in
                state.pendingNotices -= 1
                return !state.isCancelled
            }
            if isOpen { onDrop?(drop) }
        }
    }

    private func deliverNext() {
        let (queued, isOpen) = state.withLock { state in
            if !state.isCancelled { state.statistics.delivered += 1 }
            return (state.ready.removeFirst(), !state.isCancelled)
        }
        guard isOpen else { return queued.discard() }
        let began = clock.now
        call(queued)
        let call = FinishedCall(began: began, end: max(clock.now, began + delivery.occupancy()))
        state.withLock { state in
            state.statistics.longestCall = max(state.statistics.longestCall, call.end - began)
            state.finishedCall = call
        }
        // With a manual clock the call ends on the thread that advances it, so that a burst of frames in one instant is
        // dropped or delivered in the same way each time.
        if clock is ManualClock || call.end > clock.now {
            // A call that counts as running holds its frame's credit.
            clock.schedule(at: call.end) { [self, credit = queued.credit] in
                end(call)
                credit.endUse()
            }
        } else {
            end(call)
            queued.credit.endUse()
        }
    }

    /// Calls the subscriber, and ends the use of the storage.
    private func call(_ queued: QueuedFrame) {
        defer { queued.storage.endUse() }
        let guarded = isGuarded ? queued.storage.guardedCopy() : nil
        guard let storage = isGuarded ? guarded : queued.storage else {
            let isOpen = state.withLock { state in
                state.statistics.delivered -= 1
                state.statistics.dropped[.conversion, default: 0] += 1
                return !state.isCancelled
            }
            // Its turn has come: earlier notices were delivered, and later ones follow.
            if isOpen { onDrop?(Drop(queued.description, .conversion)) }
            return
        }
        let frame = ReceivedFrame(
            description: queued.description, storage: storage, credit: queued.credit, isWritable: isWritable)
        // An interface discards frames that it must not deliver any more.
        if onFrame(frame) { conversions.received.frames.increment() }
        guarded?.endUse()
    }

    /// A frame that is captured at the very moment of the return is delivered. A call that began at this moment may
    /// still be running on another thread; it ends with its timer.
    private func endFinishedCall() {
        let now = clock.now
        let call = state.withLock { $0.finishedCall }
        if let call, call.began < now, call.end <= now { end(call) }
    }

    private func end(_ call: FinishedCall) {
        state.withLock { state in
            guard state.finishedCall == call else { return }
            state.finishedCall = nil
            let mustContinue = state.machine.returned()
            while case .notice(let drop)? = state.waiting.first {
                state.waiting.removeFirst()
                start(drop)
            }
            guard mustContinue, case .frame(let queued)? = state.waiting.first else { return }
            state.waiting.removeFirst()
            start(queued, &state)
        }
    }
}

extension VideoSubscription.Drop {
    fileprivate init(_ description: FrameDescription, _ reason: DropReason) {
        self.init(sequence: description.sequence, count: 1, time: description.time, reason: reason)
    }
}

/// How a receiver is called. Subscriptions of the same receiver that follow each other have the same one: calls stay serial,
/// and kept frames stay counted.
package struct FrameDelivery: Sendable {
    package let queue: CallbackQueue
    package let budget: FrameBudget
    /// Notices of drops are short; more of them wait only behind a callback that does not return.
    let noticeLimit: Int
    /// How long the call that has just returned took in the session's time, at least.
    let occupancy: @Sendable () -> MediaTime
    /// The nominal duration of the source's frames now; zero if it is unknown.
    package var frameDuration: @Sendable () -> MediaTime

    package init(
        on queue: CallbackQueue, _ budget: FrameBudget, noticeLimit: Int = 256,
        occupancy: @escaping @Sendable () -> MediaTime = { .zero },
        frameDuration: @escaping @Sendable () -> MediaTime = { .zero }
    ) {
        (self.queue, self.budget, self.noticeLimit) = (queue, budget, noticeLimit)
        (self.occupancy, self.frameDuration) = (occupancy, frameDuration)
    }
}
