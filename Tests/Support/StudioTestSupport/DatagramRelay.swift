import Glibc
import StudioCore
import StudioRuntime

/// Passes the datagrams of one SRT connection to a real peer and back, with a defect.
package final class DatagramRelay: Sendable {
    package enum Behaviour: Hashable, Sendable {
        /// After this many bytes of media, only control packets pass: a peer that is alive and takes nothing.
        case withholding(afterBytes: Int)
        /// Media passes at this rate, what exceeds it is lost: a peer with a slow network.
        case slow(bytesPerSecond: Int)
    }

    private struct State: Sendable {
        var passed = 0
        var withheld = 0
        /// The bytes that may pass now.
        var allowance = 0.0
        var latest = MediaTime.zero
        var mustEnd = false

        /// Whether a packet of media passes.
        mutating func admit(_ bytes: Int, _ behaviour: Behaviour, now: MediaTime) -> Bool {
            let passes: Bool
            switch behaviour {
            case .withholding(let limit):
                passes = passed + bytes <= limit
            case .slow(let rate):
                // Bursts of up to 50 ms pass, and single packets at any rate.
                allowance = min(max(1500, Double(rate) / 20), allowance + (now - latest).seconds * Double(rate))
                latest = now
                passes = allowance >= Double(bytes)
                if passes { allowance -= Double(bytes) }
            }
            if passes { passed += bytes } else { withheld += bytes }
            return passes
        }
    }

    package let port: UInt16
    private let state: Lock<State>
    private let worker: Worker

    /// - Parameter target: the port of the real peer.
    package init(to target: UInt16, _ behaviour: Behaviour) throws {
        let (front, back) = (try Loopback.makeDatagramSocket(), try Loopback.makeDatagramSocket())
        guard Loopback.withAddress(port: 0, { bind(front, $0, $1) }) == 0,
            Loopback.withAddress(port: target, { Glibc.connect(back, $0, $1) }) == 0
        else {
            close(front)
            close(back)
            throw TestFailure("cannot bind a port")
        }
        port = Loopback.port(of: front)
        let state = Lock(State())
        self.state = state
        worker = try Worker("relay") {
            Self.pass(front, back, behaviour, state)
            close(front)
            close(back)
        }
    }

    deinit {
        state.withLock { $0.mustEnd = true }
        worker.join(seconds: 5)
    }

    /// The bytes of media that have passed, including retransmissions.
    package var passedBytes: Int { state.withLock { $0.passed } }
    /// The bytes of media that were not passed on.
    package var withheldBytes: Int { state.withLock { $0.withheld } }

    private static func pass(_ front: Int32, _ back: Int32, _ behaviour: Behaviour, _ state: Lock<State>) {
        let clock = SystemClock()
        var client = sockaddr_in()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !state.withLock({ $0.mustEnd }) {
            var waits = [front, back].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&waits, 2, 50) > 0 else { continue }
            for wait in waits where wait.revents != 0 {
                let count =
                    wait.fd == front ? receive(front, &buffer, from: &client) : recv(back, &buffer, buffer.count, 0)
                guard count > 0 else { continue }
                // The first bit of a control packet is set.
                let isMedia = buffer[0] & 0x80 == 0
                guard !isMedia || state.withLock({ $0.admit(count, behaviour, now: clock.now) }) else { continue }
                if wait.fd == front {
                    _ = send(back, buffer, count, 0)
                } else {
                    answer(front, buffer, count, to: client)
                }
            }
        }
    }

    private static func receive(_ socket: Int32, _ buffer: inout [UInt8], from client: inout sockaddr_in) -> Int {
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &client) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                recvfrom(socket, &buffer, buffer.count, 0, $0, &length)
            }
        }
    }

    private static func answer(_ socket: Int32, _ buffer: [UInt8], _ count: Int, to client: sockaddr_in) {
        var client = client
        withUnsafePointer(to: &client) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(socket, buffer, count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
