import Logging
import NIOCore
import NIOPosix
import OBSWebSocket
import SessionClient
import SessionProtocol
import StudioRuntime

/// Performs the effects of obs-websocket in the session: calls, images, files. Only its event loop uses it.
///
/// Whoever asks is answered later, never before the call returns.
final class SessionBridge {
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

    /// Levels per second.
    private static let levelRate = 20.0
    /// How many images wait for the one that is taken.
    private static let captureLimit = 64

    private let path: String
    /// The folder outside of which commands use no file.
    private let folder: RestrictedFolder
    private let logger: Logger
    private let loop: any EventLoop
    private let client: SessionClientHandler
    private let dataStore = KeptDataFile()
    /// The process of the session.
    let process: Int32
    private var report: (Report) -> Void = { _ in }
    private var captures: [(capture: Capture, reply: ImageReply)] = []
    private var isCapturing = false

    private init(_ connection: SessionConnection, _ path: String, below folder: RestrictedFolder, logger: Logger) {
        (self.path, self.folder, self.logger, loop) = (path, folder, logger, connection.channel.eventLoop)
        (client, process) = (connection.client.value, connection.greeting.pid)
        client.receiver = { [weak self] message, _ in self?.receive(message) }
    }

    /// Connects to the session and follows its events.
    ///
    /// - Throws: an error of the system when nobody listens, or a `SessionClientError`.
    static func open(
        _ path: String, below folder: RestrictedFolder, logger: Logger, on loop: any EventLoop
    ) async throws -> NIOLoopBound<SessionBridge> {
        // The first snapshot has what comes before the first report.
        let connection = try await SessionConnection(
            path, below: folder, ControlSubscription(events: true), on: loop
        ) { _, _ in }
        return try await loop.submit {
            NIOLoopBound(SessionBridge(connection, path, below: folder, logger: logger), eventLoop: loop)
        }.get()
    }

    /// Receives the reports from now on.
    func onReport(_ report: @escaping (Report) -> Void) {
        self.report = report
        // It may have ended meanwhile.
        if client.ending != nil { later { self.report(.ended) } }
    }

    func close() {
        report = { _ in }
        client.close()
    }

    // MARK: Requests

    /// Performs a command. The session rejects what clients must not do.
    func perform(_ command: SessionCommand, reply: @escaping Reply) {
        client.send(.command(command), origin: .obs) { [self] result in reply(decoded(SessionReply.self, result)) }
    }

    /// Reads the snapshot; `nil` when the session does not answer, or is gone.
    func snapshot(reply: @escaping (SessionSnapshot?) -> Void) {
        client.send(.snapshot) { [self] result in
            reply(try? decoded(SessionSnapshotReply.self, result).get().snapshot)
        }
    }

    /// Subscribes to levels, or not any more.
    func measureLevels(_ isOn: Bool) {
        let subscription = ControlSubscription(events: true, levels: isOn ? Self.levelRate : 0)
        client.send(.subscribe(subscription)) { [logger] result in
            // A session that has ended has none.
            guard case .failure(let error) = result.mapError(ControlError.init), error != .gone else { return }
            logger.error("obs-websocket has no levels: \(error)")
        }
    }

    /// A value of the session; a failure when it is of another version of psstudio.
    private func decoded<Value: Decodable>(
        _: Value.Type, _ result: Result<ArraySlice<UInt8>, SessionClientError>
    ) -> Result<Value, ControlError> {
        do throws(SessionClientError) {
            return .success(try SessionText(try result.get()).decoded())
        } catch {
            if case .incompatible(let reason) = error { logger.error("obs-websocket: \(reason)") }
            return .failure(ControlError(error))
        }
    }

    private func later(_ body: @escaping () -> Void) { loop.assumeIsolated().execute(body) }

    // MARK: Images and files

    /// Takes an image of the program. Images are taken one after the other, each on a connection of its own.
    func capture(_ capture: Capture, reply: @escaping ImageReply) {
        guard captures.count < Self.captureLimit else {
            return later { reply(.failure(ControlError(.busy, "\(Self.captureLimit) images wait; try again later"))) }
        }
        captures.append((capture, reply))
        captureNext()
    }

    private func captureNext() {
        guard !isCapturing, !captures.isEmpty else { return }
        isCapturing = true
        let next = captures.removeFirst()
        let (path, capture, loop) = (path, next.capture, loop)
        let image = loop.makeFutureWithTask { await Self.image(of: path, capture, on: loop) }
        image.assumeIsolated().whenSuccess { [self] result in
            isCapturing = false
            next.reply(result)
            captureNext()
        }
    }

    private static func image(
        of path: String, _ capture: Capture, on loop: any EventLoop
    ) async -> Result<[UInt8], ControlError> {
        do {
            // The session takes even widths only.
            return .success(
                try await SessionMonitor.image(
                    of: path, width: capture.width & ~1, format: capture.format, quality: capture.quality, on: loop))
        } catch SessionClientError.silent {
            return .failure(ControlError(.rejected, "no frame was sent"))
        } catch {
            return .failure((error as? SessionClientError).map { ControlError($0) } ?? .gone)
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

    /// Reads or writes data that clients keep. One access follows the other.
    func access(_ access: DataAccess, reply: @escaping (Result<JSON?, ControlError>) -> Void) {
        let store = dataStore
        let result = NIOThreadPool.singleton.runIfActive(eventLoop: loop) { store.perform(access) }
        result.assumeIsolated().whenComplete { result in
            switch result {
            case .success(let value): reply(value)
            case .failure: reply(.failure(ControlError(.rejected, "the server ends")))
            }
        }
    }

    // MARK: Reports

    private func receive(_ message: SessionMessage) {
        switch message {
        // What an event of another version has changed, the snapshot tells.
        case .event(_, let text, _): report((try? text.decoded()).map { .event($0) } ?? .missedEvents)
        case .missed(let counts): if (try? counts.decoded())?.events != 0 { report(.missedEvents) }
        case .levels(let text): if let levels = try? text.decoded() { report(.levels(levels)) }
        case .ended: report(.ended)
        case .preview, .other: break
        }
    }
}

extension ControlError {
    fileprivate static let gone = ControlError(.rejected, "the session has ended")

    /// Why the session has not answered, for controllers.
    fileprivate init(_ error: SessionClientError) {
        switch error {
        case .failed(let error): self = error
        case .incompatible(let reason): self.init(.unsupportedHere, reason)
        case .silent:
            self.init(.busy, "the session has not answered in time; the command may be performed later")
        case .foreign, .full, .gone: self = .gone
        }
    }
}
