/// A URL, split into public parts and secrets.
///
/// The authority ends at the first `/`, and its user info at the last `@` inside it. Everything after the application
/// (the first path segment) may be a key.
package struct AddressRedaction: Sendable {
    package let scheme: String
    package let text: String
    package let secrets: [String]
    /// The host and the port. The port is `nil` when absent, and empty when it cannot be determined.
    package let endpoint: (host: String, port: String?)
    /// Whether the end of the password is ambiguous; only the scheme is shown then.
    package let isAmbiguous: Bool
    /// Whether a path other than slashes follows the authority.
    package let hasPath: Bool
    /// Whether a stream key could be appended.
    package let endsInSlash: Bool

    /// `nil` for a text without `://`.
    package init?(_ url: String) {
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
        // A single path segment may be a key whose application was omitted.
        let key = application.endIndex == path.endIndex ? application : behind

        let endpoint = Self.endpoint(server)
        self.endpoint = endpoint
        hasPath = path.contains { $0 != "/" }
        endsInSlash = query.isEmpty && end == location.endIndex && path.last == "/"
        isAmbiguous =
            application.contains("@") || !Self.mayBePort(endpoint.port ?? "0")
            || !scheme.allSatisfy(Self.isSchemeLetter)
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

    /// Includes the percent-decoded forms, which a server may repeat.
    private static func secrets(userInfo: Substring, key: Substring, query: Substring) -> [String] {
        let passwords = userInfo.split(separator: ":", maxSplits: 1).dropFirst()
        let values = query.split { "&=".contains($0) }
        let segments = key.split(separator: "/")
        // Short segments before the last one are not keys, and occur in any text.
        let keys = segments.dropLast().filter { $0.count > 2 } + segments.suffix(1)
        let all = ([query, userInfo, key] + passwords + values + keys).map(String.init)
        return all + all.filter { $0.contains("%") }.map(percentDecoded)
    }

    /// User info with a `?` may be a query with an `@`; RTMP has no query before its path.
    private static func mayBeQuery(_ userInfo: Substring, isRTMP: Bool, hasPath: Bool) -> Bool {
        userInfo.contains(where: beginsQuery) && !(isRTMP && hasPath)
    }

    private static func beginsQuery(_ character: Character) -> Bool { character == "?" || character == "#" }

    private static func isSchemeLetter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "+-.".contains(character))
    }

    /// Whether a text has the form of a port, which may be too large. More digits may be a password.
    private static func mayBePort(_ text: String) -> Bool {
        (1...5).contains(text.count) && text.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// The address of the server when its port is not 1 to 65535; `nil` for one that can be used, or without a port.
    package var serverWithInvalidPort: String? {
        guard let port = endpoint.port, Self.mayBePort(port), UInt16(port) ?? 0 == 0 else { return nil }
        let host = endpoint.host.contains(":") ? "[\(endpoint.host)]" : endpoint.host
        return "\(scheme)://\(host):\(port)"
    }

    /// Checks what the addresses of all servers have in common.
    package func checkServer() throws(AddressError) {
        if isAmbiguous { throw .ambiguous(text) }
        if let server = serverWithInvalidPort { throw .port(server) }
    }

    private static func endpoint(_ server: Substring) -> (host: String, port: String?) {
        var (host, rest) = (server.prefix { $0 != ":" }, server.drop { $0 != ":" })
        if server.hasPrefix("["), let close = server.firstIndex(of: "]") {
            host = server[..<close].dropFirst()
            rest = server[close...].dropFirst()
        }
        if rest.isEmpty { return (String(host), nil) }
        return (String(host), rest.hasPrefix(":") ? String(rest.dropFirst()) : "")
    }

    /// Replaces `%40` by `@`.
    package static func percentDecoded(_ text: String) -> String {
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

    // MARK: Texts that are not URLs

    /// The public part of a text that is not a URL: of a mistyped address, the part before the first slash.
    package static func cautious(_ text: String) -> String { MistypedAddress(text)?.shown ?? text }

    /// The public part of an argument in a place that has none: it may be a key, unless it has the form of a word, an option, a path or
    /// the name of a file.
    package static func argument(_ text: String) -> String {
        let shown = redacted(address: text)
        guard shown == text, !MistypedAddress.isFileName(text) else { return shown }
        let folder = text.lastIndex(of: "/").map { text[...$0] } ?? ""
        let name = text.dropFirst(folder.count)
        let isPath = ["./", "../", "/"].contains { folder.hasPrefix($0) } && !folder.hasPrefix("//")
        let isWord = folder.isEmpty && !name.contains(":") || isPath
        return isWord && !KeyForm.matches(name) ? text : folder + "***"
    }

    /// The public part of a word in the place of a command: it is not a key, unless it has the form of an address.
    package static func command(_ word: String) -> String {
        word.contains { "/:@".contains($0) } ? argument(word) : word
    }

    /// The public part of an address that no output accepts: a name may be a key, unless it has a suffix or the form of a word.
    package static func unknown(_ text: String) -> String {
        let shown = cautious(text)
        let folder = text.lastIndex(of: "/").map { text[...$0] } ?? ""
        let name = text.dropFirst(folder.count)
        let isNoKey =
            folder.isEmpty
            ? name.contains(".") || !name.contains(":") && !KeyForm.matches(name) : MistypedAddress.isFileName(name)
        return shown != text || name.isEmpty || isNoKey ? shown : folder + "***"
    }

    // MARK: Texts with addresses

    /// An address without its secrets.
    package static func redacted(address: String) -> String { AddressRedaction(address)?.text ?? cautious(address) }

    /// Removes the secrets of all addresses in a line, including mistyped ones.
    package static func redacted(line: String) -> String {
        let separators: Set<Character> = [" ", "'", "\"", ",", ";", "(", ")"]
        var result = ""
        var word = ""
        for character in line + " " {
            guard separators.contains(character) else {
                word.append(character)
                continue
            }
            result += redacted(address: word)
            result.append(character)
            word = ""
        }
        return String(result.dropLast())
    }

    /// Removes secrets from a text of another origin.
    package static func scrub(_ text: String, of secrets: [String]) -> String {
        let secrets = Set(secrets).filter { !$0.isEmpty }
        // Secrets of one or two letters occur in any text. Removing them would leave it illegible, keeping them would
        // reveal them.
        if secrets.contains(where: { $0.count < 3 && text.contains($0) }) { return "an element failed" }
        return secrets.sorted { $0.count > $1.count }.reduce(text) { $0.replacing($1, with: "***") }
    }

    /// Removes every secret of an address from a text of another origin.
    package static func scrub(_ text: String, of address: String) -> String {
        scrub(text, of: AddressRedaction(address)?.secrets ?? [])
    }
}
