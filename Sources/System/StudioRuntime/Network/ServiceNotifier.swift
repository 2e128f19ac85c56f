import Glibc

/// Tells the service manager about this process, as `sd_notify` does: datagrams to the socket in `NOTIFY_SOCKET`.
package final class ServiceNotifier: Sendable {
    /// A year in microseconds: a longer limit is none.
    private static let longestLimit = 31_536_000_000_000
    /// How long a datagram that must not be lost waits for a full socket.
    private static let timeout = timeval(tv_sec: 1, tv_usec: 0)

    private let descriptor: Int32

    /// Half of the time after which the manager takes the process for dead, in microseconds; `nil` without a watchdog.
    package let watchdogMicroseconds: Int?

    /// The notifier of this process; `nil` when no manager waits for messages.
    ///
    /// - Throws: a `SystemError` when the socket cannot be reached.
    package static func ofProcess() throws(SystemError) -> ServiceNotifier? {
        guard getenv("NOTIFY_SOCKET") != nil else { return nil }
        return try ServiceNotifier { name in getenv(name).map { String(cString: $0) } }
    }

    /// - Parameter variable: looks up a variable: `NOTIFY_SOCKET`, a path or a name with `@` in front, `WATCHDOG_USEC` and
    ///   `WATCHDOG_PID`.
    /// - Throws: a `SystemError` when the socket cannot be reached.
    package init(variable: (String) -> String?) throws(SystemError) {
        watchdogMicroseconds = Self.watchdog(variable)
        let address = try Self.address(variable("NOTIFY_SOCKET") ?? "")
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw SystemError(errno) }
        var timeout = Self.timeout
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        guard address.with({ connect(socket, $0, $1) }) == 0 else {
            let code = errno
            close(socket)
            throw SystemError(code)
        }
        descriptor = socket
    }

    deinit {
        close(descriptor)
    }

    /// Sends assignments such as `READY=1` as one datagram.
    ///
    /// - Parameter waits: whether it waits for a full socket, one second at most.
    /// - Returns: whether the manager's socket took it.
    @discardableResult
    package func send(_ assignments: [String], waits: Bool = true) -> Bool {
        let bytes = Array(assignments.joined(separator: "\n").utf8)
        let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
        while true {
            if Glibc.send(descriptor, bytes, bytes.count, flags) == bytes.count { return true }
            guard errno == EINTR else { return false }
        }
    }

    /// A watchdog may be meant for another process of the service.
    private static func watchdog(_ variable: (String) -> String?) -> Int? {
        guard let limit = variable("WATCHDOG_USEC").flatMap({ Int($0) }), (2...longestLimit).contains(limit) else {
            return nil
        }
        if let process = variable("WATCHDOG_PID"), process != "\(getpid())" { return nil }
        return limit / 2
    }

    /// `@` stands for the null character of an abstract name.
    private static func address(_ path: String) throws(SystemError) -> LocalAddress {
        var name = Array(path.utf8)
        guard path.hasPrefix("/") || path.hasPrefix("@"), name.count > 1 else { throw SystemError(EAFNOSUPPORT) }
        if path.hasPrefix("@") { name[0] = 0 }
        guard let address = LocalAddress(name) else { throw SystemError(ENAMETOOLONG) }
        return address
    }
}
