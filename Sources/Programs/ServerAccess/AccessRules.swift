import Glibc

/// Decides whether a request may reach the server at all, before its token is looked at.
///
/// A page of any website can send requests to a server on this machine. Two things protect it: the page cannot choose the
/// `Host` (a name that an attacker lets resolve to this machine is rejected, an address is not a name), and its browser adds
/// the `Origin`.
package struct AccessRules: Hashable, Sendable {
    package enum Denial: Hashable, Sendable {
        /// The request has no `Host`, or one that is not an authority.
        case invalidHost
        /// The host is a name that is not configured.
        case foreignHost
        /// The page belongs to another origin.
        case foreignOrigin
    }

    /// Names of this server in lower case, beside `localhost` and addresses: those of a proxy.
    private let hosts: Set<String>
    /// Origins whose pages may use the server, beside its own.
    private let origins: Set<WebOrigin>

    package init(hosts: [String] = [], origins: [WebOrigin] = []) {
        self.hosts = Set(hosts.map { $0.lowercased() })
        self.origins = Set(origins)
    }

    /// - Parameters:
    ///   - host: the value of `Host`.
    ///   - origins: the values of `Origin`; none for programs that are not browsers.
    /// - Returns: `nil` when the request is accepted.
    package func denial(host: String?, origins: [String]) -> Denial? {
        guard let host, let name = Self.name(of: host) else { return .invalidHost }
        guard Self.isLocal(name) || hosts.contains(name.lowercased()) else { return .foreignHost }
        guard let origin = origins.first else { return nil }
        guard origins.count == 1, let origin = WebOrigin(origin), isAccepted(origin, host: host) else {
            return .foreignOrigin
        }
        return nil
    }

    private func isAccepted(_ origin: WebOrigin, host: String) -> Bool {
        origin == WebOrigin("http://\(host)") || origins.contains(origin)
    }

    /// The host of an authority without its port; `nil` for anything else.
    package static func name(of authority: String) -> String? {
        let name: Substring
        let rest: Substring
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            name = authority[...end]
            rest = authority[authority.index(after: end)...]
        } else {
            let end = authority.firstIndex(of: ":") ?? authority.endIndex
            name = authority[..<end]
            rest = authority[end...]
        }
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 32 && $0 < 127 && !reserved.contains($0) }) else {
            return nil
        }
        guard rest.isEmpty || rest.first == ":" && isPort(rest.dropFirst()) else { return nil }
        return String(name)
    }

    /// Bytes that separate the parts of an address.
    private static let reserved = Set("@/\\?#%,;\"<>".utf8)

    private static func isPort(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { (48...57).contains($0) } && UInt16(text) != nil
    }

    /// Whether the host is an address or `localhost`, neither of which an attacker can let resolve to this machine.
    private static func isLocal(_ name: String) -> Bool {
        if name.lowercased() == "localhost" { return true }
        if name.hasPrefix("["), name.hasSuffix("]") {
            var address = in6_addr()
            return inet_pton(AF_INET6, String(name.dropFirst().dropLast()), &address) == 1
        }
        var address = in_addr()
        return inet_pton(AF_INET, name, &address) == 1
    }
}
