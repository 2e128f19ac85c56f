import FoundationEssentials
import Glibc
package import ServerAccess
import StudioCore

/// What a program and the server that it has started tell each other, beside the command line. Neither needs it: a server of another
/// version chooses secrets of its own, and is started again without the addresses that it has found.
package enum SupervisedServer {
    /// Whether the server reports on standard output.
    package static let reports = "PSSTUDIO_SERVE_REPORTS"
    /// The token of a session whose user has not chosen one. The server writes it to its file, and prints it, as one of its own.
    package static let token = "PSSTUDIO_SERVE_RANDOM_TOKEN"
    /// The token that only reads, in the same way.
    package static let readToken = "PSSTUDIO_SERVE_RANDOM_READ_TOKEN"
    /// The password of controllers, in the same way.
    package static let password = "PSSTUDIO_OBS_RANDOM_PASSWORD"

    /// The value of a variable of this process; `nil` for none.
    private static func value(of variable: String) -> String? {
        ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether another program supervises this server.
    package static var isThisProcess: Bool { value(of: reports) != nil }

    /// A token for this server: that of the program that has started it, or a random one.
    package static var ownToken: AccessToken { value(of: token).flatMap { AccessToken($0) } ?? AccessToken() }

    /// A token that only reads, in the same way.
    package static var ownReadToken: AccessToken { value(of: readToken).flatMap { AccessToken($0) } ?? AccessToken() }

    /// A password for this server, in the same way.
    package static var ownPassword: String { value(of: password) ?? ControllerPassword.random() }

    /// Reports to the program that has started this server, if there is one.
    package static func report(_ report: ServerReport) {
        guard isThisProcess, let line = try? JSONLineEncoder().line(report) else { return }
        // Whoever does not read it any more is gone, and this server ends soon.
        _ = write(STDOUT_FILENO, line, line.count)
    }
}

/// What a server reports to the program that has started it: a line of JSON with one of these.
package struct ServerReport: Hashable, Sendable, Codable {
    /// It serves at this address.
    package let http: String?
    /// It listens for controllers at this address.
    package let obs: String?
    /// It cannot listen because an address is taken, in one line. It ends now.
    package let taken: String?

    private init(http: String? = nil, obs: String? = nil, taken: String? = nil) {
        (self.http, self.obs, self.taken) = (http, obs, taken)
    }

    package static func http(_ address: ListenAddress) -> Self { Self(http: "\(address)") }
    package static func obs(_ address: ListenAddress) -> Self { Self(obs: "\(address)") }
    package static func taken(_ line: String) -> Self { Self(taken: line) }

    /// Parses a line; `nil` for one of another version.
    package init?(_ line: [UInt8]) {
        guard let report = try? JSONDecoder().decode(Self.self, from: Data(line)) else { return nil }
        self = report
    }
}
