import Glibc
import Synchronization

/// A connected UDP socket. One thread sends; any thread may call ``abandon()``.
package final class DatagramSocket: Sendable {
    /// Why a socket cannot be opened.
    package enum OpenError: Error, Hashable, Sendable {
        /// The host name cannot be resolved.
        case notResolved
        /// No interface of this machine has this name or address.
        case noInterface(String)
        /// The system refused; the error number.
        case system(Int32)
    }

    /// How datagrams leave this machine.
    package struct Options: Hashable, Sendable {
        /// How many routers a datagram passes, 1 to 255; `nil` for the system's: 64, and 1 for a multicast group.
        package var timeToLive: Int32?
        /// The address or the name of the interface that sends; `nil` for the one of the route.
        package var interface: String?

        package init() {}
    }

    /// The interval in milliseconds at which a wait checks for ``abandon()``.
    private static let waitInterval: Int32 = 100

    private let descriptor: Int32
    private let isAbandoned = Atomic(false)

    /// Resolves the host and connects, which sends nothing. Blocks while the name is resolved.
    package init(host: String, port: String, _ options: Options = Options()) throws(OpenError) {
        let addresses = HostAddress.resolve(host, port: port)
        guard !addresses.isEmpty else { throw .notResolved }
        let interface = try options.interface.map { name throws(OpenError) in
            guard let interface = LocalInterface(name) else { throw .noInterface(name) }
            return interface
        }
        var error = EHOSTUNREACH
        for address in addresses {
            let (socket, result) = address.connect(SOCK_DGRAM) { socket in
                var error = interface?.apply(to: socket, address.family) ?? 0
                if error == 0, let hops = options.timeToLive { error = Self.set(hops, of: socket, address.family) }
                return error
            }
            if result == 0 {
                descriptor = socket
                return
            }
            error = result
            close(socket)
        }
        if error == EADDRNOTAVAIL, let name = options.interface { throw .noInterface(name) }
        throw .system(error)
    }

    /// Sets how many routers datagrams to hosts and to multicast groups pass.
    private static func set(_ hops: Int32, of socket: Int32, _ family: Int32) -> Int32 {
        var hops = hops
        let size = socklen_t(MemoryLayout<Int32>.size)
        let (level, names) =
            family == AF_INET6
            ? (Int32(IPPROTO_IPV6), [IPV6_UNICAST_HOPS, IPV6_MULTICAST_HOPS])
            : (Int32(IPPROTO_IP), [IP_TTL, IP_MULTICAST_TTL])
        return names.allSatisfy { setsockopt(socket, level, $0, &hops, size) == 0 } ? 0 : errno
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
