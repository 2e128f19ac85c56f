import FoundationEssentials
import Logging
import NIOCore
import NIOPosix
import OBSWebSocket
import SessionProtocol
import StudioEngine
import StudioRuntime

/// The connection of obs-websocket to the control socket of the session. Only its event loop uses it.
///
/// Whoever asks is answered later, never before the call returns.
final class SessionBridge: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What the session reports, in order.
    enum Report: Sendable {
        case event(SessionEvent)
        case missedEvents
        case levels(ControlLevels)
        /// Nothing follows.
        case ended
    }

    typealias Reply = (Result<SessionReply, ControlError>) -> Void
    typealias ImageReply = (Result<[UInt8], ControlError>) -> Void
    private typealias Answer = (Result<ArraySlice<UInt8>, ControlError>) -> Void

    private struct Request {
        let answer: Answer
        let timeout: Scheduled<Void>
    }

    /// How long a session may take to say who it is.
    private static let greetingTime = TimeAmount(ControlLimit.greeting)
    /// Levels per second.
    private static let levelRate = 20.0
    /// How many images wait for the one that is taken.
    private static let mostCaptures = 64

    private let path: String
    /// The folder outside of which commands use no file.
    private let folder: RestrictedFolder
    private let logger: Logger
    private let loop: any EventLoop
    private let opened: EventLoopPromise<Void>
    private var greeting: ControlGreeting?
    private var context: ChannelHandlerContext?
    private var splitter = LineSplitter(limit: ControlLimit.lineBytes)
    private var channel: ControlChannel<Request>
    private var report: (Report) -> Void = { _ in }
    private var captures: [(capture: Capture, reply: ImageReply)] = []
    private var isCapturing = false
    private var hasEnded = false

    private init(
        _ path: String, below folder: RestrictedFolder, logger: Logger, on loop: any EventLoop,
        _ opened: EventLoopPromise<Void>
    ) {
        (self.path, self.folder, self.logger, self.loop, self.opened) = (path, folder, logger, loop, opened)
        channel = ControlChannel(below: folder.path)
    }

    /// Connects to the session and follows its events.
    ///
    /// - Throws: an error of the system when nobody listens, or a ``SessionLinkError``.
    static func open(
        _ path: String, below folder: RestrictedFolder, logger: Logger, on loop: any EventLoop
    ) async throws -> NIOLoopBound<SessionBridge> {
        let opened = loop.makePromise(of: Void.self)
        let connection: (any Channel, NIOLoopBound<SessionBridge>)
        do {
            connection = try await ClientBootstrap(group: loop).connectTimeout(greetingTime).connect(
                unixDomainSocketPath: path
            ) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let bridge = SessionBridge(path, below: folder, logger: logger, on: channel.eventLoop, opened)
                    try channel.pipeline.syncOperations.addHandler(bridge)
                    return (channel, NIOLoopBound(bridge, eventLoop: channel.eventLoop))
                }
            }
        } catch {
            opened.fail(error)
            throw error
        }
        let (channel, bridge) = connection
        let patience = loop.scheduleTask(in: greetingTime) { opened.fail(SessionLinkError.silent) }
        defer { patience.cancel() }
        do {
            try await opened.futureResult.get()
        } catch {
            channel.close(promise: nil)
            throw error
        }
        return bridge
    }

    /// The process of the session.
    var process: Int32 { greeting?.pid ?? 0 }

    /// Receives the reports from now on.
    func onReport(_ report: @escaping (Report) -> Void) {
        self.report = report
        // It may have ended meanwhile.
        if hasEnded { later { self.report(.ended) } }
    }

    func close() {
        report = { _ in }
        context?.close(promise: nil)
    }

    // MARK: Requests

    /// Performs a command. The session rejects what clients must not do.
    func perform(_ command: SessionCommand, reply: @escaping Reply) {
        send(.command(command)) { [weak self] result in
            reply(result.flatMap { text in self?.decoded(SessionReply.self, text) ?? .failure(Self.gone) })
        }
    }

    /// Reads the snapshot. Without a reply, the session is gone.
    func snapshot(reply: @escaping (SessionSnapshot) -> Void) {
        send(.snapshot) { [weak self] result in
            guard case .success(let text) = result, let snapshot = JSONText.members(of: text)?["snapshot"],
                case .success(let value)? = self?.decoded(SessionSnapshot.self, snapshot)
            else { return }
            reply(value)
        }
    }

    /// Subscribes to levels, or not any more.
    func measureLevels(_ isOn: Bool) {
        send(.subscribe(ControlSubscription(events: true, levels: isOn ? Self.levelRate : 0))) { [logger] result in
            // A session that has ended has none.
            guard case .failure(let error) = result, error != Self.gone else { return }
            logger.error("obs-websocket has no levels: \(error)")
        }
    }

    /// A value of the session; a failure when it is of another version of psstudio.
    private func decoded<Value: Decodable>(
        _: Value.Type, _ text: ArraySlice<UInt8>
    ) -> Result<Value, ControlError> {
        do {
            return .success(try JSONDecoder().decode(Value.self, from: Data(text)))
        } catch {
            logger.error(
                "obs-websocket cannot read an answer of the session, which may be of another version: \(error)")
            return .failure(ControlError(.unsupportedHere, "the session has given an answer of another version"))
        }
    }

    private static let gone = ControlError(.rejected, "the session has ended")
    private static let silent = ControlError(
        .busy, "the session has not answered in time; the command may be performed later")

    private func send(_ kind: ControlRequest.Kind, _ answer: @escaping Answer) {
        guard let context, let request = try? channel.request(kind) else {
            return later { answer(.failure(Self.gone)) }
        }
        let line: [UInt8]
        do {
            line = try ServerJSON.line(request)
        } catch {
            return later { answer(.failure(ControlError(.invalid, "a number of the command is not finite"))) }
        }
        let timeout = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(ControlLimit.answer)) {
            self.complete(request.id, .failure(Self.silent))
        }
        channel.expectAnswer(request.id, for: Request(answer: answer, timeout: timeout))
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: line)), promise: nil)
    }

    private func complete(_ id: Int, _ result: Result<ArraySlice<UInt8>, ControlError>) {
        guard let request = channel.takeReceiver(id) else { return }
        request.timeout.cancel()
        request.answer(result)
    }

    private func later(_ body: @escaping () -> Void) { loop.assumeIsolated().execute(body) }

    // MARK: Images and files

    /// Takes an image of the program. Images are taken one after the other, each on a connection of its own.
    func capture(_ capture: Capture, reply: @escaping ImageReply) {
        guard captures.count < Self.mostCaptures else {
            return later { reply(.failure(ControlError(.busy, "\(Self.mostCaptures) images wait; try again later"))) }
        }
        captures.append((capture, reply))
        captureNext()
    }

    private func captureNext() {
        guard !isCapturing, !captures.isEmpty else { return }
        isCapturing = true
        let next = captures.removeFirst()
        // The session takes even widths only.
        let (path, width, loop) = (path, next.capture.width & ~1, loop)
        let image = loop.makeFutureWithTask { await Self.image(of: path, width: width, on: loop) }
        image.assumeIsolated().whenSuccess { [self] result in
            isCapturing = false
            next.reply(result)
            captureNext()
        }
    }

    private static func image(
        of path: String, width: Int, on loop: any EventLoop
    ) async -> Result<[UInt8], ControlError> {
        do {
            return .success(try await SessionMonitor.preview(of: path, width: width, on: loop))
        } catch {
            guard let error = error as? SessionLinkError else { return .failure(gone) }
            switch error {
            case .failed(let error): return .failure(error)
            case .silent: return .failure(ControlError(.rejected, "no frame was sent"))
            case .incompatible(let obstacle): return .failure(ControlError(.unsupportedHere, obstacle))
            case .full, .gone: return .failure(gone)
            }
        }
    }

    /// Creates a file below the folder.
    func save(_ bytes: [UInt8], at path: String, reply: @escaping (ControlError?) -> Void) {
        let folder = folder
        // A disk may be slow.
        let result = NIOThreadPool.singleton.runIfActive(eventLoop: loop) { NewFile.create(path, below: folder, bytes) }
        result.assumeIsolated().whenComplete { result in
            switch result {
            case .success(let error): reply(error)
            case .failure: reply(ControlError(.rejected, "the server ends"))
            }
        }
    }

    // MARK: Lines

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let items = unwrapInboundIn(data).withUnsafeReadableBytes { splitter.append($0) }
        for case .line(let line) in items { receive(ControlLine(line)) }
    }

    private func receive(_ line: ControlLine) {
        switch line {
        case .greeting(let greeting):
            if let refusal = greeting.refusal { return opened.fail(refusal) }
            self.greeting = greeting
            send(.subscribe(ControlSubscription(events: true))) { [opened] result in
                opened.completeWith(result.map { _ in }.mapError { SessionLinkError.failed($0) as any Error })
            }
        case .reply(let id, let reply): complete(id, .success(reply))
        case .failure(let id?, let error): complete(id, .failure(error))
        // The session accepts no connection, and closes it.
        case .failure(nil, let error): opened.fail(SessionLinkError.failed(error))
        case .event(_, let text, _):
            // What an event of another version has changed, the snapshot tells.
            let event = try? JSONDecoder().decode(SessionEvent.self, from: Data(text))
            report(event.map { .event($0) } ?? .missedEvents)
        case .missed(let text):
            let counts = JSONText.members(of: text)
            if JSONText.integer(counts?["events"]) != 0 { report(.missedEvents) }
        case .levels(let text):
            guard let levels = try? JSONDecoder().decode(ControlLevels.self, from: Data(text)) else { return }
            report(.levels(levels))
        case .ended, .preview, .other: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        hasEnded = true
        self.context = nil
        opened.fail(SessionLinkError.gone(.lost))
        for request in channel.end().receivers {
            request.timeout.cancel()
            request.answer(.failure(Self.gone))
        }
        report(.ended)
        context.fireChannelInactive()
    }
}
