// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import Testing
import ZoomSDK

/// Counts callbacks by name.
class CountingDelegate: NSObject, @unchecked Sendable {
    private let counts = Lock<[String: Int]>([:])

    var all: [String: Int] { counts.withLock { $0 } }

    func count(_ name: String) {
        counts.withLock { $0[name, default: 0] += 1 }
    }
}

/// The complete delegate, as imported from the header.
final class FullDelegate: CountingDelegate, ZoomSDKMeetingActionControllerDelegate, @unchecked Sendable {
    func onUserJoin(_ array: [Any]) { count("onUserJoin") }
    func onUserLeft(_ array: [Any]) { count("onUserLeft") }
    func onHostChange(_ userID: UInt32) { count("onHostChange") }
    func onMeetingCoHostChanged(_ userID: UInt32, isCoHost: Bool) { count("onMeetingCoHostChanged") }
    func onVideoStatusChange(_ videoStatus: ZoomSDKVideoStatus, userID: UInt32) { count("onVideoStatusChange") }
    func onUserAudioStatusChange(_ userAudioStatusArray: [Any]) {}
    func onUserActiveAudioChange(_ useridArray: [Any]) {}
    func onHostVideoOrderUpdated(_ orderList: [Any]) {}
    func onLocalVideoOrderUpdated(_ localOrderList: [Any]) {}
    func onSpotlightVideoUserChange(_ spotlightedUserList: [Any]?) {}
    func onUserNamesChanged(_ userList: [NSNumber]) {}
    func onUserInfoUpdate(_ userID: UInt32) {}
    func onVirtualNameTagRosterInfoUpdated(_ userID: UInt32) {}
    func onActiveVideoUserChanged(_ userID: UInt32) {}
    func onActiveSpeakerVideoUserChanged(_ userID: UInt32) {}
    func on(inMeetingUserAvatarPathUpdated userID: UInt32) {}
    func onBotAuthorizerRelationChanged(_ authorizeUserID: UInt32) {}
    func onRemoveCompanionRelation(_ childUserID: UInt32) {}
    func onFollowHostVideoOrderChanged(_ follow: Bool) {}
    func onShareMeetingChatStatusChanged(_ isStart: Bool) {}
    func onAllowParticipantsStartVideoNotification(_ allow: Bool) {}
    func onAllowParticipantsRenameNotification(_ allow: Bool) {}
    func onAllowParticipantsUnmuteSelfNotification(_ allow: Bool) {}
    func onAllowParticipantsShareWhiteBoardNotification(_ allow: Bool) {}
    func onAllowParticipantsRequestCloudRecording(_ allow: Bool) {}
    func onMeetingLockStatus(_ isLock: Bool) {}
    func onAICompanionActiveChangeNotice(_ isActive: Bool) {}
    func onParticipantProfilePictureStatusChange(_ hidden: Bool) {}
    func onVideoAlphaChannelStatusChanged(_ isAlphaModeOn: Bool) {}
    func onFocusModeStateChanged(_ on: Bool) {}
    func onMeetingQAStatusChanged(_ enabled: Bool) {}
    func onMute(onEntryStatusChange enabled: Bool) {}
    func onGrantCoOwnerPrivilegeChanged(_ canGrantOther: Bool) {}
    func onHostAskUnmute() {}
    func onHostAskStartVideo() {}
    func onInvalidReclaimHostKey() {}
    func onAllHandsLowered() {}
    func onSuspendParticipantsActivities() {}
    func onMeetingTopicChanged(_ topic: String) {}
    func notify(toJoin3rdPartyTelephonyAudio audioInfo: String) {}
    func onJoinMeetingResponse(_ joinMeetingHelper: ZoomSDKJoinMeetingHelper?) {}
    func onMulti(toSingleShareNeedConfirm confirmHandle: ZoomSDKMultiToSingleShareConfirmHandler?) {}
    func onChatStatusChangedNotification(_ chatStatus: ZoomSDKChatStatus) {}
    func onRequestLocalRecordingPrivilegeChanged(_ status: ZoomSDKLocalRecordingRequestPrivilegeStatus) {}
    func onFocusModeShareTypeChanged(_ shareType: ZoomSDKFocusModeShareType) {}
    func onLowOrRaiseHandStatusChange(_ raise: Bool, userID: UInt32) {}
    func onUserVideoQualityChanged(_ quality: ZoomSDKVideoQuality, userID: UInt32) {}
    func onVirtualNameTagStatusChanged(_ bOn: Bool, userID: UInt32) {}
    func onChatMsgDeleteNotification(_ messageID: String, messageDeleteType: ZoomSDKChatMessageDeleteType) {}
    func onCameraControlRequestReceived(
        _ userId: UInt32, requestType: ZoomSDKCameraControlRequestType, actionApprove: (() -> ZoomSDKError)?,
        actionDecline: (() -> ZoomSDKError)?
    ) {}
    func onCameraControlRequestResult(_ userId: UInt32, resultType: ZoomSDKCameraControlRequestResult) {}
    func onCreateCompanionRelation(_ parentUserID: UInt32, childUserID: UInt32) {}
}

