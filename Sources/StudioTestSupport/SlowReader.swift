import Glibc
import StudioRuntime

/// A program behind a pipe that reads steadily, but slowly, and keeps what it got.
package final class SlowReader: Sendable {
    private let bytes = Lock<[UInt8]>([])
    private let worker: Worker

    /// - Parameters:
    ///   - descriptor: what it reads; it belongs to the caller until the reader has ended.
    ///   - bytesPerSecond: how fast it reads.
    package init(_ descriptor: Int32, bytesPerSecond: Int) throws {
        let bytes = bytes
        // Twenty reads a second.
        let size = max(1, bytesPerSecond / 20)
        worker = try Worker("slow-reader") {
            var part = [UInt8](repeating: 0, count: size)
            while true {
                let count = Glibc.read(descriptor, &part, part.count)
                if count == 0 || count < 0 && errno != EINTR { return }
                bytes.withLock { $0 += part.prefix(max(0, count)) }
                usleep(UInt32(1_000_000 * max(0, count) / bytesPerSecond))
            }
        }
    }

    /// Waits for the end of the stream.
    ///
    /// - Returns: all that was read.
    package func finish(seconds: Double = deadlineSeconds) throws -> [UInt8] {
        guard worker.join(seconds: seconds) else { throw TestFailure("the stream does not end") }
        return bytes.withLock { $0 }
    }
}
