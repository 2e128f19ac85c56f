import Testing
import ZoomVideoSDK

#if swift(>=6)
    @testable import ZoomVideoGuide
#else
    @testable import ZoomVideoGuideSwift5
#endif

@Suite("Zoom Video SDK: canvases")
struct CanvasTests {
    @Test("users and shares have views from joining to leaving, and the own video is marked")
    func canvases() {
        ZoomVideoSDK.emulation.withSession { session in
            let client = CanvasClient()
            let ada = session.addUser("Ada")
            client.join()
            session.advance(seconds: 1)
            #expect(client.views.count == 2)
            #expect(client.views[ada] != nil)
            #expect(client.marks > 20)
            session.share(.color(), of: ada)
            session.advance(seconds: 0.5)
            #expect(Array(client.sharing.keys) == [ada])
            #expect(ZoomVideoSDK.emulation.subscribedViews == 3)
            session.stopSharing(of: ada)
            session.advance(seconds: 0.5)
            #expect(client.sharing.isEmpty)
            session.meeting.end(.endedByHost)
            session.advance(seconds: 0.5)
            #expect(client.reason == .endByHost)
            #expect(client.views.isEmpty)
            #expect(ZoomVideoSDK.emulation.violations.isEmpty)
        }
    }
}
