import SessionProtocol
import StudioCore
import StudioEngine
import Testing
@testable import OBSWebSocket

/// A session that does not answer, and one that goes on.
struct SilenceTests {
    private static let outputs = [
        (address: "show.mp4", state: "live"), (address: "rtmp://host/live/***", state: "live"),
    ]

    /// A session that answers a snapshot and nothing any more; a second of it passes.
    private func silent() throws -> ServerFixture {
        var fixture = try ServerFixture.running(Self.outputs, mask: 64)
        fixture.advance(milliseconds: 250)
        try fixture.answerSnapshot(try ServerFixture.snapshot(Self.outputs))
        fixture.advance(milliseconds: 250)
        return fixture
    }

    private func events(_ fixture: inout ServerFixture) -> [String] { fixture.take(1).map(\.eventText) }

    private static let lost = ["StreamStateChanged RECONNECTING", "RecordStateChanged RECONNECTING"]
    private static let back = ["StreamStateChanged RECONNECTED", "RecordStateChanged RECONNECTED"]

    @Test(
        "after 2.5 s without an answer, what was live is reconnecting and requests are 207, until the session goes on")
    func silence() throws {
        var fixture = try silent()
        for _ in 0..<9 { fixture.advance(milliseconds: 250) }
        fixture.advance(milliseconds: 249)
        #expect(events(&fixture) == [])
        #expect(fixture.code("GetVersion") == 100)
        fixture.advance(milliseconds: 1)
        #expect(events(&fixture) == Self.lost)
        for request in ["GetVersion", "GetStreamStatus", "GetRecordStatus", "StartStream", "GetSceneList"] {
            #expect(fixture.code(request) == 207)
        }
        for _ in 0..<100 { fixture.advance(milliseconds: 250) }
        #expect(events(&fixture) == [])
        try fixture.answerSnapshot(try ServerFixture.snapshot(Self.outputs))
        #expect(events(&fixture) == Self.back)
        #expect(fixture.answer("GetStreamStatus")?["outputReconnecting"] == false)
        #expect(fixture.answer("GetRecordStatus")?["outputActive"] == true)
    }

    @Test("events and levels show that the session goes on, although it answers late")
    func signs() throws {
        var fixture = try silent()
        for count in 0..<40 {
            fixture.advance(milliseconds: 250)
            if count % 8 == 4 { fixture.publish(.note(message: "still here")) }
            if count % 8 == 0 {
                fixture.server.received(ControlLevels(time: .zero, peak: [-20], rms: [-30]), at: fixture.now)
            }
        }
        #expect(events(&fixture) == [])
        #expect(fixture.code("GetVersion") == 100)
        // An event ends a silence, too.
        for _ in 0..<11 { fixture.advance(milliseconds: 250) }
        #expect(events(&fixture) == Self.lost)
        fixture.change(1, "show.mp4", .finishing)
        #expect(events(&fixture) == Self.back + ["RecordStateChanged STOPPING"])
    }

    @Test("requests that wait for the session are answered with 207; a late reply changes nothing for them")
    func waiting() throws {
        var fixture = try silent()
        #expect(fixture.request("SetInputMute", ["inputName": "Program", "inputMuted": true]) == nil)
        // It waits for the one before it.
        #expect(fixture.request("GetVersion", id: 8) == nil)
        let batch: JSON = [
            "requestId": 9,
            "requests": [
                ["requestType": "SetInputVolume", "requestData": ["inputName": "Program", "inputVolumeMul": 0.5]],
                ["requestType": "GetVersion"],
            ],
        ]
        fixture.send(1, ["op": 8, "d": batch])
        let commands = fixture.takeCommands()
        #expect(commands.count == 2)
        fixture.now += .milliseconds(2500)
        fixture.advance(milliseconds: 0)
        let messages = fixture.take(1)
        #expect(messages.map { $0["op"] } == [5, 5, 7, 7, 9] as [JSON?])
        let answers = messages.filter { $0["op"] == 7 }.compactMap { $0["d"]?["requestStatus"]?["code"] }
        #expect(answers == [207, 207])
        let results = messages.last?["d"]?["results"]?.items ?? []
        #expect(results.map { $0["requestStatus"]?["code"] } == [207, 207] as [JSON?])
        for (number, _) in commands { fixture.apply(fixture.server.replied(number, .success(.done), at: fixture.now)) }
        #expect(fixture.take(1).isEmpty)
        try fixture.answerSnapshot(try ServerFixture.snapshot(Self.outputs))
        #expect(events(&fixture) == Self.back)
        #expect(fixture.code("GetVersion") == 100)
    }

    @Test("a request for a snapshot that is given up is made again, so that clients hear of the session's return")
    func givenUp() throws {
        var fixture = try silent()
        for _ in 0..<20 { fixture.advance(milliseconds: 250) }
        let requests = fixture.takeTasks().compactMap { task -> Int? in
            if case .requestSnapshot(let number) = task { number } else { nil }
        }
        #expect(requests.count == 1)
        #expect(events(&fixture) == Self.lost)
        for number in requests { fixture.server.unanswered(number) }
        fixture.advance(milliseconds: 250)
        try fixture.answerSnapshot(try ServerFixture.snapshot(Self.outputs))
        #expect(events(&fixture) == Self.back)
    }

    @Test("without clients, the return of the session is heard: the next client is answered at once")
    func withoutClients() throws {
        var fixture = try silent()
        for _ in 0..<11 { fixture.advance(milliseconds: 250) }
        fixture.apply(fixture.server.closed(ConnectionID(1)))
        for _ in 0..<20 { fixture.advance(milliseconds: 250) }
        try fixture.answerSnapshot(try ServerFixture.snapshot(Self.outputs))
        fixture.connect(2)
        #expect(fixture.code("GetVersion", client: 2) == 100)
    }

    @Test("an output that was not live is not reconnecting; a session that ends in silence ends")
    func others() throws {
        let outputs = [(address: "show.mp4", state: "stopped"), (address: "rtmp://host/live/***", state: "connecting")]
        var fixture = try ServerFixture.running(outputs, mask: 64 | 1)
        fixture.advance(milliseconds: 250)
        for _ in 0..<11 { fixture.advance(milliseconds: 250) }
        #expect(events(&fixture) == [])
        #expect(fixture.code("GetVersion") == 207)
        fixture.publish(.stopped(reason: .stopped))
        #expect(events(&fixture) == ["ExitStarted"])
    }
}
