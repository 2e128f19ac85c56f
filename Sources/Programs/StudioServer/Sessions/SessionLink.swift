import NIOCore
import NIOPosix
import SessionProtocol
import StudioRuntime

/// The connection to the control socket of one session, which all clients of the server share.
final class SessionLink: Sendable {
    let path: String
    let greeting: ControlGreeting
    private let channel: any Channel
    private let lines: NIOLoopBound<SessionLines>

    var id: String { greeting.sessionId }
    var loop: any EventLoop { channel.eventLoop }

    /// How long a session may take to say who it is. A session that is stopped does not.
    private static let timeout = TimeAmount(ControlLimit.greeting)

    /// Connects to a session and follows its events.
    ///
    /// - Parameter folder: the folder outside of which commands use no file.
    /// - Throws: an error of the system when nobody listens, or a ``SessionLinkError``.
    init(_ path: String, below folder: RestrictedFolder, on group: any EventLoopGroup) async throws {
        let loop = group.next()
        let promise = loop.makePromise(of: ControlGreeting.self)
        let connection: (any Channel, NIOLoopBound<SessionLines>)
        do {
            connection = try await ClientBootstrap(group: loop).connectTimeout(Self.timeout).connect(
                unixDomainSocketPath: path
            ) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let lines = SessionLines(promise, below: folder)
                    try channel.pipeline.syncOperations.addHandler(lines)
                    return (channel, NIOLoopBound(lines, eventLoop: channel.eventLoop))
                }
            }
        } catch {
            promise.fail(error)
            throw error
        }
        let (channel, lines) = connection
        let patience = loop.scheduleTask(in: Self.timeout) { promise.fail(SessionLinkError.silent) }
        do {
            let greeting = try await promise.futureResult.get()
            patience.cancel()
            _ = try await Self.call(
                .subscribe(ControlSubscription(events: true, after: 0)), within: Self.timeout, channel, lines)
            (self.path, self.greeting, self.channel, self.lines) = (path, greeting, channel, lines)
        } catch {
            patience.cancel()
            channel.close(promise: nil)
            throw error
        }
    }

    /// Sends a request.
    ///
    /// - Parameter limit: how long the session may take, instead of half a minute.
    /// - Returns: the JSON of the reply.
    /// - Throws: a ``SessionLinkError``.
    func call(
        _ kind: ControlRequest.Kind, within limit: TimeAmount? = nil
    ) async throws -> ArraySlice<UInt8> {
        try await Self.call(kind, within: limit, channel, lines)
    }

    private static func call(
        _ kind: ControlRequest.Kind, within limit: TimeAmount?, _ channel: any Channel,
        _ lines: NIOLoopBound<SessionLines>
    ) async throws -> ArraySlice<UInt8> {
        let loop = channel.eventLoop
        return try await loop.flatSubmit { lines.value.call(kind, within: limit, on: loop) }.get()
    }

    /// Opens a stream of events.
    ///
    /// - Parameters:
    ///   - sequence: the last event that the client knows; `nil` for none.
    ///   - withEarlier: whether the events before the snapshot, as far as they are known, follow it.
    /// - Throws: a ``SessionLinkError``.
    func events(after sequence: Int?, withEarlier: Bool) async throws -> EventStream {
        let (loop, lines) = (channel.eventLoop, lines)
        return try await loop.flatSubmit {
            lines.value.open(after: sequence, withEarlier: withEarlier, on: loop)
        }.get()
    }

    /// Waits until the connection has ended.
    func end() async -> ControlEnding {
        let lines = lines
        // Called on the loop of the channel, which may take no further task.
        let ending = try? await channel.closeFuture.map { lines.value.end }.get()
        return ending ?? .lost
    }

    /// Waits until the connection has ended.
    ///
    /// - Returns: false when it has not after `limit`.
    func ends(within limit: TimeAmount) async -> Bool {
        let promise = channel.eventLoop.makePromise(of: Bool.self)
        channel.closeFuture.whenComplete { _ in promise.succeed(true) }
        let timeout = channel.eventLoop.scheduleTask(in: limit) { promise.succeed(false) }
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
        let (channel, lines) = (channel, lines)
        channel.eventLoop.execute {
            lines.value.finishStreams()
            channel.close(promise: nil)
        }
    }
}
