import Glibc
import ProgramConsole
import ServerAccess
import SessionControl
import StudioRuntime

/// Tells the user where the server is, and keeps the files of its tokens.
final class ServerAnnouncement: Sendable {
    /// A token, and the file or the variable of one that the user chose.
    struct Token: Sendable {
        let token: AccessToken
        let place: String?

        init(_ token: AccessToken, chosenAt place: String?) {
            (self.token, self.place) = (token, place)
        }
    }

    private let token: Token
    /// The token that permits to read only.
    private let readToken: Token
    private let console: Console
    private let ownFiles = Lock<[TokenFile]>([])
    private let passwordFile = Lock<TokenFile?>(nil)

    init(_ token: Token, reading readToken: Token, isQuiet: Bool) {
        (self.token, self.readToken) = (token, readToken)
        console = Console(level: isQuiet ? .result : .note)
    }

    /// A port that the user did not choose is known from its line only.
    private static func level(_ requested: ListenAddress?) -> Console.Level { requested?.port == 0 ? .result : .note }

    /// Writes the tokens to files and prints the addresses of the control page.
    ///
    /// - Parameter requested: the address that was asked for.
    func print(_ address: ListenAddress, insteadOf requested: ListenAddress?) {
        print("control page", token, "token", at: address, Self.level(requested))
        print("control page, read only", readToken, "read-token", at: address, Self.level(requested))
    }

    private func print(
        _ name: String, _ token: Token, _ suffix: String, at address: ListenAddress, _ level: Console.Level
    ) {
        guard let place = token.place ?? write(token.token, at: address, suffix) else { return }
        let page = "\(name): http://\(address)/"
        // The journal of a service is read by others.
        let isTokenShown = token.place == nil && !Self.isService
        console.report(level, isTokenShown ? "\(page)#token=\(token.token.text)" : "\(page), the token is in \(place)")
    }

    /// Whether a service manager has started the program.
    private static var isService: Bool {
        // A terminal that a manager has started passes its variables on.
        isatty(STDERR_FILENO) == 0 && (getenv("INVOCATION_ID") != nil || getenv("NOTIFY_SOCKET") != nil)
    }

    private func write(_ token: AccessToken, at address: ListenAddress, _ suffix: String) -> String? {
        do {
            let path = try ControlPlace.makeFolder() + "/server-\(address.fileName).\(suffix)"
            let file = try TokenFile(token, at: path)
            ownFiles.withLock { $0.append(file) }
            return path
        } catch {
            console.report(.error, "cannot write the token of the server: \(error)")
            return nil
        }
    }

    /// Prints the address of obs-websocket, and writes a password that the user did not choose to a file.
    func printControllers(_ address: ListenAddress, insteadOf requested: ListenAddress, _ password: String?) {
        let place = "obs-websocket: \(address)"
        let level = Self.level(requested)
        guard let password else { return console.report(level, place) }
        do {
            let path = try ControlPlace.makeFolder() + "/obs-\(address.fileName).password"
            passwordFile.set(try TokenFile(password, at: path))
            console.report(level, "\(place), the password is in \(path)")
        } catch {
            console.report(.error, "cannot write the password of controllers: \(error)")
        }
    }

    func remove() {
        for file in ownFiles.exchange([]) { file.remove() }
        passwordFile.exchange(nil)?.remove()
    }
}
