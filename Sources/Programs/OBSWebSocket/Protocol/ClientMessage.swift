import SessionProtocol

/// What an identified client asks for.
enum ClientMessage: Sendable {
    case reidentify(EventMask?)
    case request(ClientRequest)
    case batch(ClientBatch)
}

/// A single request, or one of a batch.
struct ClientRequest: Hashable, Sendable {
    let type: String
    /// Any value, which the response repeats; `nil` in a batch when it is missing.
    let id: JSON?
    /// `nil` when it is missing or null.
    var data: JSON?
    var inputVariables: JSON?
    var outputVariables: JSON?
}

struct ClientBatch: Sendable {
    /// How the requests are performed. All are performed one after the other; the types differ in what `Sleep` means.
    enum Execution: UInt64, Hashable, Sendable {
        case serialRealtime, serialFrame, parallel
    }

    /// A longer batch closes the connection, because its answer would be much longer than itself.
    static let maximumRequests = 4096

    let id: JSON
    let requests: [ClientRequest]
    var execution = Execution.serialRealtime
    var haltsOnFailure = false
    var variables: [(String, JSON)] = []
}

/// A message in its envelope. The order of the checks is that of OBS.
enum ClientEnvelope {
    /// The data of an Identify message.
    static func identify(_ frame: Frame, _ encoding: Encoding) throws(Closing) -> JSON {
        let message = try object(frame, encoding)
        if message["request-type"] != nil { throw .oldProtocol }
        let (op, data) = try parts(of: message)
        guard op == .number(1) else { throw .notIdentified }
        return data
    }

    /// The message of an identified client.
    static func message(_ frame: Frame, _ encoding: Encoding) throws(Closing) -> ClientMessage {
        let (op, data) = try parts(of: try object(frame, encoding))
        switch op {
        case .number(1): throw .alreadyIdentified
        case .number(3): return .reidentify(try events(data))
        case .number(6): return .request(try request(data))
        case .number(8): return .batch(try batch(data))
        default: throw .unknownOp(String(decoding: op.encoded, as: UTF8.self))
        }
    }

    private static func object(_ frame: Frame, _ encoding: Encoding) throws(Closing) -> JSON {
        let message = try encoding.message(frame)
        guard message.fields != nil else { throw .noObject }
        return message
    }

    /// The operation, as an integer if it is one, and the data, which is an object.
    private static func parts(of message: JSON) throws(Closing) -> (op: JSON, data: JSON) {
        guard let op = message["op"] else { throw .missingOp }
        guard let number = op.double else { throw .invalidOp }
        guard let data = message["d"], !data.isNull else { throw .missingData }
        guard data.fields != nil else { throw .invalidData }
        return (Int(exactly: number).map { .number($0) } ?? op, data)
    }

    /// The event mask of an Identify or Reidentify message; `nil` when it is missing.
    static func events(_ data: JSON) throws(Closing) -> EventMask? {
        guard let events = data["eventSubscriptions"] else { return nil }
        guard let mask = events.unsignedInteger else { throw .invalidEvents }
        return EventMask(rawValue: mask)
    }

    private static func request(_ data: JSON) throws(Closing) -> ClientRequest {
        guard let id = data["requestId"] else { throw .missingRequestID }
        guard let type = data["requestType"] else { throw .missingRequestType }
        guard let type = type.text else { throw .invalidRequestType }
        return ClientRequest(type: type, id: id, data: present(data["requestData"]))
    }

    // MARK: Batches

    private static func batch(_ data: JSON) throws(Closing) -> ClientBatch {
        guard let id = data["requestId"] else { throw .missingRequestID }
        let execution = try execution(data)
        let variables = present(data["variables"])
        if let variables {
            guard variables.fields != nil else { throw .invalidVariables }
            if execution == .parallel { throw .parallelVariables }
        }
        let halts = present(data["haltOnFailure"]) ?? false
        guard let haltsOnFailure = halts.flag else { throw .invalidHaltOnFailure }
        guard let requests = data["requests"] else { throw .missingRequests }
        guard let items = requests.items else { throw .invalidRequests }
        guard items.count <= ClientBatch.maximumRequests else { throw .tooManyRequests }
        return ClientBatch(
            id: id, requests: items.map(item), execution: execution, haltsOnFailure: haltsOnFailure,
            variables: variables?.fields ?? [])
    }

    private static func execution(_ data: JSON) throws(Closing) -> ClientBatch.Execution {
        guard let value = present(data["executionType"]) else { return .serialRealtime }
        if case .number(let number) = value, number < 0 { throw .unknownExecutionType }
        guard let number = value.unsignedInteger else { throw .invalidExecutionType }
        guard let execution = ClientBatch.Execution(rawValue: number) else { throw .unknownExecutionType }
        return execution
    }

    /// A request without a type is answered like one with an empty type.
    private static func item(_ item: JSON) -> ClientRequest {
        ClientRequest(
            type: item["requestType"]?.text ?? "", id: present(item["requestId"]), data: present(item["requestData"]),
            inputVariables: item["inputVariables"], outputVariables: item["outputVariables"])
    }

    private static func present(_ value: JSON?) -> JSON? { value?.isNull == false ? value : nil }
}
