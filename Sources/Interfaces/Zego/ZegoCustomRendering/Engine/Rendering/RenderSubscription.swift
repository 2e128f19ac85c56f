import MediaReceiving
import StudioCore
import StudioMeeting

/// Delivers the frames of one source to the handler, as long as it is not ended.
///
/// The source may have no track for a while: a played stream that no user publishes. It has conversions of its own, so that
/// writes of the app reach no other subscriber.
struct RenderSubscription {
    private let options: VideoSubscriptionOptions
    private let renderQueue: RenderQueue
    private let onExhaustion: @Sendable (FrameBudget) -> Void
    private let receive: @Sendable (borrowing ReceivedFrame) -> RenderReception?
    private let subscription = ReplaceableSubscription()
    private var track: Track?

    /// - Parameters:
    ///   - renderQueue: of the source.
    ///   - onExhaustion: called when a frame is dropped because the app keeps too many.
    ///   - receive: passes a frame to the handler; `nil` without one.
    init(
        _ options: VideoSubscriptionOptions, on renderQueue: RenderQueue,
        onExhaustion: @escaping @Sendable (FrameBudget) -> Void,
        receive: @escaping @Sendable (borrowing ReceivedFrame) -> RenderReception?
    ) {
        (self.options, self.renderQueue) = (options, renderQueue)
        (self.onExhaustion, self.receive) = (onExhaustion, receive)
        renderQueue.open(subscription)
    }

    /// Delivers the frames of a track from now on; `nil` for none.
    ///
    /// - Returns: why the track cannot be subscribed to.
    mutating func attach(_ track: Track?, in meeting: Meeting) -> StudioError? {
        guard track !== self.track else { return nil }
        self.track = track
        do throws(StudioError) {
            try subscription.replace {
                track.map { track in
                    ReplaceableSubscription.Source(
                        TrackSubscriptions(in: meeting), track, options, renderQueue.delivery,
                        onDrop: { [renderQueue, onExhaustion] drop in
                            if drop.reason == .outOfBuffers { onExhaustion(renderQueue.delivery.budget) }
                        },
                        onFrame: { [renderQueue, receive] frame, _ in
                            let reception = receive(frame)
                            renderQueue.count(reception)
                            return reception == .reached
                        })
                }
            }
            return nil
        } catch {
            return error
        }
    }

    /// Ends without waiting: a running call finishes, none follows.
    func end() { renderQueue.end(subscription) }
}
