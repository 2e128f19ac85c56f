import ArgumentParser
import FoundationEssentials
import StudioRuntime
import StudioServer

/// Where a server listens: the options of `psstudio serve` and of the sessions that start one.
struct ListenArgument: ExpressibleByArgument, CustomStringConvertible {
    /// `nil` for the first free standard port.
    let address: ListenAddress?

    static let standard = ListenArgument(address: nil)

    init(address: ListenAddress?) {
        self.address = address
    }

    init?(argument: String) {
        guard let address = ListenAddress(argument) else { return nil }
        self.address = address
    }

    var description: String {
        address.map { "\($0)" } ?? "127.0.0.1:\(ListenAddress.standardPort), or the next free port"
    }
    var defaultValueDescription: String { description }
}

extension ListenAddress {
    /// Checks the value of an option whose address may be omitted: behind `=`, the parser takes an invalid one for none, and else
    /// for another argument.
    ///
    /// - Parameter words: those of the command line.
    /// - Throws: a `ValidationError` for a text that is no address.
    static func check(_ words: [String], of option: String) throws(ValidationError) {
        guard let value = value(of: option, in: words), ListenAddress(value) == nil else { return }
        throw ValidationError(
            "\(option) is '\(value)'; expected a port such as 7788, or an address such as 127.0.0.1:7788")
    }

    private static func value(of option: String, in words: [String]) -> String? {
        let beginning = option + "="
        if let word = words.last(where: { $0.hasPrefix(beginning) }) { return String(word.dropFirst(beginning.count)) }
        guard let index = words.lastIndex(of: option), words.indices.contains(index + 1) else { return nil }
        return words[index + 1].hasPrefix("-") ? nil : words[index + 1]
    }
}

/// Who may use the server.
struct ServeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Further name of the server, that of a proxy; repeatable. Addresses and localhost are always accepted.",
            valueName: "name"))
    var serveHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "Further origin whose pages may use the server, https://studio.example; repeatable.", valueName: "origin"))
    var serveOrigin: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            File with the token of the server, which only you can read, instead of \(Self.variable) (default: a random token for each \
            start). An address that other machines reach needs one.
            """, valueName: "file"))
    var serveTokenFile: String?

    @Option(
        help: ArgumentHelp(
            "Folder below which files are written and read by HTTP (default: the current one, unless that is /).",
            valueName: "folder"))
    var serveFolder: String?

    /// The folder outside of which no file is used.
    ///
    /// - Throws: a `ValidationError` for what is no folder.
    func folder() throws -> RestrictedFolder {
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
    func rules() throws -> AccessRules {
        for name in serveHost where name.contains(":") || AccessRules.name(of: name) == nil {
            throw ValidationError("--serve-host is '\(name)'; use a name without a port, such as studio.example")
        }
        for origin in serveOrigin {
            let parts = origin.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 3, ["http:", "https:"].contains(parts[0].lowercased()), parts[1].isEmpty,
                AccessRules.name(of: String(parts[2])) != nil
            else {
                throw ValidationError("--serve-origin is '\(origin)'; use an origin such as https://studio.example")
            }
        }
        return AccessRules(hosts: serveHost, origins: serveOrigin)
    }

    /// The variable with the token, which wins over the file.
    static let variable = "PSSTUDIO_SERVE_TOKEN"

    private var variableValue: String? {
        ProcessInfo.processInfo.environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The token that the user chose; `nil` for none. A pipe can be read once: a process that starts the server passes the token on
    /// in the variable.
    ///
    /// - Throws: a `ValidationError` for a token or a file that cannot be used.
    func token() throws -> AccessToken? {
        do throws(TokenFileError) {
            if let variableValue { return try TokenFile.token(variableValue, of: Self.variable) }
            guard let serveTokenFile else { return nil }
            return try TokenFile.read(serveTokenFile)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    /// Checks an address before anything is started.
    ///
    /// - Throws: a `ValidationError` for one that is in use, or needs a token file.
    func check(_ address: ListenAddress, of option: String) throws {
        try checkReach(of: address, of: option)
        if let obstacle = address.obstacle {
            throw ValidationError("cannot listen on \(address): \(obstacle); choose another address with \(option)")
        }
    }

    /// Checks that an address which other machines reach has a token file.
    func checkReach(of address: ListenAddress, of option: String) throws(ValidationError) {
        guard address.isLoopback || serveTokenFile != nil || variableValue != nil else {
            throw ValidationError(
                "\(option) is \(address), which other machines reach; add --serve-token-file FILE, or listen on 127.0.0.1"
            )
        }
    }

    /// The options as words.
    var words: [String] {
        serveHost.flatMap { ["--serve-host", $0] } + serveOrigin.flatMap { ["--serve-origin", $0] }
            + (serveTokenFile.map { ["--serve-token-file", $0] } ?? [])
            + (serveFolder.map { ["--serve-folder", $0] } ?? [])
    }
}
