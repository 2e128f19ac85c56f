import Foundation
import Glibc
import Synchronization

/// Passes one publication to a server and counts the segments that arrive, or stops reading at some point.
final class SegmentRelay: Sendable {
    let port: UInt16
    private let segments = Atomic(0)
    private let hasStalled = Atomic(false)
    private let mustEnd = Atomic(false)
    private let isOver = DispatchSemaphore(value: 0)

    /// - Parameter limit: the bytes after which it stops reading; it never does by default.
    init(to server: UInt16, stallingAfter limit: Int = .max) throws {
        let (listener, port) = try Loopback.listen()
        self.port = port
        Thread.detachNewThread { [self] in
            // The publisher checks the port first, with a connection of its own.
            while !mustEnd.load(ordering: .relaxed) {
                guard Self.isReadable(listener.number) else { continue }
                let client = Descriptor(accept(listener.number, nil, nil))
                if let peer = Loopback.connect(to: server) { pass(client, peer, limit) }
            }
            isOver.signal()
        }
    }

    /// Whether it has stopped reading.
    var isStalled: Bool { hasStalled.load(ordering: .relaxed) }

    /// Ends the thread.
    ///
    /// - Returns: the number of data segments that arrived.
    func finish() -> Int {
        mustEnd.store(true, ordering: .relaxed)
        isOver.wait()
        return segments.load(ordering: .relaxed)
    }

    private static func isReadable(_ descriptor: Int32, milliseconds: Int32 = 50) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, milliseconds) > 0
    }

    private func pass(_ client: Descriptor, _ server: Descriptor, _ limit: Int) {
        var (buffer, received) = ([UInt8](repeating: 0, count: 65_536), 0)
        while true {
            var waits = [client, server].map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
            poll(&waits, 2, 50)
            if received >= limit {
                hasStalled.store(true, ordering: .relaxed)
                if mustEnd.load(ordering: .relaxed) { return }
                usleep(10_000)
                continue
            }
            for (wait, target) in zip(waits, [server, client]) where wait.revents != 0 {
                let count = read(wait.fd, &buffer, buffer.count)
                guard count > 0 else {
                    segments.add(Self.dataSegments(client.number), ordering: .relaxed)
                    return
                }
                if wait.fd == client.number { received += count }
                var written = 0
                while written < count {
                    let part = buffer.withUnsafeBytes { bytes in
                        send(
                            target.number, bytes.baseAddress.map { $0 + written }, count - written, Int32(MSG_NOSIGNAL))
                    }
                    guard part > 0 else { return }
                    written += part
                }
            }
        }
    }

    /// The data segments received on a connection: `tcpi_data_segs_in`, which Glibc's structure lacks.
    private static func dataSegments(_ socket: Int32) -> Int {
        var information = [UInt8](repeating: 0, count: 256)
        var length = socklen_t(information.count)
        guard getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &information, &length) == 0, length >= 156 else {
            return 0
        }
        return Int(information.withUnsafeBytes { $0.load(fromByteOffset: 152, as: UInt32.self) })
    }
}
