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
    /// The value of `ETag`, in quotes: another one for other bytes.
    package let tag: String

    package init(bytes: [UInt8], tag: String) {
        (self.bytes, self.tag) = (bytes, tag)
    }

    /// Whether a client has these bytes already.
    ///
    /// - Parameter tags: the value of `If-None-Match`.
    package func isKnown(to tags: String?) -> Bool {
        guard let tags else { return false }
        return tags.split(separator: ",").contains { part in
            let name = part.filter { $0 != " " }
            return name == "*" || name == tag || name == "W/\(tag)"
        }
    }
}
