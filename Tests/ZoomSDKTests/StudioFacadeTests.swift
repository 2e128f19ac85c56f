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
    @Test("the whole way: queries, callbacks and codes in order")
    func wholeWay() throws {
        try inMeeting { scene in
            let controller = try #require(scene.controller)
            #expect(controller.isSupportPSMode())
            #expect(controller.canStartPSMode())
            #expect(!controller.isPSModeStarted())
            #expect(controller.getPSUserID() == 0)
            #expect(controller.stopPSMode() == ZoomSDKError_WrongUsage)
            let sender = try scene.open()
            #expect(controller.isPSModeStarted())
            #expect(controller.startPSMode(capability()) == ZoomSDKError_WrongUsage)
            let user = controller.getPSUserID()
            #expect(sender.send() == ZoomSDKError_Success)
            #expect(sender.sendSilence() == ZoomSDKError_Success)
            #expect(controller.stopPSMode() == ZoomSDKError_Success)
            try scene.test.settle()
            #expect(
                scene.client.heard == [
                    .result(true), .sender(true), .join([user]), .user(user, true), .stop, .user(user, false),
                    .left([user]),
                ])
            #expect(sender.send() == ZoomSDKError_WrongUsage)
            #expect(sender.sendSilence() == ZoomSDKError_WrongUsage)
            #expect(scene.test.media.pictures.count == 1)
            #expect(scene.test.media.sounds.count == 1)
        }
    }

    @Test("PS-START-003 refusals come as the vendor's codes")
    func refusals() throws {
        try inMeeting(TestMeeting(role: .attendee)) { scene in
            let controller = try #require(scene.controller)
            controller.delegate = scene.client
            #expect(!controller.canStartPSMode())
            #expect(controller.startPSMode(capability()) == ZoomSDKError_NoPermission)
            scene.test.meeting.grantCoHost()
            #expect(controller.startPSMode(capability(15, 8)) == ZoomSDKError_InvalidParameter)
            let strange = capability()
            strange.format = ZoomSDKFrameDataFormat(rawValue: 9)
            #expect(controller.startPSMode(strange) == ZoomSDKError_InvalidParameter)
            controller.delegate = nil
            #expect(controller.startPSMode(capability()) == ZoomSDKError_WrongUsage)
            scene.test.studio.responses.isSupported = false
            #expect(controller.startPSMode(capability()) == ZoomSDKError_UnSupportedFeature)
            scene.test.studio.responses.isSupported = true
            scene.test.studio.responses.startFailure = .serviceFailed
            controller.delegate = scene.client
            #expect(controller.startPSMode(capability()) == ZoomSDKError_ServiceFailed)
            #expect(scene.client.heard.allSatisfy { if case .coHost = $0 { true } else { false } })
        }
    }

    @Test("PS-START-011 a capability that is changed after the start changes nothing")
    func capabilityChanged() throws {
        try inMeeting { scene in
            let controller = try #require(scene.controller)
            controller.delegate = scene.client
            let declared = capability()
            #expect(controller.startPSMode(declared) == ZoomSDKError_Success)
            declared.width = 32
            declared.format = ZoomSDKFrameDataFormat_I420_Limited
            try scene.test.wait(for: .sending)
            let sender = try #require(scene.client.sender)
            #expect(sender.send(16, 8) == ZoomSDKError_Success)
            #expect(sender.send(32, 8) == ZoomSDKError_InvalidParameter)
        }
    }

    @Test("PS-SDK-013 the delegate is not retained; one that died is none, and nothing crashes")
    func dyingDelegate() throws {
        try inMeeting { scene in
            let controller = try #require(scene.controller)
            var mortal: Client? = Client()
            controller.delegate = mortal
            #expect(controller.delegate === mortal)
            #expect(controller.startPSMode(capability()) == ZoomSDKError_Success)
            try scene.test.wait(for: .sending)
            let sender = try #require(mortal?.sender)
            weak let freed = mortal
            mortal = nil
            #expect(freed == nil, "not retained")
            #expect(controller.delegate == nil)
            #expect(sender.send() == ZoomSDKError_Success)
            #expect(controller.stopPSMode() == ZoomSDKError_Success)
            try scene.test.wait(for: .idle)
            #expect(sender.send() == ZoomSDKError_WrongUsage)
            #expect(controller.startPSMode(capability()) == ZoomSDKError_WrongUsage, "there is no delegate")
            controller.delegate = scene.client
            _ = try scene.open()
        }
    }

    @Test("PS-SDK-006 three callbacks are enough")
    func required() throws {
        final class Smallest: ZoomSDKMeetingProductionStudioControllerDelegate {
            let heard = Recorder<String>()
            func onStartPSModeResult(_ success: Bool) { heard.record("result") }
            func onStartSend(_ sender: ZoomSDKPSSender?) { heard.record("sender") }
            func onStopSend() { heard.record("stop") }
        }
        try inMeeting { scene in
            let controller = try #require(scene.controller)
            let smallest = Smallest()
            controller.delegate = smallest
            controller.startPSMode(capability())
            try scene.test.wait(for: .sending)
            controller.stopPSMode()
            try scene.test.settle()
            #expect(smallest.heard.all == ["result", "sender", "stop"])
        }
    }

    @Test("PS-SDK-007 the user status comes once, with the header's width or the guide's")
    func widths() throws {
        final class Guide: ZoomSDKMeetingProductionStudioControllerDelegate {
            let heard = Recorder<UInt>()
            func onStartPSModeResult(_ success: Bool) {}
            func onStartSend(_ sender: ZoomSDKPSSender?) {}
            func onStopSend() {}
            func onPSUserStatusChanged(_ userId: UInt, isStart start: Bool) { heard.record(userId) }
        }
        try inMeeting { scene in
            let controller = try #require(scene.controller)
            let guide = Guide()
            controller.delegate = guide
            controller.startPSMode(capability())
            try scene.test.settle()
            #expect(guide.heard.all == [UInt(controller.getPSUserID())])
            controller.delegate = scene.client
            controller.stopPSMode()
            try scene.test.settle()
            #expect(scene.client.heard.filter { if case .user = $0 { true } else { false } }.count == 1)
        }
    }
}
