import SessionControl
import StudioCore
import StudioScenario

/// A request or a batch that is performed.
struct ServerJob: Sendable {
    /// What it waits for.
    enum Wait: Hashable, Sendable {
        case commands(rest: [SessionCommand], replies: [Result<SessionReply, ControlError>], RequestCompletion)
        case capture(CapturePurpose)
        case save
        case sleep(until: MediaTime)
    }

    let connection: ConnectionID
    /// `nil` for a single request.
    let batch: ClientBatch?
    /// The requests that are not answered; the first one is performed.
    private(set) var rest: ArraySlice<ClientRequest>
    private var variables: [String: JSON]
    private var results: [JSON] = []
    var wait: Wait?

    init(_ request: ClientRequest, of connection: ConnectionID) {
        (self.connection, batch, rest, variables) = (connection, nil, [request], [:])
    }

    init(_ batch: ClientBatch, of connection: ConnectionID) {
        (self.connection, self.batch, rest) = (connection, batch, batch.requests[...])
        variables = Dictionary(batch.variables, uniquingKeysWith: { $1 })
    }

    /// The request that is performed now; `nil` at the end.
    var request: Request? {
        guard let next = rest.first else { return nil }
        return Request(next.type, withVariables(next), execution: batch?.execution)
    }

    /// The data of a request with the variables that it takes.
    private func withVariables(_ request: ClientRequest) -> JSON? {
        guard let fields = request.data?.fields, let names = request.inputVariables?.fields else { return request.data }
        var values: [String: JSON] = [:]
        for (key, name) in names {
            if let name = name.text, let value = variables[name] { values[key] = value }
        }
        return .object(fields.filter { values[$0.0] == nil } + values.map { ($0.key, $0.value) })
    }

    /// Takes the result of the request.
    mutating func take(_ result: RequestResult) {
        guard let request = rest.popFirst() else { return }
        let id = request.id.map { [("requestId", $0)] } ?? []
        results.append(.object([("requestType", .text(request.type))] + id + result.fields))
        guard let batch else { return }
        if batch.haltsOnFailure, !result.isSuccess { rest = [] }
        guard case .success(let data?) = result else { return }
        for (name, key) in request.outputVariables?.fields ?? [] {
            if let key = key.text, let value = data[key] { variables[name] = value }
        }
    }

    /// The message that answers it at its end.
    var response: JSON {
        guard let batch else { return ["op": 7, "d": results.first ?? .object([])] }
        return ["op": 9, "d": ["requestId": batch.id, "results": .list(results)]]
    }
}

extension RequestCompletion {
    /// The result of a request whose commands have these replies.
    func result(_ replies: [Result<SessionReply, ControlError>]) -> RequestResult {
        var reply: SessionReply?
        var error: ControlError?
        for result in replies {
            switch result {
            case .success(let value): reply = reply ?? value
            case .failure(let failure): error = error ?? failure
            }
        }
        guard let reply else {
            return .failure(error.map { RequestFailure($0) } ?? RequestFailure(.genericError, "No command was needed."))
        }
        switch self {
        case .command(let data), .commands(let data): return .success(data)
        case .vendor(let type):
            return .success([
                "vendorName": .text(vendorName), "requestType": .text(type), "responseData": Self.data(reply),
            ])
        }
    }

    private static func data(_ reply: SessionReply) -> JSON {
        switch reply {
        case .done: .object([])
        case .participant(let user): ["user": user.map { .integer(UInt64($0.rawValue)) } ?? .null]
        case .output(let output): ["output": .number(output)]
        case .address(let address): ["address": .text(address)]
        }
    }
}

extension RequestFailure {
    /// A command that the session did not perform.
    init(_ error: ControlError) {
        let status: RequestStatus =
            switch error.code {
            case .malformed, .tooLong, .invalid, .outsideFolder: .invalidRequestField
            case .rejected: .invalidResourceState
            case .notFound: .resourceNotFound
            case .unsupportedHere, .notPermitted: .cannotAct
            case .source, .forbidden, .busy: .requestProcessingFailed
            }
        self.init(status, error.message)
    }
}
