import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime

/// Delivers the frames of one source to the handler, as long as it is not ended.
///
/// The source may have no track for a while: a played stream that nobody publishes. It has conversions of its own, so that
/// writes of the app reach nobody else.
final class RenderSubscription: Sendable {
    let source: RenderSource
    private let options: VideoSubscriptionOptions
    private let renderQueue: RenderQueue
    private let receive: @Sendable (borrowing ReceivedFrame, RenderSource) -> RenderReception?
    private let subscription = ReplaceableSubscription()
    private let track = Lock<Track?>(nil)

    /// - Parameters:
    ///   - renderQueue: of the source.
    ///   - receive: passes a frame to the handler; `nil` without one.
    init(
        _ source: RenderSource, _ options: VideoSubscriptionOptions, on renderQueue: RenderQueue,
        _ receive: @escaping @Sendable (borrowing ReceivedFrame, RenderSource) -> RenderReception?
    ) {
        (self.source, self.options, self.renderQueue, self.receive) = (source, options, renderQueue, receive)
        renderQueue.open(subscription)
    }

    /// Delivers the frames of a track from now on; `nil` for none.
    ///
    /// - Returns: why the track cannot be subscribed to.
    func attach(_ track: Track?, in meeting: Meeting) -> StudioError? {
        guard self.track.exchange(track) !== track else { return nil }
        do throws(StudioError) {
            try subscription.replace {
                track.map { track in
                    ReplaceableSubscription.Source(
                        TrackSubscriptions(in: meeting), track, options, renderQueue.delivery,
                        onFrame: { [weak self] frame, _ in self?.deliver(frame) })
                }
            }
            return nil
        } catch {
            return error
        }
    }

    /// Ends without waiting: a running call finishes, none follows.
    func end() { renderQueue.end(subscription) }

    private func deliver(_ frame: borrowing ReceivedFrame) { renderQueue.count(receive(frame, source)) }
}
