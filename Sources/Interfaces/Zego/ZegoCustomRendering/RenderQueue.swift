import Dispatch
import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime

/// What stays of a source when its subscriptions follow each other: calls stay serial, kept frames stay counted, and each
/// frame is counted once.
final class RenderQueue: Sendable {
    private struct State: Sendable {
        /// The counts of calls, and of subscriptions that were closed.
        var statistics = RenderStatistics()
        var open: [VideoSubscription] = []
    }

    /// Kept frames included, a source has at most this number of frames.
    static let budget = 32

    let queue: CallbackQueue
    let continuity: SuccessiveDelivery
    private let state = Lock(State())

    /// - Parameter occupancy: how long each callback takes in the session's time, at least.
    init(_ clock: any StudioClock, occupancy: MediaTime) {
        queue = CallbackQueue(
            clock: clock, queue: DispatchQueue(label: "psstudio.rendering"),
            onUnservedQueue: Meeting.warnOfUnservedQueue)
        // Drops are counted; nobody is notified of them.
        continuity = SuccessiveDelivery(
            queue: queue, budget: FrameBudget(limit: Self.budget), mostNotices: 0, occupancy: { occupancy })
    }

    /// The counts since the source was first rendered.
    var statistics: RenderStatistics {
        state.withLock { state in
            state.open.reduce(into: state.statistics) { $0.add($1.statistics.dropped) }
        }
    }

    /// Counts a frame whose call has returned.
    func count(_ reception: RenderReception?) { state.withLock { $0.statistics.count(reception) } }

    /// Counts a frame whose call had not begun when its source ended or got another track.
    func countLate() { state.withLock { $0.statistics.add([.late: 1]) } }

    /// Counts the drops of a subscription from now on.
    func open(_ subscription: VideoSubscription) { state.withLock { $0.open.append(subscription) } }

    /// Cancels a subscription. The frames that wait in it are dropped.
    func close(_ subscription: VideoSubscription) {
        subscription.cancel()
        state.withLock { state in
            guard let place = state.open.firstIndex(where: { $0 === subscription }) else { return }
            state.open.remove(at: place)
            state.statistics.add(subscription.statistics.dropped)
        }
    }
}
