import Glibc
import Logging
import NIOCore
import NIOPosix
import ServerAccess
import ServiceLifecycle
import SessionClient

/// obs-websocket for the only session of a server, until that has ended.
struct OBSService: Service {
    private let options: OBSOptions
    private let rules: AccessRules
    private let directory: SessionDirectory
    private let logger: Logger

    /// How often the session is looked for.
    private static let interval = Duration.milliseconds(50)

    init(_ options: OBSOptions, _ rules: AccessRules, _ directory: SessionDirectory, logger: Logger) {
        (self.options, self.rules, self.directory, self.logger) = (options, rules, directory, logger)
    }

    func run() async throws {
        // Clients that keep it busy do not delay HTTP.
        let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            try await serve(loops.next())
        } catch {
            try await loops.shutdownGracefully()
            throw error
        }
        try await loops.shutdownGracefully()
    }

    private func serve(_ loop: any EventLoop) async throws {
        guard let listener = try await listener(on: loop) else { return }
        options.onReady(ListenAddress(host: options.address.host, port: listener.port))
        try await withGracefulShutdownHandler {
            _ = try await listener.ends()
        } onGracefulShutdown: {
            listener.stop()
        }
        try await listener.close()
    }

    /// The listener of the session; `nil` when either ends before it is reached.
    private func listener(on loop: any EventLoop) async throws -> OBSListener? {
        while let path = await session() {
            do {
                return try await OBSListener(path, options, rules, logger: logger, on: loop)
            } catch SessionClientError.gone {
                return nil
            } catch let error as IOError where [ENOENT, ECONNREFUSED].contains(error.errnoCode) {
                return nil
            } catch SessionClientError.silent {
                // A busy machine. It is asked again.
            }
        }
        return nil
    }

    /// The control socket of the session; `nil` when the server ends before it is there.
    private func session() async -> String? {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                if let link = await directory.sessions().first { return link.path }
                do {
                    try await Task.sleep(for: Self.interval)
                } catch {
                    return nil
                }
            }
            return nil
        }
    }
}
