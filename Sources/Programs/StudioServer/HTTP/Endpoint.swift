import HTTPTypes
import NIOCore
import ServerAccess
import SessionProtocol

/// A method of a path: how it is answered and how it is described. The router, the OpenAPI document and the table of `docs/server.md`
/// come from ``all``.
///
/// Hummingbird's router is not used: it ignores empty parts of a path, and answers 404 where a path has other methods.
struct Endpoint: Sendable {
    /// The type of a method of the responder: it takes the responder, then the request.
    typealias Handler = @Sendable (StudioResponder) -> @Sendable (EndpointRequest) async throws(Problem) -> Reply

    /// An answer in the OpenAPI document.
    struct Answer: Sendable {
        var status = 200
        var type = MediaTypes.json
        let schema: JSON

        /// - Parameter name: one of ``OpenAPISchemas``.
        static func json(_ name: String, _ status: Int = 200) -> Answer {
            Answer(status: status, schema: OpenAPIDocument.reference(name))
        }

        /// - Parameter names: two of ``OpenAPISchemas``: the answer has the form of one of them.
        static func json(either names: String...) -> Answer {
            Answer(schema: ["anyOf": .list(names.map { OpenAPIDocument.reference($0) })])
        }

        static func text(_ type: String) -> Answer { Answer(type: type, schema: ["type": "string"]) }
    }

    let method: String
    /// The path, in which `{sessionId}` and `{output}` are values.
    let path: String
    /// The name in the OpenAPI document; `nil` for a file of the control page, which is not in it.
    let id: String?
    let summary: String
    /// The answer in the words of `docs/server.md`.
    let details: String
    let parameters: [JSON]
    /// The schema of the body; `nil` for a request without one.
    let body: String?
    /// Whether a request without a body means an empty object.
    let isBodyOptional: Bool
    /// The answers to a request that succeeds.
    let answers: [Answer]
    /// The problems that answer a request that fails: those of the row, and those of its token, body and parameters.
    let problems: Set<Problem.Code>
    /// Whether the request needs no token: the answer is the same for all clients and reveals nothing about sessions.
    let isPublic: Bool
    let handler: Handler
    private let parts: [Substring]

    init(
        _ method: String, _ path: String, _ id: String?, _ summary: String, details: String, parameters: [JSON] = [],
        body: String? = nil, isBodyOptional: Bool = false, answers: [Answer], problems: Set<Problem.Code> = [],
        isPublic: Bool = false,
        handler: @escaping Handler
    ) {
        (self.method, self.path, self.id, self.summary, self.details) = (method, path, id, summary, details)
        (self.parameters, self.body, self.answers) = (parameters, body, answers)
        self.isBodyOptional = isBodyOptional
        (self.isPublic, self.handler) = (isPublic, handler)
        parts = Self.parts(path[...])
        let shared: [Set<Problem.Code>] = [
            .request, isPublic ? [] : .token, method == "GET" ? [] : [.readOnly], body == nil ? [] : .body,
            parameters.isEmpty ? [] : [.invalid],
        ]
        self.problems = shared.reduce(problems) { $0.union($1) }
    }

    // MARK: Routing

    /// The values in a path.
    struct Values: Hashable, Sendable {
        var session = ""
        var output = 0
    }

    /// - Parameter target: the path with its query, which has no meaning.
    static func find(_ method: String, _ target: String) -> Result<(endpoint: Endpoint, values: Values), Problem> {
        let parts = parts(target.prefix { $0 != "?" && $0 != "#" })
        let found = all.compactMap { endpoint in endpoint.values(of: parts).map { (endpoint: endpoint, values: $0) } }
        guard !found.isEmpty else {
            return .failure(
                Problem(.pathUnknown, "there is nothing at this path; the paths begin with /api/v1/sessions"))
        }
        // The answer to HEAD is that of GET without its body.
        let name = method == "HEAD" ? "GET" : method
        if let match = found.first(where: { $0.endpoint.method == name }) { return .success(match) }
        let methods = found.flatMap { $0.endpoint.method == "GET" ? ["GET", "HEAD"] : [$0.endpoint.method] }
        return .failure(
            Problem(
                .methodNotAllowed, "use one of the methods of this path: \(methods.joined(separator: ", "))",
                allowed: methods))
    }

    private static func parts(_ path: Substring) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false)
    }

    /// - Returns: `nil` for another path.
    private func values(of parts: [Substring]) -> Values? {
        guard parts.count == self.parts.count else { return nil }
        var values = Values()
        for (own, part) in zip(self.parts, parts) {
            switch own {
            case "{sessionId}" where !part.isEmpty: values.session = String(part)
            case "{output}":
                // Signs and leading zeros would be other names of the same output.
                guard let number = Int(part), number > 0, "\(number)" == part else { return nil }
                values.output = number
            case part: break
            default: return nil
            }
        }
        return values
    }
}

/// A request to an endpoint.
struct EndpointRequest: Sendable {
    let path: Endpoint.Values
    let query: RequestQuery
    let headers: HTTPFields
    /// Empty for a request without a body.
    let body: [UInt8]
    /// The connection of the request.
    let channel: any Channel
    /// What its token permits.
    var access = AccessTokens.Access.full

    var session: String { path.session }

    /// Who gives the commands of the request, as the client says itself.
    var origin: CommandOrigin { Self.client.flatMap { headers[$0] } == CommandOrigin.page.rawValue ? .page : .http }

    /// The header by which the control page says who it is.
    private static let client = HTTPField.Name("Psstudio-Client")
}
