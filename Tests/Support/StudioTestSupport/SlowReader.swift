import Glibc
import StudioRuntime

/// Reads a pipe slowly at a constant rate, and keeps the data.
package final class SlowReader: Sendable {
    private let bytes = Lock<[UInt8]>([])
    private let worker: Worker

    /// - Parameters:
    ///   - descriptor: the read end; it belongs to the caller.
    ///   - bytesPerSecond: the rate.
    package init(_ descriptor: Int32, bytesPerSecond: Int) throws {
        let bytes = bytes
        // Twenty reads per second.
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
    /// - Returns: all data.
    package func finish(seconds: Double = deadlineSeconds) throws -> [UInt8] {
        guard worker.join(seconds: seconds) else { throw TestFailure("the stream does not end") }
        return bytes.withLock { $0 }
    }
}
