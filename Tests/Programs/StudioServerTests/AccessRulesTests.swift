import ServerAccess
import StudioCore
import Testing

@testable import StudioServer

@Suite
struct AccessRulesTests {
    @Test(
        "addresses and localhost are hosts of the server, with any port",
        arguments: [
            "127.0.0.1", "127.0.0.1:7788", "localhost", "LocalHost:1", "[::1]", "[::1]:7788", "192.168.1.5:80",
            "[fe80::1]",
            "0.0.0.0:7788",
        ])
    func own(host: String) {
        #expect(AccessRules().denial(host: host, origins: []) == nil)
    }

    @Test(
        "other names are rejected: an attacker could let them resolve to this machine",
        arguments: [
            "evil.example", "evil.example:7788", "127.0.0.1.evil.example", "localhost.evil.example", "localhost.",
            "127.1",
            "0x7f000001", "2130706433", "127.0.0.1.nip.io:7788", "1.2.3.4.5", "300.1.1.1",
        ])
    func foreign(host: String) {
        #expect(AccessRules().denial(host: host, origins: []) == .foreignHost)
    }

    @Test(
        "what is not an authority is rejected",
        arguments: [
            nil, "", ":7788", "a b", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:-1", "127.0.0.1:99999", "127.0.0.1:7788:1",
            "user@127.0.0.1", "127.0.0.1/", "[::1", "::1", "[::1]x", "127.0.0.1,evil", "ünicode", "127.0.0.1\u{0}",
        ] as [String?])
    func invalid(host: String?) {
        #expect(AccessRules().denial(host: host, origins: []) == .invalidHost)
    }

    @Test("names that are configured are accepted in any case")
    func configuredHosts() {
        let rules = AccessRules(hosts: ["Studio.Example"])
        #expect(rules.denial(host: "studio.example", origins: []) == nil)
        #expect(rules.denial(host: "STUDIO.example:443", origins: []) == nil)
        #expect(rules.denial(host: "a.studio.example", origins: []) == .foreignHost)
        #expect(rules.denial(host: "studio.example.evil", origins: []) == .foreignHost)
    }

    @Test(
        "a page of the server itself is accepted, every other one is rejected",
        arguments: [
            ("http://127.0.0.1:7788", true), ("HTTP://127.0.0.1:7788", true), ("http://127.0.0.1", false),
            ("https://127.0.0.1:7788", false), ("http://localhost:7788", false), ("http://evil.example", false),
            ("null", false), ("", false), ("http://127.0.0.1:7788/", false), ("http://127.0.0.1:77889", false),
            ("file://", false), ("http://127.0.0.1:7788 ", false),
        ])
    func origin(origin: String, isAccepted: Bool) {
        let denial = AccessRules().denial(host: "127.0.0.1:7788", origins: [origin])
        #expect(denial == (isAccepted ? nil : .foreignOrigin))
    }

    @Test("several origins are none of a browser")
    func origins() {
        let origins = ["http://127.0.0.1:7788", "http://127.0.0.1:7788"]
        #expect(AccessRules().denial(host: "127.0.0.1:7788", origins: origins) == .foreignOrigin)
    }

    private func rules(_ origins: String...) -> AccessRules {
        AccessRules(origins: origins.compactMap { WebOrigin($0) })
    }

    @Test("an origin that is configured is accepted as it is")
    func configuredOrigins() {
        let rules = rules("https://Studio.example")
        #expect(rules.denial(host: "127.0.0.1:7788", origins: ["https://studio.example"]) == nil)
        #expect(rules.denial(host: "127.0.0.1:7788", origins: ["http://studio.example"]) == .foreignOrigin)
        #expect(rules.denial(host: "127.0.0.1:7788", origins: ["https://studio.example:444"]) == .foreignOrigin)
        // An origin is not a host.
        #expect(rules.denial(host: "studio.example", origins: ["https://studio.example"]) == .foreignHost)
    }

    @Test(
        "the default port of a scheme is the same as none",
        arguments: [
            ("https://studio.example:443", "https://studio.example"),
            ("http://studio.example:80", "http://studio.example"),
            ("https://studio.example:0443", "https://studio.example"), ("http://[::1]:80", "http://[::1]"),
            ("HTTPS://Studio.Example:443", "https://studio.example"),
            ("https://studio.example:80", "https://studio.example:80"),
            ("http://studio.example:0443", "http://studio.example:443"),
            ("capacitor://localhost:80", "capacitor://localhost:80"), ("tauri://localhost", "tauri://localhost"),
        ])
    func defaultPorts(text: String, normalized: String) {
        #expect(WebOrigin(text)?.description == normalized)
        #expect(rules(text).denial(host: "127.0.0.1:7788", origins: [normalized]) == nil)
        #expect(rules(normalized).denial(host: "127.0.0.1:7788", origins: [text]) == nil)
    }

    @Test("the own origin has the port of the host, which may be the default one")
    func ownDefaultPort() {
        #expect(AccessRules().denial(host: "127.0.0.1:80", origins: ["http://127.0.0.1"]) == nil)
        #expect(AccessRules().denial(host: "127.0.0.1", origins: ["http://127.0.0.1:80"]) == nil)
        #expect(AccessRules().denial(host: "127.0.0.1:443", origins: ["https://127.0.0.1"]) == .foreignOrigin)
    }

