import MediaInputs
import SessionProtocol
import StudioCore
import Testing
@testable import OBSWebSocket

/// Clients that send commands and leave: as in OBS, what they have asked for is performed.
struct GoneClientTests {
    private func request(_ type: String, _ data: JSON? = nil) -> JSON {
        ["op": 6, "d": ["requestType": .text(type), "requestId": 1, "requestData": data ?? nil]]
    }

    @Test("all commands of a request are performed, then the requests behind it")
    func requests() throws {
        var fixture = try ServerFixture.running([("a.mp4", "live"), ("srt://host:1", "live"), ("b.mkv", "live")])
        fixture.send(1, request("StopRecord"))
        fixture.send(1, request("SetInputMute", ["inputName": "Program", "inputMuted": true]))
        fixture.send(1, request("StopStream"))
        fixture.apply(fixture.server.closed(ConnectionID(1)))
        #expect(
            fixture.perform() == [
                .stopOutput(output: 1), .stopOutput(output: 3), .setMute(isMuted: true), .stopOutput(output: 2),
            ])
        #expect(fixture.take(1).isEmpty)
        #expect(fixture.server.jobs.isEmpty)
        #expect(fixture.server.connections.isEmpty)
    }

    @Test("a batch goes on through its pauses; images that nobody sees are not taken, files are written")
    func batch() throws {
        var fixture = try ServerFixture.running()
        let image: JSON = ["sourceName": "Program", "imageFormat": "jpg"]
        let file: JSON = ["sourceName": "Program", "imageFormat": "jpg", "imageFilePath": "a.jpg"]
        fixture.send(
            1,
            [
                "op": 8,
                "d": [
                    "requestId": 1,
                    "requests": [
                        ["requestType": "Sleep", "requestData": ["sleepMillis": 100]],
                        ["requestType": "GetSourceScreenshot", "requestData": image],
                        ["requestType": "StopStream"],
                        ["requestType": "SaveSourceScreenshot", "requestData": file],
                    ],
                ],
            ])
        fixture.apply(fixture.server.closed(ConnectionID(1)))
        fixture.tasks = []
        fixture.advance(milliseconds: 99)
        #expect(fixture.takeTasks().isEmpty)
        fixture.advance(milliseconds: 1)
        #expect(fixture.perform() == [.stopOutput(output: 2)])
        guard case .capture(let number, _)? = fixture.takeTasks().first else {
            Issue.record("no image is taken for the file")
            return
        }
        fixture.apply(fixture.server.captured(number, .success([0xFF]), at: fixture.now))
        #expect(fixture.takeTasks() == [.save(number, path: "/srv/show/a.jpg", [0xFF])])
        fixture.apply(fixture.server.saved(number, nil, at: fixture.now))
        #expect(fixture.server.connections.isEmpty)
    }

    @Test("more than 1024 requests of clients that are gone are not kept; the latest are")
    func limit() throws {
        var fixture = try ServerFixture.running()
        let sleep: JSON = [
            "op": 8,
            "d": [
                "requestId": 1,
                "requests": [
                    ["requestType": "Sleep", "requestData": ["sleepMillis": 1000]], ["requestType": "ToggleRecord"],
                ],
            ],
        ]
        for id in 2...40 {
            fixture.connect(id)
            for _ in 0..<60 { fixture.send(id, sleep) }
            fixture.apply(fixture.server.closed(ConnectionID(id)))
        }
        #expect(fixture.server.connections.count == 1 + 17)
        #expect(fixture.server.jobs.count == 17 * 60)
        #expect(fixture.server.connections[ConnectionID(40)] != nil)
    }

    @Test("at the end of the server nothing is kept, and the session is asked for nothing")
    func end() throws {
        var fixture = try ServerFixture.running(mask: 1 << 16)
        fixture.send(1, request("StopRecord"))
        fixture.connect(2)
        fixture.send(2, request("StopStream"))
        fixture.apply(fixture.server.closed(ConnectionID(2)))
        #expect(fixture.server.end() == [.close(ConnectionID(1), .goingAway)])
        #expect(fixture.server.connections.isEmpty)
        #expect(fixture.server.jobs.isEmpty)
        #expect(fixture.server.nextWake == nil)
    }

    @Test("who does not identify itself within 20 seconds hears why it is closed")
    func stranger() throws {
        var fixture = try ServerFixture.running()
        fixture.open(2)
        fixture.advance(milliseconds: 19_999)
        #expect(fixture.closing(2) == nil)
        fixture.advance(milliseconds: 1)
        #expect(fixture.closing(2) == Closing(.notIdentified, "You have not identified yourself within 20 seconds."))
        #expect(fixture.closing(1) == nil)
    }
}
