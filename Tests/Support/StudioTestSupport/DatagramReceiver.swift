import Glibc
import StudioRuntime

/// Receives datagrams on a free port of the loopback interface, and keeps them or writes them to a file.
package final class DatagramReceiver: Sendable {
    private struct State: Sendable {
        var datagrams: [[UInt8]] = []
        var mustEnd = false
    }

    package let port: UInt16
    private let state: Lock<State>
    private let worker: Worker

    /// The buffer holds several seconds, so that a slow machine drops nothing.
    private static let bufferBytes: Int32 = 8 << 20

    /// - Parameter path: the file to which the datagrams are appended; without one, they are kept.
    package init(into path: String? = nil) throws {
        let descriptor = try Loopback.makeDatagramSocket()
        var bytes = Self.bufferBytes
        // Only root may exceed the system's limit.
        if setsockopt(descriptor, SOL_SOCKET, SO_RCVBUFFORCE, &bytes, socklen_t(MemoryLayout<Int32>.size)) != 0 {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
        }
        guard Loopback.withAddress(port: 0, { bind(descriptor, $0, $1) }) == 0 else {
            close(descriptor)
            throw TestFailure("cannot bind a port")
        }
        port = Loopback.port(of: descriptor)
        let file = try path.map { path in
            let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw TestFailure("cannot create \(path)") }
            return file
        }
        let state = Lock(State())
        self.state = state
        worker = try Worker("datagrams") {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while !state.withLock({ $0.mustEnd }) {
                var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&wait, 1, 50) > 0 else { continue }
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count >= 0 else { continue }
                if let file {
                    _ = write(file, buffer, count)
                } else {
                    state.withLock { $0.datagrams.append(Array(buffer.prefix(count))) }
                }
            }
            close(descriptor)
            if let file { close(file) }
        }
    }

    deinit {
        state.withLock { $0.mustEnd = true }
    }

    /// All datagrams so far.
    package var datagrams: [[UInt8]] { state.withLock { $0.datagrams } }

    /// Waits for this many datagrams.
    ///
    /// - Returns: all datagrams.
    package func wait(for count: Int) throws -> [[UInt8]] {
        try waitUntil("\(count) datagrams arrive") { datagrams.count >= count }
        return datagrams
    }
}
