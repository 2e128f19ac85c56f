import ArgumentParser
import Glibc
import ProgramConsole
import SessionClient
import SessionProtocol
import StudioCore
import StudioEngine
import StudioScenario

/// `psstudio control`: commands a running session, whoever embeds it.
struct ControlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "control",
        abstract: "Command a running session, and follow its events.",
        usage: "psstudio control [--session ID|PATH] ACTION [VALUES] [--json] [--no-wait]",
        discussion: """
            A session listens when it was started with --control PATH, or with
            PSSTUDIO_CONTROL set: psstudio start and receive, an app with any of the
            interfaces, the C library, a TestMeeting.

              psstudio start --control auto --out show.mp4 &
              psstudio control status
              psstudio control add-output rtmp://localhost/live/ --stream-key-file key.txt
              psstudio control end-meeting

            Actions:
              list             List the running sessions of auto.
              status           Print the state of the session and its outputs.
              watch            Print the status and the events until the session ends.
                               With --json, one event a line. It exits with 5 when the
                               session was killed.
              send JSON        Perform a command in its JSON form. With -, perform each
                               line of standard input, until one fails.
              schema           Print the JSON Schema of commands, events and the snapshot.

            Commands, each with its values in this order, or as options: --user NAME.
            A participant is a name or an ID.

            \(commands)

            Options:
              --session ID|PATH  The session, if there are several: its identifier, or
                                 the path of its socket (default: the only running one).
              --json             Print replies as JSON.
              --no-wait          Return at once. Otherwise add-output, restart-output and
                                 start-output wait until the output is live or has
                                 failed, remove-output and stop-output until it is
                                 complete, and split-output until the next file begins.
              --stream-key-file FILE
                                 A file whose first line add-output appends to an RTMP
                                 address that ends in /; - is standard input. add-output -
                                 reads the whole address from standard input.

            The exit code is 0 when the command was performed, 2 when it was rejected or
            there is no such session, 5 when a source cannot be opened or the session went
            away, and 6 when the output failed.
            """)

    /// What is not a command of a session.
    static let actions = ["list", "status", "watch", "send", "schema"]

    private static var commands: String {
        CommandWords.reference.map { entry in
            let usage = "  \(entry.name) \(entry.usage)"
            return usage.reversed().drop { $0 == " " }.reversed().map(String.init).joined()
        }.joined(separator: "\n")
    }

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    func run() throws {
        let arguments = try ControlArguments(arguments)
        if arguments.isHelp { throw CleanExit.helpRequest(self) }
        do {
            try perform(arguments)
        } catch let error as SessionClientError {
            throw error.ofRequest
        }
    }

    private func perform(_ arguments: ControlArguments) throws {
        switch arguments.action {
        case "": throw ValidationError("an action is missing; use \(Self.actions.joined(separator: ", ")) or a command")
        case "list": try ControlSessions.list(arguments)
        case "schema": StandardOutput.write(SessionSchema.json)
        case "status": try ControlStatus(arguments).run()
        case "watch": throw ExitCode(try ControlWatch(arguments).run().rawValue)
        case "send": throw ExitCode(try ControlCall(arguments, sending: arguments.words).run().rawValue)
        default: throw ExitCode(try ControlCall(arguments).run().rawValue)
        }
    }
}
