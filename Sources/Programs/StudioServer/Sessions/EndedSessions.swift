/// The results of the latest sessions that have ended, in limited memory, and how many ended for which reason.
package struct EndedSessions: Hashable, Sendable {
    /// How many are remembered.
    package static let limit = 1000
    /// How many different reasons are counted; those of sessions of other versions are not known.
    private static let reasonLimit = 64
    /// The reasons that are counted from the beginning, so that each has a series.
    private static let reasons = ["ended", "eos", "left", "lost", "meetingEnded", "roleLost", "stopped"]

    private let limit: Int
    private var sessions: [String: EndedSession] = [:]
    /// The identifiers, the oldest one first.
    private var order: [String] = []
    /// How many sessions have ended, by reason.
    package private(set) var counts = Dictionary(uniqueKeysWithValues: reasons.map { ($0, 0) })

    package init(limit: Int = EndedSessions.limit) {
        self.limit = limit
    }

    /// Remembers a session, and forgets the oldest one beyond the limit. One that has ended before counts once: the server had lost it.
    package mutating func append(_ session: EndedSession) {
        if sessions.updateValue(session, forKey: session.id) == nil {
            let isKnown = counts[session.reason] != nil || counts.count < Self.reasonLimit
            counts[isKnown ? session.reason : "other", default: 0] += 1
        } else {
            order.removeAll { $0 == session.id }
        }
        order.append(session.id)
        if order.count > limit { sessions[order.removeFirst()] = nil }
    }

    /// The process of a session has ended.
    package mutating func note(_ exit: StartingSessionEnd, of id: String) { sessions[id]?.exit = exit }

    package subscript(id: String) -> EndedSession? { sessions[id] }

    /// The latest ones, the last one first.
    package func latest(_ count: Int) -> [EndedSession] { order.suffix(count).reversed().compactMap { sessions[$0] } }
}
