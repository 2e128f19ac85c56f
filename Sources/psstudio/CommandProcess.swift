import FoundationEssentials
import Glibc
import StudioRuntime

/// A command of the user, in a process group of its own, and everything that it starts.
///
/// Signals that psstudio receives are passed on to the group. The group is ended with the command, unless a process has left it.
final class CommandProcess {
    /// How a command ended.
    enum End: Hashable {
        case exited(Int32)
        case killed(signal: Int32)

        /// The exit code of a shell: the command's own, or 128 and the signal.
        var code: Int32 {
            switch self {
            case .exited(let code): code
            case .killed(let signal): 128 + signal
            }
        }
    }

    /// The error of starting a command, in one line.
    struct StartError: Error, CustomStringConvertible {
        let description: String
    }

    private let pid: pid_t

    /// How long processes that the command left behind have, in units of `pollInterval`, before they are killed.
    private static let leftoverPolls = 200
    private static let pollInterval: UInt32 = 10_000

    /// Starts a command with its arguments.
    ///
    /// - Parameter environment: variables in addition to those of this process.
    init(_ command: [String], environment: [String: String]) throws(StartError) {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // psstudio blocks and ignores signals for itself.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGPIPE, SIGXFSZ] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0.key)=\($0.value)" }
        var pid: pid_t = 0
        let error = Self.withCStrings(command) { arguments in
            Self.withCStrings(variables) { posix_spawnp(&pid, command[0], nil, &attributes, arguments, $0) }
        }
        guard error == 0 else {
            throw StartError(
                description: "cannot start '\(command.first ?? "")': \(String(cString: strerror(error)))")
        }
        self.pid = pid
        commandGroup = pid
        Signals.forward { [pid] in kill(-pid, $0) }
        for number in [SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2] { signal(number) { kill(-commandGroup, $0) } }
        giveTerminal(to: pid)
    }

    /// Waits for the command, then ends what it left behind.
    func wait() -> End {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        giveTerminal(to: getpgrp())
        endLeftovers()
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
    }

    private func endLeftovers() {
        guard kill(-pid, SIGTERM) == 0 else { return }
        for _ in 0..<Self.leftoverPolls where kill(-pid, 0) == 0 { usleep(Self.pollInterval) }
        kill(-pid, SIGKILL)
    }

    /// Lets a group read the terminal and receive its keys, if standard input is one.
    private func giveTerminal(to group: pid_t) {
        guard isatty(STDIN_FILENO) == 1 else { return }
        // The former foreground group is stopped by SIGTTOU otherwise.
        let before = signal(SIGTTOU, SIG_IGN)
        tcsetpgrp(STDIN_FILENO, group)
        signal(SIGTTOU, before)
    }

    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}

/// The group that receives the signals of this process; for signal handlers, which have no context.
private nonisolated(unsafe) var commandGroup: pid_t = 0
