/// Where an output sends to; prints without its secrets.
public struct Destination: Hashable, Sendable {
    /// What kind of place it is.
    public enum Kind: Hashable, Sendable {
        /// A file that is muxed.
        case file(Container)
        /// An RTMP server, over TLS where the scheme is `rtmps`.
        case rtmp
        /// Standard output, raw pictures as y4m.
        case standardOutputY4M
        /// Standard output, muxed.
        case standardOutput(Container)
        /// Accepted raw frames are counted and dropped; no encoder starts.
        case null
    }

    /// A container format.
    public enum Container: String, Hashable, Sendable, CaseIterable {
        /// MP4 in fragments, playable while it is written; duration and index come at a proper end.
        case mp4
        /// Matroska.
        case mkv
        /// Flash Video: what RTMP carries, as a file.
        case flv
    }

    /// Why a text is not a destination.
    public enum ParseError: Error, Hashable, Sendable, CustomStringConvertible {
        /// Nothing was given.
        case empty
        /// The suffix or scheme is not one that psstudio writes; redacted.
        case unknown(String)
        /// The URL names no host, application or stream; redacted.
        case incomplete(String)
        /// A password may have an unescaped slash or at-sign, so that nobody can tell where it ends; redacted.
        case ambiguous(String)

        /// One line with what is accepted.
        public var description: String {
            switch self {
            case .empty: "the destination is empty"
            case .unknown(let text):
                "cannot write to '\(text)': use FILE.mp4, FILE.mkv, FILE.flv, "
                    + "rtmp://HOST/APP/KEY, rtmps://HOST/APP/KEY, -, mkv:- or null:"
            case .incomplete(let text): "'\(text)' is incomplete: use rtmp://HOST[:PORT]/APP/KEY"
            case .ambiguous(let text):
                "'\(text)' is ambiguous: the port must be a number, and the application must have no @; "
                    + "percent-encode / and @ in a password as %2F and %40"
            }
        }
    }

    /// What kind of place it is.
    public let kind: Kind
    /// The text that was given, secrets included.
    private let base: String
    /// A stream key that was given apart from it.
    private let key: String

    /// The whole address, secrets included: for the element that connects, never for people.
    package var address: String { base + key }

    /// Reads `show.mp4`, `show.mkv`, `show.flv`, `rtmp://host/app/key`, `rtmps://host/app/key`, `-`, `mkv:-` or `null:`.
    public init(_ text: String) throws(ParseError) {
        base = text
        key = ""
        switch text {
        case "": throw .empty
        case "-": kind = .standardOutputY4M
        case "mkv:-": kind = .standardOutput(.mkv)
        case "null:": kind = .null
        default:
            if let redaction = Redaction(text) {
                guard ["rtmp", "rtmps"].contains(redaction.scheme) else { throw .unknown(redaction.text) }
                kind = .rtmp
                if redaction.isAmbiguous { throw .ambiguous(redaction.text) }
                guard !redaction.endpoint.host.isEmpty, redaction.hasPath else {
                    throw .incomplete(redaction.text)
                }
            } else if let container = Self.container(of: text) {
                kind = .file(container)
            } else {
                throw .unknown(Redaction.unknownDestination(text))
            }
        }
    }

    private init(kind: Kind, base: String, key: String) {
        self.kind = kind
        self.base = base
        self.key = key
    }

    /// Whether standard output is what it writes to.
    public var usesStandardOutput: Bool {
        switch kind {
        case .standardOutput, .standardOutputY4M: true
        case .file, .rtmp, .null: false
        }
    }

    /// The file's path, or `nil` where it is none.
    public var path: String? {
        if case .file = kind { base } else { nil }
    }

    /// The host and port to connect to, or `nil` where it is no server. The port is 1935 where none is given, 443 over TLS.
    package var endpoint: (host: String, port: String)? {
        kind == .rtmp ? Redaction(base)?.endpoint : nil
    }

    /// Whether the address ends in `/`, which leaves room for a stream key.
    public var awaitsKey: Bool { kind == .rtmp && key.isEmpty && Redaction(base)?.endsInSlash == true }

    /// The same place with `key` after its final `/`; all of it is secret, whatever it holds.
    public func appending(key: String) -> Destination {
        Destination(kind: kind, base: base, key: self.key + key)
    }

    /// Takes every secret of this destination out of a text that came from elsewhere.
    package func scrub(_ text: String) -> String {
        guard kind == .rtmp else { return text }
        let parts = key.split { "/?&=".contains($0) }.map(String.init)
        return Self.scrub(text, of: (Redaction(base)?.secrets ?? []) + [key] + parts)
    }

    /// Takes every secret of an address out of a text that came from elsewhere.
    package static func scrub(_ text: String, of address: String) -> String {
        scrub(text, of: Redaction(address)?.secrets ?? [])
    }

    private static func scrub(_ text: String, of secrets: [String]) -> String {
        let secrets = Set(secrets).filter { !$0.isEmpty }
        // Two letters occur in any text: to take them out would leave nothing legible, to leave them in would tell.
        if secrets.contains(where: { $0.count < 3 && text.contains($0) }) { return "an element failed" }
        return secrets.sorted { $0.count > $1.count }.reduce(text) { $0.replacing($1, with: "***") }
    }

    /// One address without its secrets, whatever they hold.
    package static func redacted(address: String) -> String { Redaction(address)?.text ?? Redaction.cautious(address) }

    /// Whether a password in this address may end in more than one place, so that nothing of it can be shown.
    package static func isAmbiguous(address: String) -> Bool { Redaction(address)?.isAmbiguous == true }

    /// A line for people in which every address, also a mistyped one, has lost its secrets.
    package static func redacted(_ line: String) -> String {
        let separators: Set<Character> = [" ", "'", "\"", ",", ";", "(", ")"]
        var result = ""
        var word = ""
        for character in line + " " {
            guard separators.contains(character) else {
                word.append(character)
                continue
            }
            result += Redaction(word)?.text ?? Redaction.cautious(word)
            result.append(character)
            word = ""
        }
        return String(result.dropLast())
    }

    private static func container(of path: String) -> Container? {
        guard let dot = path.lastIndex(of: "."), path[dot...].firstIndex(of: "/") == nil else { return nil }
        return Container(rawValue: path[path.index(after: dot)...].lowercased())
    }
}

extension Destination: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address with user info, query, and everything behind the application masked.
    public var description: String {
        guard kind == .rtmp else { return base }
        let text = Redaction(base)?.text ?? "rtmp://***"
        return key.isEmpty || text.hasSuffix("***") ? text : text + "***"
    }
    /// The same as ``description``: a debugger's print is a log line, too.
    public var debugDescription: String { description }
    /// Shows the redacted text only.
    public var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}
