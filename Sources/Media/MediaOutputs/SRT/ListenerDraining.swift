package import StudioCore

/// Decides when a listener whose stream has ended may close its connections.
///
/// A caller takes the rest of the stream by acknowledging it, and then plays it: closing discards what it still delays.
/// One that stops reading must not keep the session from ending.
package struct ListenerDraining: Hashable, Sendable {
    /// The progress of a connected caller.
    package struct Caller: Hashable, Sendable {
        /// The bytes that it has not acknowledged.
        let pendingBytes: UInt64
        /// How long it delays media.
        let latency: MediaTime
    }

    package enum Action: Hashable, Sendable {
        case wait
        /// Close the connections of the callers with these indices; they do not take the rest.
        case drop([Int])
        case finish
    }

    /// How long callers have to acknowledge the rest, unless the output has less than twice as long for its end. Chosen: a
    /// live caller is behind by less than a second, and libsrt itself gives up a silent peer after five.
    package static let limit = MediaTime.seconds(5)
    /// A receiver needs a little longer than its latency to play the last packets.
    package static let playoutMargin = MediaTime.milliseconds(100)

    /// How long callers have to acknowledge the rest.
    package let limit: MediaTime
    /// The longest time for playing. A caller can request a latency of up to 65 s, so only the listener's own latency
    /// extends it.
    private let longestPlayout: MediaTime
    private var ended: MediaTime?
    private var emptySince: MediaTime?

    /// - Parameters:
    ///   - latency: the latency of the listener.
    ///   - finishTimeout: how long the output may take no byte at its end.
    package init(latency: MediaTime, finishTimeout: MediaTime) {
        limit = min(Self.limit, MediaTime(nanoseconds: finishTimeout.nanoseconds / 2))
        longestPlayout = max(latency, limit)
    }

    /// The stream has ended.
    package mutating func begin(now: MediaTime) {
        ended = ended ?? now
    }

    /// - Parameter callers: those that are connected now.
    package mutating func advance(_ callers: [Caller], now: MediaTime) -> Action {
        let pending = callers.indices.filter { callers[$0].pendingBytes > 0 }
        guard pending.isEmpty else {
            emptySince = nil
            guard let ended, now - ended >= limit else { return .wait }
            return .drop(pending)
        }
        let since = emptySince ?? now
        emptySince = since
        guard let latency = callers.map(\.latency).max() else { return .finish }
        return now - since >= min(latency, longestPlayout) + Self.playoutMargin ? .finish : .wait
    }
}
