import ArgumentParser
import ServerArguments
import Testing

/// What the options of a server accept, without a file and a server.
struct ServerOptionTests {
    private func password(_ text: String) -> Result<String, ValidationError> {
        Result { () throws(ValidationError) in try ControllerOptions.secret(Array(text.utf8), of: "the password file") }
    }

    @Test(
        "a password has at least six characters, as in OBS", arguments: ["secret", "pä55 w", "🎥🎬🎤🎧📷📹", "a longer one"])
    func passwords(text: String) throws { #expect(try password("\(text)\n").get() == text) }

    @Test(
        "a shorter password is rejected, and not repeated",
        arguments: [("x", "1 character"), ("secre", "5 characters"), ("pä55w", "5 characters")])
    func shortPasswords(text: String, count: String) {
        #expect(throws: ValidationError.self) { try password(text).get() }
        guard case .failure(let error) = password(text) else { return }
        #expect(error.message == "the password file has a password of \(count); as in OBS, use at least 6")
    }

    private func access(_ origins: String...) throws -> ServeOptions {
        try ServeOptions.parse(origins.flatMap { ["--serve-origin", $0] })
    }

    @Test("origins that pages share are warned about once each, others never")
    func warnings() throws {
        #expect(try access("https://studio.example", "capacitor://localhost", "tauri://localhost").warnings() == [])
        #expect(
            try access("null", "https://studio.example", "file://", "null").warnings() == [
                "warning: --serve-origin null is the origin of local files and of sandboxed frames of any site; "
                    + "like all others, they need the token",
                "warning: --serve-origin file:// is the origin of local files; like all others, they need the token",
            ])
    }

    @Test("an origin that pages share needs a password for controllers", arguments: ["null", "file://"])
    func sharedOrigin(origin: String) throws {
        let open = try ControllerOptions.parse(["--obs-websocket", "4455", "--obs-no-password"])
        let closed = try ControllerOptions.parse(["--obs-websocket", "4455"])
        #expect(throws: ValidationError.self) { try access(origin).check(open) }
        #expect(throws: Never.self) { try access(origin).check(closed) }
        #expect(throws: Never.self) { try access("https://studio.example", "tauri://localhost").check(open) }
    }

    @Test(
        "texts that are no origins are named", arguments: ["studio.example", "https://studio.example/", "File://", "*"])
    func badOrigins(text: String) throws {
        let options = try access(text)
        let error = #expect(throws: ValidationError.self) { try options.rules() }
        #expect(error?.message.hasPrefix("--serve-origin is '\(text)'; use an origin such as ") == true)
    }
}
