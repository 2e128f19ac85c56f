import CProcess
import FoundationEssentials
import Glibc
import ProgramConsole
import StudioCore
import StudioRuntime
import Synchronization

/// A command of the user, in a process group of its own, and everything that it starts.
///
/// Signals that psstudio receives are passed on to the group. The command's parent is a keeper, which adopts descendants
/// whose parent ends, so that all of them can be ended after the command, also those that left the group. Other children
/// of this process, such as those of a shell that called `exec`, do not belong to the command.
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

    private let keeper: pid_t
    private let reports: Int32
    private let pid: pid_t
    private let stopper: CommandStopper?
    /// Whether the command was stopped, and how; `nil` when it ended by itself.
    var stop: CommandStopper.Stop? { stopper?.stop }

    /// How long processes that the command left behind have before they are killed.
    private static let leftoverTime = MediaTime.seconds(2)
    /// In milliseconds.
    private static let pollInterval: Int32 = 10

    /// Starts a command with its arguments.
    ///
    /// - Parameters:
    ///   - environment: variables in addition to those of this process.
    ///   - stopper: stops the command as a container engine does; SIGTERM is not passed on then.
    init(
        _ command: [String], environment: [String: String], stopper: CommandStopper? = nil
    ) throws(CommandFailure) {
        self.stopper = stopper
        // Before the command runs: a signal that ended this process only would leave the command alone.
        passSignals(stopper)
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0.key)=\($0.value)" }
        var descriptor: Int32 = -1
        let keeper = Self.withCStrings(command) { arguments in
            Self.withCStrings(variables) { psprocess_start_keeper(arguments[0], arguments, $0, &descriptor) }
        }
        var report = psprocess_report(event: Int32(psprocess_not_started.rawValue), value: -keeper)
        if keeper > 0, psprocess_read(descriptor, &report) == 0 { report.value = ECHILD }
        guard keeper > 0, report.event == psprocess_started.rawValue else {
            let message = "cannot start '\(command.first ?? "")': \(SystemError(report.value))"
            throw CommandFailure(message: message, reason: .usage, code: "command")
        }
        (self.keeper, reports, pid) = (keeper, descriptor, report.value)
        commandGroup.store(pid, ordering: .sequentiallyConsistent)
        deliverSignals()
        passTerminal(from: getpgrp(), to: pid)
        stopper?.begin()
    }

    deinit {
        close(reports)
    }

    /// Waits for the command, then ends what it left behind.
    ///
    /// - Returns: how the command ended, and what became of the processes that it left behind.
    func wait() -> (end: End, leftovers: CommandLeftovers) {
        let end = waitForCommand()
        passTerminal(from: pid, to: getpgrp())
        let leftovers = endDescendants()
        // Another process may get its number.
        commandGroup.store(0, ordering: .sequentiallyConsistent)
        return (end, leftovers)
    }

    private func waitForCommand() -> End {
        var report = psprocess_report()
        while true {
            let isAnswered = stopper?.wait(for: reports) { number in
                // An engine signals its first process, and kills all of them.
                for process in number == SIGTERM ? [pid] : descendants.map(\.pid) { kill(process, number) }
            }
            // What remains is reported as left behind.
            guard isAnswered != false else { return .killed(signal: SIGKILL) }
            guard psprocess_read(reports, &report) != 0 else { break }
            switch psprocess_event(UInt32(report.event)) {
            case psprocess_stopped: suspend()
            case psprocess_killed: return .killed(signal: report.value)
            default: return .exited(report.value)
            }
        }
        // Somebody has killed the keeper.
        return .killed(signal: SIGKILL)
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

    /// Sends SIGTERM to every descendant once, and SIGKILL to those that remain. Those of a stopped command have had their
    /// time: the end of a container's first process kills the others.
    private func endDescendants() -> CommandLeftovers {
        let clock = SystemClock()
        var leftovers = CommandLeftovers()
        for number in stop == nil ? [SIGTERM, SIGKILL] : [SIGKILL] {
            let deadline = clock.now + Self.leftoverTime
            repeat {
                for process in descendants where leftovers.signal(process, number) { kill(process.pid, number) }
                // The keeper ends with the last one.
                if psprocess_wait_for_keeper(keeper, reports, Self.pollInterval) != 0 { return leftovers }
            } while clock.now < deadline
        }
        leftovers.survivors = descendants
        return leftovers
    }

    /// The descendants of the keeper that run, all of which the command started.
    private var descendants: [ProcessStatus] { ProcessFamily.descendants(of: keeper).filter { !$0.hasEnded } }

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

// MARK: Signals

/// The group that receives the signals of this process, and those that came before it existed, as bits. Signal handlers
/// have no context.
private let commandGroup = Atomic<pid_t>(0)
private let pendingSignals = Atomic<UInt64>(0)

/// Passes the signals of this process on to the command from now on.
private func passSignals(_ stopper: CommandStopper?) {
    // Initialised here, not in a signal handler.
    deliverSignals()
    let pass: @convention(c) (Int32) -> Void = { number in
        pendingSignals.bitwiseOr(1 << UInt64(number), ordering: .sequentiallyConsistent)
        deliverSignals()
    }
    Signals.forward { number in
        if let stopper, number == SIGTERM { stopper.request() } else { pass(number) }
    }
    for number in [SIGUSR1, SIGUSR2] { psprocess_handle(number, pass) }
}

/// Called by handlers of signals, too.
private func deliverSignals() {
    let group = commandGroup.load(ordering: .sequentiallyConsistent)
    guard group > 0 else { return }
    var signals = pendingSignals.exchange(0, ordering: .sequentiallyConsistent)
    while signals != 0 {
        kill(-group, Int32(signals.trailingZeroBitCount))
        signals &= signals - 1
    }
}
