import ProductionStudioTesting
import Testing
import ZoomSDK

#if swift(>=6)
    @testable import ZoomGuide
#else
    @testable import ZoomGuideSwift5
#endif

@Suite("Captions and speakers")
struct CaptionTests {
    @Test("lines appear, change and vanish, and speakers are shown")
    func captions() throws {
        let test = TestMeeting()
        try ZoomSDK.shared().emulation.withMeeting(test.studio) {
            let client = CaptionClient()
            client.begin()
            try test.settle()
            #expect(client.isRunning)
            let ada = try test.participant("Ada")
            try test.turn(by: .seconds(1))
            try test.settle()
            #expect(client.speakers == [ada.id.rawValue])
            #expect(client.activeSpeaker == ada.id.rawValue)
            test.meeting.addCaption("Hel", of: ada.id, id: "1", change: .add)
            test.meeting.addCaption("Hello.", of: ada.id, id: "1")
            test.meeting.addCaption("Wrong", of: ada.id, id: "2")
            test.meeting.addCaption("", of: ada.id, id: "2", change: .delete)
            try test.settle()
            #expect(client.lines == ["1": "Ada: Hello."])
            #expect(ZoomSDK.shared().emulation.violations.isEmpty)
        }
    }
}
