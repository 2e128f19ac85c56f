import Glibc
import ProgramConsole
import ServerArguments
import StudioRuntime

/// The server of a session or of a command: a process that ends with it. It has its own process group, so that Ctrl-C ends the session
/// first.
final class ServerProcess: Sendable {
    private let process: pid_t
    private let isEnding = Lock(false)
    private let watch: Worker

    /// Starts it.
    ///
    /// - Parameters:
    ///   - socket: the control socket of the session, or a folder of such sockets that ends in `/`.
    ///   - words: further words of the command line.
    ///   - secrets: variables with secrets, which no list of processes shows.
    ///   - console: gets a line when the server is killed.
    /// - Throws: a `SystemError`.
    init(
        _ server: InstalledServer, _ socket: String, _ words: [String], secrets: [String: String], _ console: Console
    ) throws(SystemError) {
        server.reportVersions(console)
        let process = try server.program.start(["--session", socket] + words, secrets: secrets)
        self.process = process
        do throws(WorkerError) {
            watch = try Worker("server") { [isEnding] in
                guard let signal = Self.signalThatKilled(process), !isEnding.withLock({ $0 }) else { return }
                console.report(
                    .error,
                    "\(ServeArguments.program) was killed by signal \(signal); the session goes on; psstudio serve starts another server"
                )
            }
        } catch {
            kill(process, SIGTERM)
            throw SystemError(error.code)
        }
    }

    /// Waits for the end of a process.
    ///
    /// - Returns: the signal that killed it; `nil` when it exited, with a message of its own after a failure.
    private static func signalThatKilled(_ process: pid_t) -> Int32? {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        let signal = status & 0x7F
        return signal == 0 ? nil : signal
    }

    /// Ends the server, within two seconds, when its clients have got what is left.
    func end() {
        isEnding.set(true)
        kill(process, SIGTERM)
        watch.join()
    }
}
