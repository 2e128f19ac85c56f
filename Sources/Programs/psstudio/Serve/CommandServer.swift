import ArgumentParser
import Glibc
import ProgramConsole
import ServerAccess
import ServerArguments
import StudioRuntime

/// The server of the sessions of a command: `psstudio exec --serve`. They have their control sockets in a folder of their own.
struct CommandServer {
    /// The value of `PSSTUDIO_CONTROL`.
    let control: String
    private let folder: TemporaryFolder
    private let process: ServerProcess

    /// - Throws: a `ValidationError` for an address that cannot be used, or a `CommandFailure`.
    init(_ listen: ListenArgument, _ access: ServeOptions, _ console: Console, isQuiet: Bool) throws {
        _ = try (access.rules(), access.folder())
        let server = try InstalledServer()
        let secrets = try access.tokenVariables()
        if let address = listen.address { try access.check(address, of: "--serve") }
        folder = try TemporaryFolder()
        control = folder.path + "/"
        let line = ServerCommandLine(
            place: control, listen: listen.address, options: access.words + ["--parent", "\(getpid())"],
            isQuiet: isQuiet)
        do throws(SystemError) {
            process = try ServerProcess(server, line, secrets: secrets, console, of: "the command") { _, _ in }
        } catch {
            folder.remove()
            throw CommandFailure(message: "cannot start the server: \(error)", reason: .output, code: "server")
        }
    }

    /// Ends the server: the command has ended.
    func end() {
        process.end()
        folder.remove()
    }
}
