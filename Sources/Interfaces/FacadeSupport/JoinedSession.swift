package import ProductionStudio
package import StudioCore
package import StudioMeeting
package import StudioRuntime

/// The session of a client in a meeting, from the accepted join to its end.
package final class JoinedSession<Details: Sendable>: Sendable {
    private struct State: Sendable {
        var details: Details
        var endings: [@Sendable () -> Void] = []
        var isOver = false
    }

    package let meeting: Meeting
    private let state: Lock<State>

    /// - Parameter details: what the interface knows about it.
    package init(in meeting: Meeting, _ details: Details) {
        self.meeting = meeting
        state = Lock(State(details: details))
    }

    /// Enters a meeting of the environment, which is left at the end.
    package convenience init(
        _ environment: ProcessEnvironment, _ rules: RuleCatalogue, _ violations: ViolationLog,
        clock: any StudioClock = SystemClock(), _ details: (Meeting) -> Details
    ) {
        let (meeting, leave) = environment.enter(rules, violations, clock)
        self.init(in: meeting, details(meeting))
        atEnd(leave)
    }

    package var details: Details { state.withLock { $0.details } }
    package var isOver: Bool { state.withLock { $0.isOver } }

    /// Changes the details.
    ///
    /// - Returns: `nil` after the end.
    @discardableResult
    package func update<Result: Sendable>(_ body: (inout Details) -> Result) -> Result? {
        state.withLock { $0.isOver ? nil : body(&$0.details) }
    }

    /// Performs `body` at the end, before what was added earlier; at once after the end.
    package func atEnd(_ body: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.endings.append(body) }
            return state.isOver
        }
        if isOver { body() }
    }

    /// Ends it; a second call does nothing.
    package func end() {
        let endings = state.withLock { state in
            defer { (state.endings, state.isOver) = ([], true) }
            return state.endings
        }
        for ending in endings.reversed() { ending() }
    }
}

/// The sessions of an engine. A client is in one at a time, and those that it has left end.
///
/// A join opens a meeting and outputs, which takes seconds. Meanwhile the client may leave, and may join again, on any
/// thread. Two facts tell which sessions were left. The engine accepts a join only after the one before was left, so a leave
/// that succeeds leaves all joins that were accepted before it. And a session whose join has returned was left when the
/// engine is not in its meeting.
package final class JoinedSessions<Details: Sendable>: Sendable {
    package typealias Session = JoinedSession<Details>

    private struct Join: Sendable {
        let number: Int
        /// `nil` while its meeting is opened.
        var session: Session?
        /// Whether the join has returned.
        var isSettled = false
    }

    private struct State: Sendable {
        var joins: [Join] = []
        var accepted = 0
        /// The joins whose meetings are being opened, also when they were left.
        var opening: Set<Int> = []
    }

    private let state = Monitor(State())
    private let currentMeeting: @Sendable () -> Meeting?

    /// - Parameter currentMeeting: the meeting in which the engine is, from before a join returns to the leave.
    package init(_ currentMeeting: @escaping @Sendable () -> Meeting?) {
        self.currentMeeting = currentMeeting
    }

    /// The session in which the client is; `nil` outside, and before the join has returned.
    package var current: Session? {
        let (meeting, joins) = (currentMeeting(), state.withLock { $0.joins })
        return joins.last { $0.isSettled && $0.session?.meeting === meeting }?.session
    }

    /// The session that was entered last and has not ended, also while its join has not returned.
    package var latest: Session? { state.withLock { $0.joins }.last { $0.session != nil }?.session }

    // MARK: Joining

    /// Waits until the joins that were left have opened their outputs and ended them. Called before a join: a server accepts one
    /// publication, and an engine does not tell two joins of the same channel apart.
    package func waitUntilLeft() {
        _ = state.wait { state in state.opening.isSubset(of: state.joins.map(\.number)) ? true : nil }
    }

    /// The engine has accepted a join.
    ///
    /// - Returns: the session that `open` makes; it is over when it was left meanwhile.
    package func enter(_ open: () -> Session) -> Session {
        let number = accept()
        let session = open()
        enter(session, number)
        return session
    }

    func accept() -> Int {
        endLeft()
        return state.withLock { state in
            state.accepted += 1
            state.joins.append(Join(number: state.accepted))
            state.opening.insert(state.accepted)
            return state.accepted
        }
    }

    func enter(_ session: Session, _ number: Int) {
        let joins = state.withLock { state in
            if let index = state.joins.firstIndex(where: { $0.number == number }) {
                state.joins[index].session = session
            }
            return state.joins
        }
        if joins.contains(where: { $0.number == number }) {
            // All sessions of a test have one meeting, and the engine is in one of them.
            end(joins.filter { $0.number != number && $0.session?.meeting === session.meeting }.map(\.number))
        } else {
            session.end()
        }
        state.update { _ = $0.opening.remove(number) }
    }

    /// The join of a session has returned.
    ///
    /// - Returns: whether the client is in the session; otherwise it was left meanwhile, and has ended.
    package func settle(_ session: Session) -> Bool {
        let isEntered = state.withLock { state in
            guard let index = state.joins.firstIndex(where: { $0.session === session }) else { return false }
            state.joins[index].isSettled = true
            return true
        }
        if isEntered { endLeft() }
        return !session.isOver
    }

    // MARK: Leaving

    /// Performs a call of the engine that leaves, and ends what was left.
    package func leave<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        let numbers = accepted
        try body()
        endAccepted(numbers)
    }

    /// The joins that were accepted and have not ended.
    var accepted: [Int] { state.withLock { $0.joins }.map(\.number) }

    func endAccepted(_ numbers: [Int]) {
        end(numbers)
        endLeft()
    }

    private func endLeft() {
        // In this order: a settled session that the engine is not in now was left.
        let settled = state.withLock { $0.joins }.filter(\.isSettled)
        let meeting = currentMeeting()
        end(settled.filter { $0.session?.meeting !== meeting }.map(\.number))
    }

    private func end(_ numbers: [Int]) {
        let ended = state.update { state in
            defer { state.joins.removeAll { numbers.contains($0.number) } }
            return state.joins.filter { numbers.contains($0.number) }
        }
        for join in ended { join.session?.end() }
    }
}
