import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import Testing
import ZoomSDK

@Suite("Classes and recorded calls of the facade")
struct SurfaceTests {
    @Test("PS-SDK-018 every class is an open NSObject that can be created, compared and subclassed")
    func classes() {
        final class OwnSDK: ZoomSDK, @unchecked Sendable {
            override func getVersionNumber() -> String? { "own" }
        }
        final class OwnElements: ZoomSDKJoinMeetingElements {}
        let objects: [NSObject] = [
            ZoomSDK(), ZoomSDKInitParams(), ZoomSDKAuthContext(), ZoomSDKAuthService(), ZoomSDKAccountInfo(),
            ZoomSDKJoinMeetingElements(), ZoomSDKStartMeetingUseZakElements(), ZoomSDKStartMeetingElements(),
            ZoomSDKMeetingService(), ZoomSDKMeetingParameter(), ZoomSDKMeetingProductionStudioController(),
            ZoomSDKPSVideoSourceCapability(), ZoomSDKPSSender(), ZoomSDKMeetingActionController(), ZoomSDKUserInfo(),
            ZoomSDKMeetingChatController(), ZoomSDKChatMsgInfoBuilder(), ZoomSDKChatInfo(), ZoomSDKSettingService(),
            ZoomSDKVideoSetting(), ZoomSDKAudioSetting(), ZoomSDKGeneralSetting(), SDKDeviceInfo(),
            ZoomSDKMeetingUIController(), ZoomSDKMeetingConfiguration(), ZoomSDKJoinMeetingHelper(),
            ZoomSDKMeetingInputUserInfoHandler(), ZoomSDKMeetingArchiveConfirmHandler(), ZoomSDKRecoverMeetingHandler(),
            ZoomSDKMeetingAppsignalHandler(), ZoomSDKMultiToSingleShareConfirmHandler(), ZoomSDKChatStatus(),
            ZoomSDKFileSender(), ZoomSDKFileReceiver(), ZoomSDKFileTransferInfo(),
        ]
        #expect(Set(objects).count == objects.count)
        #expect(objects.allSatisfy { $0 == $0 })
        #expect(OwnSDK().getVersionNumber() == "own")
        #expect(OwnElements().meetingNumber == 0)
        #expect(ZoomSDK.shared() === ZoomSDK.shared())
    }

    @Test("PS-SDK-018 parameter objects start at zero, even where no constant is zero")
    func zeroed() {
        let join = ZoomSDKJoinMeetingElements()
        #expect(join.userType.rawValue == 0)
        #expect(join.audioRawdataSamplingRate == ZoomSDKAudioRawdataSamplingRate_32K)
        #expect(join.displayName == nil)
        #expect(ZoomSDKStartMeetingUseZakElements().userType == SDKUserType_APIUser)
        #expect(ZoomSDKStartMeetingElements().userType.rawValue == 0)
        let parameters = ZoomSDKInitParams()
        #expect(parameters.zoomDomain == nil)
        #expect(parameters.logFileSize == 0)
        #expect(parameters.getLanguageArray() as? [String] == ["English"])
    }

    @Test("PS-SDK-019 the studio's controller may be unwrapped or used as an optional")
    func bothForms() throws {
        try beforeInit { fixture in
            try fixture.authorise()
            let outside = try fixture.service().getMeetingProductionStudioController()
            outside.delegate = Client()
            #expect(outside.delegate == nil)
            #expect(!outside.isSupportPSMode())
            #expect(!outside.canStartPSMode())
            #expect(!outside.isPSModeStarted())
            #expect(outside.startPSMode(capability()) == ZoomSDKError_NotInMeeting)
            #expect(outside.stopPSMode() == ZoomSDKError_NotInMeeting)
            #expect(outside.getPSUserID() == 0)
            try fixture.join()
            try fixture.test.settle()
            let client = Client()
            let controller = try fixture.service().getMeetingProductionStudioController()
            controller.delegate = client
            #expect(controller.delegate === client)
            #expect(controller.isSupportPSMode())
            #expect(controller.canStartPSMode())
            #expect(controller.startPSMode(capability()) == ZoomSDKError_Success)
            try fixture.test.wait(for: .sending)
            try fixture.test.settle()
            #expect(controller.isPSModeStarted())
            #expect(controller.getPSUserID() != 0)
            guard let unwrapped = try fixture.service().getMeetingProductionStudioController() else {
                Issue.record("there is one")
                return
            }
            #expect(unwrapped.stopPSMode() == ZoomSDKError_Success)
        }
    }

