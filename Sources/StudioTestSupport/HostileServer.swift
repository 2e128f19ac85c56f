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

        /// The real server.
        fileprivate var server: UInt16? {
            switch self {
            case .silent, .closing, .garbage: nil
            case .stalling(let server, _), .pausing(let server, _, _), .slow(let server, _), .dying(let server, _):
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
        var mustEnd = false
        /// The time of the first byte.
        var began: MediaTime?
        /// The time when it stopped reading.
        var stopped: MediaTime?

        /// Whether it is pausing now.
        mutating func mustWait(_ behaviour: Behaviour, now: MediaTime) -> Bool {
            switch behaviour {
            case .silent, .closing, .dying, .garbage: return false
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

    package let port: UInt16
    private let behaviour: Behaviour
    private let listener: Int32
    private let state = Monitor(State())
    private var worker: Worker?

    /// Small, so that a stall has an effect immediately and not after the kernel's buffers of many seconds.
    private static let receiveBytes: Int32 = 16 * 1024

    package init(_ behaviour: Behaviour) throws {
        self.behaviour = behaviour
        (listener, port) = try Loopback.listen(receiveBytes: Self.receiveBytes)
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
    package func url(_ key: String = "key") -> String { "rtmp://127.0.0.1:\(port)/live/\(key)" }

    /// The number of connections that sent data; a probe connects and closes without sending.
    package var speakers: Int { state.withLock { $0.connections } }
    /// The number of open connections.
    package var openConnections: Int { state.withLock { $0.open } }
    /// The number of bytes read from clients.
    package var bytes: Int { state.withLock { $0.bytes } }
    /// Whether it has stopped reading.
    package var hasStalled: Bool { state.withLock { $0.hasStalled } }

    /// One client at a time is sufficient: psstudio opens its connections one after another.
    private static func serve(_ listener: Int32, _ behaviour: Behaviour, _ state: Monitor<State>) {
        var clients: [Int32] = []
        var servers: [Int32: Int32] = [:]
        var speakers: Set<Int32> = []
        var spoken: [Int32: Int] = [:]
        let clock = SystemClock()
        defer { for descriptor in clients + servers.values { close(descriptor) } }
        while !state.withLock({ $0.mustEnd }) {
            let readable = readable([listener] + clients + servers.values)
            if readable.contains(listener) {
                let client = accept(listener, nil, nil)
                if case .closing = behaviour {
                    close(client)
                    state.update { $0.connections += 1 }
                } else if client >= 0 {
                    clients.append(client)
                    state.update { $0.open = clients.count }
                    if let port = behaviour.server { servers[client] = Loopback.connect(port: port) }
                }
            }
            for client in clients {
                if let server = servers[client], readable.contains(server) { pass(from: server, to: client) }
                if state.update({ $0.mustWait(behaviour, now: clock.now) }) {
                    usleep(1_000)  // Unread data stays readable; this keeps the loop from spinning.
                    continue
                }
                guard readable.contains(client) else { continue }
                var count = pass(from: client, to: servers[client])
                if count > 0, speakers.insert(client).inserted { state.update { $0.connections += 1 } }
                state.update { $0.count(count, now: clock.now) }
                spoken[client, default: 0] += max(0, count)
                if case .garbage = behaviour, count > 0 { count = sendNoise(to: client) }
                if let limit = behaviour.connectionLimit, spoken[client, default: 0] >= limit { count = 0 }
                guard count <= 0 else { continue }
                close(client)
                if let server = servers.removeValue(forKey: client) { close(server) }
                speakers.remove(client)
                spoken[client] = nil
                clients.removeAll { $0 == client }
                state.update { $0.open = clients.count }
            }
        }
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
    @discardableResult
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
