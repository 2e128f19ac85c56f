import MeetingClient
import SessionProtocol
import StudioCore
import Testing

/// The local user's video, as the client and the meeting know it.
struct VideoTests {
    /// Goes through the waiting room, and returns what was delivered.
    private func visitWaitingRoom(_ fixture: ClientFixture) throws -> [String] {
        _ = try fixture.client.perform(.putIntoWaitingRoom)
        fixture.turn()
        _ = try fixture.client.perform(.admit)
        fixture.turn()
        return fixture.takeEvents()
    }

    @Test("PS-MEET-004 after the waiting room the video is off, until the client starts it again")
    func waitingRoom() throws {
        let fixture = try ClientFixture()
        let isOn = { fixture.client.participant(.none)?.participant.isVideoOn }
        try fixture.client.initialise()
        try fixture.client.set(.camera, isSet: true)
        try fixture.join()
        try fixture.client.act(.startVideo)
        fixture.turn()
        #expect(isOn() == true)
        #expect(fixture.takeEvents().last == "camera started")
        let events = try visitWaitingRoom(fixture)
        #expect(events.contains("camera ready"))
        #expect(!events.contains("camera started"))
        #expect(isOn() == false)
        try fixture.client.act(.startVideo)
        fixture.turn()
        #expect(isOn() == true)
        #expect(Set(fixture.takeEvents()) == ["video true", "camera started"])
        #expect(fixture.client.violations.isEmpty)
    }

    @Test("a client that joins with its video has it after the waiting room, too")
    func videoOnArrival() throws {
        let fixture = try ClientFixture()
        try fixture.client.initialise()
        try fixture.client.set(.camera, isSet: true)
        try fixture.join { $0.arrival.isVideoOn = true }
        #expect(fixture.client.participant(.none)?.participant.isVideoOn == true)
        #expect(try visitWaitingRoom(fixture).contains("camera started"))
        #expect(fixture.client.participant(.none)?.participant.isVideoOn == true)
        #expect(fixture.client.violations.isEmpty)
    }
}
