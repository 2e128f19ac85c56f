/// The origin of a page as browsers send it: a scheme and an authority without its default port, `file://`, or `null`.
package struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The normalized text.
    package let description: String

    /// The origin of sandboxed frames and, in some browsers, of local files.
    static let opaque = WebOrigin(normalized: "null")
    /// The origin of local files in other browsers.
    static let files = WebOrigin(normalized: "file://")

    /// The schemes with an authority: those of sites, and those of the pages that apps contain. The value is the default port.
    private static let schemes: [String: UInt16?] = ["http": 80, "https": 443, "capacitor": nil, "tauri": nil]

    private init(normalized: String) { description = normalized }

    /// Parses an origin; `nil` for anything else, such as an address with a path. Origins that pages share are taken as browsers write
    /// them, letter by letter.
    package init?(_ text: String) {
        if let shared = [Self.opaque, Self.files].first(where: { $0.description == text }) {
            self = shared
            return
        }
        let text = text.lowercased()
        guard let mark = text.firstRange(of: "://"), let port = Self.schemes[String(text[..<mark.lowerBound])] else {
            return nil
        }
        let authority = text[mark.upperBound...]
        guard let host = AccessRules.name(of: String(authority)) else { return nil }
        // The host of an address of IPv6 has colons itself.
        let own = authority.dropFirst(host.count + 1)
        let number = UInt16(own).flatMap { $0 == port ? nil : $0 }
        description = "\(text[..<mark.upperBound])\(host)\(number.map { ":\($0)" } ?? "")"
    }

    /// Whether pages have this origin that do not belong together: files of any kind, or sandboxed frames of any site.
    package var isShared: Bool { self == Self.opaque || self == Self.files }

    /// Whose pages share it, for a warning.
    package var sharers: String {
        self == Self.files ? "local files" : "local files and of sandboxed frames of any site"
    }
}
