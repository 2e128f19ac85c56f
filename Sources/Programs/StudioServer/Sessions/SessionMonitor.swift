import FoundationEssentials
import NIOCore
import NIOPosix
import SessionProtocol

/// What a session measures and shows for one client, on a connection of its own: it is measured only while the client is there.
enum SessionMonitor {
    /// How long a session may take to accept the connection, and to show a frame.
    private static let timeout = TimeAmount.seconds(5)

    /// Opens a stream of levels.
    ///
    /// - Returns: the stream, and the connection, which ends with it.
    /// - Throws: a ``SessionLinkError`` or an error of the system.
    static func levels(
        of path: String, perSecond: Double, on group: any EventLoopGroup
    ) async throws -> (stream: EventStream, connection: any Channel) {
        let stream = EventStream()
        _ = stream.send(ByteBuffer(bytes: ServerSentEvent.retry))
        let subscription = ControlSubscription(levels: perSecond)
        let connection = try await open(path, subscription, on: group) { item, context in
            switch item {
            case .levels(let text):
                let chunk = ByteBuffer(bytes: ServerSentEvent.text("levels", text))
                if !stream.send(chunk) { context.close(promise: nil) }
            case .ended(let ending):
                _ = stream.send(ByteBuffer(bytes: ending == .ended ? ServerSentEvent.ended : ServerSentEvent.lost))
                stream.finish()
            case .preview: break
            }
        }
        return (stream, connection)
    }

    /// A JPEG of the newest frame.
    ///
    /// - Throws: a ``SessionLinkError`` or an error of the system; `silent` when no frame was sent.
    static func preview(of path: String, width: Int, on group: any EventLoopGroup) async throws -> [UInt8] {
        // The first one comes with the next frame; no other one is encoded for nobody.
        let preview = ControlSubscription.Preview(width: width, perSecond: 0.1)
        return try await first(of: path, ControlSubscription(preview: preview), within: timeout, on: group.next()) {
            if case .preview(let jpeg) = $0 { jpeg } else { nil }
        }
    }

    /// The peaks of the audio channels in dBFS, of the next 50 ms.
    ///
    /// - Throws: a ``SessionLinkError`` or an error of the system; `silent` when no audio was sent.
    static func peaks(of path: String, on loop: any EventLoop) async throws -> [Double] {
        let levels = try await first(of: path, ControlSubscription(levels: 20), within: levelsTimeout, on: loop) {
            if case .levels(let text) = $0 { Array(text) } else { nil }
        }
        return try JSONDecoder().decode(ControlLevels.self, from: Data(levels)).peak
    }

    /// How long audio may pause until it has no level.
    private static let levelsTimeout = TimeAmount.milliseconds(500)

    /// Subscribes until there is an item that was chosen.
    private static func first<Value: Sendable>(
        of path: String, _ subscription: ControlSubscription, within timeout: TimeAmount, on loop: any EventLoop,
        choose: @escaping @Sendable (MonitorLines.Item) -> Value?
    ) async throws -> Value {
        let promise = loop.makePromise(of: Value.self)
        let connection: any Channel
        do {
            connection = try await open(path, subscription, on: loop) { item, _ in
                if let value = choose(item) { return promise.succeed(value) }
                if case .ended(let ending) = item { promise.fail(SessionLinkError.gone(ending)) }
            }
        } catch {
            promise.fail(error)
            throw error
        }
        let patience = loop.scheduleTask(in: timeout) { promise.fail(SessionLinkError.silent) }
        defer {
            patience.cancel()
            connection.close(promise: nil)
        }
        return try await promise.futureResult.get()
    }

    /// Connects, and subscribes.
    private static func open(
        _ path: String, _ subscription: ControlSubscription, on group: any EventLoopGroup,
        deliver: @escaping @Sendable (MonitorLines.Item, ChannelHandlerContext) -> Void
    ) async throws -> any Channel {
        let loop = group.next()
        let promise = loop.makePromise(of: Void.self)
        let channel: any Channel
        do {
            channel = try await ClientBootstrap(group: loop).connectTimeout(timeout).connect(
                unixDomainSocketPath: path
            ) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let lines = MonitorLines(subscription, promise, deliver)
                    try channel.pipeline.syncOperations.addHandler(lines)
                    return channel
                }
            }
        } catch {
            promise.fail(error)
            throw error
        }
        let patience = loop.scheduleTask(in: timeout) { promise.fail(SessionLinkError.silent) }
        defer { patience.cancel() }
        do {
            try await promise.futureResult.get()
        } catch {
            channel.close(promise: nil)
            throw error
        }
        return channel
    }
}

/// The lines of a session that measures. Only its event loop uses it.
final class MonitorLines: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    enum Item: Sendable {
        case levels(ArraySlice<UInt8>)
        /// A JPEG.
        case preview([UInt8])
        case ended(ControlEnding)
    }

    private let subscription: ControlSubscription
    private let opened: EventLoopPromise<Void>
    private let deliver: (Item, ChannelHandlerContext) -> Void
    private var splitter = LineSplitter(limit: ControlLimit.lineBytes)
    private var hasGoodbye = false

    init(
        _ subscription: ControlSubscription, _ opened: EventLoopPromise<Void>,
        _ deliver: @escaping @Sendable (Item, ChannelHandlerContext) -> Void
    ) {
        (self.subscription, self.opened, self.deliver) = (subscription, opened, deliver)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let items = unwrapInboundIn(data).withUnsafeReadableBytes { splitter.append($0) }
        for case .line(let line) in items { receive(ControlLine(line), context) }
    }

    private func receive(_ line: ControlLine, _ context: ChannelHandlerContext) {
        switch line {
        case .greeting:
            do {
                let request = try ServerJSON.line(ControlRequest(id: 1, .subscribe(subscription)))
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: request)), promise: nil)
            } catch {
                opened.fail(SessionLinkError.failed(ControlError(.invalid, "the number is not finite")))
            }
        case .reply: opened.succeed()
        case .failure(_, let error): opened.fail(SessionLinkError.failed(error))
        case .levels(let text): deliver(.levels(text), context)
        case .preview(let text): if let jpeg = Self.jpeg(text) { deliver(.preview(jpeg), context) }
        case .ended: hasGoodbye = true
        case .event, .missed, .other: break
        }
    }

    private static func jpeg(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard let quoted = JSONText.members(of: text)?["jpeg"] else { return nil }
        return Data(base64Encoded: Data(quoted.dropFirst().dropLast())).map { Array($0) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        let ending: ControlEnding = hasGoodbye ? .ended : .lost
        opened.fail(SessionLinkError.gone(ending))
        deliver(.ended(ending), context)
        context.fireChannelInactive()
    }
}
