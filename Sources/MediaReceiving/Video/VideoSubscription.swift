import GStreamer
public import StudioCore
import StudioMeeting
import StudioRuntime

/// Delivers the frames of a track to a subscriber.
///
/// Frames and drop notices are delivered serially, in order, on the subscription's queue. All members may be used from
/// any thread, callbacks included. A slow subscriber loses frames and delays nobody.
public final class VideoSubscription: Sendable {
    /// The counts of a subscription: each offered frame is delivered, dropped, or still pending.
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

        package init(sequence: Int64, count: Int, time: MediaTime, reason: DropReason) {
            (self.sequence, self.count, self.time, self.reason) = (sequence, count, time, reason)
        }
    }

    private struct Delivery: Sendable {
        let description: FrameDescription
        let storage: FrameStorage
        let credit: FrameCredit
    }

    private struct State: Sendable {
        var machine: DeliveryStateMachine
        var waiting: [Delivery] = []
        var statistics = Statistics()
        var pendingNotices = 0
        var isCancelled = false
    }

    /// The callbacks of a subscription.
    struct Callbacks: Sendable {
        let onFrame: @Sendable (borrowing ReceivedFrame) -> Void
        let onDrop: (@Sendable (Drop) -> Void)?
        let onCancel: @Sendable (VideoSubscription) -> Void
    }

    /// The form of the frames.
    public let request: VideoRequest
    /// The track.
    public let trackID: TrackID
    /// The frames that the subscriber may hold.
    public let budget: FrameBudget
    private let isGuarded: Bool
    private let occupancy: MediaTime
    private let clock: any StudioClock
    private let queue: CallbackQueue
    private let callbacks: Callbacks
    private let state: Lock<State>

    /// Notices of drops are short; more of them wait only behind a callback that does not return.
    private static let mostNotices = 256

    init(
        _ options: VideoSubscriptionOptions, track: TrackID, clock: any StudioClock, queue: CallbackQueue,
        callbacks: Callbacks
    ) {
        request = options.request
        trackID = track
        budget = FrameBudget(limit: options.budget)
        isGuarded = options.isGuarded
        occupancy = options.occupancy
        self.clock = clock
        self.queue = queue
        self.callbacks = callbacks
        state = Lock(State(machine: DeliveryStateMachine(options.policy)))
    }

    /// The current counts.
    public var statistics: Statistics { state.withLock { $0.statistics } }

    /// Whether it was cancelled.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Ends the subscription without waiting: a running callback finishes, none follows. May be called inside a
    /// callback.
    public func cancel() {
        let (isFirst, waiting) = state.withLock { state in
            defer {
                state.isCancelled = true
                state.machine.close()
                state.waiting = []
            }
            return (!state.isCancelled, state.waiting)
        }
        withExtendedLifetime(waiting) {}
        if isFirst { callbacks.onCancel(self) }
    }

    // MARK: Offers, on the thread of the conversion

    func offer(_ description: FrameDescription, _ storage: FrameStorage) {
        let credits = budget.free
        let credit = credits > 0 ? FrameCredit(budget, clock: clock) : nil
        let (offer, replaced) = state.withLock { state in
            apply(state.machine.offer(at: description.time, credits: credits), description, storage, credit, &state)
        }
        switch offer {
        case .deliver:
            if let credit { start(Delivery(description: description, storage: storage, credit: credit)) }
        case .wait, .ignore: break
        case .replace(let reason):
            if let replaced {
                let frame = replaced.description
                notify(Drop(sequence: frame.sequence, count: 1, time: frame.time, reason: reason))
            }
        case .drop(let reason):
            if reason == .outOfBuffers { budget.noteExhaustion() }
            notify(Drop(sequence: description.sequence, count: 1, time: description.time, reason: reason))
        }
    }

    private func apply(
        _ offer: DeliveryStateMachine.Offer, _ description: FrameDescription, _ storage: FrameStorage,
        _ credit: FrameCredit?, _ state: inout State
    ) -> (DeliveryStateMachine.Offer, Delivery?) {
        guard offer != .ignore else { return (offer, nil) }
        state.statistics.offered += 1
        switch offer {
        case .deliver, .ignore: break
        case .wait:
            if let credit {
                state.waiting.append(Delivery(description: description, storage: storage, credit: credit))
            }
        case .replace(let reason):
            state.statistics.dropped[reason, default: 0] += 1
            guard let old = state.waiting.popLast() else { break }
            state.waiting.append(Delivery(description: description, storage: storage, credit: old.credit))
            return (offer, old)
        case .drop(let reason): state.statistics.dropped[reason, default: 0] += 1
        }
        return (offer, nil)
    }

    /// Counts frames that did not reach the delivery.
    func drop(_ sequence: Int64, count: Int = 1, at time: MediaTime, _ reason: DropReason) {
        let isOpen = state.withLock { state in
            guard !state.isCancelled else { return false }
            state.statistics.offered += count
            state.statistics.dropped[reason, default: 0] += count
            return true
        }
        if isOpen { notify(Drop(sequence: sequence, count: count, time: time, reason: reason)) }
    }

    private func notify(_ drop: Drop) {
        guard let onDrop = callbacks.onDrop else { return }
        let isAccepted = state.withLock { state in
            guard !state.isCancelled else { return false }
            guard state.pendingNotices < Self.mostNotices else {
                state.statistics.unreportedDrops += 1
                return false
            }
            state.pendingNotices += 1
            return true
        }
        guard isAccepted else { return }
        queue.enqueue { [self] in
            let isOpen = state.withLock { state in
                state.pendingNotices -= 1
                return !state.isCancelled
            }
            if isOpen { onDrop(drop) }
        }
    }

    // MARK: Delivery, on the subscription's queue

    private func start(_ delivery: Delivery) {
        queue.enqueue { [self] in deliver(delivery) }
    }

    private func deliver(_ delivery: Delivery) {
        let isOpen = state.withLock { state in
            if !state.isCancelled { state.statistics.delivered += 1 }
            return !state.isCancelled
        }
        guard isOpen else { return }
        let began = clock.now
        let storage = isGuarded ? delivery.storage.guardedCopy() : delivery.storage
        if let storage {
            let frame = ReceivedFrame(
                description: delivery.description, storage: storage, credit: delivery.credit,
                isWritable: request.isWritable)
            callbacks.onFrame(frame)
        } else {
            state.withLock { state in
                state.statistics.delivered -= 1
                state.statistics.dropped[.conversion, default: 0] += 1
            }
        }
        let end = max(clock.now, began + occupancy)
        state.withLock { $0.statistics.longestCall = max($0.statistics.longestCall, end - began) }
        // With a manual clock the call ends on the thread that advances it, so that a burst of frames in one instant is
        // dropped or delivered in the same way each time.
        if clock is ManualClock || end > clock.now {
            clock.schedule(at: end) { [self] in returned() }
        } else {
            returned()
        }
    }

    private func returned() {
        let next = state.withLock { state -> Delivery? in
            guard state.machine.returned(), !state.waiting.isEmpty else { return nil }
            return state.waiting.removeFirst()
        }
        if let next { start(next) }
    }
}
