import Glibc

/// Performs the actions of several threads in the order in which they were decided.
///
/// The owner decides under a lock of its own, and calls ``add(_:)`` before it unlocks. The order of the queue is
/// therefore the order of the decisions. After the unlock it calls ``perform(_:_:)``. No lock is held while an action
/// is performed, and one thread at a time performs. A thread performs all actions in front of its own, because the
/// threads that decided those may not have begun.
///
/// An action may cause another decision on its thread. The actions of that decision are performed as ``Form`` says.
/// They never wait for their own thread.
///
/// The owner passes the same body with every call: each thread performs actions of others. A ``Funnel`` is the same for
/// one lock, with objects that only the performer uses.
package final class ActionQueue<Action: Sendable>: Sendable {
    /// What a thread does when another one performs.
    package enum Form: Hashable, Sendable {
        /// It waits: its actions are performed when its call returns. A decision inside an action is performed at once,
        /// after everything that was decided before it.
        ///
        /// No thread may hold a lock, or occupy a queue, that an action of any thread needs.
        case waiting
        /// It returns: the thread that performs continues with its actions. A decision inside an action is performed
        /// after that action and those that follow it. For actions that call code of others, which may wait for any
        /// thread.
        case handingOver
    }

    /// The actions of one decision.
    package struct Ticket: Hashable, Sendable {
        fileprivate let numbers: Range<Int>
    }

    private struct State: Sendable {
        /// The actions that no thread has taken.
        var decided: [Action] = []
        /// The number of the first one of them.
        var next = 0
        /// The numbers of the actions that are performed: one, and those that it interrupts further up the stack.
        var running: [Int] = []
        /// The thread that performs them.
        var performer: pthread_t?

        func isPerformed(_ ticket: Ticket) -> Bool {
            ticket.numbers.upperBound <= next && !running.contains(where: ticket.numbers.contains)
        }

        mutating func take(on thread: pthread_t) -> Action {
            performer = thread
            running.append(next)
            next += 1
            return decided.removeFirst()
        }

        mutating func complete() {
            running.removeLast()
            if running.isEmpty { performer = nil }
        }
    }

    private let form: Form
    private let state = Monitor(State())

    package init(_ form: Form) {
        self.form = form
    }

    /// Adds the actions of a decision. Called under the lock of the owner.
    package func add(_ actions: [Action]) -> Ticket {
        guard !actions.isEmpty else { return Ticket(numbers: 0..<0) }
        return state.withLock { state in
            let first = state.next + state.decided.count
            state.decided += actions
            return Ticket(numbers: first..<first + actions.count)
        }
    }

    /// Performs the actions of a decision, and those that were decided before it. Called without a lock.
    ///
    /// - Parameter body: performs an action of this or another thread.
    package func perform(_ ticket: Ticket, _ body: (Action) -> Void) {
        guard !ticket.numbers.isEmpty else { return }
        while let action = form == .waiting ? next(until: ticket) : next() {
            body(action)
            state.update { $0.complete() }
        }
    }

    /// Waits while another thread performs.
    ///
    /// - Returns: the next action; `nil` when those of the ticket are performed.
    private func next(until ticket: Ticket) -> Action? {
        let thread = pthread_self()
        return state.wait { state -> Action?? in
            if state.isPerformed(ticket) { return .some(nil) }
            guard state.performer == nil || state.performer == thread else { return nil }
            return .some(state.take(on: thread))
        } ?? nil
    }

    /// - Returns: the next action; `nil` when there is none, or a thread performs and will take it.
    private func next() -> Action? {
        let thread = pthread_self()
        return state.withLock { $0.decided.isEmpty || $0.performer != nil ? nil : $0.take(on: thread) }
    }
}
