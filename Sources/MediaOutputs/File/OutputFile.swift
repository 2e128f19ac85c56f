import Glibc
import StudioCore
import StudioRuntime

/// Opens the place that an output writes to, once and without waiting.
enum OutputFile {
    /// - Parameter overwrites: whether a regular file that exists is emptied. FIFOs and devices are never in the way.
    /// - Returns: `nil` for a FIFO that no program reads yet.
    /// - Throws: `exists`, `descriptorLimit`, `storageFull`, `notWritable`, with the system's words.
    static func open(_ path: String, overwrites: Bool) throws(OutputFailure) -> ByteWriter? {
        let descriptor = Glibc.open(path, flags(for: path, overwrites: overwrites), 0o666)
        if descriptor >= 0 { return ByteWriter(owning: descriptor) }
        if errno == ENXIO, type(of: path) == S_IFIFO { return nil }
        throw OutputFailure(openingError: errno)
    }

    private static func flags(for path: String, overwrites: Bool) -> Int32 {
        let flags = O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        return switch type(of: path) {
        // Created exclusively: another program may be about to create it.
        case nil: flags | O_CREAT | O_EXCL
        case S_IFREG: flags | (overwrites ? O_TRUNC : O_CREAT | O_EXCL)
        case .some: flags
        }
    }

    static func isFIFO(_ path: String) -> Bool { type(of: path) == S_IFIFO }

    /// `nil` where nothing is.
    private static func type(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// A session without a single frame leaves no file behind.
    static func removeIfEmpty(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0 else { return }
        unlink(path)
    }
}
