import Dispatch
import Foundation
import ProductionStudio
import SessionClient
import SessionProtocol
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing
@testable import StudioEngine
@testable import StudioScenario

@Suite("PSSTUDIO_CONTROL for a client", .timeLimit(.minutes(2)))
struct ControlledClientTests {
    private let folder: TestFolder
    private let path: String
    private let environment: ClientEnvironment

    init() throws {
        folder = try TestFolder()
        let path = folder.file("client.sock")
        self.path = path
        environment = try ClientEnvironment(variable: { ["PSSTUDIO_CONTROL": path][$0] })
    }

    private func connect() throws -> SessionClientSocket {
        let client = try SessionClientSocket(path)
        #expect(try next(client).contains("sessionId"))
        return client
    }

    private func next(_ client: SessionClientSocket) throws -> String {
        String(decoding: try #require(client.next(seconds: 20), "no line"), as: UTF8.self)
    }

    private func answer(_ kind: ControlRequest.Kind, _ client: SessionClientSocket) throws -> String {
        #expect(try client.send(ControlRequest(id: 1, kind)))
        while true {
            let line = try next(client)
            if !line.hasPrefix(#"{"event""#) { return line }
        }
    }

    @Test("the socket exists before a studio starts; commands then have no meeting, and the snapshot is idle")
    func before() throws {
        let client = try connect()
        #expect(
            try answer(.command(.admit), client).contains(#""code":"rejected","message":"there is no meeting yet;"#))
        #expect(try answer(.snapshot, client).contains(#""state":"idle""#))
    }

    @Test("a command changes the meeting of the client; its events and the snapshot show it")
    func meeting() throws {
        let studio = environment.makeStudio(isOutside: false)
        let client = try connect()
        #expect(try answer(.subscribe(.init(events: true)), client) == #"{"id":1,"reply":{"done":{}}}"#)
        let add = SessionCommand.addParticipant(name: "Ann", role: .attendee, isVideoOn: false)
        #expect(try answer(.command(add), client).contains(#""reply":{"participant":{"user":"#))
        #expect(studio.meeting.serverParticipants.map(\.name) == ["Local user", "Ann"])
        #expect(try answer(.snapshot, client).contains(#""name":"Ann""#))
        #expect(try answer(.command(.revokeCoHost(user: nil)), client).contains(#""code":"rejected""#))
        #expect(try client.send(ControlRequest(id: 2, .command(.endMeeting(reason: .endedByHost)))))
        var lines: [String] = []
        while !lines.contains(where: { $0.contains(#""status":"ended""#) }) { lines.append(try next(client)) }
        #expect(lines.contains { $0.contains(#""commandPerformed":{"command":{"endMeeting":"#) })
        #expect(lines.contains { $0.contains(#"},"origin":"control"}}"#) })
        #expect(studio.meeting.status == .ended)
    }

    @Test("what a client does not have is unsupported, and who is not there is not found")
    func unsupported() throws {
        let studio = environment.makeStudio(isOutside: false)
        let client = try connect()
        for command in [SessionCommand.addOutput(address: "a.mp4"), .removeOutput(output: 1), .stop, .expireIdentity] {
            #expect(try answer(.command(command), client).contains(#""code":"unsupportedHere""#), "\(command)")
        }
        let stranger = UserID(rawValue: 5)
        for command in [
            SessionCommand.removeParticipant(user: stranger), .expel(user: stranger), .rejoin(user: stranger),
        ] {
            #expect(try answer(.command(command), client).contains(#""code":"notFound""#), "\(command)")
        }
        withExtendedLifetime(studio) {}
    }

    @Test("a path in use is a warning: the client goes on without a socket; the end of a client removes its own")
    func end() throws {
        let path = path
        let other = try ClientEnvironment(variable: { ["PSSTUDIO_CONTROL": path][$0] })
        other.finish()
        _ = try connect()
        environment.finish()
        #expect(throws: SessionClientSocket.Failure.self) { try SessionClientSocket(path) }
        #expect(try folder.names.isEmpty)
    }

    @Test("an interface that is initialised again after its end listens again")
    func again() throws {
        environment.beginControl(of: "first")
        environment.beginControl(of: "second")
        environment.endControl(of: "first")
        _ = try connect()
        environment.endControl(of: "second")
        #expect(throws: SessionClientSocket.Failure.self) { try SessionClientSocket(path) }
        environment.beginControl(of: "first")
        _ = try connect()
    }

    @Test("on a manual clock, a command of a controller is performed while the test does not advance it")
    func manual() throws {
        let clock = ManualClock()
        var options = StudioStage.Options()
        options.clock = clock
        let stage = StudioStage(options)
        let studio = stage.makeStudio(queue: DispatchQueue(label: "psstudio.test.callbacks"))
        stage.attach(studio: studio)
        let place = folder.file("manual.sock")
        try stage.openControl(place)
        let client = try SessionClientSocket(place)
        _ = try next(client)
        #expect(try answer(.command(.connectAudio), client) == #"{"id":1,"reply":{"done":{}}}"#)
        let (entered, release) = (Monitor(false), Monitor(false))
        clock.schedule(at: .seconds(1)) {
            entered.update { $0 = true }
            _ = release.wait { $0 ? true : nil }
        }
        let worker = try Worker("advance") { clock.advance(to: .seconds(2)) }
        _ = entered.wait { $0 ? true : nil }
        #expect(try client.send(ControlRequest(id: 2, .command(.leave))))
        // A snapshot does not wait, and shows that the command does.
        #expect(try answer(.snapshot, client).contains(#""id":1"#))
        #expect(studio.meeting.isActive)
        release.update { $0 = true }
        #expect(try next(client) == #"{"id":2,"reply":{"done":{}}}"#)
        worker.join()
        #expect(!studio.meeting.isActive)
        stage.closeControl()
    }
}
