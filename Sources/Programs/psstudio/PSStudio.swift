import ArgumentParser
import GStreamer
import Glibc
import Logging
import ProgramConsole
import ServerAccess
import ServerArguments
import StudioCore
import StudioEngine
import StudioRuntime

/// The command-line program: parses arguments, runs a command, and exits with one code per cause.
@main
struct PSStudio: ParsableCommand {
    static let version = release.description

    static let configuration = CommandConfiguration(
        commandName: "psstudio",
        abstract: "Production Studio on Linux: send media through an emulated meeting to files and servers.",
        discussion: ExitReason.help,
        version: ProgramVersion.line(of: "psstudio", gstreamer: GStreamerRuntime.version),
        subcommands: [
            StartCommand.self, LoadCommand.self, ReceiveCommand.self, ProbeCommand.self, VerifyCommand.self,
            DiffCommand.self, ExecCommand.self, ControlCommand.self, ServeCommand.self, DoctorCommand.self,
            RulesCommand.self, ScenariosCommand.self, PipelinesCommand.self,
        ])

    static func main() {
        StandardStreams.complete()
        Allocator.configure()
        Signals.block(alwaysHandling: ownsInterrupt ? [SIGINT] : [])
        checkCorrections()
        // The first thread gets the second arena for itself: the parser would wait for GStreamer's start in the first one. Near the
        // limit of threads GStreamer may get none, and would end the process before the session reports the limit.
        let parsing = SystemLimits.hasAmpleThreads ? mediaCommand.map(Parsing.init) : nil
        if parsing == nil { startLogging() }
        do {
            try Signals.begin()
        } catch {
            end(CommandFailure(message: "cannot receive signals: \(error)", reason: .bug, code: "internal"))
        }
        handlePluginLog()
        warnOfDebugLog()
        var isParsed = false
        do {
            var parsed = try parsing?.finishBesideStart() ?? Parsed(command: Self.parsed(ProgramArguments.words))
            isParsed = true
            if let steps = parsed.steps { try steps.get()() } else { try parsed.command.run() }
        } catch {
            end(with: error, isParsed: isParsed)
        }
        ProgramEnding.exit(ExitReason.success.rawValue)
    }

    /// Without a command, the help is an error: a script may have lost its words, as `psstudio $EMPTY` does.
    func run() throws { throw MissingCommand() }

    /// Whether the command is a session or a server, which SIGINT finishes even where a shell ignores it for `psstudio start … &`.
    private static var ownsInterrupt: Bool {
        ["start", "load", "receive", "serve"].contains(ProgramArguments.words.first)
    }

    /// An invalid variable would otherwise be reported by what needs GStreamer first, with the exit code of that. Checked
    /// before a command creates files.
    private static func checkCorrections() {
        do { try CorrectionChoice.check() } catch {
            end(CommandFailure(message: "\(error)", reason: .usage, code: "corrections"))
        }
    }

    /// With GStreamer logging enabled, all log lines are printed, but no plugin may block on standard error.
    private static func handlePluginLog() {
        let isVerbose = ProgramArguments.words.contains { $0 == "--verbose" || $0 == "-v" }
        guard isVerbose || getenv("GST_DEBUG") != nil || getenv("G_MESSAGES_DEBUG") != nil else {
            return GStreamerRuntime.discardLog()
        }
        let console = Console(level: .detail)
        GStreamerRuntime.forwardLog { console.log($0) }
    }

    private static func startLogging() { LoggingSystem.bootstrap { ConsoleLogHandler(label: $0) } }

    /// The chosen command if it is one that always needs GStreamer.
    private static var mediaCommand: (any ParsableCommand.Type)? {
        // Not a dictionary: its type alone takes a tenth of a millisecond to make.
        return switch ProgramArguments.words.first {
        case "start": StartCommand.self
        case "load": LoadCommand.self
        case "receive": ReceiveCommand.self
        case "probe": ProbeCommand.self
        default: nil
        }
    }

