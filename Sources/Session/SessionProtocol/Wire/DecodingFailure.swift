/// Why bytes are not one complete value.
package struct DecodingFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place in bytes.
    package let offset: Int
    /// One line that repeats nothing of the bytes.
    package let reason: String

    package init(_ offset: Int, _ reason: String) {
        (self.offset, self.reason) = (offset, reason)
    }

    package var description: String { "\(reason) at byte \(offset)" }

    /// How deep values may be nested, as for the control socket. Readers and writers are recursive.
    package static let deepest = 64
}
