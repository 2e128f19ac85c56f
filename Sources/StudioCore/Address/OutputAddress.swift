/// Where an output sends to; prints without its secrets.
public struct OutputAddress: Hashable, Sendable {
    /// The text that was given, secrets included.
    private let base: String
    /// A stream key that was given apart from it.
    private let key: String
    /// Whether it is a URL, which may hold secrets.
    private let isURL: Bool

    private init(base: String, key: String, isURL: Bool) {
        self.base = base
        self.key = key
        self.isURL = isURL
    }

    /// An address without secrets: a path, or a name such as `null:`.
    package init(name: String) {
        self.init(base: name, key: "", isURL: false)
    }

    /// A URL; everything in it that may be a secret is masked.
    package init(url: String) {
        self.init(base: url, key: "", isURL: true)
    }

    /// The whole address, secrets included: for the element that connects, never for people.
    package var text: String { base + key }

    private var redaction: AddressRedaction? { isURL ? AddressRedaction(base) : nil }

    /// The host to connect to, and the port where one is given; `nil` for an address that is no URL.
    package var endpoint: (host: String, port: String?)? { redaction?.endpoint }

    /// Whether the URL ends in `/`, which leaves room for a stream key.
    package var awaitsKey: Bool { key.isEmpty && redaction?.endsInSlash == true }

    /// The same place with `key` behind its final `/`; all of it is secret, whatever it holds.
    package func appending(key: String) -> OutputAddress {
        OutputAddress(base: base, key: self.key + key, isURL: isURL)
    }

    /// Takes every secret of this address out of a text that came from elsewhere.
    package func scrub(_ text: String) -> String {
        guard isURL else { return text }
        let parts = key.split { "/?&=".contains($0) }.map(String.init)
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
    /// The same as ``description``: a debugger's print is a log line, too.
    public var debugDescription: String { description }
    /// Shows the redacted text only.
    public var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}
