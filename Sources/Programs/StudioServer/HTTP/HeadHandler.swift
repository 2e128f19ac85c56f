import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// What the library leaves out of HTTP/1: a request of HTTP/1.0 is answered as such, and a head that is too large by 431. Only the event
/// loop of its connection uses it.
final class HeadHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The versions of the requests that are not answered completely, in order.
    private var versions: [HTTPVersion] = []
    /// Whether a head was too large: nothing more is read.
    private var hasFailed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        versions.append(head.version)
        guard Self.isOld(head.version) else { return context.fireChannelRead(data) }
        // The end of the connection is the end of the answer. There is no 100 in HTTP/1.0.
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        head.headers.remove(name: "Expect")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private static func isOld(_ version: HTTPVersion) -> Bool { version.major == 1 && version.minor == 0 }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            guard let version = versions.first, Self.isOld(version) else {
                return context.write(data, promise: promise)
            }
            // Without the chunks of HTTP/1.1.
            head.version = version
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            if !versions.isEmpty { versions.removeFirst() }
            context.write(data, promise: promise)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The rest of the head arrives nevertheless.
        guard !hasFailed else { return }
        // Behind the answers to earlier requests, the connection ends as after any other error.
        guard versions.isEmpty, let error = error as? HTTPParserError, error == .headerOverflow else {
            return context.fireErrorCaught(error)
        }
        hasFailed = true
        let problem = Problem(
            .headTooLarge,
            "the target or a field has more than 16 KiB, all together 32 KiB, or there are more than 100 fields")
        let body = problem.body
        let headers: HTTPHeaders = [
            "Content-Type": MediaTypes.problem, "Content-Length": "\(body.count)", "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff", "Connection": "close",
        ]
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: problem.status), headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        // The client may still send: closing at once would take the answer from it.
        context.close(mode: .output, promise: nil)
    }

    /// Puts the handler in front of the one that converts requests to the types of the library. It is added behind that one.
    final class Installation: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = Never

        func handlerAdded(context: ChannelHandlerContext) {
            let pipeline = context.pipeline.syncOperations
            do {
                let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
                try pipeline.addHandler(HeadHandler(), position: .before(codec))
            } catch {
                // Without it, HTTP/1.0 is answered as HTTP/1.1.
                assertionFailure("\(error)")
            }
        }
    }
}
