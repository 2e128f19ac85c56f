import Glibc

/// Identifies the file of a path: equal for `a.mp4`, `./a.mp4` and a link to it.
struct FileIdentity: Hashable {
    private let text: String

    init(_ path: String) {
        var status = stat()
        if stat(path, &status) == 0 {
            // Pipes and devices may be used several times; each use has its own bytes.
            text = status.st_mode & S_IFMT == S_IFREG ? "\(status.st_dev):\(status.st_ino)" : "\(path)"
            return
        }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard let resolved = realpath(folder, nil) else {
            text = path
            return
        }
        defer { free(resolved) }
        text = String(cString: resolved) + "/" + name
    }
}
