import Foundation
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing
import ZoomSDK

private func numbers(_ array: [Any]?) -> [UInt32] { (array as? [NSNumber])?.map(\.uint32Value) ?? [] }

@Suite("Speakers and captions")
struct SpeechTests {
    /// Implements the callbacks with the header's argument.
    private final class Plain: NSObject, ZoomSDKMeetingActionControllerDelegate {
        let events = Recorder<String>()
        func onUserActiveAudioChange(_ useridArray: [Any]) { events.record("speaking \(numbers(useridArray))") }
        func onActiveSpeakerVideoUserChanged(_ userID: UInt32) { events.record("speaker \(userID)") }
        func onActiveVideoUserChanged(_ userID: UInt32) { events.record("video \(userID)") }
    }

    private final class Optionals: NSObject, ZoomSDKMeetingActionControllerDelegate {
        let events = Recorder<String>()
        func onUserActiveAudioChange(_ useridArray: [Any]?) { events.record("speaking \(numbers(useridArray))") }
    }

    private final class Unwrapped: NSObject, ZoomSDKMeetingActionControllerDelegate {
        let events = Recorder<String>()
        func onUserActiveAudioChange(_ useridArray: [Any]!) { events.record("speaking \(numbers(useridArray))") }
    }

    /// A participant publishes 10 ms of audio.
    private func speak(_ user: Participant, in meeting: Meeting) throws {
        let publisher = try #require(meeting.publisher(.microphone, of: user.id))
        let samples = [Int16](repeating: 1000, count: 480)
        samples.withUnsafeBytes { bytes in
            _ = publisher.publish(
                audio: bytes, format: AudioFormat(sampleRate: 48_000, channels: 1), time: meeting.clock.now)
        }
    }

