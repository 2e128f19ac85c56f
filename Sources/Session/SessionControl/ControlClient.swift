import CLocalSocket
import Glibc
package import SessionProtocol
import StudioCore
import StudioRuntime

/// A connection to a control socket, for one thread.
package final class ControlClient {
    private let descriptor: Int32
    private var splitter = LineSplitter(limit: ControlLimit.lineBytes)
    private var lines: [[UInt8]] = []
    private let encoder = JSONLineEncoder()
    private let clock = SystemClock()

    /// How long a session may take to accept a connection, in seconds.
    private static let timeout = 5

    /// Connects.
    ///
    /// - Throws: a ``ControlSocketError`` when nobody listens.
    package init(_ path: String) throws(ControlSocketError) {
        let address = try LocalAddress(path)
        let socket = pslocal_socket()
        guard socket >= 0 else { throw ControlSocketError(path, -socket) }
        // A burst of clients may wait until the session accepts them.
        var limit = timeval(tv_sec: Self.timeout, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let flags = fcntl(socket, F_GETFL)
        _ = fcntl(socket, F_SETFL, flags & ~O_NONBLOCK)
        guard address.with({ connect(socket, $0, $1) }) == 0 else {
            let error = errno
            close(socket)
            if error == ECONNREFUSED {
                throw ControlSocketError(path, "no session listens there any more", .abandoned)
            }
            if error == EAGAIN { throw ControlSocketError(path, "the session accepts no connection") }
            throw ControlSocketError(path, error)
        }
        _ = fcntl(socket, F_SETFL, flags)
        descriptor = socket
    }

    deinit { close(descriptor) }

    /// Sends a request; blocks until it is accepted.
    ///
    /// - Returns: false when the session has closed the connection.
    package func send(_ request: ControlRequest) throws -> Bool { send(line: try encoder.line(request)) }

    /// Sends bytes as they are.
    package func send(line: [UInt8]) -> Bool {
        var rest = line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                guard wait(Int16(POLLOUT), milliseconds: -1) else { return false }
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// The next line, without its line feed.
    ///
    /// - Returns: `nil` after `seconds`, and at the end of the connection: ``hasEnded`` tells which.
    package func next(seconds: Double = .infinity) -> [UInt8]? {
        let deadline = clock.now + .seconds(min(seconds, 1e9))
        while lines.isEmpty {
            let left = (deadline - clock.now).seconds
            guard !hasEnded, left >= 0, wait(Int16(POLLIN), milliseconds: Int32(min(left * 1000, 1e9))) else {
                return nil
            }
            read()
        }
        return lines.removeFirst()
    }

    /// Whether the session has closed the connection.
    package private(set) var hasEnded = false

    private func read() {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 {
                for case .line(let line) in splitter.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
                    lines.append(line)
                }
            } else if count == 0 || errno != EAGAIN && errno != EINTR {
                hasEnded = true
            }
        }
    }

    private func wait(_ events: Int16, milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: events, revents: 0)
        while true {
            let count = poll(&entry, 1, milliseconds)
            if count >= 0 { return count > 0 }
            if errno != EINTR { return false }
        }
    }
}
