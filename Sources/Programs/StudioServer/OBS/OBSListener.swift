import Logging
import NIOCore
import NIOPosix
import OBSWebSocket
import ServerAccess

/// The listening socket of obs-websocket.
///
/// One event loop has the connections, the state machine and the connection to the session, so that nothing is locked and
/// every order is kept.
final class OBSListener: Sendable {
    /// Why the server ended.
    enum Ending: Hashable, Sendable {
        case stopped, sessionEnded
    }

    private let owner: NIOLoopBound<OBSOwner>
    private let loop: any EventLoop
    private let passwordChanges: PasswordChanges
    /// One for each address.
    private let channels: [any Channel]

    /// Connects to the session, then opens the socket.
    ///
    /// - Throws: a ``ListenError`` when the address cannot be used, or a `SessionClientError`.
    init(
        _ socket: String, _ options: OBSOptions, _ rules: AccessRules, logger: Logger, on loop: any EventLoop
    ) async throws {
        self.loop = loop
        passwordChanges = options.passwordChanges
        let bridge = try await SessionBridge.open(socket, below: options.folder, logger: logger, on: loop)
        let owner = try await loop.submit {
            NIOLoopBound(OBSOwner(bridge.value, options, rules, logger: logger, on: loop), eventLoop: loop)
        }.get()
        self.owner = owner
        // Connections share the loop of the listener.
        let bootstrap = ServerBootstrap(group: loop, childGroup: loop)
            .serverChannelOption(.backlog, value: CInt(Limits.backlog))
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try owner.value.guardAccepting(of: channel) }
            }
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try owner.value.initialize(channel) }
            }
        var channels: [any Channel] = []
        do {
            for address in options.address.all {
                channels.append(try await bootstrap.bind(host: address.host, port: Int(address.port)).get())
            }
            self.channels = channels
        } catch {
            for channel in channels { try await channel.close() }
            let reason = (error as? IOError).map { ListenError(options.address, $0.errnoCode, isOfControllers: true) }
            try await loop.submit {
                owner.value.ending.fail(reason ?? error)
                bridge.value.close()
            }.get()
            throw reason ?? error
        }
        try await loop.submit { owner.value.begin() }.get()
        passwordChanges.receive { password in loop.execute { owner.value.change(password: password) } }
    }

    /// The port of the sockets.
    var port: UInt16 { UInt16(channels.first?.localAddress?.port ?? 0) }

    /// Waits until the session has ended, or ``stop()``.
    func ends() async throws -> Ending {
        let (owner, loop) = (owner, loop)
        return try await loop.flatSubmit { owner.value.ending.futureResult }.get()
    }

    /// Lets ``ends()`` return. May be called from any thread.
    func stop() {
        let owner = owner
        loop.execute { owner.value.ending.succeed(.stopped) }
    }

    /// Closes all connections with 1001.
    func close() async throws {
        passwordChanges.receive(nil)
        for channel in channels { try await channel.close() }
        let (owner, loop) = (owner, loop)
        try await loop.flatSubmit { owner.value.end() }.get()
    }
}
