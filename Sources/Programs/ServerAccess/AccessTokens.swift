/// The tokens of a server: one permits everything, the other one only to read.
package struct AccessTokens: Hashable, Sendable {
    /// What a token permits. The raw value is that of the HTTP interface.
    package enum Access: String, Hashable, Sendable, Codable, CaseIterable {
        case full
        /// Requests that change nothing: GET and HEAD, event streams included.
        case read

        /// Whether a request with this method is permitted.
        package func permits(_ method: String) -> Bool { self == .full || ["GET", "HEAD"].contains(method) }
    }

    package enum Check: Hashable, Sendable {
        case accepted(Access)
        case missing, wrong
    }

    package let full: AccessToken
    package let read: AccessToken

    /// - Parameter read: must differ from the other one, which would permit everything otherwise.
    package init(full: AccessToken, read: AccessToken) {
        (self.full, self.read) = (full, read)
    }

    /// Checks the values of `Authorization`. Both tokens are compared, so the time does not depend on which one is right.
    package func check(_ values: [String]) -> Check {
        let (full, read) = (full.check(values), read.check(values))
        if full == .accepted { return .accepted(.full) }
        if read == .accepted { return .accepted(.read) }
        return full == .missing ? .missing : .wrong
    }
}
