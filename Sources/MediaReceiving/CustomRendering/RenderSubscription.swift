import GStreamer
import StudioCore
import StudioMeeting
import StudioRuntime

/// Delivers the frames of one source to the handler, as long as it is not ended.
///
/// The source may have no track for a while: a played stream that nobody publishes. It has conversions of its own, so that
/// writes of the app reach nobody else.
final class RenderSubscription: Sendable {
    /// A subscription with the object that removes it from its track.
    private struct Opened: Sendable {
        let subscriptions: TrackSubscriptions
        let subscription: VideoSubscription

        func cancel() { subscription.cancel() }
    }

    private struct State: Sendable {
        var track: Track?
        var opened: Opened?
        /// Raised with each track.
        var generation = 0
        var statistics = RenderStatistics()
        var isOver = false

        /// Removes the subscription, and keeps its counts.
        mutating func close() -> Opened? {
            defer { opened = nil }
            if let opened { statistics.add(opened.subscription.statistics.dropped) }
            return opened
        }
    }

    let source: RenderSource
    private let options: VideoSubscriptionOptions
    private let receive: @Sendable (borrowing ReceivedFrame, RenderSource) -> RenderReception?
    private let state = Lock(State())

    /// - Parameter receive: passes a frame to the handler; `nil` without one.
    init(
        _ source: RenderSource, _ options: VideoSubscriptionOptions,
        _ receive: @escaping @Sendable (borrowing ReceivedFrame, RenderSource) -> RenderReception?
    ) {
        (self.source, self.options, self.receive) = (source, options, receive)
    }

    var statistics: RenderStatistics {
        let (statistics, opened) = state.withLock { ($0.statistics, $0.opened) }
        var result = statistics
        if let opened { result.add(opened.subscription.statistics.dropped) }
        return result
    }

    /// Delivers the frames of a track from now on; `nil` for none.
    ///
    /// - Returns: why the track cannot be subscribed to.
    func attach(_ track: Track?, in meeting: Meeting) -> StudioError? {
        let (before, generation) = state.withLock { state -> (Opened?, Int?) in
            guard !state.isOver, state.track !== track else { return (nil, nil) }
            state.track = track
            state.generation += 1
            return (state.close(), state.generation)
        }
        before?.cancel()
        guard let generation, let track else { return nil }
        do throws(StudioError) {
            let subscriptions = TrackSubscriptions(in: meeting)
            let subscription = try subscriptions.video(track, options) { [weak self] frame in
                self?.deliver(frame, generation)
            }
            let opened = Opened(subscriptions: subscriptions, subscription: subscription)
            let isCurrent = state.withLock { state in
                guard !state.isOver, state.generation == generation else { return false }
                state.opened = opened
                return true
            }
            if !isCurrent { opened.cancel() }
            return nil
        } catch {
            return error
        }
    }

    /// Ends without waiting: a running call finishes, none follows.
    func end() {
        let opened = state.withLock { state in
            state.isOver = true
            state.track = nil
            return state.close()
        }
        opened?.cancel()
    }

    private func deliver(_ frame: borrowing ReceivedFrame, _ generation: Int) {
        guard state.withLock({ !$0.isOver && $0.generation == generation }) else { return }
        let reception = receive(frame, source)
        state.withLock { $0.statistics.count(reception) }
    }
}
