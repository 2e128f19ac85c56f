import Glibc
import StudioRuntime

/// The socket of a service manager: keeps what a service reports.
package final class NotifySocket: Sendable {
    /// The value of `NOTIFY_SOCKET`.
    package let name: String
    private let state = Monitor(State())
    private let worker: Worker

    private struct State: Sendable {
        var messages: [String] = []
        var mustEnd = false
    }

    /// - Parameter name: a path, or a name with `@` in front.
    package init(_ name: String) throws {
        self.name = name
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if name.hasPrefix("@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        // The length of an abstract name counts.
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (bytes[0] == 0 ? 0 : 1))
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        guard descriptor >= 0, result == 0 else {
            close(descriptor)
            throw TestFailure("cannot bind \(name)")
        }
        worker = try Worker("notify") { [state] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while !state.withLock({ $0.mustEnd }) {
                var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&wait, 1, 50) > 0 else { continue }
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count >= 0 else { continue }
                let message = String(decoding: buffer.prefix(count), as: UTF8.self)
                state.update { $0.messages.append(message) }
            }
            close(descriptor)
        }
    }

    deinit {
        state.update { $0.mustEnd = true }
    }

    /// All datagrams so far.
    package var messages: [String] { state.withLock { $0.messages } }

    /// The assignments of all datagrams so far.
    package var assignments: [String] { messages.flatMap { $0.split(separator: "\n").map(String.init) } }

    /// The number of assignments with this beginning.
    package func count(_ beginning: String) -> Int { assignments.count { $0.hasPrefix(beginning) } }

    /// Waits until so many assignments with this beginning have come.
    package func wait(for beginning: String, count: Int = 1) throws {
        try waitUntil("\(count) x \(beginning) in \(messages.suffix(20))") { self.count(beginning) >= count }
    }
}
