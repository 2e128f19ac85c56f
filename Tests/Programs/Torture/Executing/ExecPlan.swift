import Glibc
import StudioCore
import StudioTestSupport

/// A call of `psstudio exec` with an odd parent or an odd command.
struct ExecPlan: Hashable, Sendable {
    /// What the shell that becomes `psstudio exec` has done before.
    enum Parent: String, CaseIterable, Hashable, Sendable {
        case plain
        /// Has started a server, which is now a child of `psstudio exec`.
        case server
        /// Ignores SIGCHLD, as some container runtimes and daemons do.
        case ignoringChildren
        /// Sets an empty `TMPDIR`.
        case emptyTemporaryFolder
        /// Has closed standard input.
        case closedInput
    }

    /// What the command does beside a session.
    enum Command: String, CaseIterable, Hashable, Sendable {
        case session, failing, withoutSession, twoSessions
        /// Leaves a process behind.
        case orphan
        /// Creates a FIFO among the traces.
        case fifo
        /// Creates a file and a folder among the traces.
        case foreignFiles
        /// Runs `psstudio exec` itself.
        case nested
    }

    let seed: UInt64
    var parent = Parent.plain
    var command = Command.session
    /// Milliseconds from the start, and the signal.
    var signal: TorturePlan.TimedSignal?

    /// The plan of a seed: the same seed gives the same plan.
    init(drawnFrom seed: UInt64) {
        self.seed = seed
        var random = SeededRandom(seed: seed)
        parent = random.pick(Parent.allCases)
        command = random.pick(Command.allCases)
        guard random.chance(percent: 40) else { return }
        signal = .init(
            at: Int.random(in: 0...700, using: &random), signal: random.pick([SIGINT, SIGTERM, SIGHUP, SIGQUIT]))
    }

    var line: String {
        let signal = signal.map { "; signal \($0.signal) at \($0.at) ms" } ?? ""
        return "seed \(seed); exec, parent \(parent), command \(command)\(signal)"
    }

    /// The exit codes that are allowed.
    var exitCodes: Set<Int32> {
        let code: Int32 =
            switch command {
            case .session, .twoSessions, .orphan, .foreignFiles, .nested: 0
            case .failing: 9
            // A FIFO that is named like a trace cannot be read.
            case .withoutSession, .fifo: 5
            }
        return signal.map { [code, 128 + $0.signal] } ?? [code]
    }

    // MARK: Shell

    /// The file with the process identifier of the server.
    static let serverName = "server.pid"
    /// The same of the process that the command leaves behind.
    static let orphanName = "orphan.pid"

    /// The script of the parent; its argument `$0` is the program.
    var script: String {
        let call = "exec \"$0\" exec -- \(commandWords)"
        return switch parent {
        case .plain: call
        case .server: "sleep 300 & echo $! >\(Self.serverName); \(call)"
        case .ignoringChildren: "trap '' CHLD; \(call)"
        case .emptyTemporaryFolder: "export TMPDIR=; \(call)"
        case .closedInput: "\(call) <&-"
        }
    }

    private var commandWords: String {
        let session = "\"$0\" start --width 64 --height 36 --duration 300ms --quiet --out null:"
        let lines =
            switch command {
            case .session: session
            case .failing: "\(session); exit 9"
            case .withoutSession: "true"
            case .twoSessions: "\(session) & \(session); wait"
            case .orphan: "(sleep 300 & echo $! >\(Self.orphanName)); \(session)"
            case .fifo: "mkfifo \"$PSSTUDIO_TRACE/1.jsonl\"; \(session)"
            case .foreignFiles:
                "mkdir \"$PSSTUDIO_TRACE/folder\"; echo >\"$PSSTUDIO_TRACE/folder/notes.txt\"; \(session)"
            case .nested: "\"$0\" exec --quiet -- \(session)"
            }
        return "sh -c '\(lines)' \"$0\""
    }
}
