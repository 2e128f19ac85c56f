import ArgumentParser
import ProgramConsole
import ServerArguments

/// `psstudio serve`: sessions by HTTP. It becomes the program `psstudio-server`, which has the same options.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: ServeArguments.abstract, discussion: ServeArguments.discussion)

    @OptionGroup
    var arguments: ServeArguments

    func run() throws {
        let server = try InstalledServer()
        server.reportVersions(Console(level: arguments.quiet ? .error : .note))
        let error = server.program.replaceThisProgram(Array(ProgramArguments.words.dropFirst()))
        throw CommandFailure(message: "cannot start \(server.program.path): \(error)", reason: .usage, code: "server")
    }
}
