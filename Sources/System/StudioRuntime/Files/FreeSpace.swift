import Glibc

/// The space that is left on the disk of a file.
package enum FreeSpace {
    /// The bytes that this user may still write in the folder of a file; `nil` when the system does not say.
    ///
    /// - Parameter path: the file, which need not exist. While its folder does not exist, the folder above counts.
    package static func bytes(beside path: String) -> UInt64? {
        var folder = parent(of: LinkTarget.of(path))
        while true {
            var status = statvfs()
            if statvfs(folder, &status) == 0 { return UInt64(status.f_bavail) * UInt64(status.f_frsize) }
            guard errno == ENOENT, folder != ".", folder != "/" else { return nil }
            folder = parent(of: folder)
        }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
