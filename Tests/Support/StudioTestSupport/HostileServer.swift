import Glibc
import StudioCore
import StudioRuntime

/// A TCP server with one defect, which records its progress.
package final class HostileServer: @unchecked Sendable {
    // Safety: the sockets belong to the server's thread until it has ended; a monitor protects the rest.

    package enum Behaviour: Sendable {
        /// Accepts, reads, and never answers.
        case silent
        /// Accepts and closes immediately.
        case closing
        /// Forwards to a real server until this many bytes, then stops reading.
        case stalling(server: UInt16, afterBytes: Int)
        /// Forwards everything, but pauses once.
        case pausing(server: UInt16, afterBytes: Int, seconds: Double)
        /// Forwards at this rate.
        case slow(server: UInt16, bytesPerSecond: Int)
        /// Forwards everything, and closes each connection after this many bytes.
        case dying(server: UInt16, afterBytes: Int)
        /// Answers with random bytes.
        case garbage
        /// Forwards everything, until a test calls ``HostileServer/stall()`` or ``HostileServer/dropConnections()``.
        case controlled(server: UInt16)

        /// The real server.
        fileprivate var server: UInt16? {
            switch self {
            case .silent, .closing, .garbage: nil
            case .stalling(let server, _), .pausing(let server, _, _), .slow(let server, _), .dying(let server, _),
                .controlled(let server):
                server
            }
        }

        /// The byte limit of one connection.
        fileprivate var connectionLimit: Int? {
            if case .dying(_, let limit) = self { limit } else { nil }
        }
    }

    private struct State: Sendable {
        var connections = 0
        var open = 0
        var bytes = 0
        var hasStalled = false
        var isStalled = false
        var mustDrop = false
        var mustEnd = false
        /// The time of the first byte.
        var began: MediaTime?
        /// The time when it stopped reading.
        var stopped: MediaTime?

        /// Whether it is pausing now.
        mutating func mustWait(_ behaviour: Behaviour, now: MediaTime) -> Bool {
            switch behaviour {
            case .silent, .closing, .dying, .garbage: return false
            case .controlled: return isStalled
            case .stalling(_, let limit):
                if bytes >= limit { hasStalled = true }
                return hasStalled
            case .pausing(_, let limit, let seconds):
                guard bytes >= limit else { return false }
                hasStalled = true
                let stopped = stopped ?? now
                self.stopped = stopped
                return now - stopped < .seconds(seconds)
            case .slow(_, let rate):
                return Double(bytes) > (now - (began ?? now)).seconds * Double(rate)
            }
        }

        mutating func count(_ count: Int, now: MediaTime) {
            bytes += max(0, count)
            if began == nil { began = now }
        }
    }

    package let host: LoopbackHost
    package let port: UInt16
    private let behaviour: Behaviour
    private let listener: Int32
    private let state = Monitor(State())
    private var worker: Worker?

    /// Small, so that a stall has an effect immediately and not after the kernel's buffers of many seconds.
    private static let receiveBytes: Int32 = 16 * 1024

    /// - Parameter port: a free one by default.
    package init(_ behaviour: Behaviour, on host: LoopbackHost = .first, port: UInt16 = 0) throws {
        self.behaviour = behaviour
        self.host = host
        (listener, self.port) = try Loopback.listen(on: host, port: port, receiveBytes: Self.receiveBytes)
        worker = try Worker("hostile") { [listener, behaviour, state] in
            Self.serve(listener, behaviour, state)
        }
    }

    deinit {
        state.update { $0.mustEnd = true }
        worker?.join(seconds: 5)
        close(listener)
    }

    /// `rtmp://127.0.0.1:port/live/key`
    package func url(_ key: String = "key") -> String { "rtmp://\(host):\(port)/live/\(key)" }

    /// Stops reading, until ``resume()``.
    package func stall() { state.update { $0.isStalled = true } }
    /// Continues to read.
    package func resume() { state.update { $0.isStalled = false } }
    /// Closes all connections; what they have not read is lost.
    package func dropConnections() { state.update { $0.mustDrop = true } }

    /// The number of connections that sent data; a probe connects and closes without sending.
    package var speakers: Int { state.withLock { $0.connections } }
    /// The number of open connections.
    package var openConnections: Int { state.withLock { $0.open } }
    /// The number of bytes read from clients.
    package var bytes: Int { state.withLock { $0.bytes } }
    /// Whether it has stopped reading.
    package var hasStalled: Bool { state.withLock { $0.hasStalled } }

    /// The connections, and what each of them has sent.
    private struct Connections {
        private(set) var clients: [Int32] = []
        private(set) var servers: [Int32: Int32] = [:]
        private var bytes: [Int32: Int] = [:]

        var descriptors: [Int32] { clients + servers.values }

        /// A client whose server does not listen is hung up on.
        mutating func add(_ client: Int32, forwardingTo port: UInt16?) {
            if let port {
                guard let server = Loopback.connect(port: port) else { return _ = close(client) }
                servers[client] = server
            }
            clients.append(client)
        }

        /// - Returns: all bytes that the client has sent, and whether these are the first.
        mutating func count(_ count: Int, of client: Int32) -> (all: Int, isFirst: Bool) {
            let before = bytes[client, default: 0]
            bytes[client] = before + max(0, count)
            return (before + max(0, count), before == 0 && count > 0)
        }

        mutating func end(_ client: Int32) {
            close(client)
            if let server = servers.removeValue(forKey: client) { close(server) }
            bytes[client] = nil
            clients.removeAll { $0 == client }
        }
    }

    /// One client at a time is sufficient: psstudio opens its connections one after another.
    private static func serve(_ listener: Int32, _ behaviour: Behaviour, _ state: Monitor<State>) {
        var connections = Connections()
        let clock = SystemClock()
        defer { for descriptor in connections.descriptors { close(descriptor) } }
        while !state.withLock({ $0.mustEnd }) {
            let readable = readable([listener] + connections.descriptors)
            if readable.contains(listener) { accept(from: listener, behaviour, &connections, state) }
            let mustDrop = state.update { state in
                defer { state.mustDrop = false }
                return state.mustDrop
            }
            for client in connections.clients {
                // A server that rejects the stream, or was killed.
                let hasHungUp =
                    connections.servers[client].map { readable.contains($0) && pass(from: $0, to: client) <= 0 }
                    ?? false
                let mustWait = state.update { $0.mustWait(behaviour, now: clock.now) }
                // Unread data stays readable; this keeps the loop from spinning.
                if mustWait, !mustDrop { usleep(1_000) }
                let mustClose = mustDrop || hasHungUp
                guard mustClose || !mustWait && readable.contains(client) else { continue }
                if !mustClose, forward(client, behaviour, &connections, state, clock.now) { continue }
                connections.end(client)
                state.update { $0.open = connections.clients.count }
            }
        }
    }

    private static func accept(
        from listener: Int32, _ behaviour: Behaviour, _ connections: inout Connections, _ state: Monitor<State>
    ) {
        let client = Glibc.accept(listener, nil, nil)
        if case .closing = behaviour {
            close(client)
            state.update { $0.connections += 1 }
        } else if client >= 0 {
            connections.add(client, forwardingTo: behaviour.server)
            state.update { $0.open = connections.clients.count }
        }
    }

    /// Passes on what a client has sent.
    ///
    /// - Returns: whether the connection stays open.
    private static func forward(
        _ client: Int32, _ behaviour: Behaviour, _ connections: inout Connections, _ state: Monitor<State>,
        _ now: MediaTime
    ) -> Bool {
        let count = pass(from: client, to: connections.servers[client])
        let (all, isFirst) = connections.count(count, of: client)
        state.update { state in
            if isFirst { state.connections += 1 }
            state.count(count, now: now)
        }
        if case .garbage = behaviour, count > 0 { return sendNoise(to: client) > 0 }
        if let limit = behaviour.connectionLimit, all >= limit { return false }
        return count > 0
    }

    private static func readable(_ descriptors: [Int32]) -> Set<Int32> {
        var waits = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&waits, nfds_t(waits.count), 20)
        return Set(waits.filter { $0.revents != 0 }.map(\.fd))
    }

    /// Bytes that are not RTMP; 0 or less when the client has closed.
    private static func sendNoise(to client: Int32) -> Int {
        var generator = SeededRandom(seed: 7)
        let noise = generator.bytes(4096)
        return send(client, noise, noise.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }

    /// Reads once and writes everything; 0 or less at the end.
    private static func pass(from source: Int32, to target: Int32?) -> Int {
        var part = [UInt8](repeating: 0, count: 8192)
        let count = recv(source, &part, part.count, 0)
        guard count > 0, let target else { return count }
        var sent = 0
        while sent < count {
            let written = part.withUnsafeBytes {
                send(target, $0.baseAddress.map { $0 + sent }, count - sent, Int32(MSG_NOSIGNAL))
            }
            guard written > 0 else { return -1 }
            sent += written
        }
        return count
    }
}
