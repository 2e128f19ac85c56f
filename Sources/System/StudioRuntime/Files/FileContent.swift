import Glibc

/// Reads files of limited size whole.
package enum FileContent {
    /// Why a file was not read.
    package enum Failure: Error, Hashable, Sendable {
        /// A folder, a FIFO or a device.
        case notRegular
        case system(SystemError)
    }

    /// The content of a regular file, or one byte more than the limit of a longer one.
    ///
    /// - Parameter limit: in bytes.
    package static func regularFile(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        do throws(SystemError) {
            // Not blocking, because the open of a FIFO without a writer would wait forever.
            if let bytes = try regularBytes(owning: opened(path, O_NONBLOCK), limit) { return bytes }
        } catch {
            throw .system(error)
        }
        throw .notRegular
    }

    /// The content of a regular file below a restricted folder, or one byte more than the limit of a longer one.
    package static func regularFile(
        _ path: String, below folder: RestrictedFolder, limit: Int
    ) throws(RestrictedFolder.Refusal) -> [UInt8] {
        let descriptor = try folder.open(path)
        do throws(SystemError) {
            if let bytes = try regularBytes(owning: descriptor, limit) { return bytes }
        } catch {
            throw .system(error)
        }
        throw .notRegular
    }

    /// - Returns: `nil` for a folder, a FIFO or a device.
    private static func regularBytes(owning descriptor: Int32, _ limit: Int) throws(SystemError) -> [UInt8]? {
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError(errno) }
        // The file may grow meanwhile: one byte more than its size is asked for.
        let count = min(max(0, Int(status.st_size)), limit) + 1
        return status.st_mode & S_IFMT == S_IFREG ? try bytes(of: descriptor, atMost: count) : nil
    }

    /// The first bytes of a file of any kind; waits for the writer of a FIFO.
    ///
    /// - Parameter count: the largest number of bytes.
    package static func start(of path: String, atMost count: Int) throws(SystemError) -> [UInt8] {
        let descriptor = try opened(path)
        defer { close(descriptor) }
        return try bytes(of: descriptor, atMost: count)
    }

    private static func opened(_ path: String, _ flags: Int32 = 0) throws(SystemError) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | flags)
        guard descriptor >= 0 else { throw SystemError(errno) }
        return descriptor
    }

    /// The first bytes of an open file, until its end.
    ///
    /// - Parameter count: the largest number of bytes.
    package static func bytes(of descriptor: Int32, atMost count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < bytes.count {
            let received = bytes.withUnsafeMutableBytes { bytes in
                read(descriptor, bytes.baseAddress.map { $0 + filled }, bytes.count - filled)
            }
            if received < 0, errno != EINTR { throw SystemError(errno) }
            if received == 0 { break }
            filled += max(0, received)
        }
        return Array(bytes.prefix(filled))
    }
}
