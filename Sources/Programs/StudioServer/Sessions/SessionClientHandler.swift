import NIOCore
import NIOPosix
import SessionClient
import SessionProtocol
import StudioCore
import StudioRuntime

/// Carries the protocol of a client on an event loop. Only that loop uses it.
final class SessionClientHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Receives the JSON of a reply.
    typealias Answer = (Result<ArraySlice<UInt8>, SessionClientError>) -> Void
    /// Receives what the session sends without a request, and the end.
    typealias Receiver = (SessionMessage, SessionClientHandler) -> Void

    private struct Request {
        let answer: Answer
        let timeout: Scheduled<Void>
    }

    var receiver: Receiver
    private let loop: any EventLoop
    private let greeting: EventLoopPromise<ControlGreeting>
    private var context: ChannelHandlerContext?
    private var splitter = LineSplitter(limit: ControlLimit.lineBytes)
    private var machine: SessionClientStateMachine<Request>

    init(on loop: any EventLoop, below folder: RestrictedFolder?, limit: Int, _ receiver: @escaping Receiver) {
        (self.loop, self.receiver, greeting) = (loop, receiver, loop.makePromise())
        machine = SessionClientStateMachine(.server, below: folder?.path, limit: limit)
    }

    /// How the connection ended; `nil` before.
    var ending: ControlEnding? { machine.ending }
    /// What the session has said last; `nil` before.
    var goodbye: ArraySlice<UInt8>? { machine.goodbye }

    /// Waits until the session has said who it is, and subscribes.
    ///
    /// - Parameter limit: how long both may take together.
    func open(_ subscription: ControlSubscription, within limit: TimeAmount) -> EventLoopFuture<ControlGreeting> {
        let deadline = NIODeadline.now() + limit
        let patience = loop.assumeIsolated().scheduleTask(deadline: deadline) {
            self.greeting.fail(SessionClientError.silent)
        }
        let greeted = greeting.futureResult.assumeIsolated()
        greeted.whenComplete { _ in patience.cancel() }
        return greeted.flatMap { greeting in
            self.call(.subscribe(subscription), within: deadline - .now()).map { _ in greeting }
        }.nonisolated()
    }

    func close() { context?.close(promise: nil) }

    /// Sends a request. The answer comes later, never before the call returns.
    ///
    /// - Parameter origin: who has given a command.
    func send(
        _ kind: ControlRequest.Kind, origin: CommandOrigin? = nil,
        within limit: TimeAmount = TimeAmount(ControlLimit.answer),
        _ answer: @escaping Answer
    ) {
        do throws(SessionClientError) {
            guard let context else { throw .gone(ending ?? .lost) }
            let line = try machine.request(kind, origin: origin) { id in
                let timeout = loop.assumeIsolated().scheduleTask(in: limit) {
                    self.machine.giveUp(id)?.answer(.failure(.silent))
                    return
                }
                return Request(answer: answer, timeout: timeout)
            }
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: line)), promise: nil)
        } catch {
            loop.assumeIsolated().execute { answer(.failure(error)) }
        }
    }

    /// Sends a request; the future is its reply.
    func call(
        _ kind: ControlRequest.Kind, origin: CommandOrigin? = nil, within limit: TimeAmount
    ) -> EventLoopFuture<ArraySlice<UInt8>> {
        let promise = loop.makePromise(of: ArraySlice<UInt8>.self)
        send(kind, origin: origin, within: limit) { result in promise.completeWith(result.mapError { $0 as any Error })
        }
        return promise.futureResult
    }

    // MARK: The channel

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        // Nobody listens.
        greeting.fail(SessionClientError.gone(.lost))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let items = unwrapInboundIn(data).withUnsafeReadableBytes { splitter.append($0) }
        for case .line(let line) in items {
            switch machine.receive(line) {
            case .greeted(let greeting)?: self.greeting.succeed(greeting)
            case .refused(let error)?: greeting.fail(error)
            case .answered(let request, let result)?:
                request.timeout.cancel()
                request.answer(result)
            case .message(let message)?: receiver(message, self)
            case nil: break
            }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.context = nil
        let (ending, requests) = machine.end()
        greeting.fail(SessionClientError.gone(ending))
        for request in requests {
            request.timeout.cancel()
            request.answer(.failure(.gone(ending)))
        }
        receiver(.ended(ending), self)
        context.fireChannelInactive()
    }
}

/// A connection to a session that has said who it is.
struct SessionConnection: Sendable {
    let greeting: ControlGreeting
    let channel: any Channel
    let client: NIOLoopBound<SessionClientHandler>

    /// Connects, and subscribes.
    ///
    /// - Parameters:
    ///   - folder: the folder outside of which commands use no file; `nil` for no limit.
    ///   - requests: how many requests may wait.
    ///   - limit: how long the session may take to say who it is, and to answer. A session that is stopped does neither.
    ///   - receiver: called on the loop.
    /// - Throws: an error of the system when nobody listens, or a `SessionClientError`.
    init(
        _ path: String, below folder: RestrictedFolder? = nil, requests: Int = .max,
        _ subscription: ControlSubscription, within limit: TimeAmount = TimeAmount(ControlLimit.greeting),
        on loop: any EventLoop, receiver: @escaping @Sendable (SessionMessage, SessionClientHandler) -> Void
    ) async throws {
        (channel, client) = try await ClientBootstrap(group: loop).connectTimeout(limit).connect(
            unixDomainSocketPath: path
        ) { channel in
            channel.eventLoop.makeCompletedFuture {
                let client = SessionClientHandler(on: channel.eventLoop, below: folder, limit: requests, receiver)
                try channel.pipeline.syncOperations.addHandler(client)
                return (channel, NIOLoopBound(client, eventLoop: channel.eventLoop))
            }
        }
        let client = client
        do {
            greeting = try await loop.flatSubmit { client.value.open(subscription, within: limit) }.get()
        } catch {
            channel.close(promise: nil)
            throw error
        }
    }

    /// Sends a request.
    ///
    /// - Returns: the JSON of the reply.
    /// - Throws: a `SessionClientError`.
    func call(
        _ kind: ControlRequest.Kind, origin: CommandOrigin? = nil,
        within limit: TimeAmount = TimeAmount(ControlLimit.answer)
    ) async throws -> ArraySlice<UInt8> {
        let client = client
        return try await channel.eventLoop.flatSubmit { client.value.call(kind, origin: origin, within: limit) }.get()
    }
}

extension TimeAmount {
    /// A time of the protocol.
    init(_ time: MediaTime) { self = .nanoseconds(time.nanoseconds) }
}
