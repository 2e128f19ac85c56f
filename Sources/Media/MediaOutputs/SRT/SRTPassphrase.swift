/// A passphrase of SRT. It is never printed.
package struct SRTPassphrase: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// What libsrt accepts.
    package static let form = "must have 10 to 79 bytes"

    let text: String

    /// - Returns: `nil` for a text that libsrt does not accept.
    package init?(_ text: String) {
        guard (10...79).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    package var description: String { "***" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
