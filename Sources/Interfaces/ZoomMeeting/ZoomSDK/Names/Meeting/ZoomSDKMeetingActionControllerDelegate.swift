public import Foundation
import StudioCore

/// Receives changes of participants and roles. Corresponds to `MeetingDelegate`.
///
/// Called on the meeting's callback queue, in order. Inside a callback, the roster agrees with it. Those that are
/// marked so are called. In the vendor's header none is optional; here all are, so that clients of every header version compile.
public protocol ZoomSDKMeetingActionControllerDelegate: ZoomSDKUserArrayReceiver, ZoomSDKUserArrayUnwrappedReceiver {
    /// Users joined: an array of `NSNumber` with their IDs. Called, but not for the local user and those who are there when the
    /// local user joins: `getParticipantsList()` has them inside `InMeeting` (PS-MEET-001).
    func onUserJoin(_ array: [Any])
    /// Users left: an array of `NSNumber` with their IDs. Called.
    func onUserLeft(_ array: [Any])
    /// The host changed; 0 when there is none. Called.
    func onHostChange(_ userID: UInt32)
    /// A user became co-host or lost that role. Called.
    func onMeetingCoHostChanged(_ userID: UInt32, isCoHost: Bool)
    /// A user's video was switched on or off. Called.
    func onVideoStatusChange(_ videoStatus: ZoomSDKVideoStatus, userID: UInt32)
    /// A user was muted or unmuted; never called.
    func onUserAudioStatusChange(_ userAudioStatusArray: [Any])
    /// The users who speak changed: an array of `NSNumber` with their IDs, the active speaker first (PS-SPEECH-001). Called.
    func onUserActiveAudioChange(_ useridArray: [Any])
    /// The host's order of videos changed; never called.
    func onHostVideoOrderUpdated(_ orderList: [Any])
    /// The local order of videos changed; never called.
    func onLocalVideoOrderUpdated(_ localOrderList: [Any])
    /// Users were spotlighted; never called.
    func onSpotlightVideoUserChange(_ spotlightedUserList: [Any]?)
    /// Users changed their names; never called.
    func onUserNamesChanged(_ userList: [NSNumber])
    /// A user's information changed; never called.
    func onUserInfoUpdate(_ userID: UInt32)
    /// A user's virtual name tag changed; never called.
    func onVirtualNameTagRosterInfoUpdated(_ userID: UInt32)
    /// The active video changed: that of the active speaker. Called.
    func onActiveVideoUserChanged(_ userID: UInt32)
    /// The active speaker changed: the user who began to speak last. Called.
    func onActiveSpeakerVideoUserChanged(_ userID: UInt32)
    /// A user's profile picture changed; never called.
    func on(inMeetingUserAvatarPathUpdated userID: UInt32)
    /// The authoriser of a bot changed; never called.
    func onBotAuthorizerRelationChanged(_ authorizeUserID: UInt32)
    /// A companion was removed; never called.
    func onRemoveCompanionRelation(_ childUserID: UInt32)
    /// Following the host's video order was switched on or off; never called.
    func onFollowHostVideoOrderChanged(_ follow: Bool)
    /// Sharing of the chat started or stopped; never called.
    func onShareMeetingChatStatusChanged(_ isStart: Bool)
    /// The permission to start video changed; never called.
    func onAllowParticipantsStartVideoNotification(_ allow: Bool)
    /// The permission to rename changed; never called.
    func onAllowParticipantsRenameNotification(_ allow: Bool)
    /// The permission to unmute changed; never called.
    func onAllowParticipantsUnmuteSelfNotification(_ allow: Bool)
    /// The permission to share whiteboards changed; never called.
    func onAllowParticipantsShareWhiteBoardNotification(_ allow: Bool)
    /// The permission to request cloud recording changed; never called.
    func onAllowParticipantsRequestCloudRecording(_ allow: Bool)
    /// The meeting was locked or unlocked; never called.
    func onMeetingLockStatus(_ isLock: Bool)
    /// The AI companion was switched on or off; never called.
    func onAICompanionActiveChangeNotice(_ isActive: Bool)
    /// Profile pictures were hidden or shown; never called.
    func onParticipantProfilePictureStatusChange(_ hidden: Bool)
    /// Alpha channels were switched on or off; never called.
    func onVideoAlphaChannelStatusChanged(_ isAlphaModeOn: Bool)
    /// Focus mode was switched on or off; never called.
    func onFocusModeStateChanged(_ on: Bool)
    /// Questions and answers were switched on or off; never called.
    func onMeetingQAStatusChanged(_ enabled: Bool)
    /// Mute on entry was switched on or off; never called.
    func onMute(onEntryStatusChange enabled: Bool)
    /// The permission to grant the co-owner privilege changed; never called.
    func onGrantCoOwnerPrivilegeChanged(_ canGrantOther: Bool)
    /// The host asks to unmute; never called.
    func onHostAskUnmute()
    /// The host asks to start video; never called.
    func onHostAskStartVideo()
    /// The host key was wrong; never called.
    func onInvalidReclaimHostKey()
    /// All hands were lowered; never called.
    func onAllHandsLowered()
    /// The host suspended all activities; never called.
    func onSuspendParticipantsActivities()
    /// The topic changed; never called.
    func onMeetingTopicChanged(_ topic: String)
    /// Audio must be joined by telephone; never called.
    func notify(toJoin3rdPartyTelephonyAudio audioInfo: String)
    /// Information for joining is missing; never called.
    func onJoinMeetingResponse(_ joinMeetingHelper: ZoomSDKJoinMeetingHelper?)
    /// The change to a single share must be confirmed; never called.
    func onMulti(toSingleShareNeedConfirm confirmHandle: ZoomSDKMultiToSingleShareConfirmHandler?)
    /// The chat permissions changed; never called.
    func onChatStatusChangedNotification(_ chatStatus: ZoomSDKChatStatus)
    /// The permission to request recording changed; never called.
    func onRequestLocalRecordingPrivilegeChanged(_ status: ZoomSDKLocalRecordingRequestPrivilegeStatus)
    /// The visibility of shares in focus mode changed; never called.
    func onFocusModeShareTypeChanged(_ shareType: ZoomSDKFocusModeShareType)
    /// A user raised or lowered a hand; never called.
    func onLowOrRaiseHandStatusChange(_ raise: Bool, userID: UInt32)
    /// The quality of a user's video changed; never called.
    func onUserVideoQualityChanged(_ quality: ZoomSDKVideoQuality, userID: UInt32)
    /// A user's virtual name tag was switched on or off; never called.
    func onVirtualNameTagStatusChanged(_ bOn: Bool, userID: UInt32)
    /// A chat message was deleted; never called.
    func onChatMsgDeleteNotification(_ messageID: String, messageDeleteType: ZoomSDKChatMessageDeleteType)
    /// A user requests control of the camera; never called.
    func onCameraControlRequestReceived(
        _ userId: UInt32, requestType: ZoomSDKCameraControlRequestType, actionApprove: (() -> ZoomSDKError)?,
        actionDecline: (() -> ZoomSDKError)?)
    /// A camera control request was answered; never called.
    func onCameraControlRequestResult(_ userId: UInt32, resultType: ZoomSDKCameraControlRequestResult)
    /// A companion was added; never called.
    func onCreateCompanionRelation(_ parentUserID: UInt32, childUserID: UInt32)
}

