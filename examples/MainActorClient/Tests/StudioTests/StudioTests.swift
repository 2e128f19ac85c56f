import ProductionStudioTesting
import Testing
import ZoomSDK

@testable import Studio

@Suite struct StudioTests {
    @Test func sends() async throws {
        let test = TestMeeting()
        try await ZoomSDK.shared().emulation.withMeetingAsync(test.studio) {
            let model = StudioModel()
            #expect(model.begin() == ZoomSDKError_Success)
            try await test.wait(until: "frames can be sent") { model.isSending }
            model.capture()
            #expect(test.media.frames.count == 1)
            try test.requireNoViolations()
        }
    }

    @Test func stopsWhenTheRoleIsLost() async throws {
        let test = TestMeeting(role: .coHost)
        try await ZoomSDK.shared().emulation.withMeetingAsync(test.studio) {
            let model = StudioModel()
            #expect(model.begin() == ZoomSDKError_Success)
            try await test.wait(for: .sending)
            test.meeting.revokeCoHost()
            try await test.wait(for: .idle)
            #expect(!model.isSending)
            try test.requireNoViolations()
        }
    }
}
