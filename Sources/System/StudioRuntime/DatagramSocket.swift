import Glibc
import Synchronization

/// A connected UDP socket. One thread sends; any thread may call ``abandon()``.
package final class DatagramSocket: Sendable {
    /// Why a socket cannot be opened.
    package enum OpenError: Error, Hashable, Sendable {
        /// The host name cannot be resolved.
        case notResolved
        /// The system refused; the error number.
        case system(Int32)
    }

    /// The interval in milliseconds at which a wait checks for ``abandon()``.
    private static let waitInterval: Int32 = 100

    private let descriptor: Int32
    private let isAbandoned = Atomic(false)

    /// Resolves the host and connects, which sends nothing. Blocks while the name is resolved.
    package init(host: String, port: String) throws(OpenError) {
        let addresses = HostAddress.resolve(host, port: port)
        guard !addresses.isEmpty else { throw .notResolved }
        var error = EHOSTUNREACH
        for address in addresses {
            let (socket, result) = address.connect(SOCK_DGRAM)
            if result == 0 {
                descriptor = socket
                return
            }
            error = result
            close(socket)
        }
        throw .system(error)
    }

    deinit {
        close(descriptor)
    }

    /// Ends a blocked send, and every later one, with `ECANCELED`.
    package func abandon() { isAbandoned.store(true, ordering: .relaxed) }

    /// Sends one datagram; blocks while the system's buffer is full.
    ///
    /// - Returns: 0 or the error number. An error that an earlier datagram has caused is returned instead of sending:
    ///   `ECONNREFUSED` when no program listens on the port.
    package func send(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        while true {
            if isAbandoned.load(ordering: .relaxed) { return ECANCELED }
            if Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) >= 0 { return 0 }
            switch errno {
            case EINTR: continue
            case EAGAIN, ENOBUFS:
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&wait, 1, Self.waitInterval)
            default: return errno
            }
        }
    }

    /// The pending error of earlier datagrams within `milliseconds`; 0 when there is none.
    package func pendingError(milliseconds: Int32) -> Int32 {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, milliseconds) > 0, Int32(wait.revents) & POLLERR != 0 else { return 0 }
        return HostAddress.error(of: descriptor)
    }
}
