package import ProductionStudio
package import StudioEngine
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
        _ environment: ClientEnvironment, _ rules: RuleCatalogue, _ violations: ViolationLog,
        clock: any StudioClock = SystemClock(), _ details: (Meeting) -> Details
    ) {
        let studio = environment.enterAsReceiver(rules, violations, clock: clock)
        self.init(in: studio.meeting, details(studio.meeting))
        // The studio performs the scenario as long as it is retained.
        atEnd { studio.meeting.leave() }
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
/// thread. Only the engine knows which join it left. So a session ends when its join has returned and the engine is in
/// another meeting or in none.
package final class JoinedSessions<Details: Sendable>: Sendable {
    private struct Entry: Sendable {
        let session: JoinedSession<Details>
        /// Whether the join has returned.
        var isSettled = false
    }

    private let entries = Lock<[Entry]>([])
    private let currentMeeting: @Sendable () -> Meeting?

    /// - Parameter currentMeeting: the meeting in which the engine is, from before a join returns to the leave.
    package init(_ currentMeeting: @escaping @Sendable () -> Meeting?) {
        self.currentMeeting = currentMeeting
    }

    /// The session in which the client is; `nil` outside, and before the join has returned.
    package var current: JoinedSession<Details>? {
        let meeting = currentMeeting()
        return entries.withLock { $0 }.last { $0.isSettled && $0.session.meeting === meeting && !$0.session.isOver }?
            .session
    }

    /// The last session that was entered and has not ended, also while its join has not returned.
    package var latest: JoinedSession<Details>? { entries.withLock { $0.last }?.session }

    /// The engine has accepted a join. Sessions that were left end first: a server accepts one publication.
    package func enter(_ enter: () -> JoinedSession<Details>) -> JoinedSession<Details> {
        endLeft()
        let session = enter()
        let before = entries.withLock { entries in
            defer { entries.append(Entry(session: session)) }
            return entries
        }
        // All sessions of a test have one meeting, and the engine is in one of them.
        for entry in before where entry.session.meeting === session.meeting { end(entry.session) }
        return session
    }

    /// The join of a session has returned.
    ///
    /// - Returns: whether the client is in the session; otherwise it was left meanwhile, and has ended.
    package func settle(_ session: JoinedSession<Details>) -> Bool {
        entries.withLock { entries in
            for index in entries.indices where entries[index].session === session { entries[index].isSettled = true }
        }
        endLeft()
        return !session.isOver
    }

    /// The client has left, or the engine has ended.
    package func endLeft() {
        // In this order: a settled session that the engine is not in now was left.
        let settled = entries.withLock { $0.filter(\.isSettled) }
        let meeting = currentMeeting()
        for entry in settled where entry.session.meeting !== meeting { end(entry.session) }
    }

    private func end(_ session: JoinedSession<Details>) {
        let before = entries.withLock { entries in
            defer { entries.removeAll { $0.session === session } }
            return entries
        }
        withExtendedLifetime(before) {}
        session.end()
    }
}