/// Delegates with other spellings of the arrays.
final class OptionalArrays: CountingDelegate, ZoomSDKMeetingActionControllerDelegate, @unchecked Sendable {
    func onUserJoin(_ array: [Any]?) { count("onUserJoin") }
    func onUserLeft(_ array: [Any]?) { count("onUserLeft") }
}

final class UnwrappedArrays: CountingDelegate, ZoomSDKMeetingActionControllerDelegate, @unchecked Sendable {
    func onUserJoin(_ array: [Any]!) { count("onUserJoin") }
    func onUserLeft(_ array: [Any]!) { count("onUserLeft") }
}

final class PlainArrays: CountingDelegate, ZoomSDKMeetingActionControllerDelegate, @unchecked Sendable {
    func onUserJoin(_ array: [Any]) { count("onUserJoin") }
    func onUserLeft(_ array: [Any]) { count("onUserLeft") }
}

/// A client with one callback.
final class OneMethod: CountingDelegate, ZoomSDKMeetingActionControllerDelegate, @unchecked Sendable {
    func onHostChange(_ userID: UInt32) { count("onHostChange") }
}

final class StatusWithHeaderLabel: CountingDelegate, ZoomSDKMeetingServiceDelegate, @unchecked Sendable {
    func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, end reason: EndMeetingReason
    ) { count("status") }
    func onMeetingParameterNotification(_ meetingParam: ZoomSDKMeetingParameter?) { count("parameter") }
}

final class StatusWithGuideLabel: CountingDelegate, ZoomSDKMeetingServiceDelegate, @unchecked Sendable {
    func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, endReason reason: EndMeetingReason
    ) { count("status") }
    func onMeetingParameterNotification(_ meetingParam: ZoomSDKMeetingParameter!) { count("parameter") }
}

/// The delegate of the studio with an optional sender.
final class OptionalSender: CountingDelegate, ZoomSDKMeetingProductionStudioControllerDelegate, @unchecked Sendable {
    func onStartPSModeResult(_ success: Bool) {}
    func onStartSend(_ sender: ZoomSDKPSSender?) { count(sender == nil ? "none" : "sender") }
    func onStopSend() {}
}

/// The delegate of the studio with an implicitly unwrapped sender.
final class UnwrappedSender: CountingDelegate, ZoomSDKMeetingProductionStudioControllerDelegate, @unchecked Sendable {
    func onStartPSModeResult(_ success: Bool) {}
    func onStartSend(_ sender: ZoomSDKPSSender!) { count(sender == nil ? "none" : "sender") }
    func onStopSend() {}
}

/// A delegate that does not compile on macOS.
final class NoSender: CountingDelegate, ZoomSDKMeetingProductionStudioControllerDelegate, @unchecked Sendable {
    func onStartPSModeResult(_ success: Bool) {}
    func onStopSend() {}
}

