import Foundation
import Glibc
import StudioRuntime
import StudioTestSupport

/// Bytes at a path: a file in memory, or a FIFO that ends after them.
struct FuzzInput {
    let path: String
    private let writer: Worker?

    /// A file whose name ends with `suffix`.
    static func file(_ bytes: [UInt8], suffix: String) throws -> FuzzInput {
        let path = makePath() + "." + suffix
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return FuzzInput(path: path, writer: nil)
    }

    /// A FIFO with its own writer, which closes it at the end of the bytes.
    static func fifo(_ bytes: [UInt8]) throws -> FuzzInput {
        signal(SIGPIPE, SIG_IGN)
        let path = makePath()
        guard mkfifo(path, 0o600) == 0 else { throw TestFailure("cannot create a FIFO at \(path)") }
        let writer = try Worker("fuzz-writer") {
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno != EINTR { break }
                rest = rest.dropFirst(max(0, count))
            }
            Glibc.close(descriptor)
        }
        return FuzzInput(path: path, writer: writer)
    }

    private static func makePath() -> String { "/dev/shm/psstudio-fuzz-\(getpid())-\(UUID().uuidString)" }

    func close() {
        if let writer {
            // If the source was rejected before it was opened, the writer still waits for a reader.
            let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            // A write that exceeds the pipe's capacity fails once the reader is gone.
            let isOver = writer.join(seconds: 0.01)
            Glibc.close(reader)
            if !isOver { writer.join() }
        }
        unlink(path)
    }
}
