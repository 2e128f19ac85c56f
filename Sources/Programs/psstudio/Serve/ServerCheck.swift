import ProgramConsole
import ServerArguments
import StudioCore

/// Whether sessions can be served on this machine, for `psstudio doctor`.
struct ServerCheck: Encodable {
    let works: Bool
    /// Where the program is; `nil` when it is missing.
    @Nullable var path: String?
    /// Its version and its control protocol, or what is wrong and how to fix it.
    let text: String

    init() {
        do throws(CommandFailure) {
            let server = try InstalledServer()
            (works, text) = (true, "\(server.speaker); \(server.program.path)")
            path = server.program.path
        } catch {
            (works, text) = (false, error.message)
            path = SiblingProgram(ServeArguments.program)?.path
        }
    }
}
