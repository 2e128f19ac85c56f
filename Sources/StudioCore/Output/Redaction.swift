/// A URL split into what may be shown and what may not.
///
/// The authority ends at the first `/`, and its user info at the last `@` inside. What stands behind the application (the
/// first path segment) may be a key, whatever it looks like.
struct Redaction {
    let scheme: String
    let text: String
    let secrets: [String]
    let endpoint: (host: String, port: String)
    /// Whether a password may end in more than one place; nothing but the scheme is shown then.
    let isAmbiguous: Bool
    /// Whether there is anything behind the authority but slashes.
    let hasPath: Bool
    /// Whether a stream key could be appended.
    let endsInSlash: Bool

    /// `nil` for a text without `://`.
    init?(_ url: String) {
        guard let mark = url.firstRange(of: "://") else { return nil }
        scheme = url[..<mark.lowerBound].lowercased()
        let rest = url[mark.upperBound...]
        let authority = rest.prefix { $0 != "/" }
        let at = authority.lastIndex(of: "@")
        let userInfo = at.map { authority[..<$0] } ?? authority.prefix(0)
        let location = at.map { rest[rest.index(after: $0)...] } ?? rest
        let end = location.firstIndex(where: Self.beginsQuery) ?? location.endIndex
        let query = location[end...].dropFirst()
        let server = location[..<end].prefix { $0 != "/" }
        let path = location[server.endIndex..<end]
        let application = path.dropFirst().prefix { $0 != "/" }
        let behind = path[application.endIndex...].dropFirst()
        // Without anything behind it the application may be a key whose application was forgotten.
        let key = application.endIndex == path.endIndex ? application : behind

        let endpoint = Self.endpoint(server, defaultPort: scheme == "rtmps" ? "443" : "1935")
        self.endpoint = endpoint
        hasPath = path.contains { $0 != "/" }
        endsInSlash = query.isEmpty && end == location.endIndex && path.last == "/"
        isAmbiguous =
            application.contains("@") || !Self.isPort(endpoint.port) || !scheme.allSatisfy(Self.isSchemeLetter)
            || Self.mayBeQuery(userInfo, isRTMP: scheme.hasPrefix("rtmp"), hasPath: authority.endIndex < rest.endIndex)
        let shownPath = key.isEmpty ? path : path[..<key.startIndex] + "***"
        if isAmbiguous {
            text = (scheme.allSatisfy(Self.isSchemeLetter) ? String(url[..<mark.upperBound]) : "") + "***"
        } else {
            text =
                String(url[..<mark.upperBound]) + (userInfo.isEmpty ? "" : "***@") + server + shownPath
                + (query.isEmpty ? "" : "?***")
        }
        secrets = Self.secrets(userInfo: userInfo, key: key, query: query) + (isAmbiguous ? [String(rest)] : [])
    }

    /// Also as they are after percent-decoding, which is how a server may repeat them.
    private static func secrets(userInfo: Substring, key: Substring, query: Substring) -> [String] {
        let passwords = userInfo.split(separator: ":", maxSplits: 1).dropFirst()
        let values = query.split { "&=".contains($0) }
        let segments = key.split(separator: "/")
        // Short ones in front of the last are no keys, and occur in any text.
        let keys = segments.dropLast().filter { $0.count > 2 } + segments.suffix(1)
        let all = ([query, userInfo, key] + passwords + values + keys).map(String.init)
        return all + all.filter { $0.contains("%") }.map(percentDecoded)
    }

    /// What looks like user info with a `?` inside may be a query with an `@` inside; RTMP has no query before its path.
    private static func mayBeQuery(_ userInfo: Substring, isRTMP: Bool, hasPath: Bool) -> Bool {
        userInfo.contains(where: beginsQuery) && !(isRTMP && hasPath)
    }

    private static func beginsQuery(_ character: Character) -> Bool { character == "?" || character == "#" }

    private static func isSchemeLetter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "+-.".contains(character))
    }

    private static func isPort(_ text: String) -> Bool {
        text.allSatisfy { $0.isASCII && $0.isNumber } && UInt16(text) != nil
    }

    /// The port is empty where it cannot be told.
    private static func endpoint(_ server: Substring, defaultPort: String) -> (host: String, port: String) {
        var (host, rest) = (server.prefix { $0 != ":" }, server.drop { $0 != ":" })
        if server.hasPrefix("["), let close = server.firstIndex(of: "]") {
            host = server[..<close].dropFirst()
            rest = server[close...].dropFirst()
        }
        if rest.isEmpty { return (String(host), defaultPort) }
        return (String(host), rest.hasPrefix(":") ? String(rest.dropFirst()) : "")
    }

    private static func percentDecoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, let digits = String(digits),
                let value = UInt8(digits, radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What may be shown of a text that is no URL: of a mistyped address only what stands before the first slash.
    static func cautious(_ text: String) -> String {
        let isPath = (text.hasPrefix("/") && !text.hasPrefix("//")) || text.hasPrefix("./") || text.hasPrefix("../")
        let looksLikeAddress =
            ["rtmp", "srt", "http"].contains { text.lowercased().hasPrefix($0) } || text.contains(":")
        guard !isPath, looksLikeAddress else { return text }
        if text.contains("@") { return "***" }
        let host = text.prefix { $0 != "/" && !beginsQuery($0) }
        guard host.endIndex < text.endIndex else { return text }
        return text[host.endIndex] == "/" ? host + "/***" : host + "?***"
    }

    /// What may be shown of a destination that psstudio does not write: a name without a suffix may be the key itself.
    static func unknownDestination(_ text: String) -> String {
        let shown = cautious(text)
        let folder = text.lastIndex(of: "/").map { text[...$0] } ?? ""
        let name = text.dropFirst(folder.count)
        return shown != text || name.isEmpty || name.contains(".") ? shown : folder + "***"
    }
}
