import StudioCore
package import StudioRuntime

/// Something that a meeting waits for: a queue of callbacks, or the work before a callback.
package protocol CallbackSource: AnyObject, Sendable {
    /// The number of events that the source had to handle so far, finished or not.
    var eventCount: Int { get }
    /// What keeps it from rest, after "a callback of the owner"; `nil` when nothing does.
    var obstacle: String? { get }
    /// Waits until nothing is due, at most `seconds`; returns `nil` after that.
    func waitUntilAtRest(seconds: Double) -> CallbackQueue.Rest?
}

extension CallbackQueue: CallbackSource {}

/// What causes the callbacks of a meeting and of its subscriptions. The sources are not retained.
package final class CallbackSources: Sendable {
    private struct Member: Sendable {
        weak var source: (any CallbackSource)?
        /// The object that is called.
        let owner: String
    }

    private let members = Lock<[Member]>([])

    /// - Parameter owner: the object that is called, for messages.
    package func add(_ source: any CallbackSource, of owner: String) {
        let before = members.withLock { members in
            let sources = members.map { ($0, $0.source) }
            members = sources.filter { $0.1 != nil }.map(\.0) + [Member(source: source, owner: owner)]
            return sources
        }
        withExtendedLifetime(before) {}
    }

    /// The callbacks that keep the sources from rest, and why.
    var obstacles: [String] {
        let sources = members.withLock { $0.map { ($0.source, $0.owner) } }
        return sources.compactMap { source, owner in source?.obstacle.map { "a callback of \(owner) \($0)" } }
    }

    /// Waits until all are at rest, at most `seconds` per source; returns `nil` after that.
    func waitUntilAtRest(seconds: Double) -> CallbackQueue.Rest? {
        while true {
            let sources = members.withLock { $0.map(\.source) }.compactMap(\.self)
            let before = sources.map(\.eventCount)
            var next: MediaTime?
            for source in sources {
                guard let rest = source.waitUntilAtRest(seconds: seconds) else { return nil }
                if case .waits(let time) = rest { next = min(next ?? time, time) }
            }
            // An event may have caused one at a source that was at rest before.
            guard sources.map(\.eventCount) == before else { continue }
            return next.map { .waits(until: $0) } ?? .nothing
        }
    }
}