    @Test("PS-SPEECH-001 the first of the users who speak is the active speaker, the one who began last")
    func speakers() throws {
        try inMeeting { fixture in
            let meeting = fixture.test.meeting
            let (ada, bob) = (meeting.add("Ada"), meeting.add("Bob"))
            let client = Plain()
            fixture.action.delegate = client
            try speak(ada, in: meeting)
            try speak(bob, in: meeting)
            try speak(ada, in: meeting)
            try fixture.test.settle()
            let info = try #require(fixture.action.getUserByUserID(bob.id.rawValue))
            #expect(info.isTalking())
            try meeting.change(.microphone, of: bob.id, .mute)
            try fixture.test.settle()
            #expect(!info.isTalking())
            meeting.remove(ada.id)
            try fixture.test.settle()
            let (one, two) = (ada.id.rawValue, bob.id.rawValue)
            #expect(
                client.events.all == [
                    "speaking [\(one)]", "speaker \(one)", "video \(one)",
                    "speaking [\(two), \(one)]", "speaker \(two)", "video \(two)",
                    "speaking [\(one)]", "speaker \(one)", "video \(one)", "speaking []",
                ])
        }
    }

    @Test("PS-SDK-017 each spelling of the speakers' array is called once")
    func spellings() throws {
        try inMeeting { fixture in
            let meeting = fixture.test.meeting
            let ada = meeting.add("Ada")
            let (optionals, unwrapped) = (Optionals(), Unwrapped())
            fixture.action.delegate = optionals
            try speak(ada, in: meeting)
            try fixture.test.settle()
            fixture.action.delegate = unwrapped
            try meeting.change(.microphone, of: ada.id, .silence)
            try fixture.test.settle()
            #expect(optionals.events.all == ["speaking [\(ada.id.rawValue)]"])
            #expect(unwrapped.events.all == ["speaking []"])
        }
    }

    /// Shows captions as an app does: one text for each line.
    private final class CaptionView: NSObject, ZoomSDKCloseCaptionControllerDelegate {
        let events = Recorder<String>()
        func onLiveTranscriptionStatus(_ status: ZoomSDKLiveTranscriptionStaus) {
            events.record(status == ZoomSDK_LiveTranscription_Status_Start ? "start" : "stop")
        }
        func onLiveTranscriptionMsgInfoReceived(_ messageInfo: ZoomSDKLiveTranscriptionMessageInfo?) {
            guard let messageInfo else { return }
            let (name, text) = (messageInfo.speakerName ?? "", messageInfo.messageContent ?? "")
            events.record("\(messageInfo.messageID ?? "") \(messageInfo.messageType.rawValue) \(name): \(text)")
        }
    }

    private final class UnwrappedView: NSObject, ZoomSDKCloseCaptionControllerDelegate {
        let events = Recorder<String>()
        func onLiveTranscriptionMsgInfoReceived(_ messageInfo: ZoomSDKLiveTranscriptionMessageInfo!) {
            events.record(messageInfo.messageContent ?? "")
        }
    }

    @Test("PS-CAPTION-003 a line is added, updated, completed and deleted with one ID, after the status Start")
    func captions() throws {
        try inMeeting { fixture in
            let meeting = fixture.test.meeting
            let ada = meeting.add("Ada")
            let controller = fixture.service.getCloseCaptionController()
            let view = CaptionView()
            controller.delegate = view
            #expect(controller.getLiveTranscriptionStatus() == ZoomSDK_LiveTranscription_Status_Stop)
            let line = try #require(meeting.addCaption("Hel", of: ada.id, change: .add))
            meeting.addCaption("Hello", of: ada.id, id: line.id, change: .update)
            meeting.addCaption("Hello.", of: ada.id, id: line.id)
            meeting.addCaption("", of: ada.id, id: line.id, change: .delete)
            meeting.addCaption("Bye", of: ada.id)
            #expect(meeting.addCaption("nobody", of: UserID(rawValue: 1)) == nil)
            try fixture.test.settle()
            #expect(controller.getLiveTranscriptionStatus() == ZoomSDK_LiveTranscription_Status_Start)
            #expect(
                view.events.all == [
                    "start", "caption-1 1 Ada: Hel", "caption-1 2 Ada: Hello", "caption-1 4 Ada: Hello.",
                    "caption-1 3 Ada: ", "caption-2 4 Ada: Bye",
                ])
            #expect(ZoomSDK.shared().emulation.violations.isEmpty)
        }
    }

    @Test("PS-CAPTION-002 PS-CAPTION-003 after the client's stop no line comes until it starts again")
    func stopping() throws {
        try inMeeting { fixture in
            let meeting = fixture.test.meeting
            let ada = meeting.add("Ada")
            let controller = fixture.service.getCloseCaptionController()
            let view = CaptionView()
            controller.delegate = view
            #expect(controller.stopLiveTranscription() == ZoomSDKError_WrongUsage)
            #expect(controller.startLiveTranscription() == ZoomSDKError_Success)
            #expect(controller.startLiveTranscription() == ZoomSDKError_WrongUsage)
            meeting.addCaption("one", of: ada.id)
            try fixture.test.settle()
            #expect(controller.stopLiveTranscription() == ZoomSDKError_Success)
            try fixture.test.settle()
            meeting.addCaption("two", of: ada.id)
            try fixture.test.settle()
            #expect(controller.startLiveTranscription() == ZoomSDKError_Success)
            meeting.addCaption("three", of: ada.id)
            try fixture.test.settle()
            #expect(
                view.events.all == [
                    "start", "caption-1 4 Ada: one", "stop", "start", "caption-3 4 Ada: three",
                ])
            let violation = try #require(ZoomSDK.shared().emulation.violations.first)
            #expect(violation.error.rule.id == "PS-CAPTION-002")
            #expect(violation.count == 2)
        }
    }

    @Test("PS-CAPTION-001 outside a meeting nothing can be started; both spellings of a line are called")
    func outside() throws {
        try inMeeting { fixture in
            let ada = fixture.test.meeting.add("Ada")
            let controller = fixture.service.getCloseCaptionController()
            let view = UnwrappedView()
            controller.delegate = view
            fixture.test.meeting.addCaption("Hello", of: ada.id)
            try fixture.test.settle()
            #expect(view.events.all == ["Hello"])
            fixture.test.meeting.leave()
            try fixture.test.settle()
            #expect(controller.canStartLiveTranscription() == ZoomSDKError_NotInMeeting)
            #expect(controller.startLiveTranscription() == ZoomSDKError_NotInMeeting)
            #expect(ZoomSDK.shared().emulation.violations.map(\.error.rule.id) == ["PS-CAPTION-001"])
        }
    }

    @Test("PS-ORDER-006 a view of captions that was released is reported")
    func released() throws {
        try inMeeting { fixture in
            let ada = fixture.test.meeting.add("Ada")
            fixture.service.getCloseCaptionController().delegate = CaptionView()
            fixture.test.meeting.addCaption("Hello", of: ada.id)
            try fixture.test.settle()
            let violation = try #require(ZoomSDK.shared().emulation.violations.first)
            #expect(violation.error.rule.id == "PS-ORDER-006")
            #expect(violation.error.message.contains("ZoomSDKCloseCaptionController"))
        }
    }
}
