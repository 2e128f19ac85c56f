import Glibc

/// The address of a local socket.
struct LocalAddress {
    private var address = sockaddr_un()

    /// - Throws: a ``ControlSocketError`` for a path that does not fit.
    init(_ path: String) throws(ControlSocketError) {
        let bytes = Array(path.utf8)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard !bytes.isEmpty else { throw ControlSocketError("the path of the control socket is empty") }
        guard bytes.count < capacity else {
            throw ControlSocketError(
                path, "the path of a socket has at most \(capacity - 1) bytes, this one has \(bytes.count)")
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    /// Calls a function of the system with the address.
    func with(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = address
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
