import Synchronization

/// A number that many threads count up.
final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func increment(by amount: Int = 1) { count.add(amount, ordering: .relaxed) }
}
