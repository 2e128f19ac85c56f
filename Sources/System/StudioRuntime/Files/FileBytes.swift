import Glibc

/// The bytes of a file at any offset, for checks of its structure.
package final class FileBytes {
    private let descriptor: Int32
    /// The size in bytes.
    package let size: Int

    /// - Returns: `nil` for a file that cannot be opened.
    package init?(_ path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Up to `count` bytes at `offset`; fewer at the end of the file.
    package func read(_ offset: Int, _ count: Int) -> [UInt8] {
        guard offset >= 0, count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        let received = pread(descriptor, &bytes, count, offset)
        return Array(bytes.prefix(max(0, received)))
    }
}
