import CLocalSocket
import Glibc
package import SessionProtocol
import StudioCore
import StudioRuntime

/// The lines of a connection to a control socket, for one thread.
package final class SessionClientSocket {
    private let descriptor: Int32
    private var splitter = LineSplitter(limit: ControlLimit.lineBytes)
    private var lines: [[UInt8]] = []
    private let clock = SystemClock()

    /// How long a session may take to accept a connection, in seconds.
    private static let timeout = 5

    /// Connects.
    ///
    /// - Throws: a ``Failure`` when nobody listens.
    package init(_ path: String) throws(Failure) {
        guard let address = LocalAddress(path.utf8) else { throw Failure(path) }
        let socket = pslocal_socket()
        guard socket >= 0 else { throw Failure(path, -socket) }
        // A burst of clients may wait until the session accepts them.
        var limit = timeval(tv_sec: Self.timeout, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let flags = fcntl(socket, F_GETFL)
        _ = fcntl(socket, F_SETFL, flags & ~O_NONBLOCK)
        guard address.with({ connect(socket, $0, $1) }) == 0 else {
            let error = errno
            close(socket)
            throw Failure(path, error)
        }
        _ = fcntl(socket, F_SETFL, flags)
        descriptor = socket
    }

    /// Why there is no connection.
    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// One line with the path.
        package let description: String
        /// The same without the path.
        package let reason: String
        /// Whether there is no socket.
        package let isMissing: Bool
        /// Whether there is no socket, or nobody listens at it any more.
        package let isAbandoned: Bool

        fileprivate init(_ path: String, _ code: Int32) {
            reason =
                switch code {
                case ECONNREFUSED: "no session listens there any more"
                case EAGAIN: "the session accepts no connection"
                default: "\(SystemError(code))"
                }
            description = "\(path): \(reason)"
            isMissing = code == ENOENT || code == ENOTDIR
            isAbandoned = isMissing || code == ECONNREFUSED
        }

        /// The path is not the address of a socket.
        fileprivate init(_ path: String) {
            reason = path.isEmpty ? "the path of the control socket is empty" : LocalAddress.excess(of: path)
            description = path.isEmpty ? reason : "\(path): \(reason)"
            (isMissing, isAbandoned) = (false, false)
        }
    }

    deinit { close(descriptor) }

    /// Sends a request; blocks until it is accepted.
    ///
    /// - Returns: false when the session has closed the connection.
    package func send(_ request: ControlRequest) throws -> Bool { send(line: try JSONLineEncoder().line(request)) }

    /// Sends bytes as they are; blocks until they are accepted.
    ///
    /// - Returns: false when the session has closed the connection.
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
