import Testing

@testable import StudioServer

@Suite
struct RouteTests {
    /// Every path with its methods, written by hand.
    private static let table: [(path: String, methods: [String: Route])] = [
        ("/healthz", ["GET": .health]),
        ("/readyz", ["GET": .ready]),
        ("/metrics", ["GET": .metrics]),
        ("/api/v1/sessions", ["GET": .sessions]),
        ("/api/v1/sessions/a1", ["GET": .snapshot(session: "a1"), "DELETE": .stop(session: "a1")]),
        ("/api/v1/sessions/a1/outputs", ["GET": .outputs(session: "a1"), "POST": .addOutput(session: "a1")]),
        (
            "/api/v1/sessions/a1/outputs/2",
            [
                "GET": .output(session: "a1", output: 2), "DELETE": .removeOutput(session: "a1", output: 2),
            ]
        ),
        ("/api/v1/sessions/a1/outputs/2/restart", ["POST": .restartOutput(session: "a1", output: 2)]),
        ("/api/v1/sessions/a1/commands", ["POST": .command(session: "a1")]),
        ("/api/v1/sessions/a1/events", ["GET": .events(session: "a1")]),
        ("/api/v1/rules", ["GET": .rules]),
        ("/api/v1/scenarios", ["GET": .scenarios]),
    ]

    private static let methods = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "X", "get",
    ]

    @Test("each path has its methods, and names them for every other one")
    func all() {
        for (path, routes) in Self.table {
            let names = routes.keys.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] }
            for method in Self.methods {
                let result = Route.find(method, path)
                if let route = routes[method == "HEAD" ? "GET" : method] {
                    #expect(result == .success(route), "\(method) \(path)")
                } else if case .failure(.method(let allowed)) = result {
                    #expect(allowed.sorted() == names.sorted(), "\(method) \(path)")
                } else {
                    Issue.record("\(method) \(path): \(result)")
                }
            }
        }
    }

    @Test("a query has no meaning")
    func query() {
        #expect(Route.find("GET", "/healthz?a=/b") == .success(.health))
        #expect(Route.find("GET", "/api/v1/sessions/a1?token=x") == .success(.snapshot(session: "a1")))
    }

    @Test(
        "all other paths are unknown",
        arguments: [
            "", "/", "*", "/healthz/", "/Healthz", "//healthz", "/api/v1", "/api/v1/", "/api/v2/sessions",
            "/api/v1/sessions/",
            "/api/v1/sessions//", "/api/v1/sessions/a1/", "/api/v1//sessions", "/api/v1/sessions/a1/output",
            "/api/v1/sessions/a1/outputs/", "/api/v1/sessions/a1/outputs/0", "/api/v1/sessions/a1/outputs/-1",
            "/api/v1/sessions/a1/outputs/+1", "/api/v1/sessions/a1/outputs/01", "/api/v1/sessions/a1/outputs/1x",
            "/api/v1/sessions/a1/outputs/99999999999999999999", "/api/v1/sessions/a1/outputs/1/restart/x",
            "/api/v1/sessions/a1/outputs/1/stop", "/api/v1/sessions/a1/commands/x", "/api/v1/sessions/a1/events/1",
            "http://127.0.0.1/healthz", "/api/v1/rules/x", "/../healthz", "/%68ealthz",
        ])
    func unknown(path: String) {
        for method in Self.methods { #expect(Route.find(method, path) == .failure(.unknown)) }
    }

    @Test("only the health of the server is public")
    func publicRoutes() {
        for (_, routes) in Self.table {
            for route in routes.values { #expect(route.isPublic == [.health, .ready].contains(route)) }
        }
    }

    @Test("exactly the routes of POST have a body")
    func bodies() {
        for (_, routes) in Self.table {
            for (method, route) in routes { #expect(route.hasBody == (method == "POST")) }
        }
    }

    @Test("identifiers are taken as they are, and find nothing in the file system")
    func traversal() {
        #expect(Route.find("GET", "/api/v1/sessions/..") == .success(.snapshot(session: "..")))
        #expect(Route.find("GET", "/api/v1/sessions/../../etc/passwd") == .failure(.unknown))
        #expect(Route.find("GET", "/api/v1/sessions/..%2f..%2fetc") == .success(.snapshot(session: "..%2f..%2fetc")))
    }

    @Test("each problem has a status, and the codes of RFC 9457 that a client needs")
    func problems() throws {
        for code in Problem.Code.allCases {
            let problem = Problem(code, "detail")
            #expect((400...599).contains(problem.status))
            let members = try #require(JSONText.members(of: problem.body[...]))
            #expect(Set(members.keys) == ["code", "detail", "status", "title", "type"])
            #expect(JSONText.integer(members["status"]) == problem.status)
            #expect(String(decoding: members["code"] ?? [], as: UTF8.self) == "\"\(code.rawValue)\"")
        }
        #expect(Set(Problem.Code.allCases.map { Problem($0, "").title }).count == Problem.Code.allCases.count)
    }
}
