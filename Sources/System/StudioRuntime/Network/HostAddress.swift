package import Glibc

/// An address of a host with a port.
package struct HostAddress: @unchecked Sendable {
    // Safety: the bytes are never changed after init.
    private let storage: sockaddr_storage
    private let length: socklen_t

    /// Resolves a host name. It blocks, possibly for many seconds.
    ///
    /// - Parameter host: a name or an IP address; empty for every address of this machine.
    /// - Returns: the addresses in the order of the system's preference; empty when the name cannot be resolved.
    package static func resolve(_ host: String, port: String) -> [HostAddress] {
        list(host, port: port, flags: 0)
    }

    /// An IP address of a host, with port 0; `nil` for any other text.
    static func parse(_ text: String) -> HostAddress? {
        text.isEmpty ? nil : list(text, port: "0", flags: AI_NUMERICHOST).first
    }

    private static func list(_ host: String, port: String, flags: Int32) -> [HostAddress] {
        var hints = addrinfo()
        // With any type, each address would be listed once for each.
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV | flags | (host.isEmpty ? AI_PASSIVE : 0)
        // Otherwise the first address would be IPv6 only.
        if host.isEmpty { hints.ai_family = AF_INET }
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host.isEmpty ? nil : host, port, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var result: [HostAddress] = []
        var next = list
        while let info = next?.pointee {
            if let address = HostAddress(info) { result.append(address) }
            next = info.ai_next
        }
        return result
    }

    private init?(_ info: addrinfo) {
        var storage = sockaddr_storage()
        guard let address = info.ai_addr, Int(info.ai_addrlen) <= MemoryLayout<sockaddr_storage>.size else {
            return nil
        }
        withUnsafeMutableBytes(of: &storage) {
            $0.copyMemory(from: .init(start: address, count: Int(info.ai_addrlen)))
        }
        self.storage = storage
        length = info.ai_addrlen
    }

    /// `AF_INET` or `AF_INET6`.
    package var family: Int32 { Int32(storage.ss_family) }

    /// Connects a new socket, without waiting for the answer.
    ///
    /// - Parameter prepare: sets options of the socket first; returns 0 or the error number.
    /// - Returns: the socket, or -1, and 0 or the error number.
    package func connect(
        _ type: __socket_type, preparing prepare: (Int32) -> Int32 = { _ in 0 }
    ) -> (socket: Int32, error: Int32) {
        let flags = SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        let socket = Glibc.socket(family, Int32(type.rawValue | flags), 0)
        guard socket >= 0 else { return (-1, errno) }
        let error = prepare(socket)
        guard error == 0 else { return (socket, error) }
        if withPointer({ Glibc.connect(socket, $0, $1) }) == 0 { return (socket, 0) }
        return (socket, errno)
    }

    /// The error that a socket has met since it was asked last; 0 without one.
    package static func error(of socket: Int32) -> Int32 {
        var error: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length)
        return error
    }

    /// Calls `body` with the address and its length.
    package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
