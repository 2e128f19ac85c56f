import NIOCore
import NIOHTTP1
import NIOWebSocket
import OBSWebSocket

/// The frames of a connection.
final class OBSConnectionHandler: ChannelInboundHandler, ChannelOutboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// A client for which so many bytes wait reads too slowly.
    private static let mostBytes = 8 << 20

    private let id: ConnectionID
    private let owner: OBSOwner
    private var pending = 0
    /// Whether a frame broke the protocol. Everything behind it is skipped.
    private var isBroken = false

    init(_ id: ConnectionID, of owner: OBSOwner) {
        (self.id, self.owner) = (id, owner)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard !isBroken || frame.opcode == .connectionClose else { return }
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
            let code = bytes.readSlice(length: min(2, bytes.readableBytes)) ?? ByteBuffer()
            let channel = context.channel
            send(code, context).whenComplete { _ in channel.close(promise: nil) }
        default: break
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let count = unwrapOutboundIn(data).data.readableBytes
        pending += count
        let written = promise ?? context.eventLoop.makePromise(of: Void.self)
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        written.futureResult.whenComplete { _ in handler.value.pending -= count }
        context.write(data, promise: written)
        if pending > Self.mostBytes { owner.overflowed(id) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        owner.closed(id)
        context.fireChannelInactive()
    }

    /// A frame that breaks WebSocket, or is too long. What follows is read and skipped for a moment, because a client that still
    /// sends would not see why it is closed.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isBroken else { return }
        isBroken = true
        let wasOpen = owner.isOpen(id)
        owner.closed(id)
        guard wasOpen else { return }
        let isLong =
            error as? NIOWebSocketError == .invalidFrameLength
            || error as? NIOWebSocketFrameAggregator.Error == .accumulatedFrameSizeIsTooLarge
        var code = context.channel.allocator.buffer(capacity: 2)
        code.write(webSocketErrorCode: isLong ? .messageTooLarge : .protocolError)
        send(code, context).whenComplete { _ in }
        let channel = context.channel
        context.eventLoop.scheduleTask(in: OBSOwner.closingTime) { channel.close(promise: nil) }
    }

    /// Sends a close frame.
    private func send(_ code: ByteBuffer, _ context: ChannelHandlerContext) -> EventLoopFuture<Void> {
        context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: code)))
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
        case .head(let head): status = Self.status(of: rules.denial(of: head))
        case .body: break
        case .end: answer(context)
        }
    }

    private static func status(of denial: AccessRules.Denial?) -> HTTPResponseStatus {
        switch denial {
        case nil: .upgradeRequired
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
