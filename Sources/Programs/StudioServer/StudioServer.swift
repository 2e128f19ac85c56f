import Glibc
import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import NIOPosix
package import ServerAccess
import ServiceLifecycle
package import SessionProtocol
import StudioCore
package import StudioRuntime
import StudioScenario

/// What the server limits, for all clients together unless stated otherwise.
package enum Limits {
    package static let bodyBytes = ConfigurationFile.requestLimit
    package static let streams = 64
    /// How many connections wait until they are accepted, unless the system permits fewer.
    static let backlog = 4096
}

extension ControlSpeaker {
    /// This server.
    package static let server = ControlSpeaker("psstudio-server", release: StudioCore.release.description, .own)
}

/// What the server does, beside its place.
package struct ServerOptions: Sendable {
    package var token: AccessToken
    /// The token of clients that only read.
    package var readToken = AccessToken()
    package var rules = AccessRules()
    package var place = SessionPlace.automatic
    /// The folder outside of which commands use no file; without a path, they use none.
    package var folder = RestrictedFolder("")
    /// Starts sessions; `nil` where the sessions are those of another program.
    package var starter: (any SessionStarter)?
    /// How it speaks obs-websocket for its only session; `nil` for not at all.
    package var obs: OBSOptions?
    /// The process for which the server runs: it ends when that is not its parent any more; `nil` for none.
    package var parent: Int32?
    /// How many connections are open at once. A further one gets the place of a stranger.
    package var connections = ConnectionLimits.maximum
    /// How long whoever sends a wrong token waits.
    package var failureDelay = Duration.milliseconds(500)
    /// A client must send a request within this time.
    package var patience = Duration.seconds(20)
    /// A new client must begin with its first request within this time.
    package var firstPatience = Duration.seconds(5)
    /// How long a client may read nothing of an answer.
    package var readingPatience = Duration.seconds(10)
    /// How long nobody may listen at the control socket of the only session.
    package var sessionPatience = Duration.seconds(10)
    /// The rules and the scenarios as JSON.
    package var rulesDocument: @Sendable () -> [UInt8] = { Array("{}".utf8) }
    package var scenariosDocument: @Sendable () -> [UInt8] = { Array("{}".utf8) }
    /// The OpenAPI document.
    package var description: @Sendable () -> [UInt8] = { Array("{}".utf8) }

    /// The files of the control page.
    package var page: @Sendable (PageFile) -> PageContent = { _ in PageContent(bytes: [], tag: "\"\"") }

    package init(token: AccessToken) {
        self.token = token
    }

    var tokens: AccessTokens { AccessTokens(full: token, read: readToken) }
}