@Suite("Delegates in every spelling")
struct ActionDelegateTests {
    /// A guest joins, becomes co-host, switches video on, becomes host, and leaves.
    private func run(_ delegate: any ZoomSDKMeetingActionControllerDelegate & AnyObject) throws {
        let test = TestMeeting()
        try ZoomSDK.shared().emulation.withMeeting(test.studio) {
            ZoomSDK.shared().getMeetingService().getMeetingActionController().delegate = delegate
            let guest = test.meeting.add("Grace")
            test.meeting.grantCoHost(to: guest.id)
            test.meeting.setVideo(true, of: guest.id)
            test.meeting.revokeCoHost(from: guest.id)
            test.meeting.makeHost(guest.id)
            test.meeting.reclaimHost()
            test.meeting.remove(guest.id)
            try test.settle()
        }
    }

    @Test(
        "PS-SDK-017 a class with the complete delegate compiles and receives each callback once per event"
    )
    func whole() throws {
        let delegate = FullDelegate()
        try run(delegate)
        #expect(
            delegate.all == [
                "onUserJoin": 1, "onUserLeft": 1, "onHostChange": 2, "onMeetingCoHostChanged": 2,
                "onVideoStatusChange": 1,
            ])
    }

    @Test("PS-SDK-017 arrays are received once as [Any], as [Any]? and as [Any]!")
    func arrays() throws {
        let plain = PlainArrays()
        let optional = OptionalArrays()
        let unwrapped = UnwrappedArrays()
        let delegates: [any ZoomSDKMeetingActionControllerDelegate & CountingDelegate] = [plain, optional, unwrapped]
        for delegate in delegates {
            try run(delegate)
            #expect(delegate.all == ["onUserJoin": 1, "onUserLeft": 1], "\(type(of: delegate))")
        }
    }

    /// Starts twice: with a sender, and without one.
    private func start(_ delegate: any ZoomSDKMeetingProductionStudioControllerDelegate) throws {
        try inMeeting { fixture in
            let controller = try #require(fixture.controller)
            controller.delegate = delegate
            for providesSender in [true, false] {
                fixture.test.studio.responses.providesSender = providesSender
                #expect(controller.startPSMode(capability()) == ZoomSDKError_Success)
                try fixture.test.settle()
                controller.stopPSMode()
                try fixture.test.settle()
            }
        }
    }

    @Test("PS-SDK-017 the sender is received once as ZoomSDKPSSender? and as ZoomSDKPSSender!")
    func senders() throws {
        let delegates: [any ZoomSDKMeetingProductionStudioControllerDelegate & CountingDelegate] = [
            OptionalSender(), UnwrappedSender(),
        ]
        for delegate in delegates {
            try start(delegate)
            #expect(delegate.all == ["sender": 1, "none": 1], "\(type(of: delegate))")
        }
    }

    @Test("PS-SDK-006 a delegate without onStartSend causes a warning")
    func noSender() throws {
        try inMeeting { fixture in
            let controller = try #require(fixture.controller)
            let delegate = NoSender()
            controller.delegate = delegate
            #expect(controller.startPSMode(capability()) == ZoomSDKError_Success)
            try fixture.test.settle()
            let rules = ZoomSDK.shared().emulation.warnings.map(\.error.rule)
            #expect(rules.filter { $0 == .sdkRequiredCallbacks }.count == 1)
        }
    }

    @Test("a client with one method compiles and is called")
    func oneMethod() throws {
        let delegate = OneMethod()
        try run(delegate)
        #expect(delegate.all == ["onHostChange": 2])
    }

    @Test("the status and the meeting's parameters are received once in each spelling")
    func statuses() throws {
        let delegates: [any ZoomSDKMeetingServiceDelegate & CountingDelegate] = [
            StatusWithHeaderLabel(), StatusWithGuideLabel(),
        ]
        for delegate in delegates {
            try beforeInit { fixture in
                try fixture.authorise()
                try fixture.service().delegate = delegate
                try fixture.join()
                try fixture.test.settle()
                #expect(delegate.all == ["status": 2, "parameter": 1], "\(type(of: delegate))")
            }
        }
    }
}
