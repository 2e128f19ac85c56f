import Glibc

/// An interface of this machine, named by its name or by one of its addresses.
struct LocalInterface: Sendable {
    private enum Form: Sendable {
        case name(String)
        case address(HostAddress)
    }

    private let form: Form

    /// - Parameter text: a name such as `eth0`, or an IP address. `nil` when it is neither.
    init?(_ text: String) {
        if if_nametoindex(text) != 0 {
            form = .name(text)
        } else if let address = HostAddress.parse(text) {
            form = .address(address)
        } else {
            return nil
        }
    }

    /// Lets a socket send through this interface.
    ///
    /// - Parameter family: that of the socket, `AF_INET` or `AF_INET6`.
    /// - Returns: 0 or the error number; `EADDRNOTAVAIL` for an address that is not local or of the other family.
    func apply(to socket: Int32, _ family: Int32) -> Int32 {
        switch form {
        case .name(let name):
            return setsockopt(socket, SOL_SOCKET, SO_BINDTODEVICE, name, socklen_t(name.utf8.count)) == 0 ? 0 : errno
        case .address(let address):
            guard address.family == family else { return EADDRNOTAVAIL }
            // In IPv4, it is also the interface of multicast datagrams; IPv6 takes that of the route.
            return address.withPointer { bind(socket, $0, $1) } == 0 ? 0 : errno
        }
    }
}
