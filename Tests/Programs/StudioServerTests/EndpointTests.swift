import Foundation
import SessionClient
import SessionProtocol
import StudioEngine
import Testing
@testable import StudioServer

@Suite
struct EndpointTests {
    private static let methods = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "X", "get",
    ]

    /// The operations of `docs/openapi.json`: each path with its methods and their names.
    private static func described() throws -> [(path: String, operations: [String: String])] {
        let document = try JSON(decoding: Data(contentsOf: documents.appendingPathComponent("openapi.json")))
        return (document["paths"]?.fields ?? []).map { path, methods in
            let operations = (methods.fields ?? []).compactMap { name, operation in
                operation["operationId"]?.text.map { (name.uppercased(), $0) }
            }
            return (path, Dictionary(uniqueKeysWithValues: operations))
        }
    }

    private static let documents = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../docs").standardizedFileURL
    private static var isWriting: Bool { ProcessInfo.processInfo.environment["PSSTUDIO_WRITE_DOCS"] != nil }

    private static func find(_ method: String, _ target: String) -> (id: String?, values: Endpoint.Values)? {
        (try? Endpoint.find(method, target).get()).map { ($0.endpoint.id, $0.values) }
    }

    private static func problem(_ method: String, _ target: String) -> Problem? {
        if case .failure(let problem) = Endpoint.find(method, target) { problem } else { nil }
    }

    @Test("each path of the OpenAPI document has its methods, and names them for every other one")
    func paths() throws {
        let described = try Self.described()
        #expect(described.count >= 15)
        for (template, operations) in described {
            let path = template.replacing("{sessionId}", with: "a1").replacing("{output}", with: "2")
            let names = operations.keys.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] }
            for method in Self.methods {
                if let id = operations[method == "HEAD" ? "GET" : method] {
                    let found = Self.find(method, path)
                    #expect(found?.id == id, "\(method) \(path)")
                    #expect(found?.values.session == (template.contains("{sessionId}") ? "a1" : ""), "\(path)")
                    #expect(found?.values.output == (template.contains("{output}") ? 2 : 0), "\(path)")
                } else {
                    let problem = Self.problem(method, path)
                    #expect(problem?.code == .methodNotAllowed, "\(method) \(path)")
                    #expect(problem?.allowed.sorted() == names.sorted(), "\(method) \(path)")
                }
            }
        }
    }

    @Test("each method of a path has one endpoint, and each endpoint a name of its own")
    func unique() {
        let ids = Endpoint.all.compactMap(\.id)
        #expect(Set(ids).count == ids.count)
        let requests = Endpoint.all.map { "\($0.method) \($0.path)" }
        #expect(Set(requests).count == requests.count)
        #expect(Endpoint.all.filter { $0.id == nil }.map(\.path) == PageFile.allCases.map(\.rawValue))
    }

    @Test("docs/openapi.json matches the code; PSSTUDIO_WRITE_DOCS=1 regenerates it")
    func openAPI() throws {
        let file = Self.documents.appendingPathComponent("openapi.json")
        let text = OpenAPIDocument(snapshot: SessionSchema.snapshotSchema).json
        if Self.isWriting { try text.write(to: file, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test("the table of paths in docs/server.md matches the code; PSSTUDIO_WRITE_DOCS=1 regenerates it")
    func table() throws {
        let file = Self.documents.appendingPathComponent("server.md")
        let head = "| request | answer |\n| --- | --- |\n"
        let table = head + Self.rows.map { "| \($0.requests) | \($0.answer) |\n" }.joined()
        var page = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(page.range(of: head)?.lowerBound)
        let end = try #require(page.range(of: "\n\n", range: start..<page.endIndex)?.lowerBound)
        let written = start..<page.index(after: end)
        if Self.isWriting {
            page.replaceSubrange(written, with: table)
            try page.write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(page[written] == table)
        }
    }

    /// The rows of the page. Neighbours with the same answer share one.
    private static var rows: [(requests: String, answer: String)] {
        Endpoint.all.reduce(into: []) { rows, endpoint in
            let path = endpoint.path.replacing("{sessionId}", with: "ID").replacing("{output}", with: "NUMBER")
            let answer = endpoint.details + (endpoint.isPublic ? "; it needs no token" : "")
            if let last = rows.last, last.answer == answer {
                rows[rows.count - 1].requests += ", `\(path)`"
            } else {
                rows.append(("`\(endpoint.method) \(path)`", answer))
            }
        }
    }

    @Test("the files of the page are read without a token, and only read")
    func page() {
        for file in PageFile.allCases {
            for target in [file.rawValue, file.rawValue + "?a=b"] {
                for method in ["GET", "HEAD"] { #expect(Self.find(method, target) != nil) }
                #expect(Self.problem("POST", target)?.allowed == ["GET", "HEAD"])
            }
        }
    }

    @Test("a client that has a file is told so")
    func knownFile() {
        for tags in ["\"a\"", "W/\"a\"", "\"b\", \"a\"", " \"a\" ", "*"] {
            #expect(PageContent.isKnown("\"a\"", to: tags), "\(tags)")
        }
        for tags in [nil, "", "a", "\"b\"", "\"a\"b"] {
            #expect(!PageContent.isKnown("\"a\"", to: tags), "\(tags ?? "none")")
        }
    }

    @Test("a client that accepts gzip gets it, with a tag of its own")
    func compressedFile() {
        let content = PageContent(bytes: [1, 2], compressed: [3], tag: "\"a\"")
        for encodings in [["gzip"], ["br, gzip;q=0.5"], ["deflate", "GZIP ; q=1.0"], ["x-gzip"]] {
            let form = content.form(for: encodings)
            #expect(form.bytes == [3], "\(encodings)")
            #expect(form.tag == "\"a-gzip\"")
            #expect(form.isCompressed)
        }
        for encodings in [[], [""], ["*"], ["identity"], ["gzip;q=0"], ["gzip; q=0.0, br"], ["gzip;q=x"], ["gzipped"]] {
            let form = content.form(for: encodings)
            #expect(form.bytes == [1, 2], "\(encodings)")
            #expect(form.tag == "\"a\"")
            #expect(!form.isCompressed)
        }
        #expect(PageContent(bytes: [1, 2], tag: "\"a\"").form(for: ["gzip"]).bytes == [1, 2])
    }

    @Test("a query has no meaning")
    func query() {
        #expect(Self.find("GET", "/healthz?a=/b")?.id == "getHealth")
        #expect(Self.find("GET", "/api/v1/sessions/a1?token=x")?.values.session == "a1")
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
        for method in Self.methods { #expect(Self.problem(method, path)?.code == .pathUnknown) }
    }

    @Test("parameters of a query are accepted in their range")
    func parameters() throws {
        func value<Value>(of parameter: QueryParameter<Value>, _ query: String) throws(Problem) -> Value {
            try RequestQuery("/x\(query)").value(of: parameter)
        }
        #expect(try value(of: Endpoint.Query.width, "") == 640)
        #expect(try value(of: Endpoint.Query.width, "?height=2&width=320") == 320)
        for text in ["", "=", "=15", "=14", "=1922", "=x", "=16.0", "=-16", "=%31%36"] {
            let error = #expect(throws: Problem.self) { try value(of: Endpoint.Query.width, "?width\(text)") }
            #expect(
                error == Problem(.invalid, "width is not accepted; expected an even number from 16 to 1920"), "\(text)")
        }
        #expect(try value(of: Endpoint.Query.perSecond, "") == 20)
        #expect(try value(of: Endpoint.Query.perSecond, "?perSecond=0.1") == 0.1)
        for text in ["0", "51", "nan", "inf", "1e9", ""] {
            let error = #expect(throws: Problem.self) { try value(of: Endpoint.Query.perSecond, "?perSecond=\(text)") }
            #expect(error == Problem(.invalid, "perSecond is not accepted; expected 0.1 to 50.0"), "\(text)")
        }
        #expect(try value(of: Endpoint.Query.limit, "") == 1000)
        #expect(try value(of: Endpoint.Query.limit, "?limit=1") == 1)
        for text in ["0", "1001", "1.0", "", "x"] {
            let error = #expect(throws: Problem.self) { try value(of: Endpoint.Query.limit, "?limit=\(text)") }
            #expect(
                error == Problem(.invalid, "limit is not accepted; expected a whole number from 1 to 1000"), "\(text)")
        }
        let twice = #expect(throws: Problem.self) { try value(of: Endpoint.Query.width, "?width=320&width=320") }
        #expect(twice == Problem(.invalid, "width is there more than once; send it once"))
        #expect(try value(of: Endpoint.Query.path, "") == "")
        #expect(try value(of: Endpoint.Query.path, "?path=a%2Fb%20c+%C3%BC") == "a/b c+ü")
        for text in ["%", "%4", "%zz", "%ff", "a%", String(repeating: "a", count: 4097)] {
            let error = #expect(throws: Problem.self) { try value(of: Endpoint.Query.path, "?path=\(text)") }
            #expect(error?.code == .invalid, "\(text)")
        }
        #expect(try !value(of: Endpoint.Query.earlier, ""))
        #expect(try !value(of: Endpoint.Query.earlier, "?earlier=false"))
        #expect(try value(of: Endpoint.Query.earlier, "?earlier=true"))
        for text in ["", "=", "=1", "=TRUE"] {
            let error = #expect(throws: Problem.self) { try value(of: Endpoint.Query.earlier, "?earlier\(text)") }
            #expect(error == Problem(.invalid, "earlier is not accepted; expected true or false"), "\(text)")
        }
    }

    @Test("only the health of the server and the control page need no token")
    func publicEndpoints() {
        let paths = Endpoint.all.filter(\.isPublic).map(\.path)
        #expect(Set(paths) == Set(["/healthz", "/readyz"] + PageFile.allCases.map(\.rawValue)))
    }

    @Test("exactly the endpoints of POST have a body")
    func bodies() {
        for endpoint in Endpoint.all {
            #expect((endpoint.body != nil) == (endpoint.method == "POST"), "\(endpoint.method) \(endpoint.path)")
        }
    }

    @Test(
        "each problem except those of the router and of the connection is in a row; tokens, bodies and sessions have theirs"
    )
    func rowProblems() {
        let listed = Endpoint.all.reduce(into: Set<Problem.Code>()) { $0.formUnion($1.problems) }
        #expect(Set(Problem.Code.allCases).subtracting(listed) == [.pathUnknown, .methodNotAllowed, .headTooLarge])
        for endpoint in Endpoint.all {
            let (name, problems) = ("\(endpoint.method) \(endpoint.path)", endpoint.problems)
            #expect(problems.contains(.hostForbidden), "\(name)")
            #expect(problems.contains(.tokenMissing) != endpoint.isPublic, "\(name)")
            #expect(problems.contains(.mediaTypeUnsupported) == (endpoint.body != nil), "\(name)")
            #expect(problems.contains(.sessionUnknown) == endpoint.path.contains("{sessionId}"), "\(name)")
            #expect(endpoint.parameters.isEmpty || problems.contains(.invalid), "\(name)")
        }
    }

    @Test("identifiers are taken as they are, and find nothing in the file system")
    func traversal() {
        for session in ["..", "..%2f..%2fetc"] {
            #expect(Self.find("GET", "/api/v1/sessions/\(session)")?.values.session == session)
        }
        #expect(Self.problem("GET", "/api/v1/sessions/../../etc/passwd")?.code == .pathUnknown)
    }

    @Test("the table of problems in docs/server.md has each code with its status")
    func problemPage() throws {
        let page = try String(contentsOf: Self.documents.appendingPathComponent("server.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").map { $0.split(separator: " | ").map(String.init) }
        for code in Problem.Code.allCases {
            let row = rows.first { $0.count == 3 && $0[0].contains("`\(code.rawValue)`") }
            #expect(row?[1] == "\(Problem(code, "").status)", "\(code.rawValue)")
        }
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
