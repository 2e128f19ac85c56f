import Glibc
import StudioRuntime

/// The socket of a GStreamer element. It reports how many bytes the peer has not acknowledged yet.
///
/// `out-bytes-total` of `rtmp2sink` counts the bytes written to the socket. Megabytes of them may still be in the
/// kernel's buffer.
final class PeerSocket: Sendable {
    /// Sockets that already belong to an output.
    private static let claimed = Lock<Set<Int32>>([])
    /// `SIOCOUTQ`, which Glibc hides from Swift.
    private static let outputQueue: UInt = 0x5411

    private let descriptor: Int32

    /// Finds a connected TCP socket of this process whose peer has this port and that no output owns; `nil` when there
    /// is none.
    init?(port: String) {
        guard let port = UInt16(port) else { return nil }
        let found = Self.claimed.withLock { claimed -> Int32? in
            let descriptor = Self.descriptors().first { !claimed.contains($0) && Self.peerPort(of: $0) == port }
            if let descriptor { claimed.insert(descriptor) }
            return descriptor
        }
        guard let found else { return nil }
        descriptor = found
    }

    deinit {
        Self.claimed.withLock { _ = $0.remove(descriptor) }
    }

    /// The bytes that the peer has not acknowledged; `nil` when the socket is closed.
    var pendingBytes: UInt64? {
        var count: Int32 = 0
        return ioctl(descriptor, Self.outputQueue, &count) == 0 ? UInt64(max(0, count)) : nil
    }

    private static func descriptors() -> [Int32] {
        guard let folder = opendir("/proc/self/fd") else { return [] }
        defer { closedir(folder) }
        var result: [Int32] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if let number = Int32(name) { result.append(number) }
        }
        return result.sorted()
    }

    private static func peerPort(of descriptor: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
        }
        guard result == 0 else { return nil }
        return withUnsafeBytes(of: storage) { bytes in
            switch Int32(bytes.load(as: sockaddr.self).sa_family) {
            case AF_INET: UInt16(bigEndian: bytes.load(as: sockaddr_in.self).sin_port)
            case AF_INET6: UInt16(bigEndian: bytes.load(as: sockaddr_in6.self).sin6_port)
            default: nil
            }
        }
    }
}
