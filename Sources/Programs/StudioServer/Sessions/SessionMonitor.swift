import NIOCore
import SessionClient
import SessionProtocol

/// What a session measures and shows for one client, on a connection of its own: it is measured only while the client is there.
enum SessionMonitor {
    /// How long a session may take to accept the connection, and to show a frame.
    private static let timeout = TimeAmount.seconds(5)

    /// Opens a stream of levels.
    ///
    /// - Returns: the stream, and the connection, which ends with it.
    /// - Throws: a `SessionClientError` or an error of the system.
    static func levels(
        of path: String, perSecond: Double, on group: any EventLoopGroup
    ) async throws -> (stream: EventStream, connection: any Channel) {
        let stream = EventStream()
        _ = stream.send(ByteBuffer(bytes: ServerSentEvent.retry))
        let connection = try await SessionConnection(
            path, ControlSubscription(levels: perSecond), within: timeout, on: group.next()
        ) { message, client in
            switch message {
            case .levels(let text):
                if !stream.send(ByteBuffer(bytes: ServerSentEvent.text("levels", text.bytes))) { client.close() }
            case .ended(let ending):
                _ = stream.send(ByteBuffer(bytes: ServerSentEvent.end(ending)))
                stream.finish()
            case .event, .preview, .missed, .other: break
            }
        }
        return (stream, connection.channel)
    }

    /// An image of the newest frame.
    ///
    /// - Throws: a `SessionClientError` or an error of the system; `silent` when no frame was sent, `incompatible` when the session
    ///   makes no images of this format.
    static func image(
        of path: String, width: Int, format: PreviewFormat = .jpeg, quality: Int? = nil, on group: any EventLoopGroup
    ) async throws -> [UInt8] {
        // The first one comes with the next frame; no other one is encoded for nobody.
        let preview = ControlSubscription.Preview(width: width, perSecond: 0.1, format: format, quality: quality)
        let image = try await first(of: path, ControlSubscription(preview: preview), within: timeout, on: group.next())
        {
            if case .preview(let preview) = $0 { try? preview.decoded() } else { nil }
        }
        // Sessions of earlier versions make JPEG files only.
        guard image.format == format else {
            throw SessionClientError.incompatible("the session is of an earlier version; it makes no \(format) images")
        }
        return Array(image.image)
    }

    /// The peaks of the audio channels in dBFS, of the next 50 ms.
    ///
    /// - Throws: a `SessionClientError` or an error of the system; `silent` when no audio was sent.
    static func peaks(of path: String, on loop: any EventLoop) async throws -> [Double] {
        let levels = try await first(of: path, ControlSubscription(levels: 20), within: levelsTimeout, on: loop) {
            if case .levels(let levels) = $0 { levels } else { nil }
        }
        return try levels.decoded().peak
    }

    /// How long audio may pause until it has no level.
    private static let levelsTimeout = TimeAmount.milliseconds(500)

    /// Subscribes until there is a message that was chosen.
    private static func first<Value: Sendable>(
        of path: String, _ subscription: ControlSubscription, within limit: TimeAmount, on loop: any EventLoop,
        choose: @escaping @Sendable (SessionMessage) -> Value?
    ) async throws -> Value {
        let promise = loop.makePromise(of: Value.self)
        let connection: SessionConnection
        do {
            connection = try await SessionConnection(path, subscription, within: timeout, on: loop) { message, _ in
                if let value = choose(message) { return promise.succeed(value) }
                if case .ended(let ending) = message { promise.fail(SessionClientError.gone(ending)) }
            }
        } catch {
            promise.fail(error)
            throw error
        }
        let patience = loop.scheduleTask(in: limit) { promise.fail(SessionClientError.silent) }
        defer {
            patience.cancel()
            connection.channel.close(promise: nil)
        }
        return try await promise.futureResult.get()
    }
}
