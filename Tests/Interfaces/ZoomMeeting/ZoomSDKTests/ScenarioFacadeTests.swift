import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioTestSupport
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

    /// Notes the captions.
    private final class CaptionView: NSObject, ZoomSDKCloseCaptionControllerDelegate {
        let lines = Recorder<String>()

        func onLiveTranscriptionMsgInfoReceived(_ messageInfo: ZoomSDKLiveTranscriptionMessageInfo?) {
            guard let line = messageInfo else { return }
            lines.record("\(line.speakerName ?? "") \(line.messageType.rawValue): \(line.messageContent ?? "")")
        }
    }

    @Test("steps add captions, and users whom nobody can look up yet")
    func captions() throws {
        let folder = try TestFolder()
        let file = try folder.write(
            "show.yaml",
            """
            version: 1
            meeting: {participants: [{name: Ann}]}
            steps:
              - {at: 1s, addCaption: {user: Ann, text: Hel, line: first, change: add}}
              - {at: 2s, addCaption: {user: Ann, text: Hello., line: first}}
              - {at: 2s, setResolvable: {user: Ann, isResolvable: false}}

            """)
        let test = try TestMeeting(scenario: file, name: "Ada")
        try ZoomSDK.shared().emulation.withMeeting(test.studio) {
            let service = try #require(ZoomSDK.shared().getMeetingService())
            let (controller, view) = (service.getCloseCaptionController(), CaptionView())
            controller.delegate = view
            try test.settle()
            let ann = try #require(test.meeting.participants.first { $0.name == "Ann" }?.id)
            #expect(service.getMeetingActionController().getUserByUserID(ann.rawValue) != nil)
            try test.turn(by: .seconds(3))
            #expect(view.lines.all == ["Ann 1: Hel", "Ann 4: Hello."])
            #expect(service.getMeetingActionController().getUserByUserID(ann.rawValue) == nil)
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
