import GStreamer
import Glibc
import StudioCore
import StudioRuntime

/// Opens the file of an output, once and without blocking.
package enum OutputFile {
    /// - Parameter overwrites: whether an existing regular file is overwritten. FIFOs and devices are always opened.
    /// - Returns: `nil` for a FIFO that no program reads yet.
    /// - Throws: `exists`, `descriptorLimit`, `storageFull`, `notWritable`, with the system's message.
    static func open(_ path: String, overwrites: Bool) throws(OutputFailure) -> ByteWriter? {
        // Without it, the file could take the last descriptor of a pipeline that is being built.
        let reservation = try reserve()
        defer { reservation.release() }
        let descriptor = Glibc.open(path, flags(for: path, overwrites: overwrites), 0o666)
        if descriptor >= 0 { return ByteWriter(owning: descriptor) }
        if errno == ENXIO, type(of: path) == S_IFIFO { return nil }
        throw OutputFailure(openingError: errno)
    }

    private static func reserve() throws(OutputFailure) -> DescriptorReservation {
        do throws(GStreamerError) { return try DescriptorReservation(1) } catch {
            throw OutputFailure(.descriptorLimit, error.message)
        }
    }

    private static func flags(for path: String, overwrites: Bool) -> Int32 {
        let flags = O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        return switch type(of: path) {
        // Created exclusively, because another program may create it at the same time.
        case nil: flags | O_CREAT | O_EXCL
        case S_IFREG: flags | (overwrites ? O_TRUNC : O_CREAT | O_EXCL)
        case .some: flags
        }
    }

    package static func isFIFO(_ path: String) -> Bool { type(of: path) == S_IFIFO }

    /// `nil` when the file does not exist.
    private static func type(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// A session without a frame leaves no file.
    static func removeIfEmpty(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0 else { return }
        unlink(path)
    }
}
