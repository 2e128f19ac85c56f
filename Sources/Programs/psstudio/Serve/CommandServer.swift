import ArgumentParser
import Glibc
import StudioRuntime
import StudioServer

/// The server of the sessions of a command: `psstudio exec --serve`. They have their control sockets in a folder of their own.
struct CommandServer {
    /// The value of `PSSTUDIO_CONTROL`.
    let control: String
    private let folder: TemporaryFolder
    private let process: pid_t

    /// - Throws: a `ValidationError` for an address that cannot be used, or a `CommandFailure`.
    init(_ listen: ListenArgument, _ access: ServeOptions) throws {
        _ = try (access.rules(), access.folder())
        var secrets: [String: String] = [:]
        secrets[ServeOptions.variable] = try access.token()?.text
        if let address = listen.address { try access.check(address, of: "--serve") }
        folder = try TemporaryFolder()
        control = folder.path + "/"
        let words = listen.address.map { ["--listen", "\($0)"] } ?? []
        do throws(SystemError) {
            process = try ServerProcess.start(
                control, words + access.words + ["--parent", "\(getpid())"], secrets: secrets)
        } catch {
            folder.remove()
            throw CommandFailure(message: "cannot start the server: \(error)", reason: .output, code: "server")
        }
    }

    /// Ends the server: the command has ended.
    func end() {
        kill(process, SIGTERM)
        var status: Int32 = 0
        // It ends within two seconds, when clients have got what is left.
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        folder.remove()
    }
}
