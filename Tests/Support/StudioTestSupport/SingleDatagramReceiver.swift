import Glibc

/// Where a datagram came from.
package struct ReceivedDatagram: Sendable {
    package let host: String
    package let timeToLive: Int32
}

/// Receives one datagram with what its IP header says.
package final class SingleDatagramReceiver: Sendable {
    package let port: UInt16
    private let descriptor: Int32

    /// Binds a free port.
    package init() throws {
        let descriptor = try Loopback.makeDatagramSocket()
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        guard setsockopt(descriptor, Int32(IPPROTO_IP), IP_RECVTTL, &yes, size) == 0,
            Loopback.withAddress(port: 0, { bind(descriptor, $0, $1) }) == 0
        else {
            close(descriptor)
            throw TestFailure("cannot bind a port")
        }
        self.descriptor = descriptor
        port = Loopback.port(of: descriptor)
    }

    deinit {
        close(descriptor)
    }

    /// Waits for a datagram.
    package func receive() throws -> ReceivedDatagram {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, Int32(deadlineSeconds * 1000)) > 0 else { throw TestFailure("no datagram arrives") }
        var source = sockaddr_in()
        var (bytes, control) = ([UInt8](repeating: 0, count: 2048), [UInt8](repeating: 0, count: 64))
        let count = withUnsafeMutablePointer(to: &source) { source in
            bytes.withUnsafeMutableBytes { bytes in
                control.withUnsafeMutableBytes { control in
                    var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                    return withUnsafeMutablePointer(to: &part) { part in
                        var message = msghdr(
                            msg_name: source, msg_namelen: socklen_t(MemoryLayout<sockaddr_in>.size), msg_iov: part,
                            msg_iovlen: 1, msg_control: control.baseAddress, msg_controllen: control.count,
                            msg_flags: 0)
                        return recvmsg(descriptor, &message, 0)
                    }
                }
            }
        }
        guard count > 0 else { throw TestFailure("no datagram arrives") }
        let number = UInt32(bigEndian: source.sin_addr.s_addr)
        let host = [24, 16, 8, 0].map { "\(number >> $0 & 0xFF)" }.joined(separator: ".")
        let hops = control.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: MemoryLayout<cmsghdr>.size, as: Int32.self)
        }
        return ReceivedDatagram(host: host, timeToLive: hops)
    }
}
