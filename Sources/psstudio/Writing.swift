import Glibc

/// Standard output, for machines.
enum StandardOutput {
    /// False when the reader is gone.
    @discardableResult
    static func write(_ text: String) -> Bool {
        FileDescriptorWriter.write(text, to: STDOUT_FILENO)
    }
}

enum FileDescriptorWriter {
    /// False when the reader is gone or the disk is full.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                // Somebody else may have made a shared terminal or pipe non-blocking.
                guard errno == EINTR || errno == EAGAIN && isWritable(descriptor, milliseconds: 1000) else {
                    return false
                }
            }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    /// Whether a line would be taken without waiting for a reader who has stopped reading.
    static func isWritable(_ descriptor: Int32, milliseconds: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&wait, 1, milliseconds) > 0
    }
}

/// Where `--progress` writes to.
final class ProgressFile {
    private let descriptor: Int32
    /// Whether everything was written; false when the reader is gone or the disk is full.
    private(set) var isIntact = true

    /// `nil` when the file cannot be written.
    init?(_ path: String) {
        descriptor =
            path == "-" ? STDOUT_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o666)
        if descriptor < 0 { return nil }
    }

    deinit {
        if descriptor != STDOUT_FILENO, descriptor >= 0 { close(descriptor) }
    }

    /// Writes a block; one that nobody takes within `patience` is left out, the run does not wait for its audience.
    func write(_ text: String, patience milliseconds: Int32 = 0) {
        guard isIntact, FileDescriptorWriter.isWritable(descriptor, milliseconds: milliseconds) else { return }
        isIntact = FileDescriptorWriter.write(text, to: descriptor)
    }
}
