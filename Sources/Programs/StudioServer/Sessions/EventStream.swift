package import NIOCore
import Synchronization

/// The events for one client, in limited memory: a client that reads too slowly is dropped.
package final class EventStream: Sendable {
    /// What the client gets, in order.
    package let chunks: AsyncStream<ByteBuffer>
    private let continuation: AsyncStream<ByteBuffer>.Continuation
    /// The bytes that wait for the client.
    private let waiting = Atomic(0)

    /// More bytes wait only for a client that does not read.
    private static let maximumBytes = 4 << 20

    package init() {
        (chunks, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
    }

    /// Adds a part.
    ///
    /// - Returns: false when nothing more is sent to the client.
    package func send(_ chunk: ByteBuffer) -> Bool {
        let count = waiting.add(chunk.readableBytes, ordering: .relaxed).newValue
        guard count <= Self.maximumBytes else {
            continuation.finish()
            return false
        }
        if case .enqueued = continuation.yield(chunk) { return true }
        return false
    }

    /// The client has got a part.
    package func taken(_ chunk: ByteBuffer) { waiting.subtract(chunk.readableBytes, ordering: .relaxed) }

    /// Nothing follows.
    package func finish() { continuation.finish() }
}
