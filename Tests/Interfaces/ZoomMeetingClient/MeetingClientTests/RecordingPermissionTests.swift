import MeetingClient
import StudioCore
import StudioScenario
import Testing

/// What a client is advised that may not record.
struct RecordingPermissionTests {
    @Test("ZM-REC-001: the diagnosis names a pending request and a denial, until the host changes")
    func recordingDenied() throws {
        let fixture = try ClientFixture()
        try fixture.join()
        let client = fixture.client
        var diagnosis: (message: String?, hint: String?) {
            let refusal = client.refusal(of: .startRecording)
            return (refusal?.message, refusal?.hint)
        }
        let missing = "ask the host for the permission, or join with an app privilege token"
        #expect(diagnosis.hint == missing)
        _ = try client.perform(.setRecordingResponse(response: .denied, delay: .seconds(1)))
        try client.act(.requestRecording)
        #expect(diagnosis.hint == "wait for the answer")
        fixture.turn(1000)
        #expect(fixture.takeEvents() == ["response denied"])
        #expect(diagnosis.message == "the host has denied the permission to record")
        #expect(diagnosis.hint == "continue without raw recording until a callback reports the permission")
        _ = try fixture.add("Bob", role: .host)
        #expect(diagnosis.hint == missing)
    }
}
