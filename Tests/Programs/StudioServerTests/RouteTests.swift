import Foundation
import StudioEngine
import Testing

@testable import StudioServer

@Suite
struct RouteTests {
    /// Every path with its methods, written by hand.
    private static let table: [(path: String, methods: [String: Route])] = [
        ("/healthz", ["GET": .health]),
        ("/readyz", ["GET": .ready]),
        ("/metrics", ["GET": .metrics]),
        ("/api/v1/sessions", ["GET": .sessions, "POST": .startSession]),
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
        ("/api/v1/sessions/a1/levels", ["GET": .levels(session: "a1")]),
        ("/api/v1/sessions/a1/preview.jpg", ["GET": .preview(session: "a1")]),
        ("/api/v1/rules", ["GET": .rules]),
        ("/api/v1/scenarios", ["GET": .scenarios]),
        ("/api/v1/openapi.json", ["GET": .description]),
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

    @Test("the OpenAPI document has exactly these paths and methods")
    func description() {
        let described = OpenAPIDocument.operations.map { path, operations in
            let path = path.replacing("{sessionId}", with: "a1").replacing("{output}", with: "2")
            return (path: path, methods: operations.map(\.method).sorted())
        }
        for (path, routes) in Self.table {
            #expect(described.first { $0.path == path }?.methods == routes.keys.sorted(), "\(path)")
        }
        #expect(described.count == Self.table.count)
        let ids = OpenAPIDocument.operations.flatMap { $0.operations.map(\.id) }
        #expect(Set(ids).count == ids.count)
    }

    @Test("docs/openapi.json matches the code; PSSTUDIO_WRITE_DOCS=1 regenerates it")
    func openAPI() throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../docs/openapi.json").standardizedFileURL
        let text = OpenAPIDocument(snapshot: SessionSchema.snapshotSchema).json
        if ProcessInfo.processInfo.environment["PSSTUDIO_WRITE_DOCS"] != nil {
            try text.write(to: path, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: path, encoding: .utf8) == text)
    }

    @Test("the files of the page are read without a token, and only read")
    func page() {
        for file in PageFile.allCases {
            #expect(Route.find("GET", file.rawValue) == .success(.page(file)))
            #expect(Route.find("HEAD", file.rawValue + "?a=b") == .success(.page(file)))
            #expect(Route.find("POST", file.rawValue) == .failure(.method(allowed: ["GET", "HEAD"])))
            #expect(Route.page(file).isPublic && !Route.page(file).hasBody)
        }
    }

    @Test("a client that has a file is told so")
    func knownFile() {
        let content = PageContent(bytes: [1], tag: "\"a\"")
        for tags in ["\"a\"", "W/\"a\"", "\"b\", \"a\"", " \"a\" ", "*"] {
            #expect(content.isKnown(to: tags), "\(tags)")
        }
        for tags in [nil, "", "a", "\"b\"", "\"a\"b"] { #expect(!content.isKnown(to: tags), "\(tags ?? "none")") }
    }

    @Test("a query has no meaning")
    func query() {
        #expect(Route.find("GET", "/healthz?a=/b") == .success(.health))
        #expect(Route.find("GET", "/api/v1/sessions/a1?token=x") == .success(.snapshot(session: "a1")))
    }

    @Test(
        "all other paths are unknown",
        arguments: [
            "", "*", "/page", "/page.js/", "/index.html", "/favicon.ico", "/healthz/", "/Healthz", "//healthz",
            "/api/v1", "/api/v1/", "/api/v2/sessions",
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

    @Test("numbers of a query are accepted in their range")
    func numbers() throws {
        func width(_ target: String) throws(Problem) -> Int {
            try RequestQuery(target).even("width", in: 16...1920, default: 640)
        }
        #expect(try width("/x") == 640)
        #expect(try width("/x?height=2&width=320") == 320)
        for text in ["", "=", "=15", "=14", "=1922", "=x", "=16.0", "=-16", "=%31%36"] {
            let error = #expect(throws: Problem.self) { try width("/x?width\(text)") }
            #expect(error?.code == .invalid, "\(text)")
        }
        let rate = try RequestQuery("/x?perSecond=0.1").number("perSecond", in: 0.1...50, default: 20)
        #expect(rate == 0.1)
        for text in ["0", "51", "nan", "inf", "1e9", ""] {
            #expect(throws: Problem.self) {
                try RequestQuery("/x?perSecond=\(text)").number("perSecond", in: 0.1...50, default: 20)
            }
        }
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
