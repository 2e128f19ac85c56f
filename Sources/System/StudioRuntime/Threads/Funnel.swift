/// Takes inputs from any thread, and performs what follows from them in the order in which it was decided.
///
/// An input changes the state under the one lock, and returns actions. These are values: they are performed without the lock, by
/// one performer at a time. A thread whose input finds a performer running, be it another thread or itself further up
/// the stack, adds its actions and returns; the performer carries them out. Therefore:
/// - Actions are performed once each, in the order of the decisions. A start and a stop of the same thing never overtake
///   each other, and an event that follows them in the list is sent when they are done.
/// - Objects that only actions use need no lock of their own.
/// - An action may call anything, also this funnel. No thread waits for a performer.
///
/// The actions of an input are done when its call returns, unless a performer was running. What must hold at once is
/// therefore a question to the state: whether a callback may still begin, for example. A performer may carry out actions of
/// other threads before it returns.
package final class Funnel<State: Sendable, Action: Sendable, Objects>: @unchecked Sendable {
    // Safety: only a performer uses `objects`. There is one at a time, and each one follows the last one through the lock.
    private struct Content: Sendable {
        var state: State
        /// Actions that no performer has taken.
        var decided: [Action] = []
        var isPerforming = false

        /// - Returns: the next actions, to be released without a lock; `nil` when the performer is done.
        mutating func next() -> [Action]? {
            isPerforming = !decided.isEmpty
            defer { decided = [] }
            return decided.isEmpty ? nil : decided
        }
    }

    private let content: Lock<Content>
    private var objects: Objects

    /// - Parameter objects: what actions use.
    package init(_ state: State, _ objects: sending Objects) {
        content = Lock(Content(state: state))
        self.objects = objects
    }

    /// Reads or changes the state, and nothing follows. The rules of ``Lock`` apply to the body.
    package func withState<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try content.withLock { content throws(Failure) in try body(&content.state) }
    }

    /// Takes an input, and performs all actions that are decided until then, unless a performer is running.
    ///
    /// - Parameters:
    ///   - input: returns what follows. The rules of ``Lock`` apply to it. When it throws, nothing follows.
    ///   - perform: carries out an action of this or another input, without the lock.
    package func apply<Failure: Error>(
        _ input: (inout State) throws(Failure) -> [Action], perform: (Action, inout Objects) -> Void
    ) throws(Failure) {
        var next = try content.withLock { content throws(Failure) -> [Action]? in
            let actions = try input(&content.state)
            content.decided += actions
            return content.isPerforming ? nil : content.next()
        }
        while let actions = next {
            for action in actions { perform(action, &objects) }
            next = content.withLock { $0.next() }
        }
    }
}
