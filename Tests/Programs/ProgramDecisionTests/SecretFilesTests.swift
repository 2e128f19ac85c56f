import ServerAccess
import Testing

@testable import ServerArguments

/// What a server does with its files of secrets when it reads them again.
struct SecretFilesTests {
    private let old = AccessToken("0123456789abcdef")
    private let new = AccessToken("fedcba9876543210")
    private let oldReading = AccessToken("abcdef0123456789")

    private func files(
        token: String? = "/etc/token", readToken: String? = nil, password: String? = nil
    ) -> SecretFiles {
        SecretFiles(
            token: .init(old, in: token), readToken: .init(oldReading, in: readToken),
            password: .init(password.map { _ in "old secret" }, in: password))
    }

    /// Reads files with these contents; a file without one is empty.
    private func read(_ files: inout SecretFiles, _ contents: [String: AccessToken?], password: String? = nil)
        -> SecretFiles.Reading
    {
        files.read(
            token: { path in
                (contents[path] ?? nil).map { .success($0) } ?? .failure(TokenFileError("\(path): empty"))
            },
            password: { path in
                password.map { .success($0) } ?? .failure(TokenFileError("the password file is empty"))
            })
    }

    @Test("a new token is reported once")
    func newToken() {
        var files = files()
        let first = read(&files, ["/etc/token": new])
        #expect(first.token == new)
        #expect(first.readToken == nil)
        #expect(first.isComplete)
        #expect(first.line == "SIGHUP: the token in /etc/token is new; connections with the former one are closed")
        let second = read(&files, ["/etc/token": new])
        #expect(second.token == nil)
        #expect(second.isComplete)
        #expect(second.line == "SIGHUP: the token in /etc/token is the same")
    }

    @Test("the token that only reads is read, too")
    func newReadToken() {
        var files = files(token: nil, readToken: "/etc/reading")
        let reading = read(&files, ["/etc/reading": new])
        #expect(reading.token == nil)
        #expect(reading.readToken == new)
        #expect(reading.isComplete)
        #expect(
            reading.line == "SIGHUP: the token that only reads in /etc/reading is new; "
                + "connections with the former one are closed")
    }

    @Test("tokens that would be equal both stay: the one that only reads would permit everything")
    func equalTokens() {
        for (token, readToken) in [(new, new), (oldReading, oldReading), (old, old)] {
            var files = files(readToken: "/etc/reading")
            let reading = read(&files, ["/etc/token": token, "/etc/reading": readToken])
            #expect(reading.token == nil)
            #expect(reading.readToken == nil)
            #expect(!reading.isComplete)
            #expect(reading.line == "SIGHUP: both tokens would be equal; the former ones stay")
        }
        var files = files()
        #expect(read(&files, ["/etc/token": oldReading]).token == nil)
        // Exchanged, they differ.
        var both = self.files(readToken: "/etc/reading")
        let exchanged = read(&both, ["/etc/token": oldReading, "/etc/reading": old])
        #expect(exchanged.token == oldReading)
        #expect(exchanged.readToken == old)
    }

    @Test("what cannot be read stays, and the line says so; the rest is read")
    func failures() {
        var files = files(password: "/etc/password")
        let reading = read(&files, [:], password: "new secret")
        #expect(reading.token == nil)
        #expect(reading.password == "new secret")
        #expect(!reading.isComplete)
        #expect(
            reading.line
                == "SIGHUP: /etc/token: empty; the former token stays; "
                + "the password in /etc/password is new; connections with the former one are closed")
        let next = read(&files, ["/etc/token": old])
        #expect(next.token == nil)
        #expect(next.password == nil)
        #expect(!next.isComplete)
        #expect(
            next.line
                == "SIGHUP: the token in /etc/token is the same; the password file is empty; the former password stays")
    }

    @Test("without a file, nothing changes, and the line says so")
    func none() {
        var files = files(token: nil)
        let reading = read(&files, ["/etc/token": new], password: "new secret")
        #expect(reading.token == nil)
        #expect(reading.password == nil)
        #expect(reading.isComplete)
        #expect(reading.line == "SIGHUP: no secret comes from a file; nothing has changed")
    }

    @Test("no line contains a secret")
    func secrecy() {
        var files = files(readToken: "/etc/reading", password: "/etc/password")
        let reading = read(&files, ["/etc/token": new, "/etc/reading": old], password: "new secret")
        for secret in ["0123456789abcdef", "fedcba9876543210", "abcdef0123456789", "old secret", "new secret"] {
            #expect(!reading.line.contains(secret))
        }
    }
}
