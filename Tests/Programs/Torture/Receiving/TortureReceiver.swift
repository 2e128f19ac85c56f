import Glibc
import MediaReceiving
import StudioCore
import StudioRuntime

/// A subscriber of a plan, and its observations.
final class TortureReceiver: Sendable {
    private struct State: Sendable {
        var record = ReceiverRecord()
        var subscription: VideoSubscription?
        var kept: [(frame: KeptFrame, sum: UInt64)] = []
        var lastSequence: Int64 = -1
        var mustCancel = false
        var isCancelled = false
        var isAtRest = false
    }

    private let plan: ReceiverPlan.Subscriber
    private let state = Lock(State())

    init(_ plan: ReceiverPlan.Subscriber, name: String) {
        self.plan = plan
        state.withLock { state in
            state.record.name = name
            state.record.budget = plan.budget
        }
    }

    /// - Returns: false when the participant has left.
    func join(_ subscriptions: TrackSubscriptions, of user: UserID) throws -> Bool {
        var options = VideoSubscriptionOptions(plan.request, policy: plan.policy, budget: plan.budget)
        options.isGuarded = plan.isGuarded
        do throws(StudioError) {
            let subscription = try subscriptions.video(
                plan.kind, of: user, options, onDrop: { [self] in note($0) }
            ) { [self] in receive($0) }
            state.withLock { $0.subscription = subscription }
            return true
        } catch {
            guard error.rule == .receivingUnknownParticipant else { throw error }
            return false
        }
    }

    /// A drop may be reported before an earlier frame, which waits or is being converted.
    private func note(_ drop: VideoSubscription.Drop) {
        state.withLock { state in
            state.record.reportedDrops += drop.count
            if state.isAtRest { state.record.callbacksAfterRest += 1 }
        }
    }

    private func receive(_ frame: borrowing ReceivedFrame) {
        let sequence = frame.description.sequence
        let (subscription, mustCancel) = state.withLock { state in
            state.record.callbacks += 1
            if sequence <= state.lastSequence { state.record.disorder += 1 }
            state.lastSequence = sequence
            if state.isCancelled { state.record.callbacksAfterCancel += 1 }
            if state.isAtRest { state.record.callbacksAfterRest += 1 }
            return (state.subscription, state.mustCancel)
        }
        if let used = subscription?.budget.used {
            state.withLock { $0.record.peakUsed = max($0.record.peakUsed, used) }
        }
        if plan.holds > 0 { keep(frame) }
        if plan.busy > 0 { usleep(plan.busy) }
        if mustCancel { cancel() }
    }

    private func keep(_ frame: borrowing ReceivedFrame) {
        let kept = frame.keep()
        let sum = Self.sum(kept)
        let released = state.withLock { state in
            state.kept.append((kept, sum))
            return state.kept.count > plan.holds ? state.kept.removeFirst() : nil
        }
        if let released { check(released) }
    }

    private func check(_ kept: (frame: KeptFrame, sum: UInt64)) {
        // Subscribers of the same writable request may change a frame; these do not.
        if Self.sum(kept.frame) != kept.sum { state.withLock { $0.record.changedFrames += 1 } }
    }

    private static func sum(_ frame: KeptFrame) -> UInt64 {
        frame.withBytes { bytes in
            stride(from: 0, to: bytes.count, by: 7).reduce(0) { ($0 &* 31) &+ UInt64(bytes[$1]) }
        } ?? 0
    }

    /// Cancels now, or in the next callback.
    func leave() {
        guard plan.cancelsInside else { return cancel() }
        state.withLock { $0.mustCancel = true }
    }

    /// Cancels now; a running callback finishes.
    func cancel() {
        state.withLock { $0.subscription }?.cancel()
        state.withLock { $0.isCancelled = true }
    }

    /// Whether each offered frame was delivered or dropped, or the subscription was cancelled.
    var isSettled: Bool {
        guard let subscription = state.withLock({ $0.subscription }), !subscription.isCancelled else { return true }
        let statistics = subscription.statistics
        return statistics.offered == statistics.delivered + statistics.dropped.values.reduce(0, +)
    }

    /// Takes the counts, after the last callback has returned.
    func count() {
        guard let subscription = state.withLock({ $0.subscription }) else { return }
        let (statistics, budget) = (subscription.statistics, subscription.budget)
        state.withLock { state in
            (state.record.offered, state.record.delivered) = (statistics.offered, statistics.delivered)
            state.record.dropped = statistics.dropped.values.reduce(0, +)
            state.record.highWaterMark = budget.highWaterMark
            state.isAtRest = true
        }
    }

    /// Releases the kept frames, and returns the observations.
    func finish() -> ReceiverRecord {
        let kept = state.withLock { state in
            defer { state.kept = [] }
            return state.kept
        }
        for entry in kept { check(entry) }
        return state.withLock { $0.record }
    }

    /// The frames that are held now.
    var used: Int { state.withLock { $0.subscription }?.budget.used ?? 0 }
}
