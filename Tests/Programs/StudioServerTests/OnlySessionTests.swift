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

    /// Binds a socket to `path`.
    private func listen() throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0, Glibc.listen(descriptor, 8) == 0 else { throw TestFailure("cannot listen at \(path)") }
        return descriptor
    }

    @Test("without a session it ends, and names the socket")
    func nobody() async throws {
        let error = await #expect(throws: NoSession.self) { try await server().run { _ in } }
        let line = "no session listens at \(path); psstudio control list prints the running sessions"
        #expect(error?.description == line)
    }

    @Test("a session that does not answer is asked again for as long as it listens")
    func silent() async throws {
        let listener = try listen()
        let accepted = Lock(0)
        // The session accepts connections, and says nothing on two of them. Then it ends.
        let session = try Worker("session") { [path] in
            for _ in 0..<2 {
                let connection = accept(listener, nil, nil)
                accepted.withLock { $0 += 1 }
                var byte: UInt8 = 0
                while read(connection, &byte, 1) > 0 {}
                close(connection)
            }
            unlink(path)
            close(listener)
        }
        await #expect(throws: NoSession.self) { try await server().run { _ in } }
        session.join()
        #expect(accepted.withLock { $0 } == 2)
    }

    @Test("a session of another control protocol ends it, and both versions are named")
    func incompatible() async throws {
        let listener = try listen()
        let session = try Worker("session") {
            let connection = accept(listener, nil, nil)
            let greeting =
                #"{"oldestVersion":8,"version":9,"psstudio":"9.0.0","sessionId":"a","pid":1,"program":"a"}"# + "\n"
            _ = greeting.withCString { write(connection, $0, strlen($0)) }
            close(listener)
            close(connection)
        }
        let error = await #expect(throws: NoSession.self) { try await server().run { _ in } }
        session.join()
        #expect(error?.description.contains("uses control protocol 8 to 9") == true, "\(error.debugDescription)")
    }
}
