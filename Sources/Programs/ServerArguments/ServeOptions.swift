package import ArgumentParser
import FoundationEssentials
package import ServerAccess
import StudioScenario
package import StudioRuntime

/// Who may use the server.
package struct ServeOptions: ParsableArguments {
    @Option(help: .option(.serveHost)) package var serveHost: [String] = []
    @Option(help: .option(.serveOrigin)) package var serveOrigin: [String] = []
    @Option(help: .option(.serveTokenFile)) package var serveTokenFile: String?
    @Option(help: .option(.serveReadTokenFile)) package var serveReadTokenFile: String?
    @Option(help: .option(.serveFolder)) package var serveFolder: String?

    package init() {}

    /// The folder outside of which no file is used.
    ///
    /// - Throws: a `ValidationError` for what is no folder.
    package func folder() throws -> RestrictedFolder {
        do throws(SystemError) {
            let folder = try RestrictedFolder(resolving: serveFolder ?? ".")
            // A service that nobody gave a folder would permit all files.
            return serveFolder == nil && folder.path == "/" ? RestrictedFolder("") : folder
        } catch {
            // The current folder may have been removed.
            guard let serveFolder else { return RestrictedFolder("") }
            throw ValidationError("--serve-folder is '\(serveFolder)': \(error)")
        }
    }

    /// The rules of access.
    ///
    /// - Throws: a `ValidationError` for a text that is no name or no origin.
    package func rules() throws -> AccessRules {
        for name in serveHost where name.contains(":") || AccessRules.name(of: name) == nil {
            throw ValidationError("--serve-host is '\(name)'; use a name without a port, such as studio.example")
        }
        return AccessRules(hosts: serveHost, origins: try origins())
    }

    private func origins() throws(ValidationError) -> [WebOrigin] {
        var origins: [WebOrigin] = []
        for text in serveOrigin {
            guard let origin = WebOrigin(text) else {
                throw ValidationError(
                    """
                    --serve-origin is '\(text)'; use an origin such as https://studio.example, capacitor://localhost, \
                    tauri://localhost, file:// or null
                    """)
            }
            if !origins.contains(origin) { origins.append(origin) }
        }
        return origins
    }

    /// One line for each origin that pages share which do not belong together.
    ///
    /// - Throws: a `ValidationError` for a text that is no origin.
    package func warnings() throws(ValidationError) -> [String] {
        try origins().filter(\.isShared).map { origin in
            "warning: --serve-origin \(origin) is the origin of \(origin.sharers); like all others, they need the token"
        }
    }

    /// Checks that whoever shares an origin with others needs a password for obs-websocket.
    package func check(_ controllers: ControllerOptions) throws(ValidationError) {
        guard controllers.obsNoPassword, let origin = try origins().first(where: \.isShared) else { return }
        throw ValidationError(
            """
            --serve-origin is \(origin), the origin of \(origin.sharers), which would control the session; \
            remove --obs-no-password
            """)
    }

    /// The variable with the token, which wins over the file.
    package static let variable = "PSSTUDIO_SERVE_TOKEN"

    /// The variable with the token that only reads.
    package static let readVariable = "PSSTUDIO_SERVE_READ_TOKEN"

    private static func value(of variable: String) -> String? {
        ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The file that decides the token; `nil` when it comes from the variable, or is random.
    package var tokenFile: String? { Self.value(of: Self.variable) == nil ? serveTokenFile : nil }
    /// The same for the token that only reads.
    package var readTokenFile: String? { Self.value(of: Self.readVariable) == nil ? serveReadTokenFile : nil }

    /// The token that the user chose; `nil` for none. A pipe can be read once: a process that starts the server passes the token on
    /// in the variable.
    ///
    /// - Throws: a `ValidationError` for a token or a file that cannot be used.
    package func token() throws -> AccessToken? { try Self.token(of: Self.variable, file: serveTokenFile) }

    /// The token that only reads and that the user chose; `nil` for none.
    ///
    /// - Throws: a `ValidationError` for a token or a file that cannot be used.
    package func readToken() throws -> AccessToken? {
        try Self.token(of: Self.readVariable, file: serveReadTokenFile)
    }

    private static func token(of variable: String, file: String?) throws -> AccessToken? {
        do throws(TokenFileError) {
            if let text = value(of: variable) { return try TokenFile.token(text, of: variable) }
            guard let file else { return nil }
            return try TokenFile.read(file)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    /// Both tokens as variables of the server, which no list of processes shows.
    ///
    /// - Throws: a `ValidationError` for a token or a file that cannot be used, and for two equal ones.
    package func tokenVariables() throws -> [String: String] {
        let (full, read) = (try token(), try readToken())
        try Self.check(full, read)
        var variables: [String: String] = [:]
        (variables[Self.variable], variables[Self.readVariable]) = (full?.text, read?.text)
        return variables
    }

    /// Checks that a token which only reads is not the one that permits everything.
    package static func check(_ full: AccessToken?, _ read: AccessToken?) throws(ValidationError) {
        guard full == nil || full != read else {
            throw ValidationError("--serve-read-token-file has the token of --serve-token-file; use another one")
        }
    }

    /// Checks an address before anything is started.
    ///
    /// - Throws: a `ValidationError` for one that is in use, or needs a token file.
    package func check(_ address: ListenAddress, of option: String) throws {
        try checkReach(of: address, of: option)
        if let obstacle = address.obstacle {
            throw ValidationError("cannot listen on \(address): \(obstacle); choose another address with \(option)")
        }
    }

    /// Checks that an address which other machines reach has a token file.
    package func checkReach(of address: ListenAddress, of option: String) throws(ValidationError) {
        guard address.isLoopback || serveTokenFile != nil || Self.value(of: Self.variable) != nil else {
            throw ValidationError(
                "\(option) is \(address), which other machines reach; add --serve-token-file FILE, or listen on 127.0.0.1"
            )
        }
    }

    /// The options as words.
    package var words: [String] {
        serveHost.flatMap { ["--serve-host", $0] } + serveOrigin.flatMap { ["--serve-origin", $0] }
            + (serveTokenFile.map { ["--serve-token-file", $0] } ?? [])
            + (serveReadTokenFile.map { ["--serve-read-token-file", $0] } ?? [])
            + (serveFolder.map { ["--serve-folder", $0] } ?? [])
    }
}
