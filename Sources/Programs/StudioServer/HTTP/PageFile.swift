/// A file of the control page. Its raw value is its path.
package enum PageFile: String, CaseIterable, Sendable {
    case document = "/"
    case style = "/page.css"
    case script = "/page.js"

    /// The type of its content.
    package var type: String {
        switch self {
        case .document: "text/html; charset=utf-8"
        case .style: "text/css; charset=utf-8"
        case .script: "text/javascript; charset=utf-8"
        }
    }
}

/// What a file of the control page contains.
package struct PageContent: Sendable {
    package let bytes: [UInt8]
    /// The bytes as gzip; `nil` for a content that is sent as it is.
    package let compressed: [UInt8]?
    /// The value of `ETag`, in quotes: another one for other bytes.
    package let tag: String

    package init(bytes: [UInt8], compressed: [UInt8]? = nil, tag: String) {
        (self.bytes, self.compressed, self.tag) = (bytes, compressed, tag)
    }

    /// What a client gets.
    ///
    /// - Parameter encodings: the values of `Accept-Encoding`.
    func form(for encodings: [String]) -> (bytes: [UInt8], tag: String, isCompressed: Bool) {
        guard let compressed, Self.acceptsGzip(encodings) else { return (bytes, tag, false) }
        return (compressed, tag.dropLast() + "-gzip\"", true)
    }

    /// Whether gzip is named, and not excluded by a weight of 0.
    static func acceptsGzip(_ encodings: [String]) -> Bool {
        encodings.flatMap { $0.split(separator: ",") }.contains { encoding in
            let parts = encoding.lowercased().filter { $0 != " " && $0 != "\t" }.split(separator: ";")
            guard let name = parts.first, name == "gzip" || name == "x-gzip" else { return false }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
            return weight.map { $0 > 0 } ?? true
        }
    }

    /// Whether a client has the bytes with a tag already.
    ///
    /// - Parameter tags: the value of `If-None-Match`.
    static func isKnown(_ tag: String, to tags: String?) -> Bool {
        guard let tags else { return false }
        return tags.split(separator: ",").contains { part in
            let name = part.filter { $0 != " " }
            return name == "*" || name == tag || name == "W/\(tag)"
        }
    }
}
