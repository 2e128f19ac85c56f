import NIOCore
import SessionProtocol
import StudioCore
import StudioRuntime

/// Why a session did not answer.
enum SessionLinkError: Error {
    case failed(ControlError)
    /// It speaks another version of the control protocol; one line.
    case incompatible(String)
    /// It has not answered in time.
    case silent
    /// So many requests wait that no further one is sent.
    case full
    /// The connection has ended.
    case gone(ControlEnding)
}

extension ControlGreeting {
    /// Why the server does not use this session; `nil` when it does.
    var refusal: SessionLinkError? {
        ControlSpeaker.server.obstacle(with: speaker).map { SessionLinkError.incompatible($0) }
    }
}

/// The lines of one session. Only its event loop uses it.
final class SessionLines: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private typealias Answer = (Result<ArraySlice<UInt8>, SessionLinkError>) -> Void

    private struct Request {
        let answer: Answer
        let timeout: Scheduled<Void>
    }

    /// A client of the events.
    private struct Listener {
        let stream: EventStream
        /// The snapshot that it got contains the events up to this one.
        let sequence: Int
    }

    /// A stream that waits for the snapshot.
    private struct Opening {
        let stream: EventStream
        /// The last event that the client knows, if it wants those after it; `nil` for none.
        let known: Int?
        let promise: EventLoopPromise<EventStream>
    }

    private var splitter = LineSplitter(limit: ControlLimit.lineBytes)
    private var context: ChannelHandlerContext?
    private let greeting: EventLoopPromise<ControlGreeting>
    private var channel: ControlChannel<Request>
    private var history = EventHistory()
    private var openings: [Opening] = []
    private var listeners: [Listener] = []
    private var comment: Scheduled<Void>?

    private static let commentInterval = TimeAmount.seconds(15)

    init(_ greeting: EventLoopPromise<ControlGreeting>, below folder: RestrictedFolder) {
        self.greeting = greeting
        channel = ControlChannel(below: folder.path, limit: ControlLimit.requests)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        scheduleComment(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        comment?.cancel()
    }

    private func scheduleComment(_ context: ChannelHandlerContext) {
        comment = context.eventLoop.assumeIsolated().scheduleTask(in: Self.commentInterval) {
            self.publish(ByteBuffer(bytes: ServerSentEvent.comment), sequence: .max)
            self.scheduleComment(context)
        }
    }

    // MARK: Requests

    /// Sends a request; the future is its reply.
    func call(
        _ kind: ControlRequest.Kind, within limit: TimeAmount?, on loop: any EventLoop
    ) -> EventLoopFuture<ArraySlice<UInt8>> {
        let promise = loop.makePromise(of: ArraySlice<UInt8>.self)
        send(kind, within: limit) { result in promise.completeWith(result.mapError { $0 as any Error }) }
        return promise.futureResult
    }

    private func send(_ kind: ControlRequest.Kind, within limit: TimeAmount? = nil, _ answer: @escaping Answer) {
        guard let context else { return answer(.failure(.gone(channel.ending ?? .lost))) }
        let request: ControlRequest
        do throws(ControlChannel<Request>.Refusal) {
            request = try channel.request(kind)
        } catch {
            switch error {
            case .full: return answer(.failure(.full))
            case .gone(let ending): return answer(.failure(.gone(ending)))
            }
        }
        let line: [UInt8]
        do {
            line = try ServerJSON.line(request)
        } catch {
            return answer(.failure(.failed(ControlError(.invalid, "a number of the command is not finite"))))
        }
        let timeout = context.eventLoop.assumeIsolated().scheduleTask(in: limit ?? TimeAmount(ControlLimit.answer)) {
            self.channel.takeReceiver(request.id)?.answer(.failure(.silent))
            return
        }
        channel.expectAnswer(request.id, for: Request(answer: answer, timeout: timeout))
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: line)), promise: nil)
    }

    private func complete(_ id: Int, _ result: Result<ArraySlice<UInt8>, SessionLinkError>) {
        guard let request = channel.takeReceiver(id) else { return }
        request.timeout.cancel()
        request.answer(result)
    }

    // MARK: Events

    /// Opens a stream: the events after a number, or the snapshot and the events after it.
    ///
    /// - Parameter withEarlier: whether the events before the snapshot that the client does not know follow it.
    func open(after known: Int?, withEarlier: Bool, on loop: any EventLoop) -> EventLoopFuture<EventStream> {
        let stream = EventStream()
        _ = stream.send(ByteBuffer(bytes: ServerSentEvent.retry))
        if channel.ending == nil, let known, let events = history.events(after: known) {
            for event in events { _ = stream.send(Self.text(event)) }
            listeners.append(Listener(stream: stream, sequence: history.last ?? known))
            return loop.makeSucceededFuture(stream)
        }
        let opening = Opening(
            stream: stream, known: withEarlier ? known ?? 0 : nil, promise: loop.makePromise(of: EventStream.self))
        openings.append(opening)
        // Streams that are opened together share a snapshot.
        if openings.count == 1 {
            send(.snapshot) { [weak self] result in
                guard let self else { return opening.promise.fail(SessionLinkError.gone(.lost)) }
                complete(openings, result)
            }
        }
        return opening.promise.futureResult
    }

    private func complete(_ openings: [Opening], _ result: Result<ArraySlice<UInt8>, SessionLinkError>) {
        self.openings = []
        switch result {
        case .success(let reply):
            let (sequence, text) = SessionState.parts(of: reply)
            let snapshot = ByteBuffer(bytes: ServerSentEvent.text("snapshot", id: sequence, text))
            for opening in openings {
                _ = opening.stream.send(snapshot)
                if let known = opening.known { sendEarlier(after: known, upTo: sequence, to: opening.stream) }
                listeners.append(Listener(stream: opening.stream, sequence: sequence))
                opening.promise.succeed(opening.stream)
            }
        case .failure(let error): for opening in openings { opening.promise.fail(error) }
        }
    }

    private func sendEarlier(after known: Int, upTo last: Int, to stream: EventStream) {
        guard known < last else { return }
        let now = NIODeadline.now()
        for event in history.latest(in: max(0, known) + 1...last) {
            let age = Double((now - event.arrival).nanoseconds / 1_000_000) / 1000
            let text = Array("{\"event\":".utf8) + event.text + Array(",\"secondsAgo\":\(age)}".utf8)
            _ = stream.send(ByteBuffer(bytes: ServerSentEvent.text("earlier", text)))
        }
    }

    private static func text(_ event: EventHistory.Event) -> ByteBuffer {
        ByteBuffer(bytes: ServerSentEvent.text("event", id: event.sequence, event.text))
    }

    private func publish(_ chunk: ByteBuffer, sequence: Int) {
        listeners.removeAll { $0.sequence < sequence && !$0.stream.send(chunk) }
    }

    /// Ends all streams.
    func finishStreams() {
        for listener in listeners { listener.stream.finish() }
        listeners = []
    }

    // MARK: Lines

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let items = unwrapInboundIn(data).withUnsafeReadableBytes { splitter.append($0) }
        for case .line(let line) in items { receive(ControlLine(line)) }
    }

    private func receive(_ line: ControlLine) {
        switch line {
        case .greeting(let greeting):
            if let refusal = greeting.refusal { self.greeting.fail(refusal) } else { self.greeting.succeed(greeting) }
        case .reply(let id, let reply): complete(id, .success(reply))
        case .failure(let id?, let error): complete(id, .failure(.failed(error)))
        // The session accepts no connection, and closes it.
        case .failure(nil, let error): greeting.fail(SessionLinkError.failed(error))
        case .event(let sequence, let text, let secondsAgo):
            let arrival = NIODeadline.now() - .milliseconds(Int64(min(max(0, secondsAgo), 1e9) * 1000))
            let event = EventHistory.Event(sequence: sequence, text: text, arrival: arrival)
            history.append(event)
            if !listeners.isEmpty { publish(Self.text(event), sequence: sequence) }
        case .missed(let count): publish(ByteBuffer(bytes: ServerSentEvent.text("missed", count)), sequence: .max)
        case .ended: channel.noteGoodbye()
        // This connection has not subscribed to them.
        case .levels, .preview, .other: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        let (ending, requests) = channel.end()
        greeting.fail(SessionLinkError.gone(ending))
        for request in requests {
            request.timeout.cancel()
            request.answer(.failure(.gone(ending)))
        }
        publish(ByteBuffer(bytes: ending == .ended ? ServerSentEvent.ended : ServerSentEvent.lost), sequence: .max)
        finishStreams()
        context.fireChannelInactive()
    }

    /// How the connection ended; `nil` before.
    var end: ControlEnding? { channel.ending }
}

extension TimeAmount {
    /// A time of the protocol.
    init(_ time: MediaTime) { self = .nanoseconds(time.nanoseconds) }
}