/// The HTTP server of sessions, until it is stopped or its only session ends.
package final class StudioServer: Sendable {
    private let options: ServerOptions
    /// `nil` for the first free standard port.
    private let address: ListenAddress?
    private let logger: Logger
    private let group = Lock<ServiceGroup?>(nil)
    private let isStopped = Lock(false)
    private let connections: ConnectionRegistry
    /// Those that are valid now.
    private let tokens: Lock<AccessTokens>

    package init(_ options: ServerOptions, at address: ListenAddress?, logger: Logger) {
        (self.options, self.address, self.logger) = (options, address, logger)
        tokens = Lock(options.tokens)
        connections = ConnectionRegistry(
            capacity: options.connections,
            patience: MediaTime(nanoseconds: TimeAmount(options.firstPatience).nanoseconds), logger: logger)
    }

    /// From now on, clients need other tokens; `nil` for the former one. Connections that have shown one are closed. May be called from any
    /// thread.
    package func replace(token: AccessToken?, readToken: AccessToken?) {
        guard token != nil || readToken != nil else { return }
        tokens.withLock { $0 = AccessTokens(full: token ?? $0.full, read: readToken ?? $0.read) }
        connections.closeKnown()
    }

    /// How long clients may take to read what is left at the end.
    private static let closingTime = Duration.seconds(2)

    /// Serves.
    ///
    /// - Parameter onReady: called with the address, whose port is not 0, when the server accepts connections.
    /// - Throws: a ``ListenError`` when the address cannot be used, or a ``NoSession``.
    package func run(onReady: @escaping @Sendable (ListenAddress) -> Void) async throws {
        if let address { return try await run(at: address, onReady) }
        var tried: ListenAddress?
        while let next = ListenAddress.firstFree(after: tried) {
            do {
                return try await run(at: next, onReady)
            } catch let error as ListenError where error.isInUse && error.address == next {
                // Another server was faster.
                tried = next
            }
        }
        throw ListenError.noStandardPort
    }

    /// The loop of the process: it only passes lines on, so one thread is enough. It is not shut down, because Hummingbird uses it
    /// for a moment after its end.
    static let loops: MultiThreadedEventLoopGroup = {
        NIOSingletons.groupLoopCountSuggestion = 1
        return .singleton
    }()

    private func run(
        at address: ListenAddress, _ onReady: @escaping @Sendable (ListenAddress) -> Void
    ) async throws {
        let directory = SessionDirectory(options.place, below: options.folder, on: Self.loops, logger: logger)
        do {
            try await serve(directory, Self.loops, address, onReady)
        } catch {
            await directory.close()
            throw error
        }
        await directory.close()
    }

    private func serve(
        _ directory: SessionDirectory, _ loops: MultiThreadedEventLoopGroup, _ address: ListenAddress,
        _ onReady: @escaping @Sendable (ListenAddress) -> Void
    ) async throws {
        let addresses = address.all
        // The number of addresses at which the server listens.
        let listening = Lock(0)
        // The libraries throw what concerns the user, and report the order of their ends as errors.
        var quiet = logger
        quiet.logLevel = .critical
        let responder = StudioResponder(options, directory, connections, tokens: tokens, logger: logger)
        var services = addresses.map { own in
            ServiceGroupConfiguration.ServiceConfiguration(
                service: Application(
                    responder: responder, server: httpServer(connections),
                    configuration: ApplicationConfiguration(
                        address: .hostname(own.host, port: Int(own.port)), serverName: nil, backlog: Limits.backlog),
                    onServerRunning: { [connections, logger] channel in
                        await Self.relieve(channel, by: connections, logger)
                        guard listening.withLock({ $0.increment() }) == addresses.count else { return }
                        // One address may have a port 0; two have the same port.
                        onReady(ListenAddress(host: address.host, port: UInt16(channel.localAddress?.port ?? 0)))
                    },
                    eventLoopGroupProvider: .shared(loops), logger: quiet))
        }
        let watch = SessionWatch(directory, options)
        services.append(.init(service: watch, successTerminationBehavior: .gracefullyShutdownGroup))
        if let obs = options.obs {
            let service = OBSService(obs, options.rules, directory, logger: logger)
            services.append(.init(service: service, successTerminationBehavior: .gracefullyShutdownGroup))
        }
        var configuration = ServiceGroupConfiguration(services: services, logger: quiet)
        configuration.maximumGracefulShutdownDuration = Self.closingTime
        let group = ServiceGroup(configuration: configuration)
        self.group.set(group)
        if isStopped.withLock({ $0 }) { return }
        do {
            try await group.run()
        } catch let error as IOError where listening.withLock({ $0 }) < addresses.count {
            throw ListenError(address, error.errnoCode)
        }
    }

    /// Closes a connection when a listener can accept none.
    private static func relieve(_ channel: any Channel, by connections: ConnectionRegistry, _ logger: Logger) async {
        do {
            try await channel.eventLoop.submit {
                let relief = AcceptRelief { connections.relieve() }
                try channel.pipeline.syncOperations.addHandler(relief, position: .first)
            }.get()
        } catch {
            logger.error("the server cannot watch its descriptors: \(error)")
        }
    }

    private func httpServer(_ connections: ConnectionRegistry) -> HTTPServerBuilder {
        let (patience, firstPatience) = (TimeAmount(options.patience), TimeAmount(options.firstPatience))
        let readingPatience = TimeAmount(options.readingPatience)
        return .http1(
            configuration: .init(
                additionalChannelHandlers: [
                    HeadHandler.Installation(),
                    ConnectionGuard(
                        patience: patience, firstPatience: firstPatience, readingPatience: readingPatience, connections),
                ],
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)))
    }

    /// Ends the server and its event streams. May be called from any thread.
    package func stop() {
        isStopped.set(true)
        let group = group.withLock { $0 }
        Task { await group?.triggerGracefulShutdown() }
    }
}

/// Finds new sessions, so that their events are known before anybody asks, and ends the streams when the server ends.
private struct SessionWatch: Service {
    private let directory: SessionDirectory
    /// The control socket of the only session, with which the server ends.
    private let socket: String?
    private let hasControllers: Bool
    private let parent: Int32?

    private let interval: Duration
    private let patience: Duration
    /// How long controllers may take to hear that the session has ended.
    private static let controllerPatience = Duration.seconds(1)

    init(_ directory: SessionDirectory, _ options: ServerOptions) {
        (self.directory, parent) = (directory, options.parent)
        (hasControllers, patience) = (options.obs != nil, options.sessionPatience)
        if case .socket(let path) = options.place { socket = path } else { socket = nil }
        // The sessions of a test suite are short.
        if case .folder = options.place { interval = .milliseconds(20) } else { interval = .milliseconds(250) }
    }

    func run() async throws {
        let closing = Lock<Task<Void, Never>?>(nil)
        try await withGracefulShutdownHandler {
            try await cancelWhenGracefulShutdown { try await watch() }
        } onGracefulShutdown: {
            closing.set(Task { await directory.close() })
        }
        await closing.withLock { $0 }?.value
    }

    /// - Throws: ``NoSession`` when the only session is not there, or has another control protocol.
    private func watch() async throws(NoSession) {
        var deadline = ContinuousClock.now + patience
        while !Task.isCancelled, parent == nil || parent == getppid() {
            let sessions = await directory.sessions()
            if let socket {
                if let only = sessions.first {
                    _ = await only.end()
                    // obs-websocket hears of it on a connection of its own. When its clients know, it ends all services.
                    if hasControllers { try? await Task.sleep(for: Self.controllerPatience) }
                    return
                }
                switch await directory.absence {
                case .silent: deadline = .now + patience
                case .incompatible(let obstacle): throw NoSession(path: socket, obstacle: obstacle)
                case .nobody where ContinuousClock.now > deadline: throw NoSession(path: socket)
                case .nobody: break
                }
            }
            do {
                try await Task.sleep(for: interval)
            } catch {
                return
            }
        }
    }
}
