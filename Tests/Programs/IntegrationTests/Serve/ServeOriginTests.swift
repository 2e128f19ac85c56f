import Foundation
import StudioTestSupport
import Testing

/// Origins and names that a server accepts because its user names them.
@Suite(.endToEnd, .timeLimit(.minutes(5)))
struct ServeOriginTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test(
        "a page without an origin of its own is accepted when that is configured, is warned about once, and needs the token"
    )
    func sharedOrigins() throws {
        let words = ["--serve-origin", "null", "--serve-origin", "file://", "--serve-origin", "null"]
        let server = try ServeProgram(folder, words)
        func status(_ origin: String, _ token: String?) throws -> Int {
            let permission = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
            return try server.exchange(
                "GET /api/v1/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: \(origin)\r\n\(permission)"
                    + "Connection: close\r\n\r\n"
            ).status
        }
        for origin in ["null", "file://"] {
            #expect(try status(origin, server.token) == 200)
            #expect(try status(origin, nil) == 401)
            #expect(try status(origin, "0123456789abcdef") == 401)
        }
        #expect(try status("capacitor://localhost", server.token) == 403)
        let outcome = try server.finish()
        for origin in ["null", "file://"] {
            let lines = outcome.errors.components(separatedBy: "warning: --serve-origin \(origin) is the origin of ")
            #expect(lines.count == 2, "\(outcome.errors)")
        }
    }

    @Test("a proxy's names are accepted when they are configured")
    func proxy() throws {
        let names = ["--serve-host", "studio.example", "--serve-origin", "https://studio.example"]
        let server = try ServeProgram(folder, names)
        func status(_ host: String, _ origin: String) throws -> Int {
            try server.exchange(
                "GET /api/v1/sessions HTTP/1.1\r\nHost: \(host)\r\nOrigin: \(origin)\r\n"
                    + "Authorization: Bearer \(server.token)\r\nConnection: close\r\n\r\n"
            ).status
        }
        #expect(try status("studio.example", "https://studio.example") == 200)
        #expect(try status("127.0.0.1:\(server.port)", "https://studio.example") == 200)
        #expect(try status("studio.example", "https://evil.example") == 403)
        #expect(try status("evil.example", "https://studio.example") == 421)
    }
}
