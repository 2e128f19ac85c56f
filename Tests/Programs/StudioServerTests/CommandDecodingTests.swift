import Foundation
import HTTPTypes
import Logging
import NIOCore
import NIOPosix
import ServerAccess
import SessionControl
import SessionProtocol
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import StudioServer

/// A session that accepts each command.
private final class AcceptingSession: ControlledSession {
    let id = "abc"
    let participants: [ControlParticipant] = []
    let lastSequence = 0
    let commands = Lock<[SessionCommand]>([])

    func snapshot() -> any Encodable & Sendable { ["state": "sending"] }

    func perform(
        _ command: SessionCommand, below folder: RestrictedFolder?, origin: CommandOrigin, reply: @escaping ControlReply
    ) {
        commands.withLock { $0.append(command) }
        reply(.success(.done))
    }

    func monitor(
        _ subscription: ControlSubscription, _ sink: @escaping @Sendable (ControlMeasurement) -> Void
    ) throws(ControlError) -> (any ControlMonitor)? { nil }
}

@Suite(.timeLimit(.minutes(1)))
struct CommandDecodingTests {
    @Test("a change of source by HTTP is decoded once in the server, and once in the session")
    func changeSource() async throws {
        let folder = try TestFolder()
        let session = AcceptingSession()
        let control = try ControlEndpoint(.path(folder.file("s.sock")), of: session)
        defer { control.close() }
        // Other tests decode other commands meanwhile.
        let command = try ControlRequest.command(json: Self.body)
        let decodings = Lock(0)
        CommandDecoding.observe { if $0 == command { decodings.withLock { $0 += 1 } } }
        defer { CommandDecoding.observe(nil) }

        let logger = Logger(label: "test")
        var options = ServerOptions(token: AccessToken())
        options.place = .socket(control.path)
        let group = StudioServer.loops
        let directory = SessionDirectory(options.place, below: options.folder, on: group, logger: logger)
        await directory.scan()
        let (endpoint, values) = try Endpoint.find("POST", "/api/v1/sessions/abc/commands").get()
        let channel = try await DatagramBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
        let connections = ConnectionRegistry(capacity: options.connections, patience: .seconds(5), logger: logger)
        let reply = try await endpoint.handler(StudioResponder(options, directory, connections, logger: logger))(
            EndpointRequest(
                path: values, query: RequestQuery(""), headers: [:], body: Self.body, channel: channel))
        #expect(reply.status == 200)
        #expect(session.commands.withLock { $0 } == [command])
        #expect(decodings.withLock { $0 } == 2)
        await directory.close()
        try await channel.close()
    }

    private static let body = Array(#"{"changeSource":{"video":"/decoded-once.y4m","loops":true}}"#.utf8)
}
