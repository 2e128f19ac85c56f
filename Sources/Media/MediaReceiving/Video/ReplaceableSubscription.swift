package import StudioCore
package import StudioMeeting
import StudioRuntime

/// The video of a receiver: a subscription that is replaced while it delivers, by that of another track or another form.
///
/// When a replacement has returned, no call of an earlier subscription begins; a running one finishes. Each frame is counted
/// once: what waits at a replacement is dropped as late. All members may be used from any thread, also inside callbacks. No
/// call waits for a callback.
package final class ReplaceableSubscription: Sendable {
    package typealias Turn = Replaceable<VideoSubscription>.Turn

    /// The subscribed track and its receiver.
    package struct Source: Sendable {
        let tracks: TrackSubscriptions
        let track: Track
        let options: VideoSubscriptionOptions
        let onDrop: (@Sendable (VideoSubscription.Drop) -> Void)?
        let onFrame: @Sendable (borrowing ReceivedFrame, Turn) -> Bool

        /// - Parameters:
        ///   - delivery: the same for all subscriptions of a receiver, so that calls stay serial, and kept frames stay counted.
        ///   - onDrop: gets the drops of the current subscription.
        ///   - onFrame: gets the frames of the current subscription, and its turn. Returns whether a callback of the
        ///     client got the frame.
        package init(
            _ tracks: TrackSubscriptions, _ track: Track, _ options: VideoSubscriptionOptions,
            _ delivery: FrameDelivery,
            onDrop: (@Sendable (VideoSubscription.Drop) -> Void)? = nil,
            onFrame: @escaping @Sendable (borrowing ReceivedFrame, Turn) -> Bool
        ) {
            var options = options
            options.delivery = delivery
            (self.tracks, self.track, self.options) = (tracks, track, options)
            (self.onDrop, self.onFrame) = (onDrop, onFrame)
        }
    }

    private struct Counts: Sendable {
        /// Subscriptions that were not closed.
        var open: [VideoSubscription] = []
        /// The drops of the others.
        var dropped: [DropReason: Int] = [:]
    }

    private let subscriptions = Replaceable<VideoSubscription>()
    private let counts = Lock(Counts())

    package init() {}

    deinit { end() }

    /// The subscription that delivers now.
    package var current: VideoSubscription? { subscriptions.current }

    /// Whether a frame that was delivered with this turn belongs to the current subscription.
    package func isCurrent(_ turn: Turn) -> Bool { subscriptions.isCurrent(turn) }

    /// The dropped frames of all subscriptions by reason.
    package var dropped: [DropReason: Int] {
        let counts = counts.withLock { $0 }
        return counts.open.reduce(into: counts.dropped) { $0.merge($1.statistics.dropped) { $0 + $1 } }
    }

    /// Closes the subscription, and opens the next one.
    ///
    /// - Parameter source: called when frames of the earlier one are not delivered any more, so that the last of several
    ///   calls reads the newest state; `nil` for none.
    /// - Throws: an error of `source`, or for a request that is not valid.
    package func replace(_ source: () throws(StudioError) -> Source?) throws(StudioError) {
        guard let (turn, before) = subscriptions.begin() else { return }
        if let before { close(before) }
        guard let source = try source() else { return }
        let onDrop = source.onDrop.map { body in
            { @Sendable [weak self] (drop: VideoSubscription.Drop) in if self?.isCurrent(turn) == true { body(drop) } }
        }
        let subscription = try source.tracks.video(source.track, source.options, onDrop: onDrop) { [weak self] frame in
            guard let self else { return false }
            guard isCurrent(turn) else {
                countLate()
                return false
            }
            return source.onFrame(frame, turn)
        }
        counts.withLock { $0.open.append(subscription) }
        if !subscriptions.install(subscription, turn) { close(subscription) }
    }

    /// Closes the subscription.
    package func close() {
        if let before = subscriptions.begin()?.before { close(before) }
    }

    /// Closes the subscription for good.
    package func end() {
        if let before = subscriptions.end() { close(before) }
    }

    private func close(_ subscription: VideoSubscription) {
        subscription.cancel()
        let dropped = subscription.statistics.dropped
        counts.withLock { counts in
            counts.open.removeAll { $0 === subscription }
            counts.dropped.merge(dropped) { $0 + $1 }
        }
    }

    /// Its call was about to begin when it was replaced.
    private func countLate() { counts.withLock { $0.dropped[.late, default: 0] += 1 } }
}
