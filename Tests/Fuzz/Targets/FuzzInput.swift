import Foundation
import Glibc
import StudioRuntime
import StudioTestSupport

/// Bytes under a path: a file in memory, or a FIFO whose writer ends behind them.
struct FuzzInput {
    let path: String
    private let writer: Worker?

    /// A file whose name ends in `suffix`.
    static func file(_ bytes: [UInt8], suffix: String) throws -> FuzzInput {
        let path = makePath() + "." + suffix
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return FuzzInput(path: path, writer: nil)
    }

    /// A FIFO with a writer of its own: only one that comes and goes makes an end.
    static func fifo(_ bytes: [UInt8]) throws -> FuzzInput {
        signal(SIGPIPE, SIG_IGN)
        let path = makePath()
        guard mkfifo(path, 0o600) == 0 else { throw TestFailure("no FIFO can be made at \(path)") }
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
            // A source that was refused unopened leaves its writer waiting for a reader.
            let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            // What does not fit into the pipe ends with an error once nobody reads.
            let isOver = writer.join(seconds: 0.01)
            Glibc.close(reader)
            if !isOver { writer.join() }
        }
        unlink(path)
    }
}
