import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes the connections of clients that are too slow: those that send a request too slowly, or none, and those that do not
/// read an answer. It tells the registry what the others do. Only its event loop uses it.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// A client must send a whole request within this time, however it distributes the bytes.
    private let patience: TimeAmount
    /// A new one must begin with it within this time: others wait for its place.
    private let firstPatience: TimeAmount
    /// How long a client may read nothing of an answer.
    private let readingPatience: TimeAmount
    private let connections: ConnectionRegistry
    private var reading: Scheduled<Void>?
    private var writing: Scheduled<Void>?
    /// Requests that were received completely and are not answered; negative while a request is answered that is still received.
    private var unanswered = 0
    private var isStreaming = false
    private var hasBegun = false

    init(
        patience: TimeAmount, firstPatience: TimeAmount, readingPatience: TimeAmount, _ connections: ConnectionRegistry
    ) {
        (self.patience, self.readingPatience, self.connections) = (patience, readingPatience, connections)
        self.firstPatience = min(firstPatience, patience)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        reading = closing(context, in: firstPatience)
        connections.open(context.channel)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        connections.closed(context.channel)
        reading?.cancel()
        writing?.cancel()
    }

    private func awaitRequest(_ context: ChannelHandlerContext) {
        reading?.cancel()
        reading = closing(context, in: patience)
    }

    private func closing(_ context: ChannelHandlerContext, in time: TimeAmount) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            if !hasBegun { awaitRequest(context) }
            hasBegun = true
            connections.begin(context.channel)
            if Self.expectsPermission(head) {
                context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
            }
        case .body: break
        case .end:
            unanswered += 1
            if unanswered > 0 { reading?.cancel() }
        }
        context.fireChannelRead(data)
    }

    /// Whether the client sends its body only when it is told to.
    private static func expectsPermission(_ head: HTTPRequest) -> Bool {
        head.headerFields[.expect]?.lowercased() == "100-continue"
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head): isStreaming = head.headerFields[.contentType] == MediaTypes.events
        case .body: break
        case .end:
            isStreaming = false
            unanswered -= 1
            if unanswered <= 0 {
                awaitRequest(context)
                connections.finish(context.channel)
            }
        }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        writing?.cancel()
        writing = context.channel.isWritable ? nil : closing(context, in: readingPatience)
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A client of a stream that closes has nothing more to ask, and its place is free at once.
        if isStreaming, case .inputClosed? = event as? ChannelEvent {
            context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }
}

/// The types of bodies.
enum MediaTypes {
    static let json = "application/json"
    static let problem = "application/problem+json"
    static let events = "text/event-stream"
    static let jpeg = "image/jpeg"
    static let text = "text/plain; charset=utf-8"
}