    @Test("PS-SDK-019 a controller and a sender that the app created itself have no meeting")
    func selfMade() {
        let controller = ZoomSDKMeetingProductionStudioController()
        #expect(!controller.isSupportPSMode())
        #expect(!controller.canStartPSMode())
        #expect(controller.startPSMode(capability()) == ZoomSDKError_NotInMeeting)
        #expect(controller.stopPSMode() == ZoomSDKError_NotInMeeting)
        #expect(ZoomSDKPSSender().send() == ZoomSDKError_WrongUsage)
        #expect(ZoomSDKPSSender().sendSilence() == ZoomSDKError_WrongUsage)
        #expect(ZoomSDKUserInfo().getUserID() == 0)
    }

    @Test("PS-SDK-016 a delegate that is not an NSObject causes one warning")
    func plainDelegate() throws {
        try beforeInit { fixture in
            let service = try fixture.service()
            service.delegate = fixture.client
            service.delegate = nil
            #expect(fixture.sdk.emulation.warnings == [])
            let plain = Client()
            service.delegate = plain
            service.getMeetingActionController().delegate = plain
            let warnings = fixture.sdk.emulation.warnings
            #expect(warnings.map(\.error.rule) == [.sdkDelegateIsObject])
            #expect(warnings.first?.count == 2)
            #expect(warnings.first?.isRefusal == false)
            try fixture.test.requireNoViolations()
        }
    }

