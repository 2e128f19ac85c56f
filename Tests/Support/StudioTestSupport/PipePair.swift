import Foundation
import Glibc

/// Both ends of a pipe, closed separately. Children do not inherit them unless they are passed explicitly.
///
/// Created from a FIFO, because only `open` creates descriptors that a child started at the same time cannot inherit.
/// An inherited copy of the write end would hide the end of the stream.
package final class PipePair: @unchecked Sendable {
    // Safety: the descriptors are closed by the one test that owns the pair.
    package private(set) var readEnd: Int32
    package private(set) var writeEnd: Int32

    package init() throws {
        signal(SIGPIPE, SIG_IGN)
        let path = FileManager.default.temporaryDirectory.path + "/psstudio-pipe-\(UUID().uuidString)"
        guard mkfifo(path, 0o600) == 0 else { throw TestFailure("cannot create a FIFO at \(path)") }
        readEnd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        writeEnd = open(path, O_WRONLY | O_CLOEXEC)
        unlink(path)
        guard readEnd >= 0, writeEnd >= 0 else { throw TestFailure("cannot open the pipe") }
        _ = fcntl(readEnd, F_SETFL, fcntl(readEnd, F_GETFL) & ~O_NONBLOCK)
    }

    deinit {
        closeReadEnd()
        closeWriteEnd()
    }

    package func closeReadEnd() {
        if readEnd >= 0 { close(readEnd) }
        readEnd = -1
    }

    package func closeWriteEnd() {
        if writeEnd >= 0 { close(writeEnd) }
        writeEnd = -1
    }

    /// Writes everything; returns false when the reader has closed the pipe.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(writeEnd, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    /// Reads `count` bytes, or fewer at the end.
    package func read(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let part = bytes.withUnsafeMutableBytes {
                Glibc.read(readEnd, $0.baseAddress.map { $0 + filled }, count - filled)
            }
            if part == 0 || part < 0 && errno != EINTR { break }
            filled += max(0, part)
        }
        return Array(bytes.prefix(filled))
    }
}
