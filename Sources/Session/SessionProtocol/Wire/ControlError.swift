/// Why a request on the control socket was not performed.
package struct ControlError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// One word for programs.
    package enum Code: String, Hashable, Sendable, Codable, CaseIterable {
        /// The line is not a request.
        case malformed
        /// The line is longer than the limit.
        case tooLong
        /// A field has a value that is not accepted.
        case invalid
        /// The command does not fit the current state, or its output cannot be added.
        case rejected
        /// There is no such participant or output.
        case notFound
        /// A source cannot be opened; the one on air stays.
        case source
        /// A file that the command names is not below the folder of the client.
        case outsideFolder
        /// Clients must not use what the command names.
        case notPermitted
        /// The program does not have what the command changes.
        case unsupportedHere
        /// Another user has connected.
        case forbidden
        /// There are too many clients.
        case busy
    }

    package let code: Code
    /// One line with a hint. It repeats no value of the request, because an address may contain a key.
    package let message: String

    package init(_ code: Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }

    /// The message.
    package var description: String { message }
}
