import ServerAccess
import ServerArguments
import SessionProtocol

/// The command line of a server. A later start repeats it with the addresses at which the server was.
struct ServerCommandLine: Hashable {
    /// The control socket of the session, or a folder of such sockets that ends in `/`.
    let place: String
    /// Where it serves; `nil` for the first free standard port.
    var listen: ListenAddress?
    /// Where it listens for controllers; `nil` for nowhere.
    var obs: ListenAddress?
    /// Further words.
    let options: [String]
    /// Whether it prints errors only.
    var isQuiet: Bool

    var words: [String] {
        ["--session", place] + (listen.map { ["--listen", "\($0)"] } ?? [])
            + (obs.map { ["--obs-websocket", "\($0)"] } ?? []) + options + (isQuiet ? ["--quiet"] : [])
    }

    /// Applies where the server is. It has printed its addresses, and a later one has no news.
    mutating func apply(_ report: ServerReport) {
        if let address = report.http.flatMap({ ListenAddress($0) }) { (listen, isQuiet) = (address, true) }
        if let address = report.obs.flatMap({ ListenAddress($0) }) { obs = address }
    }

    /// Why the server could not listen now, as its message would say it; `nil` when its addresses are free.
    var obstacle: String? {
        for case let address? in [listen, obs] where address.port > 0 {
            if let obstacle = address.obstacle { return "cannot listen on \(address): \(obstacle)" }
        }
        return nil
    }
}
