import SessionProtocol
import StudioCore

/// A request or a batch that is performed.
struct ServerJob: Sendable {
    /// What it waits for.
    enum Wait: Hashable, Sendable {
        case commands(rest: [SessionCommand], replies: [Result<SessionReply, RequestFailure>], RequestCompletion)
        case capture(CapturePurpose)
        case save
        case slot
        case sleep(until: MediaTime)
        /// The counts are old: the next snapshot.
        case snapshot(until: MediaTime)
        /// A scene that was asked for is not on air yet; the failure counts if it does not come.
        case scene(Scene, until: MediaTime, RequestFailure?)
        /// The session has stopped these files; what has become of them is not known yet.
        case files([StoppedFile], until: MediaTime)

        /// When it does not wait any longer; `nil` for never.
        var end: MediaTime? {
            switch self {
            case .sleep(let time), .snapshot(let time), .scene(_, let time, _), .files(_, let time): time
            case .commands, .capture, .save, .slot: nil
            }
        }
    }

    /// How long a request waits for a snapshot, a scene, or the end of a file.
    static let patience = MediaTime.seconds(1)
    /// A client whose results take more bytes gets no more of them in its batches: they would wait for their end in memory.
    static let maximumResultBytes = 4 << 20
    /// The events of a batch are not longer together. Without variables they could not be.
    static let maximumEventBytes = Encoding.longestMessage

    let connection: ConnectionID
    /// `nil` for a single request.
    let batch: ClientBatch?
    /// The requests that are not answered; the first one is performed.
    private(set) var rest: ArraySlice<ClientRequest>
    private var variables: [String: JSON]
    private var results: [JSON] = []
    private(set) var resultBytes = 0
    /// The bytes of its events so far.
    var eventBytes = 0
    /// Whether its client is gone.
    private(set) var isUnheard = false
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
        if !isUnheard {
            let id = request.id.map { [("requestId", $0)] } ?? []
            results.append(.object([("requestType", .text(request.type))] + id + result.fields))
            if batch != nil, case .success(let data?) = result { resultBytes += data.approximateBytes }
        }
        guard let batch else { return }
        if batch.haltsOnFailure, !result.isSuccess { rest = [] }
        guard case .success(let data?) = result else { return }
        for (name, key) in request.outputVariables?.fields ?? [] {
            if let key = key.text, let value = data[key] { variables[name] = value }
        }
    }

    /// Its client is gone.
    mutating func forgetClient() { (isUnheard, results, resultBytes) = (true, [], 0) }

    /// The message that answers it at its end.
    var response: JSON {
        guard let batch else { return ["op": 7, "d": results.first ?? .object([])] }
        return ["op": 9, "d": ["requestId": batch.id, "results": .list(results)]]
    }
}

extension JSON {
    /// About as many bytes as its text has. It costs less than the text.
    var approximateBytes: Int {
        switch self {
        case .null, .flag, .number, .unsigned, .decimal: 8
        case .text(let text): text.utf8.count + 2
        case .list(let items): items.reduce(2) { $0 + $1.approximateBytes + 1 }
        case .object(let fields): fields.reduce(2) { $0 + $1.0.utf8.count + $1.1.approximateBytes + 4 }
        }
    }
}

extension RequestCompletion {
    /// The result of a request whose commands have these replies.
    func result(_ replies: [Result<SessionReply, RequestFailure>]) -> RequestResult {
        var reply: SessionReply?
        var error: RequestFailure?
        for result in replies {
            switch result {
            case .success(let value): reply = reply ?? value
            case .failure(let failure): error = error ?? failure
            }
        }
        if case .refusal(let failure) = self { return .failure(failure) }
        guard let reply else {
            return .failure(error ?? RequestFailure(.genericError, "No command was needed."))
        }
        switch self {
        case .refusal(let failure): return .failure(failure)
        // The stream runs when its output was added.
        case .service(_, let data):
            if case .failure(let failure)? = replies.first { return .failure(failure) }
            return .success(data)
        case .command(let data), .commands(let data): return .success(data)
        case .scene, .files: return .success(nil)
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
    /// A command that the session did not perform, as OBS answers the request. Events may tell later what the session knows
    /// already: that an output has stopped.
    init(_ error: ControlError, of command: SessionCommand, _ completion: RequestCompletion) {
        let isStop = if case .stopOutput = command { error.code == .rejected } else { false }
        switch completion {
        case .commands where isStop, .files where isStop: self.init(.outputNotRunning, error.message)
        case .command, .commands, .files, .scene, .service, .vendor, .refusal: self.init(error)
        }
    }

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
