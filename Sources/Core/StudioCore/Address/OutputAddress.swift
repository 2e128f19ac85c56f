/// The address of an output. Its description omits secrets.
public struct OutputAddress: Hashable, Sendable {
    /// The original text, secrets included.
    private let base: String
    /// A stream key that was given separately.
    private let key: String
    /// Whether it is a URL, which may contain secrets.
    private let isURL: Bool

    private init(base: String, key: String, isURL: Bool) {
        self.base = base
        self.key = key
        self.isURL = isURL
    }

    /// Creates an address without secrets: a path, or a name such as `null:`.
    package init(name: String) {
        self.init(base: name, key: "", isURL: false)
    }

    /// Creates an address from a URL; all possible secrets are masked.
    package init(url: String) {
        self.init(base: url, key: "", isURL: true)
    }

    /// The complete address, secrets included. Used only for the element that connects.
    package var text: String { base + key }

    /// What an RTMP client sends to the server; `nil` for other addresses.
    package var rtmp: RTMPAddress? { isURL ? RTMPAddress(base, key: key) : nil }

    private var redaction: AddressRedaction? { isURL ? AddressRedaction(base) : nil }

    /// Whether the URL ends in `/`, so that a stream key can be appended.
    package var awaitsKey: Bool { key.isEmpty && redaction?.endsInSlash == true }

    /// The address with `key` appended after its final `/`. The whole key is secret.
    package func appending(key: String) -> OutputAddress {
        OutputAddress(base: base, key: self.key + key, isURL: isURL)
    }

    /// Removes every secret of this address from a text of another origin.
    package func scrub(_ text: String) -> String {
        guard isURL else { return text }
        let parts = key.split { "/?&= ".contains($0) }.map(String.init)
        return AddressRedaction.scrub(text, of: (redaction?.secrets ?? []) + [key] + parts)
    }
}

extension OutputAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address with user info, query, and everything behind the application masked.
    public var description: String {
        guard isURL else { return base }
        let text = redaction?.text ?? AddressRedaction.cautious(base)
        return key.isEmpty || text.hasSuffix("***") ? text : text + "***"
    }
    /// The same as ``description``, because debugger output may be logged.
    public var debugDescription: String { description }
    /// Shows the redacted text only.
    public var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}