    /// The chosen command below a root that has a command above itself. For such a root the parser does not try first
    /// whether the arguments ask for a completion script, which takes a quarter of its time.
    private struct MediaCommand: ParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "psstudio", _superCommandName: "psstudio",
                subcommands: [PSStudio.mediaCommand].compactMap(\.self))
        }
    }

    /// A command, and what is left of it once it is prepared.
    private struct Parsed {
        var command: any ParsableCommand
        var steps: Result<() throws -> Void, any Error>?
    }

    /// Parses the arguments, and prepares the command, on another thread while GStreamer starts on this one. The thread with
    /// the first arena starts it: the plugin registry has three megabytes, and other arenas grow by one page at a time.
    private final class Parsing: @unchecked Sendable {
        private let command: any ParsableCommand.Type
        // Safety: the worker writes it, and the main thread reads it after the worker has ended.
        private var result: Result<Parsed, any Error>?
        /// `nil` when the system has no thread.
        private var worker: Worker?

        init(_ command: any ParsableCommand.Type) {
            self.command = command
            worker = try? Worker("arguments") { [self] in
                startLogging()
                result = Result {
                    let command = try Self.parse(command)
                    let steps = (command as? any PreparedCommand).map { prepared in Result { try prepared.prepare() } }
                    return Parsed(command: command, steps: steps)
                }
            }
        }

        /// Starts GStreamer, and waits for the command.
        func finishBesideStart() throws -> Parsed {
            // GStreamer may need one more thread, and would end the process.
            guard let worker else { return Parsed(command: try Self.parse(command)) }
            _ = try? GStreamerRuntime.start()  // Whoever needs it reports the error.
            worker.join()
            return try result?.get() ?? Parsed(command: Self.parse(command))
        }

        /// Parses the arguments of one command. To describe all commands takes a third of the time, so they are described only
        /// for help and for errors.
        private static func parse(_ command: any ParsableCommand.Type) throws -> any ParsableCommand {
            let words = ProgramArguments.words
            if let parsed = try? MediaCommand.parseAsRoot(words), type(of: parsed) == command { return parsed }
            return try PSStudio.parsed(words)
        }
    }

    /// GStreamer prints the properties and the messages of its elements, keys included, and knows no secrets.
    private static func warnOfDebugLog() {
        let threshold = getenv("GST_DEBUG").map { String(cString: $0) } ?? ""
        guard !["", "0", "none"].contains(threshold) else { return }
        Console(level: .note).report(
            .note, "GST_DEBUG=\(threshold): GStreamer's log may contain stream keys and passwords; do not publish it")
    }

    /// Ends the program for what its command has thrown.
    private static func end(with error: any Error, isParsed: Bool) -> Never {
        let words = ProgramArguments.words
        if error is MissingCommand {
            Console.write(helpMessage())
            ProgramEnding.exit(ExitReason.usage.rawValue)
        }
        let ending = ending(for: error, isParsed: isParsed, cause: mistake(in: words)) { remedy(for: $0, in: words) }
        switch ending {
        case .failed(let failure): end(failure)
        case .done(let code, let output):
            if !output.isEmpty {
                StandardOutput.write(StartHelp.replaces(output, of: words) ? StartHelp.text : output)
            }
            ProgramEnding.exit(code)
        }
    }

    /// The commands whose JSON form is not that of a session.
    private static let reportCommands: [any ParsableCommand.Type] = [
        ProbeCommand.self, DoctorCommand.self, ReceiveCommand.self, VerifyCommand.self, DiffCommand.self,
        ControlCommand.self, LoadCommand.self, RulesCommand.self,
    ]

    /// Exits before a command could start.
    private static func end(_ failure: CommandFailure) -> Never {
        let arguments = ProgramArguments.words
        let command = arguments.lazy.compactMap { name in
            configuration.subcommands.first { $0._commandName == name }
        }.first
        let name = command.map { " \($0._commandName)" } ?? ""
        // A client of a server has no command line.
        let isExplained = failure.isExplainedByHelp && !arguments.contains("--request")
        let hint = isExplained ? "; see psstudio\(name) --help" : ""
        Console(level: .error).report(.error, "\(failure.message)\(hint)")
        if arguments.contains("--json") || StartCommand.isJSONOfFile.withLock(\.self) {
            // A check of a configuration file has no session.
            let reports = Self.reportCommands.contains { $0 == command } || StartCommand.isCheck(arguments)
            if reports {
                CommandDocument(FailureDocument(failure), failure.reason).print()
            } else {
                CommandDocument(SessionSnapshot(failure), failure.reason).print()
            }
        }
        ProgramEnding.exit(failure.reason.rawValue)
    }
}

/// The command line has no command.
private struct MissingCommand: Error {}

/// A command that does its first steps while GStreamer starts on another thread.
protocol PreparedCommand: ParsableCommand {
    /// Does what needs no GStreamer, and returns the rest of the command.
    func prepare() throws -> () throws -> Void
}
