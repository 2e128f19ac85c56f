import Glibc

/// The space that is left on the disk of a file.
package enum FreeSpace {
    /// The bytes that this user may still write in the folder of a file; `nil` when the system does not say.
    ///
    /// - Parameter path: the file, which need not exist. While its folder does not exist, the folder above counts.
    package static func bytes(beside path: String) -> UInt64? { DiskPlace(beside: path)?.freeBytes }
}

/// A folder on a disk.
package struct DiskPlace: Hashable, Sendable {
    /// The number of the file system.
    package let device: UInt64
    private let folder: String

    package init(device: UInt64, folder: String) {
        (self.device, self.folder) = (device, folder)
    }

    /// The place of a file; `nil` when the system does not say.
    ///
    /// - Parameter path: the file, which need not exist. While its folder does not exist, the folder above counts.
    package init?(beside path: String) {
        var folder = Self.parent(of: LinkTarget.of(path))
        while true {
            var status = stat()
            if stat(folder, &status) == 0 {
                self.init(device: UInt64(status.st_dev), folder: folder)
                return
            }
            guard errno == ENOENT, folder != ".", folder != "/" else { return nil }
            folder = Self.parent(of: folder)
        }
    }

    /// The bytes that this user may still write there; `nil` when the system does not say.
    package var freeBytes: UInt64? {
        var status = statvfs()
        return statvfs(folder, &status) == 0 ? UInt64(status.f_bavail) * UInt64(status.f_frsize) : nil
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
