/// What a request asks for, determined by its method and its path.
package enum Route: Hashable, Sendable {
    case health
    case ready
    case metrics
    case sessions
    case startSession
    case snapshot(session: String)
    case stop(session: String)
    case outputs(session: String)
    case addOutput(session: String)
    case output(session: String, output: Int)
    case removeOutput(session: String, output: Int)
    case restartOutput(session: String, output: Int)
    case command(session: String)
    case events(session: String)
    case levels(session: String)
    case preview(session: String)
    case rules
    case scenarios
    case description
    case page(PageFile)

    package enum Failure: Error, Hashable, Sendable {
        /// There is nothing at the path.
        case unknown
        /// The path has no such method; the methods that it has, in the order of the header `Allow`.
        case method(allowed: [String])
    }

    /// Whether the request needs no token: what is the same for everybody, and tells nothing of sessions.
    package var isPublic: Bool {
        switch self {
        case .health, .ready, .page: true
        default: false
        }
    }

    /// Whether the request has a body.
    package var hasBody: Bool {
        switch self {
        case .startSession, .addOutput, .restartOutput, .command: true
        case .health, .ready, .metrics, .sessions, .snapshot, .stop, .outputs, .output, .removeOutput, .events, .levels,
            .preview, .rules,
            .scenarios, .description, .page:
            false
        }
    }

    /// - Parameter target: the path with its query, which has no meaning.
    package static func find(_ method: String, _ target: String) -> Result<Route, Failure> {
        let routes = routes(target.prefix { $0 != "?" && $0 != "#" })
        guard !routes.isEmpty else { return .failure(.unknown) }
        // The answer to HEAD is that of GET without its body.
        let name = method == "HEAD" ? "GET" : method
        if let found = routes.first(where: { $0.method == name }) { return .success(found.route) }
        let methods = routes.flatMap { $0.method == "GET" ? ["GET", "HEAD"] : [$0.method] }
        return .failure(.method(allowed: methods))
    }

    /// The methods of a path.
    private static func routes(_ path: Substring) -> [(method: String, route: Route)] {
        let single: [Substring: Route] = ["/healthz": .health, "/readyz": .ready, "/metrics": .metrics]
        if let route = single[path] { return [("GET", route)] }
        if let file = PageFile(rawValue: String(path)) { return [("GET", .page(file))] }
        let prefix = "/api/v1/"
        guard path.hasPrefix(prefix) else { return [] }
        let parts = path.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false).map(
            String.init)
        guard parts.allSatisfy({ !$0.isEmpty }) else { return [] }
        switch parts.count {
        case 1: return collections(parts[0])
        case 2...5 where parts[0] == "sessions": return session(parts[1], Array(parts.dropFirst(2)))
        default: return []
        }
    }

    private static func collections(_ name: String) -> [(method: String, route: Route)] {
        switch name {
        case "sessions": [("GET", .sessions), ("POST", .startSession)]
        case "rules": [("GET", .rules)]
        case "scenarios": [("GET", .scenarios)]
        case "openapi.json": [("GET", .description)]
        default: []
        }
    }

    private static func session(_ id: String, _ rest: [String]) -> [(method: String, route: Route)] {
        switch rest.first {
        case nil: return [("GET", .snapshot(session: id)), ("DELETE", .stop(session: id))]
        case "commands" where rest.count == 1: return [("POST", .command(session: id))]
        case "events" where rest.count == 1: return [("GET", .events(session: id))]
        case "levels" where rest.count == 1: return [("GET", .levels(session: id))]
        case "preview.jpg" where rest.count == 1: return [("GET", .preview(session: id))]
        case "outputs" where rest.count == 1:
            return [("GET", .outputs(session: id)), ("POST", .addOutput(session: id))]
        case "outputs": return output(id, rest[1], rest.count == 3 ? rest[2] : nil)
        default: return []
        }
    }

    private static func output(_ id: String, _ text: String, _ action: String?) -> [(method: String, route: Route)] {
        // Signs and leading zeros would be other names of the same output.
        guard let number = Int(text), number > 0, "\(number)" == text else { return [] }
        switch action {
        case nil:
            return [
                ("GET", .output(session: id, output: number)), ("DELETE", .removeOutput(session: id, output: number)),
            ]
        case "restart": return [("POST", .restartOutput(session: id, output: number))]
        default: return []
        }
    }
}
