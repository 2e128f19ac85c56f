import Glibc
import ProgramConsole
import ServerAccess
import SessionControl
import StudioRuntime

/// Tells the user where the server is, and keeps the file of its token.
final class ServerAnnouncement: Sendable {
    private let token: AccessToken
    /// The file or the variable of a token that the user chose.
    private let place: String?
    private let console: Console
    private let ownFile = Lock<TokenFile?>(nil)
    private let passwordFile = Lock<TokenFile?>(nil)

    init(_ token: AccessToken, chosenAt place: String?, isQuiet: Bool) {
        (self.token, self.place) = (token, place)
        console = Console(level: isQuiet ? .result : .note)
    }

    /// A port that the user did not choose is known from its line only.
    private static func level(_ requested: ListenAddress?) -> Console.Level { requested?.port == 0 ? .result : .note }

    /// Writes the token to a file and prints the address of the control page.
    ///
    /// - Parameter requested: the address that was asked for.
    func print(_ address: ListenAddress, insteadOf requested: ListenAddress?) {
        guard let place = place ?? writeToken(address) else { return }
        let page = "control page: http://\(address)/"
        // The journal of a service is read by others.
        let isTokenShown = self.place == nil && !Self.isService
        console.report(
            Self.level(requested), isTokenShown ? "\(page)#token=\(token.text)" : "\(page), the token is in \(place)")
    }

    /// Whether a service manager has started the program.
    private static var isService: Bool {
        // A terminal that a manager has started passes its variables on.
        isatty(STDERR_FILENO) == 0 && (getenv("INVOCATION_ID") != nil || getenv("NOTIFY_SOCKET") != nil)
    }

    private func writeToken(_ address: ListenAddress) -> String? {
        do {
            let path = try ControlPlace.makeFolder() + "/server-\(address.fileName).token"
            ownFile.set(try TokenFile(token, at: path))
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
        ownFile.exchange(nil)?.remove()
        passwordFile.exchange(nil)?.remove()
    }
}
