import StudioTestSupport

/// The server of one RTMP output, real or hostile.
final class RTMPPeer {
    let plan: ServerPlan
    let port: UInt16
    private let server: RTMPServer?
    private let hostile: HostileServer?

    /// - Parameter place: where it must listen; on a free port of 127.0.0.1 by default.
    init(_ plan: ServerPlan, at place: (host: LoopbackHost, port: UInt16)? = nil) throws {
        self.plan = plan
        let needsServer =
            switch plan {
            case .absent, .silent, .closing, .garbage: false
            default: true
            }
        server = needsServer ? try RTMPServer() : nil
        var behaviour = Self.behaviour(plan, server: server?.port ?? 0)
        // nginx has a port of its own.
        if let server, place != nil, behaviour == nil { behaviour = .controlled(server: server.port) }
        hostile = try behaviour.map { try HostileServer($0, on: place?.host ?? .first, port: place?.port ?? 0) }
        port = try place?.port ?? hostile?.port ?? server?.port ?? unusedPort()
    }

    private static func behaviour(_ plan: ServerPlan, server: UInt16) -> HostileServer.Behaviour? {
        switch plan {
        case .nginx, .returning, .rejecting, .absent: nil
        case .silent: .silent
        case .closing: .closing
        case .garbage: .garbage
        case .stalling(let bytes): .stalling(server: server, afterBytes: bytes)
        case .pausing(let bytes, let milliseconds):
            .pausing(server: server, afterBytes: bytes, seconds: Double(milliseconds) / 1000)
        case .slow(let rate): .slow(server: server, bytesPerSecond: rate)
        case .dying(let bytes): .dying(server: server, afterBytes: bytes)
        }
    }

    /// Kills the server, as a crash does.
    func kill() throws { try server?.kill() }

    /// Restarts it.
    func start() throws { try server?.start() }

    /// The real server's recordings, one file per publication.
    func recordings() throws -> [String] { try server?.recordings ?? [] }

    /// Waits until all sent data has arrived: the kernel keeps sending after the program has exited.
    func settle(seconds: Double) throws {
        // A server that stopped reading keeps its data.
        if case .stalling = plan { return }
        if let hostile {
            try waitUntil("the connections are closed", seconds: seconds) { hostile.openConnections == 0 }
        }
        var (before, since) = (-1, 0)
        try waitUntil("the recordings are complete", seconds: 20) {
            let bytes = try recordings().map(TestFolder.size(of:)).reduce(0, +)
            since = bytes == before ? since + 1 : 0
            before = bytes
            // waitUntil polls every 10 ms.
            return since > 30
        }
    }
}