    @Test("PS-SDK-020 recorded calls succeed, keep their values, and are visible")
    func recorded() throws {
        try beforeInit { fixture in
            try fixture.enter()
            let service = try fixture.service()
            let screen = service.getMeetingUIController()
            #expect(screen.isShowVideoPreview(whenJoinMeeting: true) == ZoomSDKError_Success)
            #expect(screen.showVideoPreviewWhenJoinMeeting())
            #expect(screen.enterFullScreen(true, firstMonitor: false, dualMonitor: true) == ZoomSDKError_Success)
            let configuration = service.getMeetingConfiguration()
            configuration.enableMuteOnEntry = true
            #expect(service.getMeetingConfiguration().enableMuteOnEntry)
            configuration.reset()
            #expect(!configuration.enableMuteOnEntry)
            let settings = try #require(fixture.sdk.getSettingService())
            let video = try #require(settings.getVideoSetting())
            #expect(video.enableMirrorEffect(true) == ZoomSDKError_Success)
            #expect(video.isMirrorEffectEnabled())
            let audio = try #require(settings.getAudioSetting())
            #expect(audio.enableMuteMicJoinVoip(true) == ZoomSDKError_Success)
            #expect(audio.isMuteMicWhenJoinMeetingOn())
            let general = try #require(settings.getGeneralSetting())
            general.enableMeetingSetting(true, settingCmd: MeetingSettingCmd_AutoFullScreenWhenJoinMeeting)
            let action = service.getMeetingActionController()
            #expect(
                action.actionMeeting(with: ActionMeetingCmd_JoinVoip, userID: 0, on: ScreenType_First)
                    == ZoomSDKError_Success)
            fixture.sdk.videoRawDataMode = ZoomSDKRawDataMemoryMode_Heap
            #expect(ZoomSDK.shared().videoRawDataMode == ZoomSDKRawDataMemoryMode_Heap)
            #expect(
                fixture.sdk.emulation.recordedCalls.map(\.description) == [
                    "isShowVideoPreview(whenJoinMeeting:): true",
                    "enterFullScreen(_:firstMonitor:dualMonitor:): true, false, true", "enableMuteOnEntry: true",
                    "reset()", "enableMirrorEffect(_:): true", "enableMuteMicJoinVoip(_:): true",
                    "enableMeetingSetting(_:settingCmd:): true, 1", "actionMeeting(with:userID:on:): 13, 0, 0",
                    "videoRawDataMode: 1",
                ])
            #expect(fixture.sdk.emulation.droppedCalls == 0)
            for _ in 0..<1000 { screen.backToMeeting() }
            #expect(fixture.sdk.emulation.recordedCalls.count == 1000)
            #expect(fixture.sdk.emulation.droppedCalls == 9)
            fixture.sdk.emulation.reset()
            #expect(!screen.showVideoPreviewWhenJoinMeeting())
            #expect(fixture.sdk.emulation.recordedCalls == [])
        }
    }

    @Test("PS-SDK-022 the test supplies the cameras; an unknown one cannot be selected")
    func cameras() throws {
        try beforeInit { fixture in
            let video = try #require(fixture.sdk.getSettingService()?.getVideoSetting())
            func list() -> [String] {
                (video.getCameraList() as? [SDKDeviceInfo] ?? []).map {
                    "\($0.getDeviceID()) \($0.getDeviceName()) \($0.isSelectedDevice())"
                }
            }
            #expect(list() == ["emulated-camera Emulated camera true"])
            fixture.sdk.emulation.cameras = [.init(id: "a", name: "A"), .init(id: "b", name: "B")]
            #expect(list() == ["a A true", "b B false"])
            #expect(video.selectCamera("b") == ZoomSDKError_Success)
            #expect(video.selectCamera("c") == ZoomSDKError_NoVideoDeviceFound)
            #expect(list() == ["a A false", "b B true"])
            #expect(fixture.test.violations.map(\.error.rule) == [.sdkCamera])
        }
    }

    @Test("PS-ENTRY-037 PS-ENTRY-038 PS-ENTRY-039 a chat message requires a meeting and text; it is echoed once")
    func chat() throws {
        try beforeInit { fixture in
            try fixture.authorise()
            let chat = try fixture.service().getMeetingChatController()
            let hello = ZoomSDKChatMsgInfoBuilder().setContent("Hello").setReceiver(0)
                .setMessageType(ZoomSDKChatMessageType_To_All).setThreadId("").build()
            #expect(chat.sendChatMsg(to: hello) == ZoomSDKError_NotInMeeting)
            let refusal = try #require(fixture.test.violations.last)
            #expect(refusal.error.message == "sendChatMsgTo is called, and there is no active meeting")
            try fixture.join()
            try fixture.test.settle()
            fixture.client.forgetEvents()
            #expect(chat.sendChatMsg(to: ZoomSDKChatInfo()) == ZoomSDKError_InvalidParameter)
            #expect(chat.sendChatMsg(to: hello) == ZoomSDKError_Success)
            let guest = fixture.test.meeting.add("Grace")
            try fixture.test.settle()
            fixture.sdk.emulation.receiveChatMessage("Hi", from: guest.id)
            try fixture.test.settle()
            #expect(
                fixture.client.events == [.chat("Hello", "Ada"), .join(guest.id.rawValue), .chat("Hi", "Grace")])
            let first = try #require(chat.getChatMessage(byId: "message-1"))
            #expect(first.getMsgContent() == "Hello")
            #expect(first.getChatMessageType() == ZoomSDKChatMessageType_To_All)
            #expect(first.getTimeStamp() > 1_700_000_000)
            #expect(chat.getChatMessage(byId: "message-2")?.getMessageID() == "message-2")
            #expect(chat.getChatMessage(byId: "message-3") == nil)
            #expect(!chat.isFileTransferEnabled())
        }
    }

    @Test("the details of a user are those set by the test")
    func details() throws {
        try inMeeting { fixture in
            let myself = try #require(fixture.action.getMyself())
            #expect(myself.getAudioStatus() == ZoomSDKAudioStatus_UnMuted)
            #expect(!myself.isTalking())
            #expect(myself.getAvatarPath() == nil)
            var details = ZoomSDK.Emulation.UserDetails()
            details.audioStatus = ZoomSDKAudioStatus_MutedByHost
            details.isRaisingHand = true
            ZoomSDK.shared().emulation.setDetails(details, of: fixture.test.meeting.localUser.id)
            #expect(myself.getAudioStatus() == ZoomSDKAudioStatus_MutedByHost)
            #expect(myself.isRaisingHand())
        }
    }

    @Test("the meeting that will be joined can also be created after init")
    func prepareLater() throws {
        try beforeInit { fixture in
            try fixture.enter()
            try fixture.service().leaveMeeting(with: LeaveMeetingCmd_Leave)
            try fixture.test.settle()
            fixture.sdk.unInitSDK()
            fixture.sdk.emulation.entry.role = .coHost
            let meeting = fixture.sdk.emulation.meeting
            meeting.add("Grace", role: .host)
            try fixture.authorise()
            #expect(fixture.sdk.emulation.meeting === meeting)
            try fixture.join()
            try fixture.test.settle()
            #expect(meeting.status == .inMeeting)
            #expect(try fixture.service().getMeetingActionController().getMyself()?.getUserRole() == UserRole_CoHost)
        }
    }

    @Test("a joined meeting is released by reset and by un-init")
    func released() throws {
        let queue = DispatchQueue(label: "psstudio.test.entry")
        weak var studio: StudioController?
        weak var meeting: Meeting?
        func run() throws {
            let test = TestMeeting(isJoined: false, callbackQueue: queue)
            (studio, meeting) = (test.studio, test.meeting)
            try beforeInit(test) { fixture in
                try fixture.enter()
                #expect(try fixture.service().getMeetingProductionStudioController() != nil)
            }
        }
        try run()
        // The last events hold the meeting until they are delivered, one after the other.
        for _ in 0..<8 { queue.sync {} }
        #expect(studio == nil)
        #expect(meeting == nil)
        try beforeInit { fixture in
            try fixture.enter()
            try fixture.service().leaveMeeting(with: LeaveMeetingCmd_Leave)
            try fixture.test.settle()
            weak var next: StudioController?
            func joinAgain() throws {
                try fixture.join()
                try fixture.test.settle()
                next = fixture.sdk.emulation.studio
            }
            try joinAgain()
            #expect(next != nil)
            fixture.sdk.unInitSDK()
            try fixture.test.settle()
            for _ in 0..<8 { try fixture.test.settle() }
            #expect(next == nil)
        }
    }
}
