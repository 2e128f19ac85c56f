package import StudioCore

// What both sides of a control socket decide alike:
// - Versions: the session names first the range that it speaks. A client without a common version closes the connection.
// - Fields: a session rejects a request with an unknown field, because it would not do what the client wants. A client ignores
//   unknown fields and lines, and treats an unknown event as one that it has missed.
// - Lines: a session accepts 1 MiB, and reports a longer line. A client accepts ``ControlLimit/lineBytes``. Both skip the rest.
// - Order: events have increasing numbers, and a gap is reported before the next line. The events of a command that happened
//   before its reply precede it. Replies have the order of commands, except those of changes of source. The goodbye is last.

/// The limits of the control protocol for a client.
package enum ControlLimit {
    /// How long a session may take to accept a connection and to say who it is.
    package static let greeting = MediaTime.seconds(2)
    /// How long it may take to answer. A change of source waits for its source.
    package static let answer = MediaTime.seconds(30)
    /// The bytes of a line from a session. The longest one is an answer with a snapshot.
    package static let lineBytes = 64 << 20
    /// The session reads no further request while so many of one client are performed.
    package static let requests = 48
}

/// How a connection to a session ended.
package enum ControlEnding: Hashable, Sendable {
    /// The session has said that it ends.
    case ended
    /// It was killed or has crashed.
    case lost
}

/// A client's side of a control socket: the numbers of its requests, who receives their answers, and how the connection ended.
/// It sends nothing.
package struct ControlChannel<Receiver> {
    /// Why a request is not sent.
    package enum Refusal: Error, Hashable, Sendable {
        /// So many requests wait that no further one is sent.
        case full
        /// The connection has ended.
        case gone(ControlEnding)
    }

    private let folder: String?
    private let limit: Int
    private var lastID = 0
    private var receivers: [Int: Receiver] = [:]
    private var hasGoodbye = false
    /// How the connection ended; `nil` before.
    package private(set) var ending: ControlEnding?

    /// - Parameters:
    ///   - folder: the path of the folder outside of which commands use no file; `nil` for no limit.
    ///   - limit: how many requests may wait.
    package init(below folder: String? = nil, limit: Int = .max) {
        (self.folder, self.limit) = (folder, limit)
    }

    /// The next request, with its number. Folder and origin belong to commands only.
    package mutating func request(
        _ kind: ControlRequest.Kind, origin: CommandOrigin? = nil
    ) throws(Refusal) -> ControlRequest {
        if let ending { throw .gone(ending) }
        guard receivers.count < limit else { throw .full }
        lastID += 1
        if case .command = kind { return ControlRequest(id: lastID, kind, below: folder, origin: origin) }
        return ControlRequest(id: lastID, kind)
    }

    /// A request was sent.
    package mutating func expectAnswer(_ id: Int, for receiver: Receiver) { receivers[id] = receiver }

    /// The receiver of an answer, or of none in time. That of a request that was given up has no receiver.
    package mutating func takeReceiver(_ id: Int) -> Receiver? { receivers.removeValue(forKey: id) }

    /// The session has said that it ends.
    package mutating func noteGoodbye() { hasGoodbye = true }

    /// The connection has ended.
    ///
    /// - Returns: the receivers that still wait, in the order of their requests.
    package mutating func end() -> (ending: ControlEnding, receivers: [Receiver]) {
        let ending: ControlEnding = hasGoodbye ? .ended : .lost
        self.ending = ending
        defer { receivers = [:] }
        return (ending, receivers.sorted { $0.key < $1.key }.map(\.value))
    }
}
