import Glibc

/// Where the server listens: an address and a port.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// An IPv4 or IPv6 address, without brackets.
    package let host: String
    package let port: UInt16

    /// The port without an address, and the number of ports behind it that are tried.
    package static let standardPort: UInt16 = 7788
    private static let standardPorts = standardPort..<standardPort + 100

    package init(host: String = "127.0.0.1", port: UInt16) {
        (self.host, self.port) = (host, port)
    }

    /// Parses `ADDRESS:PORT`, `[ADDRESS]:PORT`, `localhost:PORT`, or a port at 127.0.0.1; port 0 is any free one.
    package init?(_ text: String) {
        if let port = Self.port(text[...]) {
            self.init(port: port)
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = Self.port(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = String(text[..<colon])
        if host == "localhost" { host = "127.0.0.1" }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
            guard Self.isIPv6(host) else { return nil }
        } else {
            var address = in_addr()
            guard inet_pton(AF_INET, host, &address) == 1 else { return nil }
        }
        self.init(host: host, port: port)
    }

    private static func port(_ text: Substring) -> UInt16? {
        let isPlain = text == "0" || !text.hasPrefix("0")
        return isPlain && text.utf8.allSatisfy { (48...57).contains($0) } ? UInt16(text) : nil
    }

    private static func isIPv6(_ text: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET6, text, &address) == 1
    }

    /// The address as a URL has it.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The address in the names of files: the port at 127.0.0.1.
    package var fileName: String { host == "127.0.0.1" ? "\(port)" : "\(description)" }

    /// Whether only programs of this machine reach it.
    package var isLoopback: Bool {
        var address = in6_addr()
        guard inet_pton(AF_INET6, host, &address) == 1 else { return host.hasPrefix("127.") }
        let bytes = withUnsafeBytes(of: &address) { Array($0) }
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10..<12].allSatisfy { $0 == 255 }
        return isMapped ? bytes[12] == 127 : bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    /// The first free port of the standard ones, behind one that was tried; `nil` when all are in use.
    package static func firstFree(after tried: ListenAddress? = nil) -> ListenAddress? {
        standardPorts.lazy.filter { $0 > tried?.port ?? 0 }.map { ListenAddress(port: $0) }.first { $0.obstacle == nil }
    }

    // MARK: Both loopback addresses

    /// The address beside 127.0.0.1 to which clients resolve `localhost`; `nil` beside any other address.
    private var twin: ListenAddress? { host == "127.0.0.1" ? ListenAddress(host: "::1", port: port) : nil }

    /// The number of ports that are tried until one is free at both addresses.
    private static let attempts = 16

    /// The addresses at which a server listens: this one and, where this machine has IPv6, the other loopback address with the same port.
    /// A port 0 of both is chosen here.
    package var all: [ListenAddress] {
        guard let twin else { return [self] }
        guard port == 0 else { return twin.isAvailable ? [self, twin] : [self] }
        for _ in 0..<Self.attempts {
            let own = ListenAddress(host: host, port: freePort)
            guard let twin = own.twin, own.port > 0, twin.isAvailable else { break }
            if twin.bindError == 0 { return [own, twin] }
        }
        return [self]
    }

    /// Whether this machine has the address.
    private var isAvailable: Bool { ![EADDRNOTAVAIL, EAFNOSUPPORT].contains(bindError) }

    /// A port that is free now; 0 for none.
    private var freePort: UInt16 {
        var port: UInt16 = 0
        _ = bound { descriptor in
            var (address, length) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
            let result = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
            }
            if result == 0 { port = UInt16(bigEndian: address.sin_port) }
        }
        return port
    }

    /// Why nobody can listen here now, as the text of the system; `nil` when it is free. Another program at the other loopback address
    /// would get the clients of this one.
    package var obstacle: String? {
        let error = bindError
        guard error == 0 else { return String(cString: strerror(error)) }
        guard let twin, port > 0, twin.isAvailable, twin.bindError != 0 else { return nil }
        return "\(String(cString: strerror(twin.bindError))) at \(twin)"
    }

    /// 0 when it is free, or the error number.
    private var bindError: Int32 { bound { _ in } }

    /// Binds a socket to it for a moment.
    ///
    /// - Returns: 0 or the error number.
    private func bound(_ body: (Int32) -> Void) -> Int32 {
        let isIPv6 = host.contains(":")
        let descriptor = socket(
            isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        guard (isIPv6 ? bindIPv6(descriptor) : bindIPv4(descriptor)) == 0 else { return errno }
        body(descriptor)
        return 0
    }

    private func bindIPv4(_ descriptor: Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        return bind(descriptor, to: address)
    }

    private func bindIPv6(_ descriptor: Int32) -> Int32 {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        inet_pton(AF_INET6, host, &address.sin6_addr)
        return bind(descriptor, to: address)
    }

    private func bind<Address>(_ descriptor: Int32, to address: Address) -> Int32 {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}
