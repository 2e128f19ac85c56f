/// Where an output sends to; prints without its secrets.
public struct Destination: Hashable, Sendable {
    /// What kind of place it is.
    public enum Kind: Hashable, Sendable {
        /// A file that is muxed.
        case file(Container)
        /// An RTMP server.
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
        /// MP4, in fragments while it is written, finalised at a proper end.
        case mp4
        /// Matroska.
        case mkv
    }

    /// Why a text is not a destination.
    public enum ParseError: Error, Hashable, Sendable, CustomStringConvertible {
        /// Nothing was given.
        case empty
        /// The suffix or scheme is not one that psstudio writes; redacted.
        case unknown(String)
        /// The URL names no host, application or stream; redacted.
        case incomplete(String)

        /// One line with what is accepted.
        public var description: String {
            switch self {
            case .empty: "the destination is empty"
            case .unknown(let text):
                "cannot write to '\(text)': use FILE.mp4, FILE.mkv, rtmp://HOST/APP/KEY, -, mkv:- or null:"
            case .incomplete(let text): "'\(text)' is incomplete: use rtmp://HOST[:PORT]/APP/KEY"
            }
        }
    }

    /// What kind of place it is.
    public let kind: Kind
    /// The whole text, secrets included: for the element that connects, never for people.
    package let address: String

    /// Reads `show.mp4`, `show.mkv`, `rtmp://host/app/key`, `-`, `mkv:-` or `null:`.
    public init(_ text: String) throws(ParseError) {
        address = text
        switch text {
        case "": throw .empty
        case "-": kind = .standardOutputY4M
        case "mkv:-": kind = .standardOutput(.mkv)
        case "null:": kind = .null
        default:
            if let scheme = Self.scheme(of: text) {
                guard scheme == "rtmp" else { throw .unknown(Redaction(text).text) }
                kind = .rtmp
                guard let endpoint, !endpoint.host.isEmpty, !Redaction(text).segments.isEmpty else {
                    throw .incomplete(Redaction(text).text)
                }
            } else if let container = Self.container(of: text) {
                kind = .file(container)
            } else {
                throw .unknown(text)
            }
        }
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
        if case .file = kind { address } else { nil }
    }

    /// The host and port to connect to, or `nil` where it is no server. RTMP's port is 1935 where none is given.
    package var endpoint: (host: String, port: String)? {
        kind == .rtmp ? Redaction(address).endpoint : nil
    }

    /// Whether the address ends in `/`, which leaves room for a stream key.
    public var awaitsKey: Bool { kind == .rtmp && address.hasSuffix("/") }

    /// The same place with `key` after its final `/`.
    public func appending(key: String) throws(ParseError) -> Destination {
        try Destination(address + key)
    }

    /// Takes every secret of this destination out of a text that came from elsewhere.
    package func scrub(_ text: String) -> String {
        guard kind == .rtmp else { return text }
        return Redaction(address).secrets.reduce(text) { $0.replacingEvery($1, with: "***") }
    }

    private static func scheme(of text: String) -> String? {
        text.firstRange(of: "://").map { text[..<$0.lowerBound].lowercased() }
    }

    private static func container(of path: String) -> Container? {
        guard let dot = path.lastIndex(of: "."), path[dot...].firstIndex(of: "/") == nil else { return nil }
        return Container(rawValue: path[path.index(after: dot)...].lowercased())
    }
}

extension Destination: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address with user info, stream key and query masked.
    public var description: String { kind == .rtmp ? Redaction(address).text : address }
    /// The same as ``description``: a debugger's print is a log line, too.
    public var debugDescription: String { description }
    /// Shows the redacted text only.
    public var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}

/// A URL taken apart into what may be shown and what may not.
struct Redaction {
    let text: String
    let secrets: [String]
    let endpoint: (host: String, port: String)?
    let segments: [Substring]

    init(_ url: String) {
        guard let scheme = url.firstRange(of: "://") else {
            (text, secrets, endpoint, segments) = (url, [], nil, [])
            return
        }
        let rest = url[scheme.upperBound...]
        let queryStart = rest.firstIndex { $0 == "?" || $0 == "#" } ?? rest.endIndex
        let query = rest[queryStart...].dropFirst()
        // User info may hold unescaped slashes and at-signs: everything up to the last @ before the query is secret.
        let hostStart = rest[..<queryStart].lastIndex(of: "@").map(rest.index(after:)) ?? rest.startIndex
        let userInfo = rest[..<hostStart].dropLast()
        let location = rest[hostStart..<queryStart]
        let authority = location.prefix { $0 != "/" }
        let path = location.dropFirst(authority.count)
        segments = path.split(separator: "/")
        endpoint = Self.endpoint(authority)

        let slash = path.lastIndex(of: "/") ?? path.endIndex
        let key = path[slash...].dropFirst()
        let shownPath = key.isEmpty ? String(path) : String(path[...slash]) + "***"
        text =
            String(url[..<scheme.upperBound]) + (userInfo.isEmpty ? "" : "***@") + authority + shownPath
            + (query.isEmpty ? "" : "?***")
        let passwords = userInfo.split(separator: ":", maxSplits: 1).dropFirst()
        let values = query.split { "&=".contains($0) }
        secrets = ([query, userInfo, key] + passwords + values).map(String.init).filter { $0.count > 2 }
            .sorted { $0.count > $1.count }
    }

    private static func endpoint(_ authority: Substring) -> (host: String, port: String) {
        if authority.hasPrefix("["), let close = authority.firstIndex(of: "]") {
            let host = authority[authority.index(after: authority.startIndex)..<close]
            let port = authority[authority.index(after: close)...].dropFirst()
            return (String(host), port.isEmpty ? "1935" : String(port))
        }
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "1935")
    }
}

extension String {
    fileprivate func replacingEvery(_ part: String, with replacement: String) -> String {
        split(separator: part, omittingEmptySubsequences: false).joined(separator: replacement)
    }

    fileprivate func firstRange(of part: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
            start = index(after: start)
        }
        return nil
    }
}
