package import Glibc

/// Identifies a file by its device and number, whatever its path.
package struct FileID: Hashable, Sendable {
    private let device: dev_t
    private let number: ino_t

    package init(_ status: stat) {
        (device, number) = (status.st_dev, status.st_ino)
    }

    /// `nil` unless the path leads to a regular file. Pipes and devices may be used several times; each use has its own
    /// bytes.
    package init?(regularFile path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }

    /// `nil` unless the path leads to a FIFO.
    package init?(fifo path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        self.init(status)
    }

    /// Whether the path leads to a regular file, which has content to lose.
    package static func isRegularFile(_ path: String) -> Bool { FileID(regularFile: path) != nil }
}

/// A name in a folder, whatever file has it at present: a playlist is replaced by a new file each time.
package struct FileLocation: Hashable, Sendable {
    private let folder: FileID
    private let name: String

    /// `nil` when the folder does not exist. Links must be resolved before.
    package init?(_ path: String) {
        let slash = path.lastIndex(of: "/")
        var status = stat()
        guard stat(slash.map { String(path[...$0]) } ?? ".", &status) == 0 else { return nil }
        folder = FileID(status)
        name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    }

    private init(folder: FileID, name: String) { (self.folder, self.name) = (folder, name) }

    /// The same for all names that differ in the case of letters only, which some file systems do not distinguish.
    package var withoutCase: FileLocation { FileLocation(folder: folder, name: name.lowercased()) }
}
