import Logging
import NIOCore
import NIOHTTP1
import NIOWebSocket
import OBSWebSocket
import ServerAccess
import StudioCore
import StudioRuntime

/// The state machine of obs-websocket and its connections. Only its event loop uses it.
final class OBSOwner {
    /// How long the handshake of a client may take.
    private static let patience = MediaTime.seconds(5)
    /// How long nothing is accepted when there are no descriptors.
    private static let acceptPause = TimeAmount.milliseconds(100)
    /// How long a client may take to answer a close frame with its own.
    static let closingTime = TimeAmount.seconds(1)
    private static let usageInterval = TimeAmount.seconds(1)

    private let bridge: SessionBridge
    private let rules: AccessRules
    private let logger: Logger
    private let loop: any EventLoop
    private var server: OBSServerStateMachine
    private var session: SessionFacts
    private var failures = FailureLog()
    private var losses = FailureLog(of: "connection", "closed")
    /// All connections, also those before their handshake.
    private var sockets: [ObjectIdentifier: any Channel] = [:]
    private var places: ConnectionPlaces<ObjectIdentifier>
    private var channels: [ConnectionID: any Channel] = [:] {
        didSet { clients.set(channels.count) }
    }
    private let clients: OBSClientCount
    private var lastConnection = 0
    private var wake: Scheduled<Void>?
    private var wakeTime: MediaTime?
    private var measuring: RepeatedTask?
    private let start = NIODeadline.now()
    let ending: EventLoopPromise<OBSListener.Ending>

    init(
        _ bridge: SessionBridge, _ options: OBSOptions, _ rules: AccessRules, logger: Logger, on loop: any EventLoop
    ) {
        (self.bridge, self.rules, self.logger, self.loop) = (bridge, rules, logger, loop)
        clients = options.clients
        places = ConnectionPlaces(capacity: options.connections, patience: Self.patience)
        // The root folder has no name of its own.
        let folder = options.folder.path == "/" ? "" : options.folder.path
        session = SessionFacts(of: bridge.process, folder: folder)
        let show = Show(folder: folder, sessionFolder: session.folderOfProcess)
        server = OBSServerStateMachine(show: show, facts: session.facts, authentication: options.authentication)
        ending = loop.makePromise()
    }

    private var now: MediaTime { MediaTime(nanoseconds: (NIODeadline.now() - start).nanoseconds) }

    func begin() {
        bridge.onReport { [weak self] in self?.apply($0) }
        perform(server.begin())
        let owner = NIOLoopBound(self, eventLoop: loop)
        measuring = loop.scheduleRepeatedTask(initialDelay: .zero, delay: Self.usageInterval) { _ in
            owner.value.measure()
        }
    }

    private func measure() {
        session.measure()
        server.facts = session.facts
    }

    /// Closes all connections. The future is complete when they are.
    func end() -> EventLoopFuture<Void> {
        perform(server.end())
        wake?.cancel()
        measuring?.cancel()
        bridge.close()
        ending.succeed(.stopped)
        let open = Array(sockets.values)
        // Those without a handshake hear nothing more.
        for channel in open where !channel.isGreeted { channel.close(promise: nil) }
        return EventLoopFuture.andAllComplete(open.map(\.closeFuture), on: loop)
    }

    /// From now on, clients need another password.
    func change(password: String) { perform(server.change(OBSOptions.authentication(by: password))) }

    private func apply(_ report: SessionBridge.Report) {
        switch report {
        case .event(let event): perform(server.received(event, at: now))
        case .missedEvents: perform(server.missedEvents())
        case .levels(let levels): server.received(levels, at: now)
        case .ended: ending.succeed(.sessionEnded)
        }
    }

    // MARK: Connections

