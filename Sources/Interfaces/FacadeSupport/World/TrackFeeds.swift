package import StudioCore
import StudioRuntime

/// Publishes to a track until it is stopped.
package protocol TrackFeed: Sendable {
    func stop()
}

extension ToneFeed: TrackFeed {}

/// What publishes to the tracks of a meeting: at most one feed for each.
package final class TrackFeeds: Sendable {
    private struct State: Sendable {
        var feeds: [TrackID: any TrackFeed] = [:]
        var isOver = false
    }

    private let state = Lock(State())

    package init() {}

    package func has(_ track: TrackID) -> Bool { state.withLock { $0.feeds[track] != nil } }

    /// Sets the feed of a track in place of an earlier one; `nil` for none. After the end, it is stopped at once.
    package func set(_ feed: (any TrackFeed)?, _ track: TrackID) {
        let unwanted = state.withLock { state -> (any TrackFeed)? in
            if state.isOver { return feed }
            defer { state.feeds[track] = feed }
            return state.feeds[track]
        }
        unwanted?.stop()
    }

    /// Stops all for good.
    package func end() {
        let before = state.exchange(State(isOver: true))
        for feed in before.feeds.values { feed.stop() }
    }
}