    @Test(
        "origins of local files and of apps are accepted when they are configured, each by its own text only",
        arguments: ["file://", "null", "capacitor://localhost", "tauri://localhost", "https://tauri.localhost"])
    func unusualOrigins(own: String) {
        let all = ["file://", "null", "capacitor://localhost", "tauri://localhost", "https://tauri.localhost"]
        for origin in all {
            let denial = rules(own).denial(host: "127.0.0.1:7788", origins: [origin])
            #expect(denial == (origin == own ? nil : .foreignOrigin), "\(origin)")
        }
        #expect(WebOrigin(own)?.isShared == ["file://", "null"].contains(own))
    }

    @Test(
        "what is not an origin is none",
        arguments: [
            "", "studio.example", "https://studio.example/", "https://", "https://:443", "NULL", "File://", "file:///",
            "file:///home/index.html", "ftp://studio.example", "https://a b", "https://studio.example:x", "null ",
            "capacitor://", "tauri:/localhost", "*",
        ])
    func badOrigins(text: String) { #expect(WebOrigin(text) == nil) }

    // MARK: Tokens

    @Test("only the token itself is accepted")
    func token() throws {
        let token = try #require(AccessToken("0123456789abcdef"))
        #expect(token.check(["Bearer 0123456789abcdef"]) == .accepted)
        #expect(token.check(["bearer 0123456789abcdef"]) == .accepted)
        #expect(token.check([]) == .missing)
        let wrong = [
            "0123456789abcdef", "Basic 0123456789abcdef", "Bearer", "Bearer ", "Bearer 0123456789abcdeF",
            "Bearer 0123456789abcde", "Bearer 0123456789abcdef0", "Bearer  0123456789abcdef", "",
            "Bearer 0123456789abcdef ",
        ]
        for value in wrong { #expect(token.check([value]) == .wrong, "\(value)") }
        #expect(token.check(["Bearer 0123456789abcdef", "Bearer 0123456789abcdef"]) == .wrong)
        // Each character counts.
        for index in token.text.indices {
            var text = token.text
            text.replaceSubrange(index...index, with: "x")
            #expect(token.check(["Bearer \(text)"]) == .wrong)
        }
    }

    @Test("one token permits everything, the other one only to read")
    func tokens() throws {
        let full = try #require(AccessToken("0123456789abcdef"))
        let read = try #require(AccessToken("fedcba9876543210"))
        let tokens = AccessTokens(full: full, read: read)
        #expect(tokens.check(["Bearer 0123456789abcdef"]) == .accepted(.full))
        #expect(tokens.check(["Bearer fedcba9876543210"]) == .accepted(.read))
        #expect(tokens.check([]) == .missing)
        #expect(tokens.check(["Bearer 0123456789abcdee"]) == .wrong)
        #expect(tokens.check(["Bearer 0123456789abcdef", "Bearer fedcba9876543210"]) == .wrong)
        #expect(AccessTokens(full: full, read: full).check(["Bearer 0123456789abcdef"]) == .accepted(.full))
        for method in ["GET", "HEAD"] {
            #expect(AccessTokens.Access.read.permits(method))
            #expect(AccessTokens.Access.full.permits(method))
        }
        for method in ["POST", "DELETE", "PUT", "PATCH", "OPTIONS", "TRACE", "get", ""] {
            #expect(!AccessTokens.Access.read.permits(method))
            #expect(AccessTokens.Access.full.permits(method))
        }
    }

    @Test("random tokens have 256 bits and differ")
    func randomTokens() {
        let tokens = Set((0..<100).map { _ in AccessToken().text })
        #expect(tokens.count == 100)
        #expect(tokens.allSatisfy { $0.utf8.count == 64 && AccessToken($0) != nil })
    }

    @Test(
        "tokens that are short, or do not fit into a header, are rejected",
        arguments: [
            "", "short", "0123456789abcde", "0123456789 abcdef", "0123456789abcdefü",
            String(repeating: "a", count: 513),
            "0123456789abcdef\n",
        ])
    func badTokens(text: String) {
        #expect(AccessToken(text) == nil)
    }

    // MARK: The log

    @Test("rejections are logged at once, then once a second with their number")
    func log() {
        var log = FailureLog()
        #expect(log.line("a", at: .zero) == "request rejected: a")
        #expect(log.line("b", at: .milliseconds(1)) == nil)
        #expect(log.line("c", at: .milliseconds(999)) == nil)
        #expect(log.line("d", at: .seconds(1)) == "3 requests rejected, the last one: d")
        #expect(log.line("e", at: .seconds(5)) == "request rejected: e")
        var losses = FailureLog(of: "connection", "closed")
        #expect(losses.line("a", at: .zero) == "connection closed: a")
        #expect(losses.line("b", at: .milliseconds(1)) == nil)
        #expect(losses.line("c", at: .seconds(1)) == "2 connections closed, the last one: c")
    }
}