extension ZoomSDKMeetingActionControllerDelegate {
    /// Calls the other spellings (PS-SDK-017).
    public func onUserJoin(_ array: [Any]) { deliverOptional(array, to: self, .joined) }
    /// Calls the other spellings (PS-SDK-017).
    public func onUserLeft(_ array: [Any]) { deliverOptional(array, to: self, .left) }
    /// Does nothing.
    public func onHostChange(_ userID: UInt32) {}
    /// Does nothing.
    public func onMeetingCoHostChanged(_ userID: UInt32, isCoHost: Bool) {}
    /// Does nothing.
    public func onVideoStatusChange(_ videoStatus: ZoomSDKVideoStatus, userID: UInt32) {}
    /// Does nothing.
    public func onUserAudioStatusChange(_ userAudioStatusArray: [Any]) {}
    /// Calls the other spellings (PS-SDK-017).
    public func onUserActiveAudioChange(_ useridArray: [Any]) { deliverOptional(useridArray, to: self, .speaking) }
    /// Does nothing.
    public func onHostVideoOrderUpdated(_ orderList: [Any]) {}
    /// Does nothing.
    public func onLocalVideoOrderUpdated(_ localOrderList: [Any]) {}
    /// Does nothing.
    public func onSpotlightVideoUserChange(_ spotlightedUserList: [Any]?) {}
    /// Does nothing.
    public func onUserNamesChanged(_ userList: [NSNumber]) {}
    /// Does nothing.
    public func onUserInfoUpdate(_ userID: UInt32) {}
    /// Does nothing.
    public func onVirtualNameTagRosterInfoUpdated(_ userID: UInt32) {}
    /// Does nothing.
    public func onActiveVideoUserChanged(_ userID: UInt32) {}
    /// Does nothing.
    public func onActiveSpeakerVideoUserChanged(_ userID: UInt32) {}
    /// Does nothing.
    public func on(inMeetingUserAvatarPathUpdated userID: UInt32) {}
    /// Does nothing.
    public func onBotAuthorizerRelationChanged(_ authorizeUserID: UInt32) {}
    /// Does nothing.
    public func onRemoveCompanionRelation(_ childUserID: UInt32) {}
    /// Does nothing.
    public func onFollowHostVideoOrderChanged(_ follow: Bool) {}
    /// Does nothing.
    public func onShareMeetingChatStatusChanged(_ isStart: Bool) {}
    /// Does nothing.
    public func onAllowParticipantsStartVideoNotification(_ allow: Bool) {}
    /// Does nothing.
    public func onAllowParticipantsRenameNotification(_ allow: Bool) {}
    /// Does nothing.
    public func onAllowParticipantsUnmuteSelfNotification(_ allow: Bool) {}
    /// Does nothing.
    public func onAllowParticipantsShareWhiteBoardNotification(_ allow: Bool) {}
    /// Does nothing.
    public func onAllowParticipantsRequestCloudRecording(_ allow: Bool) {}
    /// Does nothing.
    public func onMeetingLockStatus(_ isLock: Bool) {}
    /// Does nothing.
    public func onAICompanionActiveChangeNotice(_ isActive: Bool) {}
    /// Does nothing.
    public func onParticipantProfilePictureStatusChange(_ hidden: Bool) {}
    /// Does nothing.
    public func onVideoAlphaChannelStatusChanged(_ isAlphaModeOn: Bool) {}
    /// Does nothing.
    public func onFocusModeStateChanged(_ on: Bool) {}
    /// Does nothing.
    public func onMeetingQAStatusChanged(_ enabled: Bool) {}
    /// Does nothing.
    public func onMute(onEntryStatusChange enabled: Bool) {}
    /// Does nothing.
    public func onGrantCoOwnerPrivilegeChanged(_ canGrantOther: Bool) {}
    /// Does nothing.
    public func onHostAskUnmute() {}
    /// Does nothing.
    public func onHostAskStartVideo() {}
    /// Does nothing.
    public func onInvalidReclaimHostKey() {}
    /// Does nothing.
    public func onAllHandsLowered() {}
    /// Does nothing.
    public func onSuspendParticipantsActivities() {}
    /// Does nothing.
    public func onMeetingTopicChanged(_ topic: String) {}
    /// Does nothing.
    public func notify(toJoin3rdPartyTelephonyAudio audioInfo: String) {}
    /// Does nothing.
    public func onJoinMeetingResponse(_ joinMeetingHelper: ZoomSDKJoinMeetingHelper?) {}
    /// Does nothing.
    public func onMulti(toSingleShareNeedConfirm confirmHandle: ZoomSDKMultiToSingleShareConfirmHandler?) {}
    /// Does nothing.
    public func onChatStatusChangedNotification(_ chatStatus: ZoomSDKChatStatus) {}
    /// Does nothing.
    public func onRequestLocalRecordingPrivilegeChanged(_ status: ZoomSDKLocalRecordingRequestPrivilegeStatus) {}
    /// Does nothing.
    public func onFocusModeShareTypeChanged(_ shareType: ZoomSDKFocusModeShareType) {}
    /// Does nothing.
    public func onLowOrRaiseHandStatusChange(_ raise: Bool, userID: UInt32) {}
    /// Does nothing.
    public func onUserVideoQualityChanged(_ quality: ZoomSDKVideoQuality, userID: UInt32) {}
    /// Does nothing.
    public func onVirtualNameTagStatusChanged(_ bOn: Bool, userID: UInt32) {}
    /// Does nothing.
    public func onChatMsgDeleteNotification(_ messageID: String, messageDeleteType: ZoomSDKChatMessageDeleteType) {}
    /// Does nothing.
    public func onCameraControlRequestReceived(
        _ userId: UInt32, requestType: ZoomSDKCameraControlRequestType, actionApprove: (() -> ZoomSDKError)?,
        actionDecline: (() -> ZoomSDKError)?
    ) {}
    /// Does nothing.
    public func onCameraControlRequestResult(_ userId: UInt32, resultType: ZoomSDKCameraControlRequestResult) {}
    /// Does nothing.
    public func onCreateCompanionRelation(_ parentUserID: UInt32, childUserID: UInt32) {}
}
