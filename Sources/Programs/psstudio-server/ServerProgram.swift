import ArgumentParser
import FoundationEssentials
import GStreamer
import Glibc
import Logging
import ProgramConsole
import ServerAccess
import ServerArguments
import SessionProtocol
import StudioCore
import StudioServer

/// The server of sessions, which reaches them through their control sockets only. `psstudio serve`, `start --serve` and `exec --serve` start
/// it.
@main
struct ServerProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ServeArguments.program,
        abstract: ServeArguments.abstract,
        discussion: ServeArguments.discussion,
        version: ProgramVersion.line(of: ServeArguments.program, gstreamer: GStreamerRuntime.version))

    @OptionGroup
    var arguments: ServeArguments

    /// Prints who this is as JSON: whoever starts it asks first.
    @Flag(name: .customLong(ServerIdentity.option), help: .hidden)
    var printsIdentity = false

    static func main() {
        StandardStreams.complete()
        Allocator.configure()
        Signals.block(alwaysHandling: [SIGINT])
        do {
            try Signals.begin()
        } catch {
            end(CommandFailure(message: "cannot receive signals: \(error)", reason: .bug, code: "internal"))
        }
        LoggingSystem.bootstrap { ConsoleLogHandler(label: $0) }
        var isParsed = false
        do {
            var command = try parseAsRoot(ProgramArguments.words)
            isParsed = true
            try command.run()
        } catch {
            let words = ProgramArguments.words
            switch ending(for: error, isParsed: isParsed, cause: ListenAddress.mistake(in: words)) {
            case .done(let code, let output):
                if !output.isEmpty { StandardOutput.write(output) }
                ProgramEnding.exit(code)
            case .failed(let failure): end(failure)
            }
        }
        ProgramEnding.exit(ExitReason.success.rawValue)
    }

    private static func end(_ failure: CommandFailure) -> Never {
        let hint = failure.isExplainedByHelp ? "; see psstudio serve --help" : ""
        Console(level: .error).report(.error, "\(failure.message)\(hint)")
        ProgramEnding.exit(failure.reason.rawValue)
    }

    func run() throws {
        if printsIdentity { return try printIdentity() }
        if arguments.openapi {
            StandardOutput.write(String(decoding: ServerDocuments.description, as: UTF8.self))
            return
        }
        try ServerRun(arguments: arguments).run()
    }

    private func printIdentity() throws {
        let line = try JSONLineEncoder().line(ServerIdentity(.server))
        StandardOutput.write(String(decoding: line, as: UTF8.self))
    }
}
