import Foundation
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing
import ZoomSDK

@Suite("The studio through the SDK")
struct StudioFacadeTests {
    @Test("a complete session: queries, callbacks and codes in order")
    func completeSession() throws {
        try inMeeting { fixture in
            let controller = try #require(fixture.controller)
            #expect(controller.isSupportPSMode())
            #expect(controller.canStartPSMode())
            #expect(!controller.isPSModeStarted())
            #expect(controller.getPSUserID() == 0)
            #expect(controller.stopPSMode() == ZoomSDKError_WrongUsage)
            let sender = try fixture.open()
            #expect(controller.isPSModeStarted())
            #expect(controller.startPSMode(capability()) == ZoomSDKError_WrongUsage)
            let user = controller.getPSUserID()
            #expect(sender.send() == ZoomSDKError_Success)
            #expect(sender.sendSilence() == ZoomSDKError_Success)
            #expect(controller.stopPSMode() == ZoomSDKError_Success)
            try fixture.test.settle()
            #expect(
                fixture.client.callbacks == [
                    .result(true), .sender(true), .join([user]), .user(user, true), .stop, .user(user, false),
                    .left([user]),
                ])
            #expect(sender.send() == ZoomSDKError_WrongUsage)
            #expect(sender.sendSilence() == ZoomSDKError_WrongUsage)
            #expect(fixture.test.media.frames.count == 1)
            #expect(fixture.test.media.audioBlocks.count == 1)
        }
    }

    @Test("PS-START-003 rejections return the vendor's codes")
    func refusals() throws {
        try inMeeting(TestMeeting(role: .attendee)) { fixture in
            let controller = try #require(fixture.controller)
            controller.delegate = fixture.client
            #expect(!controller.canStartPSMode())
            #expect(controller.startPSMode(capability()) == ZoomSDKError_NoPermission)
            fixture.test.meeting.grantCoHost()
            #expect(controller.startPSMode(capability(15, 8)) == ZoomSDKError_InvalidParameter)
            let strange = capability()
            strange.format = ZoomSDKFrameDataFormat(rawValue: 9)
            #expect(controller.startPSMode(strange) == ZoomSDKError_InvalidParameter)
            controller.delegate = nil
            #expect(controller.startPSMode(capability()) == ZoomSDKError_WrongUsage)
            fixture.test.studio.responses.isSupported = false
            #expect(controller.startPSMode(capability()) == ZoomSDKError_UnSupportedFeature)
            fixture.test.studio.responses.isSupported = true
            fixture.test.studio.responses.startFailure = .serviceFailed
            controller.delegate = fixture.client
            #expect(controller.startPSMode(capability()) == ZoomSDKError_ServiceFailed)
            #expect(fixture.client.callbacks.allSatisfy { if case .coHost = $0 { true } else { false } })
        }
    }

    @Test("PS-START-011 a capability that is changed after the start changes nothing")
    func capabilityChanged() throws {
        try inMeeting { fixture in
            let controller = try #require(fixture.controller)
            controller.delegate = fixture.client
            let declared = capability()
            #expect(controller.startPSMode(declared) == ZoomSDKError_Success)
            declared.width = 32
            declared.format = ZoomSDKFrameDataFormat_I420_Limited
            try fixture.test.wait(for: .sending)
            let sender = try #require(fixture.client.sender)
            #expect(sender.send(16, 8) == ZoomSDKError_Success)
            #expect(sender.send(32, 8) == ZoomSDKError_InvalidParameter)
        }
    }

    @Test("PS-SDK-013 the delegate is not retained; a released one counts as none")
    func dyingDelegate() throws {
        try inMeeting { fixture in
            let controller = try #require(fixture.controller)
            var mortal: Client? = Client()
            controller.delegate = mortal
            #expect(controller.delegate === mortal)
            #expect(controller.startPSMode(capability()) == ZoomSDKError_Success)
            try fixture.test.wait(for: .sending)
            let sender = try #require(mortal?.sender)
            weak let freed = mortal
            mortal = nil
            #expect(freed == nil, "not retained")
            #expect(controller.delegate == nil)
            #expect(sender.send() == ZoomSDKError_Success)
            #expect(controller.stopPSMode() == ZoomSDKError_Success)
            try fixture.test.wait(for: .idle)
            #expect(sender.send() == ZoomSDKError_WrongUsage)
            #expect(controller.startPSMode(capability()) == ZoomSDKError_WrongUsage, "there is no delegate")
            controller.delegate = fixture.client
            _ = try fixture.open()
        }
    }

    @Test("PS-SDK-006 three callbacks are sufficient")
    func required() throws {
        final class Smallest: ZoomSDKMeetingProductionStudioControllerDelegate {
            let callbacks = Recorder<String>()
            func onStartPSModeResult(_ success: Bool) { callbacks.record("result") }
            func onStartSend(_ sender: ZoomSDKPSSender?) { callbacks.record("sender") }
            func onStopSend() { callbacks.record("stop") }
        }
        try inMeeting { fixture in
            let controller = try #require(fixture.controller)
            let smallest = Smallest()
            controller.delegate = smallest
            controller.startPSMode(capability())
            try fixture.test.wait(for: .sending)
            controller.stopPSMode()
            try fixture.test.settle()
            #expect(smallest.callbacks.all == ["result", "sender", "stop"])
        }
    }

    @Test("PS-SDK-007 the user status is reported once, with the header's width or the guide's")
    func widths() throws {
        final class Guide: ZoomSDKMeetingProductionStudioControllerDelegate {
            let callbacks = Recorder<UInt>()
            func onStartPSModeResult(_ success: Bool) {}
            func onStartSend(_ sender: ZoomSDKPSSender?) {}
            func onStopSend() {}
            func onPSUserStatusChanged(_ userId: UInt, isStart start: Bool) { callbacks.record(userId) }
        }
        try inMeeting { fixture in
            let controller = try #require(fixture.controller)
            let guide = Guide()
            controller.delegate = guide
            controller.startPSMode(capability())
            try fixture.test.settle()
            #expect(guide.callbacks.all == [UInt(controller.getPSUserID())])
            controller.delegate = fixture.client
            controller.stopPSMode()
            try fixture.test.settle()
            #expect(fixture.client.callbacks.filter { if case .user = $0 { true } else { false } }.count == 1)
        }
    }
}
