import Dispatch
import Glibc
import StudioRuntime
package import SessionProtocol
import Synchronization

/// The control socket of one session, from its opening to its end.
///
/// Without a client it costs a descriptor, and the latest events are kept.
package final class ControlEndpoint: Sendable {
    private let listener: ControlListener
    private let server: ControlServer
    private let isClosed = Atomic(false)

    /// How long ``close()`` waits for slow clients in seconds.
    private static let closingTimeout = 0.5

    /// Opens a socket for a session, which is not retained.
    ///
    /// - Throws: a ``ControlSocketError`` for a path that is in use or cannot be used.
    package init(
        _ place: ControlPlace, of session: any ControlledSession, in server: ControlServer = .shared
    ) throws(ControlSocketError) {
        self.server = server
        try server.begin()
        let file = try ControlSocketFile(try place.path(of: session.id), removesAbandoned: place == .automatic)
        listener = ControlListener(file, of: session, number: server.nextNumber())
        server.add(listener)
    }

    deinit { close() }

    /// The path of the socket.
    package var path: String { listener.file.path }

    /// Sends an event to the clients that subscribed to events. Calls must be in the order of the events.
    package func publish(_ event: SessionEvent) {
        let isWanted = listener.events.withLock { events in
            events.append(event, at: SystemClock().now)
            return events.subscribers > 0
        }
        if isWanted { server.post(.event(listener.number, event)) }
    }

    /// Removes the socket, writes what clients have not read yet and the end for at most half a second, and closes their
    /// connections.
    package func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        listener.file.remove()
        server.remove(listener.number, seconds: Self.closingTimeout)
    }
}

/// What the thread of the server needs of an endpoint.
final class ControlListener: Sendable {
    /// Not retained: a client does not keep a session alive.
    private struct Reference: Sendable {
        weak var session: (any ControlledSession)?
    }

    let file: ControlSocketFile
    let greeting: ControlGreeting
    let number: Int
    /// Performs the commands of all clients, in order, so that the thread of the server never waits.
    let commands = DispatchQueue(label: "psstudio.control", qos: .userInitiated)
    /// The latest events, and who receives them.
    let events = Lock(RecentEvents())
    private let reference: Reference

    init(_ file: ControlSocketFile, of session: any ControlledSession, number: Int) {
        (self.file, self.number) = (file, number)
        reference = Reference(session: session)
        greeting = ControlGreeting(
            sessionId: session.id, pid: getpid(), program: Self.program, startedAt: WallTime.now.text)
    }

    /// The session; `nil` when it was released.
    var session: (any ControlledSession)? { reference.session }

    /// The name of the process.
    private static let program: String = {
        let file = open("/proc/self/comm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }()
}
