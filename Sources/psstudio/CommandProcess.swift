import CProcess
import FoundationEssentials
import Glibc
import StudioRuntime

/// A command of the user, in a process group of its own, and everything that it starts.
///
/// Signals that psstudio receives are passed on to the group. This process adopts descendants whose parent ends, so that it
/// can end all of them after the command, also those that left the group.
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
        guard psprocess_adopt_orphans() == 0 else {
            throw StartError(description: "cannot adopt processes: \(String(cString: strerror(errno)))")
        }
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
        for number in [SIGUSR1, SIGUSR2] { signal(number) { kill(-commandGroup, $0) } }
        passTerminal(from: getpgrp(), to: pid)
    }

    /// Waits for the command, then ends what it left behind.
    ///
    /// - Returns: how the command ended, and the processes that this process may not end.
    func wait() -> (end: End, survivors: [pid_t]) {
        let end = waitForCommand()
        passTerminal(from: pid, to: getpgrp())
        return (end, endDescendants())
    }

    private func waitForCommand() -> End {
        while true {
            var status: Int32 = 0
            // Adopted processes end meanwhile.
            guard waitpid(-1, &status, WUNTRACED) == pid else { continue }
            if status & 0xFF == 0x7F {
                suspend()
            } else if status & 0x7F == 0 {
                return .exited((status >> 8) & 0xFF)
            } else {
                return .killed(signal: status & 0x7F)
            }
        }
    }

    /// The command was stopped, for example by Ctrl-Z: stops this process with it, so that the shell continues.
    private func suspend() {
        // Without a terminal there is no shell that would continue this process.
        guard isatty(STDIN_FILENO) == 1 else { return }
        passTerminal(from: pid, to: getpgrp())
        kill(getpid(), SIGSTOP)
        passTerminal(from: getpgrp(), to: pid)
        kill(-pid, SIGCONT)
    }

    /// Sends SIGTERM to every descendant once, and SIGKILL to those that remain.
    private func endDescendants() -> [pid_t] {
        for number in [SIGTERM, SIGKILL] {
            var signalled: Set<pid_t> = []
            for _ in 0..<Self.leftoverPolls {
                while waitpid(-1, nil, WNOHANG) > 0 {}
                let descendants = Self.descendants()
                if descendants.isEmpty { return [] }
                for process in descendants where signalled.insert(process).inserted { kill(process, number) }
                usleep(Self.pollInterval)
            }
        }
        return Self.descendants().sorted()
    }

    /// The descendants of this process, all of which the command started.
    private static func descendants() -> Set<pid_t> {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let parents = names.compactMap { pid_t($0) }.compactMap { pid in parent(of: pid).map { (pid, $0) } }
        var family: Set<pid_t> = [getpid()]
        var isComplete = false
        while !isComplete {
            isComplete = true
            for (pid, parent) in parents where family.contains(parent) && family.insert(pid).inserted {
                isComplete = false
            }
        }
        return family.subtracting([getpid()])
    }

    /// The parent of a process; `nil` when the process has ended.
    private static func parent(of pid: pid_t) -> pid_t? {
        guard let data = FileManager.default.contents(atPath: "/proc/\(pid)/stat") else { return nil }
        // The second field is the name in parentheses; a name may contain parentheses and spaces.
        let fields = String(decoding: data, as: UTF8.self).split(separator: ")").last?.split(separator: " ")
        return fields.flatMap { $0.count > 1 ? pid_t($0[1]) : nil }
    }

    /// Lets the group `next` read the terminal and receive its keys, if standard input is a terminal that belongs to the
    /// group `owner`. It belongs to another group when this process runs in the background.
    private func passTerminal(from owner: pid_t, to next: pid_t) {
        guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == owner else { return }
        // The former foreground group is stopped by SIGTTOU otherwise.
        let before = signal(SIGTTOU, SIG_IGN)
        tcsetpgrp(STDIN_FILENO, next)
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
