import ServerAccess
import SessionClient
import SessionProtocol
import StudioCore

/// The running sessions.
struct SessionList: Encodable {
    struct Item: Encodable {
        let pid: Int32
        let program: String
        /// The version of psstudio in the session.
        let psstudio: String
        let sessionId: String
    }

    let itemCount: Int
    let items: [Item]

    init(_ links: [SessionLink]) {
        items = links.map { Item($0.greeting) }
        itemCount = items.count
    }
}

extension SessionList.Item {
    init(_ greeting: ControlGreeting) {
        self.init(
            pid: greeting.pid, program: greeting.program, psstudio: greeting.psstudio, sessionId: greeting.sessionId)
    }
}

/// What a client may do.
struct AccessAnswer: Encodable {
    let access: AccessTokens.Access
    /// Whether there is a folder for files.
    let hasFolder: Bool
    let startsSessions: Bool
}

/// A session that was started: no server starts it again.
struct StartedSession: Encodable {
    let persistent = false
    /// `nil` for one that has ended before it was found.
    @Nullable var session: SessionList.Item?

    init(_ greeting: ControlGreeting?) {
        session = greeting.map { SessionList.Item($0) }
    }
}

/// The answer to a change: the reply of the session, and that a restart undoes it.
struct Change {
    let text: [UInt8]

    /// - Parameter reply: the reply of the session; by default, nothing was changed.
    init(_ reply: ArraySlice<UInt8> = Array("{\"done\":{}}".utf8)[...]) {
        let members = [(name: "persistent", value: Array("false".utf8)[...]), (name: "reply", value: reply)]
        text = (JSONText.object(members) ?? []) + Array("\n".utf8)
    }
}
