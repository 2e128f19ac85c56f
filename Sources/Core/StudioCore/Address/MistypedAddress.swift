/// A text that is not a URL and may be an address with a stream key all the same: `host/app/KEY`, `rtmp:/host/app/KEY`.
struct MistypedAddress: Hashable {
    /// Its public part.
    let shown: String

    /// `nil` for names and paths that hold no key: with the suffix of a file, or with at most one folder.
    init?(_ text: String) {
        let isPath = (text.hasPrefix("/") && !text.hasPrefix("//")) || text.hasPrefix("./") || text.hasPrefix("../")
        let host = text.prefix { !Self.separators.contains($0) }
        let hasScheme = Self.hasScheme(host)
        guard !isPath, hasScheme || !Self.isFileName(text) else { return nil }
        let hasMore = host.endIndex < text.endIndex
        if text.contains("@"), hasMore || hasScheme || text.contains(":") {
            shown = "***"
        } else if hasMore, hasScheme || text.contains(":") {
            shown = host + Self.mask(behind: text[host.endIndex])
        } else if let application = Self.application(text) {
            shown = application + "***"
        } else if hasMore, Self.isHost(host) {
            shown = host + Self.mask(behind: text[host.endIndex])
        } else {
            return nil
        }
    }

    private static let separators: Set<Character> = ["/", "\\", "?", "#"]

    /// Whether a text begins with a scheme, also with its letters in another order.
    private static func hasScheme(_ text: Substring) -> Bool {
        let letters = text.lowercased()
        let word = letters.prefix { $0.isLetter }
        return ["rtmp", "srt", "http"].contains { letters.hasPrefix($0) } || ["udp", "whip"].contains(word)
            || ["rtmp", "rtsp", "http"].contains { word.prefix(4).sorted() == $0.sorted() && word.count < 6 }
    }

    /// Whether a text is a name with a dot, or `localhost`.
    private static func isHost(_ text: Substring) -> Bool {
        text.lowercased() == "localhost" || text.dropFirst().dropLast().contains(".") && !isFileName(text)
    }

    private static func mask(behind separator: Character) -> String { (separator == "/" ? "/" : "?") + "***" }

    /// `host/app/` of a path with a name behind two folders, which may be a key; `nil` for other paths.
    private static func application(_ text: String) -> Substring? {
        let path = text.prefix { $0 != "?" && $0 != "#" }
        let slashes = path.indices.filter { path[$0] == "/" }
        guard slashes.count > 1, let first = path.first, first != "/" || slashes.count > 3 else { return nil }
        let end = path[slashes[first == "/" ? 3 : 1]...].dropFirst()
        return end.isEmpty ? nil : path[..<end.startIndex]
    }

    private static let suffixes: Set<Substring> = [
        "aac", "avi", "bmp", "flac", "flv", "gif", "html", "i420", "jpeg", "jpg", "json", "jsonl", "m3u8", "m4a", "m4v",
        "mkv", "mov", "mp3", "mp4", "mpeg", "mpg", "mxf", "ogg", "opus", "pcm", "pem", "png", "raw", "tif", "tiff",
        "ts",
        "txt", "wav", "webm", "webp", "wmv", "xml", "y4m", "yaml", "yml", "yuv",
    ]

    /// Whether a name has a suffix of files, which no key has.
    static func isFileName(_ name: some StringProtocol) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return suffixes.contains(Substring(name[dot...].dropFirst().lowercased()))
    }
}
