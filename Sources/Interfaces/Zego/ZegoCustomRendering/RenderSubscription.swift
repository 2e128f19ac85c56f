import GStreamer
import MediaReceiving
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
    }

    private struct State: Sendable {
        var track: Track?
        var opened: Opened?
        /// Raised with each track.
        var generation = 0
        var isOver = false

        /// Removes the subscription.
        mutating func close() -> Opened? {
            defer { opened = nil }
            return opened
        }
    }

    let source: RenderSource
    private let options: VideoSubscriptionOptions
    private let renderQueue: RenderQueue
    private let receive: @Sendable (borrowing ReceivedFrame, RenderSource) -> RenderReception?
    private let state = Lock(State())

    /// - Parameters:
    ///   - renderQueue: of the source.
    ///   - receive: passes a frame to the handler; `nil` without one.
    init(
        _ source: RenderSource, _ options: VideoSubscriptionOptions, on renderQueue: RenderQueue,
        _ receive: @escaping @Sendable (borrowing ReceivedFrame, RenderSource) -> RenderReception?
    ) {
        var options = options
        options.continuity = renderQueue.continuity
        (self.source, self.options, self.renderQueue, self.receive) = (source, options, renderQueue, receive)
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
        if let before { renderQueue.close(before.subscription) }
        guard let generation, let track else { return nil }
        do throws(StudioError) {
            let subscriptions = TrackSubscriptions(in: meeting)
            let subscription = try subscriptions.video(track, options) { [weak self] frame in
                self?.deliver(frame, generation)
            }
            renderQueue.open(subscription)
            let opened = Opened(subscriptions: subscriptions, subscription: subscription)
            let isCurrent = state.withLock { state in
                guard !state.isOver, state.generation == generation else { return false }
                state.opened = opened
                return true
            }
            if !isCurrent { renderQueue.close(opened.subscription) }
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
        if let opened { renderQueue.close(opened.subscription) }
    }

    private func deliver(_ frame: borrowing ReceivedFrame, _ generation: Int) {
        guard state.withLock({ !$0.isOver && $0.generation == generation }) else { return renderQueue.countLate() }
        renderQueue.count(receive(frame, source))
    }
}
