import SessionProtocol
import StudioCore

/// What the server knows of a connection.
struct ServerConnection: Hashable, Sendable {
    enum Phase: Hashable, Sendable {
        /// Hello was sent. Leaves on Identify.
        case hello(challenge: String)
        /// The password was wrong. Leaves after a delay.
        case rejected(Closing)
        /// Leaves when it is closed.
        case identified(EventMask)
        /// The client is gone. What it has asked for is performed, and nobody hears the answers. Leaves when all is performed.
        case gone
    }

    let encoding: Encoding
    var phase: Phase
    /// Messages so far.
    var incoming = 0
    var outgoing = 0
    /// Requests that wait for those before them.
    var waiting: [ClientRequest] = []
    /// The place of the first one that waits; those before it are performed.
    var first = 0
    /// The request that is performed, of those in order.
    var current: Int?
    /// All jobs of the connection that are not answered.
    var jobs = 0
    /// Whether its messages are not read for now.
    var isPaused = false
    /// The bytes of the results of batches that are not answered.
    var resultBytes = 0

    /// No more messages are read while so many requests are not answered.
    static let maximumRequests = 64

    /// The requests that are not answered.
    var requests: Int { jobs + waiting.count - first }

    var isFull: Bool { requests >= Self.maximumRequests }

    var isOpen: Bool { phase != .gone }

    var mask: EventMask { if case .identified(let mask) = phase { mask } else { [] } }

    mutating func takeWaiting() -> ClientRequest? {
        guard first < waiting.count else { return nil }
        defer { first += 1 }
        let request = waiting[first]
        // Performed ones are removed together, so that each is moved once on average.
        if first * 2 >= waiting.count {
            waiting.removeFirst(first)
            first = 0
        }
        return request
    }
}

extension Authentication {
    /// Checks Identify. The order of the checks is that of OBS.
    ///
    /// - Returns: the events that the client wants.
    static func identify(
        _ data: JSON, _ authentication: Authentication?, challenge: String
    ) throws(Closing) -> EventMask {
        if let authentication {
            guard let answer = data["authentication"] else { throw .missingAuthentication }
            guard let answer = answer.text else { throw .invalidAuthentication }
            guard authentication.accepts(answer, to: challenge) else { throw .wrongPassword }
        }
        guard let version = data["rpcVersion"] else { throw .missingRPCVersion }
        guard let version = version.unsignedInteger else { throw .invalidRPCVersion }
        guard version == UInt64(ServerFacts.rpcVersion) else { throw .unsupportedRPCVersion }
        return try ClientEnvelope.events(data) ?? .all
    }
}
