import Foundation
import Glibc
import Synchronization

/// Sockets on the loopback interface.
enum Loopback {
    static func address(port: UInt16, of host: LoopbackHost = .first) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: (0x7F00_0000 | UInt32(host.number)).bigEndian)
        return address
    }

    /// A socket that is not inherited by children.
    static func makeSocket() throws -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_INET, type, 0)
        guard descriptor >= 0 else { throw TestFailure("cannot create a socket") }
        return descriptor
    }

    /// The same for datagrams.
    static func makeDatagramSocket() throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TestFailure("cannot create a socket") }
        return descriptor
    }

    static func withAddress<Result>(
        port: UInt16, of host: LoopbackHost = .first, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = address(port: port, of: host)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// A socket that listens on a port.
    ///
    /// - Parameters:
    ///   - port: a free one by default.
    ///   - receiveBytes: the receive buffer size. It applies to accepted connections only when it is set before
    ///     listening.
    static func listen(
        on host: LoopbackHost = .first, port: UInt16 = 0, receiveBytes: Int32? = nil
    ) throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = try makeSocket()
        if var receiveBytes {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBytes, socklen_t(MemoryLayout<Int32>.size))
        }
        let isBound = withAddress(port: port, of: host) { bind(descriptor, $0, $1) } == 0
        guard isBound, Glibc.listen(descriptor, 16) == 0 else {
            close(descriptor)
            throw TestFailure("cannot listen on port \(port) of \(host)")
        }
        return (descriptor, Self.port(of: descriptor))
    }

    /// The port to which a socket is bound.
    static func port(of descriptor: Int32) -> UInt16 {
        var name = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &name) {
            _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        return UInt16(bigEndian: name.sin_port)
    }

    static func connect(port: UInt16) -> Int32? {
        guard let descriptor = try? makeSocket() else { return nil }  // The caller retries or reports it.
        if withAddress(port: port, { Glibc.connect(descriptor, $0, $1) }) == 0 { return descriptor }
        close(descriptor)
        return nil
    }

    /// A port that no socket has, for streams and for datagrams; no other call gives it.
    ///
    /// It is none of those that the kernel gives to sockets, 32768 and higher: a client elsewhere on the machine would
    /// have it before the server that the test starts.
    static func freePort() throws -> UInt16 {
        for _ in 0..<ports.count {
            let port = nextPort.withLock { next in
                next = next < ports.upperBound ? next + 1 : ports.lowerBound
                return next
            }
            if isFree(port, type: SOCK_STREAM), isFree(port, type: SOCK_DGRAM) { return port }
        }
        throw TestFailure("each of the ports \(ports) has a socket")
    }

    private static let ports: ClosedRange<UInt16> = 10_240...32_767
    /// Test programs that run at the same time begin at different ports.
    private static let nextPort = Mutex(UInt16.random(in: ports))

    /// Whether a socket can have a port of all addresses, or of those without IPv6.
    private static func isFree(_ port: UInt16, type: __socket_type) -> Bool {
        let descriptor = socket(AF_INET6, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return isFreeWithoutIPv6(port, type: type) }
        defer { close(descriptor) }
        var no: Int32 = 0
        setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        return bindAddress(&address, descriptor)
    }

    private static func isFreeWithoutIPv6(_ port: UInt16, type: __socket_type) -> Bool {
        let descriptor = socket(AF_INET, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        return bindAddress(&address, descriptor)
    }

    private static func bindAddress<Address>(_ address: inout Address, _ descriptor: Int32) -> Bool {
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
            }
        }
    }
}

/// An address of the loopback interface, which has 16 million of them.
package struct LoopbackHost: Hashable, Sendable, CustomStringConvertible {
    fileprivate let number: UInt8

    /// 127.0.0.`number`.
    package init(_ number: UInt8) {
        self.number = number
    }

    /// 127.0.0.1.
    package static let first = LoopbackHost(1)

    package var description: String { "127.0.0.\(number)" }
}

/// A port that no socket of this machine has; see ``Loopback/freePort()``.
package func unusedPort() throws -> UInt16 { try Loopback.freePort() }

/// Another program at a port of 127.0.0.1, until it is released.
package final class TakenPort: Sendable {
    private let descriptor: Int32

    /// - Throws: a ``TestFailure`` when somebody else has the port.
    package init(_ port: UInt16) throws {
        descriptor = try Loopback.makeSocket()
        // Connections of a former server may wait for their end.
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        let isBound = Loopback.withAddress(port: port) { bind(descriptor, $0, $1) } == 0
        guard isBound, Glibc.listen(descriptor, 16) == 0 else {
            throw TestFailure("port \(port) is taken: \(String(cString: strerror(errno)))")
        }
    }

    deinit { close(descriptor) }
}

/// Waits until a UDP or SRT receiver listens on a port of this machine.
package func waitForUDP(port: UInt16, seconds: Double = deadlineSeconds) throws {
    try waitUntil("a receiver listens on UDP port \(port)", seconds: seconds) { hasUDPReceiver(port: port) }
}

/// Whether a UDP or SRT receiver listens on a port of this machine.
func hasUDPReceiver(port: UInt16) -> Bool {
    let place = String(format: ":%04X ", Int(port))
    return ["/proc/net/udp", "/proc/net/udp6"].contains { table in
        // The second column is the local address.
        FileManager.default.contents(atPath: table).map { String(decoding: $0, as: UTF8.self) }?
            .split(separator: "\n").contains { line in
                line.split(separator: " ").dropFirst().first.map { $0.uppercased() + " " }?.hasSuffix(place)
                    ?? false
            } ?? false
    }
}
