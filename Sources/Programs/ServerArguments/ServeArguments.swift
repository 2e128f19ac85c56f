package import ArgumentParser
import ProgramConsole

/// The options of `psstudio serve`, which are those of the program `psstudio-server`.
package struct ServeArguments: ParsableArguments {
    /// The program of the server.
    package static let program = "psstudio-server"

    package static let abstract = "Serve the running sessions by HTTP: state, commands, and events as they happen."

    package static let discussion = """
        Serves all sessions of this user that have a control socket of auto. It only
        talks to these sockets: it can be ended and started again at any time.

          psstudio start --control auto --out show.mp4 &
          psstudio serve &
          curl -H "Authorization: Bearer $(cat "$XDG_RUNTIME_DIR"/psstudio/server-7788.token)" \\
            http://127.0.0.1:7788/api/v1/sessions

        psstudio start --serve serves one session, and ends with it. The interface is
        described in docs/server.md, obs-websocket in docs/obs-websocket.md.
        \(ControllerOptions.variable) is the password of controllers. The server is a program
        of its own, psstudio-server. Without a controlling terminal, SIGHUP lets it read
        the files of token and password again.

        \(ExitReason.help)
        """

    @Option(
        help: ArgumentHelp(
            "Address and port, or a port of 127.0.0.1; port 0 is any free one.", valueName: "address"))
    package var listen = ListenArgument.standard

    @OptionGroup
    package var access: ServeOptions

    @Option(
        help: ArgumentHelp(
            """
            Serve only the session with this identifier or control socket, and end with it, or those in a folder that ends in / \
            (default: all sessions of auto).
            """, valueName: "session"))
    package var session: String?

    @OptionGroup(title: "Controllers")
    package var controllers: ControllerOptions

    @Flag(help: "Print the OpenAPI document of the interface, for other programs.")
    package var openapi = false

    /// The process for which the server runs.
    @Option(help: .hidden)
    package var parent: Int32?

    @Flag(name: .shortAndLong, help: "Print errors only.")
    package var quiet = false

    package init() {}
}
