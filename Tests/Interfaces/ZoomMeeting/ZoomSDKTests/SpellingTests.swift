import Foundation
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing
import ZoomSDK
import ZoomSDKNames

@Suite("How the SDK is spelled")
struct SpellingTests {
    @Test("PS-SDK-001 result codes have the macOS numbers, and name the native codes")
    func codes() {
        let names: [(ZoomSDKError, String)] = [
            (ZoomSDKError_Success, "Success"), (ZoomSDKError_Failed, "Failed"), (ZoomSDKError_Uninit, "Uninit"),
            (ZoomSDKError_ServiceFailed, "ServiceFailed"), (ZoomSDKError_WrongUsage, "WrongUsage"),
            (ZoomSDKError_InvalidParameter, "InvalidParameter"), (ZoomSDKError_NoPermission, "NoPermission"),
            (ZoomSDKError_NoRecordingInProgress, "NoRecordingInProgress"),
            (ZoomSDKError_TooFrequentCall, "TooFrequentCall"), (ZoomSDKError_UnSupportedFeature, "UnSupportedFeature"),
            (ZoomSDKError_EmailLoginIsDisabled, "EmailLoginIsDisabled"),
            (ZoomSDKError_ModuleLoadFail, "ModuleLoadFail"),
            (ZoomSDKError_NoVideoData, "NoVideoData"), (ZoomSDKError_NoAudioData, "NoAudioData"),
            (ZoomSDKError_NoShareData, "NoShareData"), (ZoomSDKError_NoVideoDeviceFound, "NoVideoDeviceFound"),
            (ZoomSDKError_DeviceError, "DeviceError"), (ZoomSDKError_NotInMeeting, "NotInMeeting"),
            (ZoomSDKError_initDevice, "initDevice"),
            (ZoomSDKError_CanNotChangeVirtualDevice, "CanNotChangeVirtualDevice"),
            (ZoomSDKError_PreprocessRawdataError, "PreprocessRawdataError"), (ZoomSDKError_NoLicense, "NoLicense"),
            (ZoomSDKError_Malloc_Failed, "Malloc_Failed"),
            (ZoomSDKError_ShareCannotSubscribeMyself, "ShareCannotSubscribeMyself"),
            (ZoomSDKError_NeedUserConfirmRecordDisclaimer, "NeedUserConfirmRecordDisclaimer"),
            (ZoomSDKError_UnKnown, "UnKnown"), (ZoomSDKError_NotJoinAudio, "NotJoinAudio"),
            (ZoomSDKError_HardwareDontSupport, "HardwareDontSupport"),
            (ZoomSDKError_DomainDontSupport, "DomainDontSupport"),
            (ZoomSDKError_FileTransferError, "FileTransferError"),
        ]
        #expect(names.map(\.0.rawValue) == Array(0..<30))
        for (code, name) in names { #expect(StudioError.Code(code).description == name) }
        #expect(ZoomSDKError_InvalidPrameter == ZoomSDKError_InvalidParameter)
        #expect(ZoomSDKError.WrongUsage == ZoomSDKError_WrongUsage)
    }

    @Test(
        "PS-SDK-001 native codes carry the numbers on macOS, and unknown numbers are kept",
        arguments: [
            (StudioError.Code.success, 0 as UInt32, "Success"), (.failed, 1, "Failed"), (.uninitialised, 2, "Uninit"),
            (.serviceFailed, 3, "ServiceFailed"), (.wrongUsage, 4, "WrongUsage"),
            (.invalidParameter, 5, "InvalidParameter"), (.noPermission, 6, "NoPermission"),
            (.tooFrequentCall, 8, "TooFrequentCall"), (.unsupportedFeature, 9, "UnSupportedFeature"),
            (.notInMeeting, 17, "NotInMeeting"), (.outOfMemory, 22, "Malloc_Failed"),
            (StudioError.Code(ZoomSDKError(4711)), 4711, "Code(4711)"),
        ])
    func numbers(_ code: StudioError.Code, number: UInt32, name: String) {
        #expect(code.number == number)
        #expect(code.description == name)
        #expect(StudioError.Code(ZoomSDKError(number)) == code)
    }

    @Test("PS-SDK-001 a code of another interface becomes UnKnown", arguments: ["4711", "Code()", "Code(-1)", "Else"])
    func foreignCode(_ name: String) {
        #expect(StudioError.Code(rawValue: name).number == ZoomSDKError_UnKnown.rawValue)
    }

    @Test("PS-SDK-002 statuses and end reasons have the macOS numbers, and name the native ones")
    func statuses() {
        let statuses: [(ZoomSDKMeetingStatus, MeetingStatus)] = [
            (ZoomSDKMeetingStatus_Idle, .idle), (ZoomSDKMeetingStatus_Connecting, .connecting),
            (ZoomSDKMeetingStatus_WaitingForHost, .waitingForHost), (ZoomSDKMeetingStatus_InMeeting, .inMeeting),
            (ZoomSDKMeetingStatus_Disconnecting, .disconnecting), (ZoomSDKMeetingStatus_Reconnecting, .reconnecting),
            (ZoomSDKMeetingStatus_Failed, .failed), (ZoomSDKMeetingStatus_Ended, .ended),
            (ZoomSDKMeetingStatus_AudioReady, .audioReady),
            (ZoomSDKMeetingStatus_OtherMeetingInProgress, .otherMeetingInProgress),
            (ZoomSDKMeetingStatus_InWaitingRoom, .inWaitingRoom),
            (ZoomSDKMeetingStatus_Webinar_Promote, .webinarPromoted),
            (ZoomSDKMeetingStatus_Webinar_Depromote, .webinarDemoted),
            (ZoomSDKMeetingStatus_Join_Breakout_Room, .joinedBreakoutRoom),
            (ZoomSDKMeetingStatus_Leave_Breakout_Room, .leftBreakoutRoom),
        ]
        #expect(statuses.map(\.0.rawValue) == Array(0...10) + Array(12...15))
        #expect(statuses.map(\.0) == statuses.map { ZoomSDKMeetingStatus($0.1) })
        #expect(statuses.map(\.1) == MeetingStatus.allCases)
        let reasons: [(EndMeetingReason, EndReason)] = [
            (EndMeetingReason_None, .none), (EndMeetingReason_KickByHost, .kickedByHost),
            (EndMeetingReason_EndByHost, .endedByHost), (EndMeetingReason_JBHTimeOut, .joinBeforeHostTimeout),
            (EndMeetingReason_NoAttendee, .noAttendee),
            (EndMeetingReason_HostStartAnotherMeeting, .hostStartedAnotherMeeting),
            (EndMeetingReason_FreeMeetingTimeOut, .freeMeetingTimeout), (EndMeetingReason_Undefined, .undefined),
            (EndMeetingReason_DueToAuthorizedUserLeave, .authorizedUserLeft),
        ]
        #expect(reasons.map(\.0.rawValue) == Array(0...8))
        #expect(reasons.map(\.1) == EndReason.allCases)
        #expect(reasons.map(\.0) == reasons.map { EndMeetingReason($0.1) })
        #expect(EndMeetingReason_NetworkBroken == EndMeetingReason_Undefined)
    }

    @Test("PS-SDK-003 formats and channels in every spelling, as constants, as members and in a switch")
    func constants() {
        #expect(ZoomSDKFrameDataFormat_I420_Limited.rawValue == 0)
        #expect(ZoomSDKFrameDataFormat_I420_Full.rawValue == 1)
        #expect(ZoomSDKFrameDataFormat_I420_FULL == ZoomSDKFrameDataFormat_I420_Full)
        #expect(ZoomSDKFrameDataFormat_I420_LIMITED == ZoomSDKFrameDataFormat_I420_Limited)
        #expect(ZoomSDKFrameDataFormat.I420_FULL == ZoomSDKFrameDataFormat_I420_Full)
        #expect(ZoomSDKFrameDataFormat.I420_LIMITED == ZoomSDKFrameDataFormat_I420_Limited)
        #expect(ZoomSDKAudioChannel_Mono.rawValue == 0)
        #expect(ZoomSDKAudioChannel_Stereo.rawValue == 1)
        #expect(ZoomSDKAudioChannel.mono == ZoomSDKAudioChannel_Mono)
        #expect(ZoomSDKAudioChannel.stereo == ZoomSDKAudioChannel_Stereo)
        #expect(ZoomSDKError(77).rawValue == 77, "an open set")
        switch ZoomSDKAudioChannel(rawValue: 1) {
        case ZoomSDKAudioChannel_Stereo: break
        default: Issue.record("free constants are patterns")
        }
    }

    @Test("PS-SDK-009 results are discardable")
    func ignorable() throws {
        try inMeeting { fixture in
            let sender = try fixture.open()
            var byte: CChar = 0
            sender.sendVideoFrame(&byte, width: 1, height: 1, frameLength: 1, format: .I420_FULL)
            sender.sendAudio(&byte, dataLength: 1, sampleRate: 1, channel: .mono)
            let (action, controller) = (fixture.action, try #require(fixture.controller))
            action.makeHost(1)
            action.assignCoHost(1)
            action.revokeCoHost(1)
            action.reclaimHost()
            action.expelUser(1)
            controller.startPSMode(capability())
            controller.stopPSMode()
            // Queries: a warning is an error where this file is compiled for tests in CI.
            action.getMyself()
            action.canReclaimHost()
            controller.isSupportPSMode()
            controller.getPSUserID()
            fixture.service.getMeetingStatus()
            ZoomSDK.shared().getAuthService().isAuthorized()
            #expect(fixture.test.violations.count == 5, "two sends, a start, and two rules of roles")
        }
    }

    @Test("PS-SDK-010 the sender and the constants cross threads in Swift 6 mode")
    func sendable() throws {
        func check(_ value: some Sendable) {}
        check(ZoomSDKError_Success)
        check(ZoomSDKFrameDataFormat_I420_Full)
        check(ZoomSDK.shared())
        try inMeeting { fixture in
            let sender = try fixture.open()
            check(sender)
            check(fixture.service)
            check(fixture.action)
            check(try #require(fixture.controller))
            let answers = Recorder<ZoomSDKError>()
            let worker = try Worker("test.producer") { answers.record(sender.send()) }
            #expect(worker.join(seconds: TestMeeting.defaultTimeout))
            #expect(answers.all == [ZoomSDKError_Success])
        }
    }

    @Test("PS-SDK-011 buffers are pointers to CChar, allocated or of an array")
    func pointers() throws {
        try inMeeting { fixture in
            let sender = try fixture.open()
            let send: (UnsafeMutablePointer<CChar>?, UInt32, UInt32, UInt32, ZoomSDKFrameDataFormat) -> ZoomSDKError =
                sender.sendVideoFrame
            let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: 192)
            defer { buffer.deallocate() }
            buffer.initialize(repeating: 5, count: 192)
            #expect(send(buffer, 16, 8, 192, .I420_FULL) == ZoomSDKError_Success)
            #expect(send(nil, 16, 8, 192, .I420_FULL) == ZoomSDKError_InvalidParameter)
            #expect(fixture.test.media.frames.map(\.hash) == [.of([UInt8](repeating: 5, count: 192))])
        }
    }

    @Test("PS-SDK-012 a new capability is 0x0 in limited range, and cannot be started")
    func capabilityDefaults() throws {
        let capability = ZoomSDKPSVideoSourceCapability()
        #expect(capability.width == 0)
        #expect(capability.height == 0)
        #expect(capability.format == ZoomSDKFrameDataFormat_I420_Limited)
        try inMeeting { fixture in
            let controller = try #require(fixture.controller)
            controller.delegate = fixture.client
            #expect(controller.startPSMode(capability) == ZoomSDKError_InvalidParameter)
        }
    }
}
