import Glibc
import StudioCore

/// Finds out whether a file can be written before a pipeline tries, for the system's own words.
enum FileProbe {
    /// - Throws: `notWritable` or `storageFull`; never for what is no file.
    static func check(_ destination: Destination) throws(OutputFailure) {
        guard let path = destination.path else { return }
        // Without waiting: a FIFO that nobody reads must not hold up the supervisor.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o666)
        guard descriptor >= 0 else {
            let cause: OutputFailure.Cause = errno == ENOSPC ? .storageFull : .notWritable
            throw OutputFailure(cause, "cannot be written: \(String(cString: strerror(errno)))")
        }
        close(descriptor)
    }

    /// A run without a single picture leaves no file behind.
    static func removeIfEmpty(_ destination: Destination) {
        var status = stat()
        guard let path = destination.path, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size == 0
        else { return }
        unlink(path)
    }
}
