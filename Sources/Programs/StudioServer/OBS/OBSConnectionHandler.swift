import NIOCore
import NIOHTTP1
import NIOWebSocket
import OBSWebSocket
import ServerAccess

/// The frames of a connection.
final class OBSConnectionHandler: ChannelInboundHandler, ChannelOutboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// A client for which so many bytes wait behind the message that is written reads too slowly.
    private static let maximumBytes = 8 << 20

    private let id: ConnectionID
    private let owner: OBSOwner
    /// The bytes of the messages that wait, in their order.
    private var pending = CircularBuffer<Int>()
    private var pendingBytes = 0
    /// Whether a frame broke the protocol. Everything behind it is skipped.
    private var isBroken = false
    /// Frames that were read while the client had too many requests.
    private var held = CircularBuffer<WebSocketFrame>()
    private var context: ChannelHandlerContext?

    /// Whether its messages are held, because too many of its requests are not answered.
    var isPaused = false {
        didSet {
            guard !isPaused, !held.isEmpty, let context else { return }
            // What is performed now comes first.
            context.eventLoop.assumeIsolated().execute { [self] in deliver() }
        }
    }

    init(_ id: ConnectionID, of owner: OBSOwner) {
        (self.id, self.owner) = (id, owner)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard !isBroken || frame.opcode == .connectionClose else { return }
        guard isPaused || !held.isEmpty, owner.isOpen(id) else { return receive(frame, context) }
        held.append(frame)
    }

    /// Goes on with what was held.
    private func deliver() {
        while !isPaused, let context, let frame = held.popFirst() { receive(frame, context) }
    }

    /// The client is gone: what it had sent is performed.
    private func deliverAll() {
        while let frame = held.popFirst() {
            switch frame.opcode {
            case .text: owner.received(id, .text(Array(buffer: frame.unmaskedData)))
            case .binary: owner.received(id, .binary(Array(buffer: frame.unmaskedData)))
            default: break
            }
        }
    }

    private func receive(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
        var bytes = frame.unmaskedData
        switch frame.opcode {
        case .text: owner.received(id, .text(Array(buffer: bytes)))
        case .binary: owner.received(id, .binary(Array(buffer: bytes)))
        case .ping:
            context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: bytes)), promise: nil)
        case .connectionClose:
            // It may be the answer to that of the server.
            guard owner.isOpen(id) else { return context.close(promise: nil) }
            owner.closed(id)
            // The answer repeats the code.
            let channel = context.channel
            send(Self.answer(to: &bytes), context).whenComplete { _ in channel.close(promise: nil) }
        default: break
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let count = unwrapOutboundIn(data).data.readableBytes
        pending.append(count)
        pendingBytes += count
        let written = promise ?? context.eventLoop.makePromise(of: Void.self)
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        written.futureResult.whenComplete { _ in handler.value.pendingBytes -= handler.value.pending.popFirst() ?? 0 }
        context.write(data, promise: written)
        // A long answer alone does not make a slow reader.
        if pendingBytes - (pending.first ?? 0) > Self.maximumBytes { owner.overflowed(id) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        deliverAll()
        owner.closed(id)
        context.fireChannelInactive()
    }

    /// A frame that breaks WebSocket, or is too long. What follows is read and skipped for a moment, because a client that still
    /// sends would not see why it is closed.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isBroken else { return }
        isBroken = true
        deliverAll()
        let wasOpen = owner.isOpen(id)
        owner.closed(id)
        guard wasOpen else { return }
        let isLong =
            error as? NIOWebSocketError == .invalidFrameLength
            || error as? NIOWebSocketFrameAggregator.Error == .accumulatedFrameSizeIsTooLarge
        send((isLong ? Closing.tooLong : .brokenFrame).data, context).whenComplete { _ in }
        let channel = context.channel
        context.eventLoop.scheduleTask(in: OBSOwner.closingTime) { channel.close(promise: nil) }
    }

    /// Sends a close frame.
    private func send(_ data: ByteBuffer, _ context: ChannelHandlerContext) -> EventLoopFuture<Void> {
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)))
    }

    /// The data of the close frame that answers one with these data.
    private static func answer(to data: inout ByteBuffer) -> ByteBuffer {
        guard data.readableBytes > 0 else { return ByteBuffer() }
        switch data.readInteger(as: UInt16.self) {
        case .some(let code)
        where (1000...1003).contains(code) || (1007...1014).contains(code) || code / 1000 == 3
            || code / 1000 == 4:
            return ByteBuffer(integer: code)
        // No end of a connection has the others.
        default: return Closing.brokenFrame.data
        }
    }
}

extension Closing {
    /// The data of a close frame.
    var data: ByteBuffer {
        var buffer = ByteBuffer(integer: code.rawValue)
        buffer.writeString(reason)
        return buffer
    }
}

/// Finds frames that RFC 6455 does not allow clients, and that NIO does not refuse: unmasked ones, and those with reserved bits
/// or opcodes.
final class OBSFrameCheck: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame

    struct BrokenFrame: Error {}

    private static let opcodes: Set<WebSocketOpcode> = [
        .continuation, .text, .binary, .connectionClose, .ping, .pong,
    ]

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        let isPlain = !frame.rsv1 && !frame.rsv2 && !frame.rsv3 && Self.opcodes.contains(frame.opcode)
        guard isPlain, frame.maskKey != nil else { return context.fireErrorCaught(BrokenFrame()) }
        context.fireChannelRead(data)
    }
}

/// Answers requests that are no handshake, or come from somewhere else.
final class OBSRejection: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let rules: AccessRules
    private var status = HTTPResponseStatus.upgradeRequired

    init(_ rules: AccessRules) { self.rules = rules }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): status = Self.status(of: head, rules)
        case .body: break
        case .end: answer(context)
        }
    }

    /// The status for a request that is no handshake; `upgradeRequired` if nothing else is wrong with it.
    static func status(of head: HTTPRequestHead, _ rules: AccessRules) -> HTTPResponseStatus {
        switch rules.denial(of: head) {
        case nil where head.version.major != 1 || head.version.minor < 1: .httpVersionNotSupported
        case nil: head.method == .GET ? .upgradeRequired : .methodNotAllowed
        case .invalidHost?: .badRequest
        case .foreignHost?: .misdirectedRequest
        case .foreignOrigin?: .forbidden
        }
    }

    private func answer(_ context: ChannelHandlerContext) {
        let head = HTTPResponseHead(
            version: .http1_1, status: status,
            headers: ["Upgrade": "websocket", "Connection": "close", "Content-Length": "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }
}

extension AccessRules {
    /// As for HTTP: every connection begins with a request.
    func denial(of head: HTTPRequestHead) -> Denial? {
        let hosts = head.headers["host"]
        return denial(host: hosts.count == 1 ? hosts.first : nil, origins: head.headers["origin"])
    }
}
