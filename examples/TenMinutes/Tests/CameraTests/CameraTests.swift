import ProductionStudioTesting
import Testing
import ZoomSDK

@testable import Camera

@Suite struct CameraTests {
    @Test func sendsFrames() throws {
        let test = TestMeeting()
        try ZoomSDK.shared().emulation.withMeeting(test.studio) {
            let camera = Camera()
            #expect(camera.begin() == ZoomSDKError_Success)
            try test.wait(for: .sending)
            camera.capture()
            try test.requireNoViolations()
            #expect(test.media.frames.map(\.width) == [1280])
        }
    }

    @Test func stopsWhenTheRoleIsLost() throws {
        let test = TestMeeting(role: .coHost)
        try ZoomSDK.shared().emulation.withMeeting(test.studio) {
            let camera = Camera()
            #expect(camera.begin() == ZoomSDKError_Success)
            try test.wait(for: .sending)
            test.meeting.revokeCoHost()
            try test.wait(for: .idle)
            camera.capture()
            try test.requireNoViolations()
        }
    }

    @Test func livesWithoutASender() throws {
        let test = TestMeeting()
        test.studio.responses.providesSender = false
        try ZoomSDK.shared().emulation.withMeeting(test.studio) {
            let camera = Camera()
            #expect(camera.begin() == ZoomSDKError_Success)
            try test.wait(until: "the session has ended") { test.studioEvents.contains(.stoppedSending) }
            camera.capture()
            try test.requireNoViolations()
        }
    }
}
