import Foundation
import ProductionStudioTesting
import StudioTestSupport
import StudioTrace
import Testing
import ZoomSDK

/// Clients on the main actor, as Swift 6 has them, and tests that end while the studio sends.
// One after the other: a test that occupies the main actor must not wait for one that awaits there.
@Suite("Zoom Meeting SDK: clients on the main actor", .serialized)
struct MainActorTests {
    /// Its conformance is isolated, as default isolation makes it.
    @MainActor private final class Camera: NSObject, @MainActor ZoomSDKMeetingProductionStudioControllerDelegate {
        private(set) var callbacks: [String] = []
        private var controller: ZoomSDKMeetingProductionStudioController?

        func begin() {
            controller = ZoomSDK.shared().getMeetingService().getMeetingProductionStudioController()
            guard let controller, controller.isSupportPSMode(), controller.canStartPSMode() else { return }
            controller.delegate = self
            let capability = ZoomSDKPSVideoSourceCapability()
            (capability.width, capability.height) = (16, 8)
            capability.format = ZoomSDKFrameDataFormat_I420_Full
            _ = controller.startPSMode(capability)
        }

        func onStartPSModeResult(_ success: Bool) { callbacks.append("result") }
        func onStartSend(_ sender: ZoomSDKPSSender?) { callbacks.append("start") }
        func onStopSend() { callbacks.append("stop") }
    }

    @Test("get their callbacks when a test occupies it; a test that ends while the studio sends has no finding")
    @MainActor func occupied() throws {
        let folder = try TestFolder()
        let path = folder.file("a.jsonl")
        let camera = Camera()
        let test = TestMeeting()
        try test.beginTrace(path)
        try ZoomSDK.shared().emulation.withMeeting(test.studio) {
            camera.begin()
            try test.wait(for: .sending)
            try test.requireNoViolations()
        }
        try test.requireNoViolations()
        try test.finishTrace()
        #expect(camera.callbacks == ["result", "start"])
        let trace = try Trace(bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
        #expect(TraceReport(trace, path: path).findings.map(\.rule) == [])
    }

    @Test("get their callbacks in an asynchronous test")
    @MainActor func asynchronous() async throws {
        let camera = Camera()
        let test = TestMeeting()
        try await ZoomSDK.shared().emulation.withMeetingAsync(test.studio) {
            camera.begin()
            try await test.wait(for: .sending)
            try test.studio.stop()
            try await test.wait(until: "the camera was stopped") { camera.callbacks.last == "stop" }
        }
        #expect(camera.callbacks == ["result", "start", "stop"])
    }

    @Test("calls on the main thread are silent, and nothing is a violation")
    @MainActor func mainCall() throws { try ProducerTests().checkMainCall() }
}
