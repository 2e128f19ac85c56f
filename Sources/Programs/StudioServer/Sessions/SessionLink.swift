import NIOCore
import SessionClient
import SessionProtocol
import StudioRuntime

/// The connection to the control socket of one session, which all clients of the server share.
final class SessionLink: Sendable {
    let path: String
    private let connection: SessionConnection
    private let relay: NIOLoopBoundBox<EventRelay>
    /// The latest reply to a request for the snapshot: what is left of a session that is killed.
    private let known: NIOLoopBoundBox<KnownSnapshot>

    var greeting: ControlGreeting { connection.greeting }
    var id: String { greeting.sessionId }
    var loop: any EventLoop { connection.channel.eventLoop }

    private static let commentInterval = TimeAmount.seconds(15)
    /// How old the snapshot of a session that is killed may be.
    static let snapshotInterval = TimeAmount.seconds(5)

    /// Connects to a session and follows its events.
    ///
    /// - Parameters:
    ///   - folder: the folder outside of which commands use no file.
    ///   - interval: how often the snapshot is asked for; `nil` for never.
    /// - Throws: an error of the system when nobody listens, or a `SessionClientError`.
    init(
        _ path: String, below folder: RestrictedFolder, on group: any EventLoopGroup,
        snapshotEach interval: TimeAmount? = SessionLink.snapshotInterval
    ) async throws {
        let loop = group.next()
        let relay = NIOLoopBoundBox.makeBoxSendingValue(EventRelay(), eventLoop: loop)
        let connection = try await SessionConnection(
            path, below: folder, requests: ControlLimit.requests, ControlSubscription(events: true, after: 0), on: loop
        ) { message, _ in relay.value.receive(message) }
        let known = NIOLoopBoundBox.makeBoxSendingValue(KnownSnapshot(), eventLoop: loop)
        (self.path, self.connection, self.relay, self.known) = (path, connection, relay, known)
        if let interval {
            let client = connection.client
            let requests = loop.scheduleRepeatedTask(initialDelay: .zero, delay: interval) { _ in
                known.value.ask(client.value)
            }
            connection.channel.closeFuture.whenComplete { _ in requests.cancel() }
        }
        let comments = loop.scheduleRepeatedTask(initialDelay: Self.commentInterval, delay: Self.commentInterval) { _ in
            relay.value.sendComment()
        }
        connection.channel.closeFuture.whenComplete { _ in comments.cancel() }
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - origin: who has given a command.
    ///   - limit: how long the session may take, instead of half a minute.
    /// - Returns: the JSON of the reply.
    /// - Throws: a `SessionClientError`.
    func call(
        _ kind: ControlRequest.Kind, origin: CommandOrigin? = nil,
        within limit: TimeAmount = TimeAmount(ControlLimit.answer)
    ) async throws -> ArraySlice<UInt8> {
        let reply = try await connection.call(kind, origin: origin, within: limit)
        if case .snapshot = kind { loop.execute { [known] in known.value.reply = reply } }
        return reply
    }

    /// Opens a stream of events.
    ///
    /// - Parameters:
    ///   - sequence: the last event that the client knows; `nil` for none.
    ///   - withEarlier: whether the events before the snapshot, as far as they are known, follow it.
    /// - Throws: a `SessionClientError`.
    func events(after sequence: Int?, withEarlier: Bool) async throws -> EventStream {
        let (loop, relay, client) = (loop, relay, connection.client)
        return try await loop.flatSubmit {
            relay.value.open(after: sequence, withEarlier: withEarlier, from: client.value, on: loop)
        }.get()
    }

    /// Waits until the connection has ended.
    func end() async -> ControlEnding {
        let client = connection.client
        // Called on the loop of the channel, which may take no further task.
        let ending = try? await connection.channel.closeFuture.map { client.value.ending }.get()
        return ending ?? .lost
    }

    /// Waits until the connection has ended.
    ///
    /// - Returns: what is left of the session.
    func result() async -> EndedSession {
        let (client, known, greeting) = (connection.client, known, greeting)
        // Called on the loop of the channel, which may take no further task.
        let result = try? await connection.channel.closeFuture.map {
            EndedSession(
                greeting, client.value.ending ?? .lost, at: WallTime.now.text, goodbye: client.value.goodbye,
                known: known.value.reply)
        }.get()
        return result ?? EndedSession(greeting, .lost, at: WallTime.now.text, goodbye: nil, known: nil)
    }

    /// Waits until the connection has ended.
    ///
    /// - Returns: false when it has not after `limit`.
    func ends(within limit: TimeAmount) async -> Bool {
        let promise = loop.makePromise(of: Bool.self)
        connection.channel.closeFuture.whenComplete { _ in promise.succeed(true) }
        let timeout = loop.scheduleTask(in: limit) { promise.succeed(false) }
        defer { timeout.cancel() }
        do {
            return try await promise.futureResult.get()
        } catch {
            // Only a loop that has ended fails a promise.
            return true
        }
    }

    /// Ends all streams of events, and closes the connection.
    func close() {
        let (relay, client) = (relay, connection.client)
        loop.execute {
            relay.value.finishStreams()
            client.value.close()
        }
    }
}

/// The latest snapshot of a session. Only the event loop of its connection uses it.
final class KnownSnapshot {
    /// The reply to the latest request; `nil` before.
    var reply: ArraySlice<UInt8>?
    private var isAsking = false

    /// Asks for the snapshot, unless the session owes an answer: a session that hangs has no more than one such request.
    func ask(_ client: SessionClientHandler) {
        guard !isAsking, client.ending == nil else { return }
        isAsking = true
        client.send(.snapshot) { [self] result in
            isAsking = false
            if case .success(let reply) = result { self.reply = reply }
        }
    }
}
