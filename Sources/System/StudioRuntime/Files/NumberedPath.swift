/// The paths of several files of one name.
package enum NumberedPath {
    /// `show-2.mp4` for `show.mp4`. A dot at the beginning of the name, and one in a folder, begin no extension.
    package static func of(_ path: String, _ number: Int) -> String {
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(path)-\(number)" }
        return "\(path[..<dot])-\(number)\(path[dot...])"
    }
}
