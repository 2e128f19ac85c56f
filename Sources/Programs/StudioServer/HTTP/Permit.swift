import Synchronization

/// Counts what one server has at the same time, up to a limit: event streams, or sessions that it has started.
package final class PermitCounter: Sendable {
    private let count = Atomic(0)
    private let limit: Int

    package init(limit: Int) {
        self.limit = limit
    }

    /// How many permits are in use.
    var used: Int { count.load(ordering: .relaxed) }

    /// A permit for one more; `nil` when there is none.
    package func permit() -> Permit? {
        guard count.add(1, ordering: .relaxed).newValue <= limit else {
            count.subtract(1, ordering: .relaxed)
            return nil
        }
        return Permit(self)
    }

    fileprivate func release() { count.subtract(1, ordering: .relaxed) }
}

/// One place of a counter, which is free again after ``release()`` or when nobody has the permit any more.
package final class Permit: Sendable {
    private let counter: PermitCounter
    private let isReleased = Atomic(false)

    fileprivate init(_ counter: PermitCounter) {
        self.counter = counter
    }

    func release() {
        if !isReleased.exchange(true, ordering: .relaxed) { counter.release() }
    }

    deinit { release() }
}
