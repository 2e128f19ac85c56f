import Foundation
import Glibc
import Logging
import ServerAccess
import StudioRuntime
import StudioTestSupport
import Testing

@testable import StudioServer

/// The server of one session, which is not there or does not answer.
@Suite(.timeLimit(.minutes(1)))
struct OnlySessionTests {
    private let folder: TestFolder
    private let logger = Logger(label: "test")

    init() throws { folder = try TestFolder() }

    private var path: String { folder.file("session.sock") }

    /// A server for the session at `path`, which waits no further turn for somebody to listen there.
    private func server() -> StudioServer {
        var options = ServerOptions(token: AccessToken())
        options.place = .socket(path)
        options.sessionPatience = .zero
        return StudioServer(options, at: ListenAddress(port: 0), logger: logger)
    }

    @Test("without a session it ends, and names the socket")
    func nobody() async throws {
        let error = await #expect(throws: NoSession.self) { try await server().run { _ in } }
        let line = "no session listens at \(path); psstudio control list prints the running sessions"
        #expect(error?.description == line)
    }

    @Test("a session that does not answer is asked again for as long as it listens")
    func silent() async throws {
        let accepted = Lock(0)
        // The session accepts connections, and says nothing on two of them. Then it ends.
        let session = try LocalListener(path, connections: 2) { [path] connection in
            let count = accepted.withLock { accepted in
                accepted += 1
                return accepted
            }
            while !connection.receive().isEmpty {}
            if count == 2 { unlink(path) }
        }
        await #expect(throws: NoSession.self) { try await server().run { _ in } }
        session.join()
        #expect(accepted.withLock { $0 } == 2)
    }

    @Test("a session of another control protocol ends it, and both versions are named")
    func incompatible() async throws {
        let session = try LocalListener(path) { connection in
            let greeting =
                #"{"oldestVersion":8,"version":9,"psstudio":"9.0.0","sessionId":"a","pid":1,"program":"a"}"# + "\n"
            connection.send(greeting.utf8)
        }
        let error = await #expect(throws: NoSession.self) { try await server().run { _ in } }
        session.join()
        #expect(error?.description.contains("uses control protocol 8 to 9") == true, "\(error.debugDescription)")
    }
}
