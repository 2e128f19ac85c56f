import Dispatch
import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime

/// What stays of a source when it is rendered again: calls stay serial, kept frames stay counted, and each frame is counted
/// once.
final class RenderQueue: Sendable {
    private struct State: Sendable {
        /// The counts of calls, and of subscriptions that have ended.
        var statistics = RenderStatistics()
        var open: [ReplaceableSubscription] = []
    }

    /// Kept frames included, a source has at most this number of frames.
    static let budget = 32

    let delivery: FrameDelivery
    private let state = Lock(State())

    /// - Parameter occupancy: how long each callback takes in the session's time, at least.
    init(_ clock: any StudioClock, occupancy: MediaTime) {
        let queue = CallbackQueue(
            clock: clock, queue: DispatchQueue(label: "psstudio.rendering"),
            onUnservedQueue: Meeting.warnOfUnservedQueue)
        delivery = FrameDelivery(on: queue, FrameBudget(limit: Self.budget), occupancy: { occupancy })
    }

    var queue: CallbackQueue { delivery.queue }

    /// The counts since the source was first rendered.
    var statistics: RenderStatistics {
        state.withLock { state in
            state.open.reduce(into: state.statistics) { $0.add($1.dropped) }
        }
    }

    /// Counts a frame whose call has returned.
    func count(_ reception: RenderReception?) { state.withLock { $0.statistics.count(reception) } }

    /// Counts the drops of a subscription from now on.
    func open(_ subscription: ReplaceableSubscription) { state.withLock { $0.open.append(subscription) } }

    /// Ends a subscription. The frames that wait in it are dropped.
    func end(_ subscription: ReplaceableSubscription) {
        subscription.end()
        let dropped = subscription.dropped
        state.withLock { state in
            guard let place = state.open.firstIndex(where: { $0 === subscription }) else { return }
            state.open.remove(at: place)
            state.statistics.add(dropped)
        }
    }
}
