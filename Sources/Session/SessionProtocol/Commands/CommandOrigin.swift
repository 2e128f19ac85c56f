/// Who has given a command to a session.
public enum CommandOrigin: String, Hashable, Sendable, Codable, CaseIterable {
    /// The control page.
    case page
    /// Another client of the HTTP server.
    case http
    /// A controller of OBS.
    case obs
    /// A client of the control socket, such as `psstudio control`.
    case control
    /// A step of the scenario.
    case scenario
    /// The program that contains the session.
    case app

    /// Those that a client of the control socket may name: it acts for others.
    package static let ofClients: [CommandOrigin] = [.page, .http, .obs, .control]
}
