import Synchronization

/// Counts the open event streams.
final class StreamCounter: Sendable {
    private let count = Atomic(0)
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// How many are open.
    var open: Int { count.load(ordering: .relaxed) }

    /// A place for one more stream; `nil` when there is none.
    func permit() -> StreamPermit? {
        guard count.add(1, ordering: .relaxed).newValue <= limit else {
            count.subtract(1, ordering: .relaxed)
            return nil
        }
        return StreamPermit(self)
    }

    fileprivate func release() { count.subtract(1, ordering: .relaxed) }
}

/// The place of one event stream, which is free again after ``release()`` or when nobody has the permit any more.
final class StreamPermit: Sendable {
    private let counter: StreamCounter
    private let isReleased = Atomic(false)

    fileprivate init(_ counter: StreamCounter) {
        self.counter = counter
    }

    func release() {
        if !isReleased.exchange(true, ordering: .relaxed) { counter.release() }
    }

    deinit { release() }
}
