package import Glibc

/// The address of a local socket.
package struct LocalAddress {
    private var address = sockaddr_un()
    private let length: socklen_t

    /// How many bytes the name of a socket has at most.
    package static let limit = MemoryLayout<sockaddr_un>.size - namePlace - 1
    private static let namePlace = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? MemoryLayout<sa_family_t>.size

    /// - Parameter name: a path. With a null character in front, an abstract name, whose length counts.
    /// - Returns: `nil` for a name that is empty or too long.
    package init?(_ name: some Collection<UInt8>) {
        guard let first = name.first, name.count <= Self.limit else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        length = socklen_t(Self.namePlace + name.count + (first == 0 ? 0 : 1))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    }

    /// Why a path is too long.
    package static func excess(of path: String) -> String {
        "the path of a socket has at most \(limit) bytes, this one has \(path.utf8.count)"
    }

    /// Calls a function of the system with the address.
    package func with(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = address
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
