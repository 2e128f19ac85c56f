package import ArgumentParser
import FoundationEssentials
package import ServerAccess
import StudioScenario
import StudioCore
import StudioRuntime

extension ListenAddress: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}

/// obs-websocket for controllers: the options of `psstudio serve` and `psstudio start`.
package struct ControllerOptions: ParsableArguments {
    @Option(defaultAsFlag: standard, parsing: .next, help: .option(.obsWebsocket))
    package var obsWebsocket: ListenAddress? = nil

    @Option(help: .option(.obsPasswordFile)) package var obsPasswordFile: String?
    @Flag(help: .option(.obsNoPassword)) package var obsNoPassword = false

    /// The port of OBS.
    package static let standard = ListenAddress(port: 4455)

    package static let variable = "PSSTUDIO_OBS_PASSWORD"

    package init() {}

    /// Checks what the options say.
    ///
    /// - Parameter words: those of the command line.
    /// - Throws: a `ValidationError`.
    package func check(_ words: [String]) throws(ValidationError) {
        try ListenAddress.check(words, of: "--obs-websocket")
        guard let address = obsWebsocket else {
            guard obsPasswordFile == nil, !obsNoPassword else {
                throw ValidationError("--obs-… options require --obs-websocket")
            }
            return
        }
        guard !obsNoPassword || obsPasswordFile == nil else {
            throw ValidationError("--obs-no-password and --obs-password-file exclude each other")
        }
        guard !obsNoPassword || address.isLoopback else {
            throw ValidationError(
                "--obs-websocket is \(address), which other machines reach; remove --obs-no-password, or listen on 127.0.0.1"
            )
        }
    }

    /// Checks that the address is free.
    ///
    /// - Throws: a `ValidationError`.
    package func checkPort() throws(ValidationError) {
        if let address = obsWebsocket, let obstacle = address.obstacle {
            throw ValidationError(
                "cannot listen on \(address): \(obstacle); choose another address with --obs-websocket, or end the OBS there"
            )
        }
    }

    /// The password of the file or of the environment; `nil` for none of both.
    ///
    /// - Throws: a `ValidationError` for one that cannot be used, which no message repeats.
    package func password() throws(ValidationError) -> String? {
        guard obsWebsocket != nil, !obsNoPassword else { return nil }
        guard let obsPasswordFile else {
            guard let text = ProcessInfo.processInfo.environment[Self.variable], !text.isEmpty else { return nil }
            return try Self.secret(Array(text.utf8), of: Self.variable)
        }
        return try Self.password(in: obsPasswordFile)
    }

    /// The password in a file.
    ///
    /// - Throws: a `ValidationError` for a file that cannot be used.
    package static func password(in obsPasswordFile: String) throws(ValidationError) -> String {
        let bytes: [UInt8]
        do throws(SystemError) {
            // A FIFO, too, such as a shell's `<(secret-tool lookup …)`.
            bytes = try FileContent.start(of: obsPasswordFile, atMost: SecretLine.longest + 1)
        } catch {
            throw ValidationError(
                "cannot read the password file: \(error); --obs-password-file expects the path of a file")
        }
        guard FilePrivacy.isPrivate(obsPasswordFile) else {
            throw ValidationError("other users can read \(obsPasswordFile), the password file; run chmod 600 on it")
        }
        FileClaim.protect(obsPasswordFile)
        return try secret(bytes, of: "the password file")
    }

    /// OBS accepts no shorter password, so remotes reject it, too.
    package static let shortestPassword = 6

    /// The password of a file or a variable.
    ///
    /// - Throws: a `ValidationError` for bytes that are no password.
    package static func secret(_ bytes: [UInt8], of name: String) throws(ValidationError) -> String {
        let password: String
        do throws(SecretLine.ParseError) {
            password = try SecretLine(bytes).text
        } catch {
            throw ValidationError("\(name) \(error); write the password to its first line")
        }
        guard password.count >= shortestPassword else {
            throw ValidationError(
                """
                \(name) has a password of \(password.count) \(password.count == 1 ? "character" : "characters"); \
                as in OBS, use at least \(shortestPassword)
                """)
        }
        return password
    }

    /// The options as words, without the address and the password.
    package var words: [String] { obsNoPassword ? ["--obs-no-password"] : [] }
}