    /// Sets up the handshake of a new connection.
    func initialize(_ channel: any Channel) throws {
        let (owner, rules, key) = (NIOLoopBound(self, eventLoop: loop), rules, ObjectIdentifier(channel))
        sockets[key] = channel
        if let victim = places.open(key, at: now) { crowdOut(victim) }
        let patience = loop.scheduleTask(in: TimeAmount(Self.patience)) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in
            patience.cancel()
            owner.value.sockets[key] = nil
            owner.value.places.close(key)
        }
        let upgrader = NIOWebSocketServerUpgrader(
            maxFrameSize: Encoding.longestMessage + 1, automaticErrorHandling: false,
            shouldUpgrade: { channel, head in
                guard OBSRejection.status(of: head, rules) == .upgradeRequired else {
                    return channel.eventLoop.makeSucceededFuture(nil)
                }
                let answer = Encoding.choose(from: Self.offers(head)).answer
                let headers = answer.map { HTTPHeaders([("Sec-WebSocket-Protocol", $0)]) } ?? [:]
                return channel.eventLoop.makeSucceededFuture(headers)
            },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture {
                    let encoding = Encoding.choose(from: Self.offers(head)).encoding
                    try owner.value.upgraded(channel, encoding, patience)
                }
            })
        let rejection = NIOLoopBound(OBSRejection(rules), eventLoop: loop)
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withPipeliningAssistance: false,
            withServerUpgrade: (
                upgraders: [upgrader],
                completionHandler: { $0.pipeline.syncOperations.removeHandler(rejection.value, promise: nil) }
            ))
        try channel.pipeline.syncOperations.addHandler(rejection.value)
    }

    /// Lets a listener pause when there are no descriptors, and closes a stranger then.
    func guardAccepting(of listener: any Channel) throws {
        let owner = NIOLoopBound(self, eventLoop: loop)
        let relief = AcceptRelief { owner.value.relieve() }
        let pause = AcceptBackoffHandler(shouldForwardIOErrorCaught: false) { _ in Self.acceptPause }
        try listener.pipeline.syncOperations.addHandlers([relief, pause])
    }

    private func relieve() { for victim in places.relieve(at: now) { crowdOut(victim) } }

    /// Closes a connection whose place another one has.
    private func crowdOut(_ key: ObjectIdentifier) {
        guard let channel = sockets.removeValue(forKey: key) else { return }
        if let id = channels.first(where: { $0.value === channel })?.key {
            channels[id] = nil
            let data = Closing.crowdedOut.data
            channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .connectionClose, data: data), promise: nil)
            perform(server.closed(id))
        }
        channel.close(promise: nil)
        let reason = "obs-websocket: there are too many, and its client has not identified itself"
        if let line = losses.line(reason, at: now) { logger.warning("\(line)") }
    }

    private static func offers(_ head: HTTPRequestHead) -> [String] {
        head.headers[canonicalForm: "sec-websocket-protocol"].map(String.init)
    }

    private func upgraded(_ channel: any Channel, _ encoding: Encoding, _ patience: Scheduled<Void>) throws {
        lastConnection += 1
        let id = ConnectionID(lastConnection)
        channels[id] = channel
        places.finish(ObjectIdentifier(channel))
        patience.cancel()
        let longest = Encoding.longestMessage + 1
        try channel.pipeline.syncOperations.addHandlers([
            OBSFrameCheck(),
            NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1024, maxAccumulatedFrameSize: longest),
            OBSConnectionHandler(id, of: self),
        ])
        perform(server.opened(id, encoding, challenge: OBSOptions.nonce(), at: now))
    }

    func received(_ id: ConnectionID, _ frame: Frame) {
        let wasIdentified = server.isIdentified(id)
        perform(server.received(id, frame, at: now))
        guard !wasIdentified, server.isIdentified(id), let channel = channels[id] else { return }
        places.showToken(ObjectIdentifier(channel))
    }

    /// Whether neither side has closed it.
    func isOpen(_ id: ConnectionID) -> Bool { channels[id] != nil }

    func closed(_ id: ConnectionID) {
        channels[id] = nil
        perform(server.closed(id))
    }

    /// A client reads too slowly: it is closed, because a message that is lost corrupts what follows.
    func overflowed(_ id: ConnectionID) {
        channels.removeValue(forKey: id)?.end(.tooSlow)
        perform(server.closed(id))
    }

    // MARK: Actions

    private func perform(_ actions: [ServerAction]) {
        for action in actions { perform(action) }
        schedule()
    }

    /// The bridge answers later, never before it returns.
    private func perform(_ action: ServerAction) {
        switch action {
        case .send(let id, let frame): send(frame, to: id)
        case .publish(let ids, let frame): for id in ids { send(frame, to: id) }
        case .close(let id, let closing): close(id, closing)
        case .read(let id, let isReading): read(isReading, of: id)
        case .perform(let number, let command):
            bridge.perform(command) { [self] in perform(server.replied(number, $0, at: now)) }
        case .requestSnapshot(let number):
            bridge.snapshot { [self] snapshot in
                guard let snapshot else { return server.unanswered(number) }
                perform(server.received(snapshot, number: number, at: now))
            }
        case .measureLevels(let isOn): bridge.measureLevels(isOn)
        case .capture(let number, let capture):
            bridge.capture(capture) { [self] in perform(server.captured(number, $0, at: now)) }
        case .access(let number, let access):
            bridge.access(access) { [self] in perform(server.accessed(number, $0, at: now)) }
        case .save(let number, let path, let bytes):
            bridge.save(bytes, at: path) { [self] in perform(server.saved(number, $0, at: now)) }
        }
    }

    /// What was read already is held by its handler.
    private func read(_ isReading: Bool, of id: ConnectionID) {
        guard let channel = channels[id] else { return }
        (try? channel.pipeline.syncOperations.handler(type: OBSConnectionHandler.self))?.isPaused = !isReading
        channel.setOption(.autoRead, value: isReading).whenComplete { _ in }
    }

    private func send(_ frame: Frame, to id: ConnectionID) {
        guard let channel = channels[id] else { return }
        let isText = if case .text = frame { true } else { false }
        let buffer = channel.allocator.buffer(bytes: frame.bytes)
        let message = WebSocketFrame(fin: true, opcode: isText ? .text : .binary, data: buffer)
        channel.writeAndFlush(message, promise: nil)
    }

    private func close(_ id: ConnectionID, _ closing: Closing) {
        channels.removeValue(forKey: id)?.end(closing)
        guard closing.code == .authenticationFailed else { return }
        if let line = failures.line("obs-websocket: \(closing.reason)", at: now) { logger.warning("\(line)") }
    }

    private func schedule() {
        let next = server.nextWake
        guard next != wakeTime else { return }
        wake?.cancel()
        wakeTime = next
        guard let next else { return }
        let owner = NIOLoopBound(self, eventLoop: loop)
        wake = loop.scheduleTask(deadline: start + .nanoseconds(next.nanoseconds)) {
            owner.value.wakeTime = nil
            owner.value.perform(owner.value.server.advance(to: owner.value.now))
        }
    }
}

extension Channel {
    /// Whether the handshake was answered.
    fileprivate var isGreeted: Bool {
        (try? pipeline.syncOperations.handler(type: OBSConnectionHandler.self)) != nil
    }

    /// Sends a close frame, and closes soon after it is written, or is not.
    fileprivate func end(_ closing: Closing) {
        writeAndFlush(WebSocketFrame(fin: true, opcode: .connectionClose, data: closing.data), promise: nil)
        let channel = self
        eventLoop.scheduleTask(in: OBSOwner.closingTime) { channel.close(promise: nil) }
    }
}
