import Logging
import NIOCore
import SessionClient
import SessionProtocol
import StudioRuntime
import StudioTestSupport
import Testing

@testable import StudioServer

/// A process of the server, which ends when the test says so.
private final class TestProcess: StartingSession {
    let pid: Int32
    let ending = Lock<StartingSessionEnd?>(nil)

    init(_ pid: Int32) { self.pid = pid }

    var end: StartingSessionEnd? { ending.withLock { $0 } }
}

/// Sessions that end, as the server knows them.
@Suite(.timeLimit(.minutes(1)))
struct SessionDirectoryTests {
    private let folder: TestFolder
    private let directory: SessionDirectory

    init() throws {
        folder = try TestFolder()
        directory = SessionDirectory(
            .socket(folder.file("s.sock")), below: RestrictedFolder(""), on: StudioServer.loops,
            logger: Logger(label: "test"))
    }

    /// A session that ends, or goes away, after the server has asked for its snapshot.
    private func session(_ last: [UInt8]) throws -> LocalListener {
        let greeting = ControlMessage.greeting(ControlGreeting(sessionId: "a", pid: 5, program: "app"))
        return try LocalListener(folder.file("s.sock")) { connection in
            connection.send(greeting)
            connection.receive()
            connection.send(ControlMessage.reply(1, .done))
            connection.receive()
            connection.send(last)
        }
    }

    /// The result of the session, once the server has noticed the end.
    private func result() async -> EndedSession {
        while true {
            if let found = await directory.ended("a") { return found }
        }
    }

    @Test("a process ends after its session, and completes the result")
    func exit() async throws {
        let last = #"{"ended":{"participants":[],"sequence":1,"snapshot":{"state":"finished","stopReason":"eos"}}}"#
        let session = try session(Array((last + "\n").utf8))
        let (process, other) = (TestProcess(5), TestProcess(6))
        await directory.expect(other)
        await directory.expect(process)
        #expect(await directory.endCounts["eos"] == 0)
        await directory.scan()
        #expect(await result().exit == nil)
        process.ending.set(StartingSessionEnd(.failure, "no space", code: 6))
        other.ending.set(StartingSessionEnd(.success, "", code: 0))
        #expect(await directory.ended("a")?.exit == StartingSessionEnd(.failure, "no space", code: 6))
        #expect(await directory.latestEnded(9).map(\.id) == ["a"])
        #expect(await directory.endCounts["eos"] == 1)
        #expect(await directory.ended("b") == nil)
        session.join()
    }

    @Test("a session that goes away without an end is remembered once")
    func lost() async throws {
        let session = try session([])
        await directory.scan()
        #expect(await result().ending == .lost)
        #expect(await result().exit == nil)
        #expect(await directory.endCounts["lost"] == 1)
        #expect(await directory.latestEnded(9).count == 1)
        guard case .former(let found) = await directory.find("a") else {
            Issue.record("it is not known")
            return
        }
        #expect(found.ending == .lost)
        session.join()
    }
}
