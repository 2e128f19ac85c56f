import Glibc
import Logging
import NIOCore
import StudioCore
import StudioRuntime

/// The connections of the HTTP server: closes those that lose their places.
final class ConnectionRegistry: Sendable {
    private struct State {
        var places: ConnectionPlaces<ObjectIdentifier>
        var channels: [ObjectIdentifier: any Channel] = [:]
        var log = FailureLog(of: "connection", "closed")
    }

    private let state: Lock<State>
    private let clock = SystemClock()
    private let logger: Logger

    init(capacity: Int, patience: MediaTime, logger: Logger) {
        state = Lock(State(places: ConnectionPlaces(capacity: capacity, patience: patience)))
        self.logger = logger
    }

    func open(_ channel: any Channel) {
        let (id, now) = (ObjectIdentifier(channel), clock.now)
        let victim = state.withLock { state -> (any Channel)? in
            state.channels[id] = channel
            return state.places.open(id, at: now).flatMap { state.channels.removeValue(forKey: $0) }
        }
        if let victim { close(victim, "there are too many, and it has not shown the token") }
    }

    func begin(_ channel: any Channel) { state.withLock { $0.places.begin(ObjectIdentifier(channel)) } }

    func finish(_ channel: any Channel) { state.withLock { $0.places.finish(ObjectIdentifier(channel)) } }

    func showToken(_ channel: any Channel) { state.withLock { $0.places.showToken(ObjectIdentifier(channel)) } }

    func closed(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        state.withLock { state in
            state.places.close(id)
            state.channels[id] = nil
        }
    }

    /// No connection can be accepted: some of strangers are closed, because it takes a while until the next attempt.
    func relieve() {
        let now = clock.now
        let victims = state.withLock { state in
            state.places.relieve(at: now).compactMap { state.channels.removeValue(forKey: $0) }
        }
        for victim in victims { close(victim, "there are no descriptors, and it has not shown the token") }
    }

    /// Closes the connections that have shown a token that is not valid any more.
    func closeKnown() {
        let channels = state.withLock { state in
            state.places.known.compactMap { id in
                state.places.close(id)
                return state.channels.removeValue(forKey: id)
            }
        }
        for channel in channels { channel.close(promise: nil) }
    }

    private func close(_ channel: any Channel, _ reason: String) {
        channel.close(promise: nil)
        let now = clock.now
        if let line = state.withLock({ $0.log.line(reason, at: now) }) { logger.warning("\(line)") }
    }
}

/// Makes room when connections cannot be accepted, because the process or the system has no descriptors. `AcceptBackoffHandler` behind it
/// pauses until the next attempt.
final class AcceptRelief: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private let relieve: () -> Void

    init(_ relieve: @escaping () -> Void) { self.relieve = relieve }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) { relieve() }
        context.fireErrorCaught(error)
    }
}
