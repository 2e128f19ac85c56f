/// The parts of an RTMP address as a client sends them to the server.
///
/// The application ends at the last slash of the path. Slashes in the query, or in a stream key that was given separately,
/// do not end it. An address with a single path part has no application of its own: that part is sent as the
/// application, and the stream has no name. Servers without applications, such as MediaMTX, join the two.
package struct RTMPAddress: Hashable, Sendable {
    package let isEncrypted: Bool
    package let host: String
    package let port: UInt16
    package let application: String
    /// The stream's name, which is the key, with its query.
    package let stream: String
    package let userName: String?
    package let password: String?

    /// - Parameter key: a stream key that was given separately, for an address that ends in `/`.
    /// - Returns: `nil` for a text that is not an RTMP address.
    package init?(_ url: String, key: String = "") {
        guard let redaction = AddressRedaction(url), ["rtmp", "rtmps"].contains(redaction.scheme),
            !redaction.isAmbiguous, !redaction.endpoint.host.isEmpty, redaction.hasPath,
            let mark = url.firstRange(of: "://")
        else { return nil }
        isEncrypted = redaction.scheme == "rtmps"
        host = redaction.endpoint.host
        port = redaction.endpoint.port.map { UInt16($0) ?? 0 } ?? (isEncrypted ? 443 : 1935)
        guard port > 0 else { return nil }
        let rest = url[mark.upperBound...]
        let authority = rest.prefix { $0 != "/" }
        let user = authority.lastIndex(of: "@").map { authority[..<$0].split(separator: ":", maxSplits: 1) } ?? []
        userName = user.first.map { AddressRedaction.percentDecoded(String($0)) }
        password = user.count > 1 ? AddressRedaction.percentDecoded(String(user[1])) : nil
        let resource = rest[authority.endIndex...].dropFirst()
        let path = resource.prefix { $0 != "?" && $0 != "#" }
        guard let slash = path.lastIndex(of: "/") else {
            (application, stream) = (String(resource), key)
            return
        }
        application = String(path[..<slash])
        stream = String(resource[resource.index(after: slash)...]) + key
    }
}

extension RTMPAddress: Redacted {
    /// The server only; the rest may be secret.
    package var description: String { "\(isEncrypted ? "rtmps" : "rtmp")://\(host):\(port)/***" }
}
