import StudioRuntime

/// A thing that is replaced while it is in use, one at a time.
///
/// What replaces it is made outside the lock, after its turn has begun. Of several turns that begin at the same time, the
/// last one counts: what the others made is refused. All members may be used from any thread.
package final class Replaceable<Item: Sendable>: Sendable {
    /// The turn of an item among all items.
    package struct Turn: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct State: Sendable {
        var number = 0
        var item: Item?
        var isOver = false
    }

    private let state = Lock(State())

    package init() {}

    /// The item of the current turn; `nil` before it is installed.
    package var current: Item? { state.withLock { $0.item } }

    /// Whether no later turn has begun, and the end has not come.
    package func isCurrent(_ turn: Turn) -> Bool { state.withLock { !$0.isOver && $0.number == turn.number } }

    /// Begins the next turn.
    ///
    /// - Returns: the turn, and the item before, which the caller ends; `nil` after the end.
    package func begin() -> (turn: Turn, before: Item?)? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            state.number += 1
            return (Turn(number: state.number), state.item.take())
        }
    }

    /// Installs the item of a turn.
    ///
    /// - Returns: false when another turn has begun, or the end has come; the caller ends the item.
    package func install(_ item: Item, _ turn: Turn) -> Bool {
        state.withLock { state in
            guard !state.isOver, state.number == turn.number else { return false }
            state.item = item
            return true
        }
    }

    /// No turn begins any more.
    ///
    /// - Returns: the last item, which the caller ends.
    package func end() -> Item? {
        state.withLock { state in
            state.isOver = true
            return state.item.take()
        }
    }
}
