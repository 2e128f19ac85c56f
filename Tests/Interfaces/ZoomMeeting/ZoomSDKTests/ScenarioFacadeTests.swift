import ProductionStudio
import ProductionStudioTesting
import StudioCore
import Testing
import ZoomSDK

@Suite("A client of the vendor's SDK in a TestMeeting with a scenario")
struct ScenarioFacadeTests {
    @Test("auth-never-answers: the call succeeds, and no result comes")
    func authentication() throws {
        let test = try TestMeeting(scenario: "auth-never-answers", name: "Ada", isJoined: false)
        try ZoomSDK.shared().emulation.withMeeting(test.studio) {
            let fixture = EntryFixture(test: test)
            fixture.initialise()
            #expect(fixture.authenticate() == ZoomSDKError_Success)
            try test.turn(by: .seconds(3600))
            #expect(fixture.client.answers.isEmpty)
        }
    }

    @Test("answers and steps of the entry apply to the client's calls")
    func entry() throws {
        let test = try TestMeeting(scenario: "co-host-revoked", name: "Ada", isJoined: false)
        try ZoomSDK.shared().emulation.withMeeting(test.studio) {
            let fixture = EntryFixture(test: test)
            try fixture.enter()
            #expect(test.meeting.localUser.role == .coHost)
            #expect(test.meeting.participants.map(\.name) == ["Ada", "Ann"])
            test.studio.delegate = test.recorder
            try test.studio.start(VideoCapability(width: 16, height: 8))
            try test.wait(for: .sending)
            try test.turn(by: .seconds(2))
            #expect(test.studio.state == .idle)
        }
    }
}
