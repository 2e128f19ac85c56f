/// A field of the data of a request. A literal is a required field.
package struct RequestField: Hashable, Sendable, ExpressibleByStringLiteral {
    /// Alternatives where there is more than one.
    let names: [String]
    /// In Markdown.
    package let text: String
    let isOptional: Bool

    package init(stringLiteral name: String) { self.init([name], "`\(name)`") }

    private init(_ names: [String], _ text: String, isOptional: Bool = false) {
        (self.names, self.text, self.isOptional) = (names, text, isOptional)
    }

    static func optional(_ name: String) -> Self { Self([name], "`\(name)` (optional)", isOptional: true) }

    static func either(_ first: String, _ second: String) -> Self {
        Self([first, second], "`\(first)` or `\(second)`")
    }

    /// A source by its name or its identifier: `scene` is `sceneName` or `sceneUuid`. `canvasUuid` is read to reject it.
    static func source(_ prefix: String) -> Self {
        Self(["\(prefix)Name", "\(prefix)Uuid", "canvasUuid"], "`\(prefix)Name` or `\(prefix)Uuid`")
    }
}

/// A request that the server knows.
package struct RequestRow: Sendable {
    typealias Handler = @Sendable (Request, RequestContext) throws(RequestFailure) -> RequestStep

    /// How it is performed.
    package enum Kind: Hashable, Sendable {
        /// In the order of the requests of its connection.
        case ordered
        /// Beside later requests, because it may take long.
        case beside
        /// Answered with the reason why psstudio does not do it, and not listed as available.
        case refused
        /// About things that psstudio does not have: answered like an unknown request, with that reason.
        case meaningless

        /// The word in the documentation.
        package var word: String {
            switch self {
            case .ordered, .beside: "served"
            case .refused: "refused"
            case .meaningless: "meaningless"
            }
        }
    }

    package let name: String
    /// What it does, or why psstudio does not do it, in one sentence.
    package let text: String
    package let kind: Kind
    /// The fields that its handler sees.
    package let fields: [RequestField]
    /// Whether its answer comes from a snapshot, and therefore waits for one when the latest is old.
    let readsSnapshot: Bool
    let handler: Handler

    init(
        _ name: String, _ text: String, _ kind: Kind = .ordered, fields: [RequestField] = [],
        readsSnapshot: Bool = false, handler: @escaping Handler
    ) {
        (self.name, self.text, self.kind, self.fields) = (name, text, kind, fields)
        (self.readsSnapshot, self.handler) = (readsSnapshot, handler)
    }
}

/// All requests that the server knows.
package enum RequestTable {
    package static let all =
        general + hotkeys + config + data + stream + scenes + transitions + inputs + outputs + refusals + meaningless

    /// The names in `availableRequests`.
    package static let available = all.filter { $0.kind == .ordered || $0.kind == .beside }.map(\.name)

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    static func row(of request: Request) -> RequestRow? { byName[request.type] }

    /// What performs a request.
    static func step(_ request: Request, _ context: RequestContext) throws(RequestFailure) -> RequestStep {
        guard request.hasValidData else {
            throw RequestFailure(.invalidRequestFieldType, "Your request data is not an object.")
        }
        guard !request.type.isEmpty else {
            throw RequestFailure(.missingRequestType, "Your request's `requestType` may not be empty.")
        }
        guard let row = row(of: request) else {
            throw RequestFailure(.unknownRequestType, "Your request type is not valid.")
        }
        return try row.handler(request.keeping(row.fields.flatMap(\.names)), context)
    }
}
