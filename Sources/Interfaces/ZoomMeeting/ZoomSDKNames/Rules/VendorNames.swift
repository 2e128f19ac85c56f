import ProductionStudio
package import StudioCore

/// A name of the vendor's SDK, its native counterpart, and the rules of its behaviour.
package struct VendorName: Hashable, Sendable {
    package let vendor: String
    package let native: String
    package let rules: [Rule]

    init(_ vendor: String, _ native: String, _ rules: [Rule] = []) {
        self.vendor = vendor
        self.native = native
        self.rules = rules
    }
}

/// Maps the vendor's names to the native names and the rules; shown in the documentation.
///
/// Every rule belongs to a name, so that it can be found from the vendor's names.
package enum VendorNames {
    package static let all = entry + meeting + studio + delegate + sender + roster + captions + constants

    private static let meeting = [
        VendorName("ZoomSDK.shared().getMeetingService()", "Meeting", [.meetSharedIsJoined, .meetEndIsFinal]),
        VendorName(
            "ZoomSDKMeetingService.delegate", "Meeting.delegate", [.sdkDelegateNotRetained, .delegateReleased]),
        VendorName(
            "getMeetingProductionStudioController()", "StudioController(in:)",
            [.sdkControllerOptional, .sdkMainThread, .meetControllerIdentity, .meetOutside]),
        VendorName("getMeetingActionController()", "Meeting.actions", [.sdkActionController]),
        VendorName("getMeetingStatus()", "Meeting.status", [.sdkStatusNumbers, .meetMomentary]),
        VendorName(
            "leaveMeeting(with:)", "MeetingActions.leave(endingForAll:)",
            [.sdkLeaving, .roleEndByOthers, .meetEndOrder]),
        VendorName(
            "ZoomSDKMeetingServiceDelegate.onMeetingStatusChange", "MeetingDelegate.meeting(_:didChangeStatusTo:)",
            [
                .meetJoinOrder, .meetJoiningFails, .meetPutOutside, .meetEndOrder, .meetEndReason, .meetReconnecting,
                .meetReconnectingStops, .meetBreakoutRoom, .meetWebinar, .meetMomentary,
            ]),
    ]

    private static let captions = [
        VendorName(
            "onUserActiveAudioChange(_:), onActiveSpeakerVideoUserChanged(_:)", "Meeting.onSpeechEvent(_:)",
            [.speakers]),
        VendorName(
            "ZoomSDKCloseCaptionController.startLiveTranscription(), stopLiveTranscription()",
            "Meeting.addCaption(_:of:id:change:)", [.captionsOutsideMeeting, .captionsState, .captionsOrder]),
    ]

    private static let studio = [
        VendorName("ZoomSDKMeetingProductionStudioController", "StudioController", [.sdkSendable]),
        VendorName(
            "delegate", "StudioController.delegate",
            [.startWithoutDelegate, .sdkDelegateNotRetained, .delegateReleased]),
        VendorName("isSupportPSMode()", "StudioController.isSupported", [.startUnsupported]),
        VendorName("canStartPSMode()", "StudioController.canStart", [.startWithoutPermission, .meetWebinar]),
        VendorName(
            "startPSMode(_:)", "StudioController.start(_:)",
            [
                .startCheckOrder, .startOutsideMeeting, .startUnsupported, .startWithoutPermission, .startTwice,
                .startWithoutDelegate, .startSizeNotPositive, .startSizeOdd, .startSizeTooLarge, .startFormatUnknown,
                .startFailureInjected, .startStudioTaken, .rosterOneStudio,
            ]),
        VendorName(
            "stopPSMode()", "StudioController.stop()",
            [.stopOutsideMeeting, .stopNotStarted, .stopWhileStarting, .stopWhileAccepted]),
        VendorName("isPSModeStarted()", "StudioController.isStarted", [.startedQuery]),
        VendorName("getPSUserID()", "StudioController.userID", [.userIDWhenNone, .userIDAfterRestart]),
        VendorName(
            "ZoomSDKPSVideoSourceCapability.width, height, format", "VideoCapability",
            [.sdkCapabilityDefaults, .startContractCopied]),
    ]

    private static let delegate = [
        VendorName(
            "ZoomSDKMeetingProductionStudioControllerDelegate", "StudioDelegate",
            [.sdkRequiredCallbacks, .callbackNeverInsideCall, .callbackQueue]),
        VendorName(
            "onStartPSModeResult(_:)", "StudioDelegate.studio(_:didAnswerStart:)",
            [.startAnsweredOnce, .answerLatency, .startOrder, .stopOnLossBeforeSending]),
        VendorName(
            "onStartSend(_:)", "StudioDelegate.studio(_:didStartSending:)", [.startOrder, .stopAfterNilSender]),
        VendorName(
            "onStopSend()", "StudioDelegate.studioDidStopSending(_:)",
            [
                .stopDeliveredOnce, .stopClosesGateFirst, .stopAllowsRestart, .stopOnRoleLoss,
                .stopOnLossBeforeSending, .stopBeforeMeetingEnds, .stopNotOnRoleMove, .stopOrder,
                .rosterStudioExpelled,
            ]),
        VendorName(
            "onPSUserStatusChanged(_:isStart:)", "StudioDelegate.studio(_:userDidChange:isSending:)",
            [
                .sdkUserStatusBothWidths, .startOrder, .stopOrder, .rosterOtherStudio, .rosterStudioFirst,
                .rosterStudioRoleLost,
            ]),
    ]

    private static let sender = [
        VendorName(
            "ZoomSDKPSSender", "Sender",
            [
                .sendNotStarted, .sendsOverlap, .sendFromInside, .sendWhileReconnecting, .sdkResultsIgnorable,
                .sdkSendable,
            ]),
        VendorName(
            "sendVideoFrame(_:width:height:frameLength:format:)", "Sender.sendVideo(_:width:height:format:)",
            [
                .videoBufferMissing, .videoBufferEmpty, .videoFormatDiffers, .videoSizeDiffers, .videoLengthWrong,
                .videoTooFrequent, .videoRateDiffers, .videoStamp, .sendCopies, .sendOutOfMemory, .sdkCharPointers,
            ]),
        VendorName(
            "sendAudio(_:dataLength:sampleRate:channel:)", "Sender.sendAudio(_:sampleRate:channel:)",
            [
                .audioBufferMissing, .audioBufferEmpty, .audioLengthOdd, .audioRateUnknown, .audioChannelUnknown,
                .audioPairIncomplete, .audioFormatMayChange, .audioBlockLong, .audioLayout, .audioStamp, .sendCopies,
                .sdkCharPointers,
            ]),
    ]

    private static let roster = [
        VendorName(
            "ZoomSDKMeetingActionController", "Meeting, MeetingActions", [.sdkSendable, .requestOutsideMeeting]),
        VendorName(
            "getUser(byUserID:), getUserByUserID(_:)", "Meeting.participant(_:)", [.sdkLookup, .rosterUnresolved]),
        VendorName("getMyself()", "Meeting.localUser", [.rosterNumbers, .meetJoinOrder]),
        VendorName("getParticipantsList()", "Meeting.participants", [.rosterAgrees, .meetJoinOrder]),
        VendorName(
            "makeHost(_:)", "MeetingActions.makeHost(_:)",
            [.requestWithoutRole, .requestForNobody, .roleOneHost, .roleReclaim]),
        VendorName("assignCoHost(_:)", "MeetingActions.assignCoHost(_:)", [.requestWithoutRole, .requestForNobody]),
        VendorName("revokeCoHost(_:)", "MeetingActions.revokeCoHost(_:)", [.requestWithoutRole, .requestForNobody]),
        VendorName("reclaimHost()", "MeetingActions.reclaimHost()", [.reclaimAsHost, .roleReclaim]),
        VendorName("expelUser(_:)", "MeetingActions.expel(_:)", [.requestWithoutRole, .rosterExpelled]),
        VendorName(
            "ZoomSDKMeetingActionControllerDelegate.onUserJoin(_:)", "MeetingDelegate.meeting(_:didAdd:)",
            [.meetJoinOrder, .rosterNumbers, .rosterAgrees]),
        VendorName(
            "onUserLeft(_:)", "MeetingDelegate.meeting(_:didRemove:)", [.rosterAgrees, .rosterStudioFirst]),
        VendorName(
            "onHostChange(_:)", "MeetingDelegate.meeting(_:didChangeHostTo:)", [.roleOrder, .roleHostLeaves]),
        VendorName(
            "onMeetingCoHostChanged(_:isCoHost:)", "MeetingDelegate.meeting(_:didChangeCoHost:isCoHost:)", [.roleOrder]),
        VendorName(
            "ZoomSDKUserInfo.getUserID(), getUserName(), getUserRole(), isMySelf(), isHost(), isVideoOn()",
            "Participant", [.sdkUserInfo]),
        VendorName("isProductionStudioUser()", "Participant.isStudioUser", [.userHasParent]),
        VendorName("getProductionStudioParent()", "Participant.studioParent", [.userHasParent]),
    ]

    private static let constants = [
        VendorName("ZoomSDKError", "StudioError.Code", [.sdkCodes, .sdkConstants]),
        VendorName("ZoomSDKFrameDataFormat", "FrameDataFormat", [.sdkConstants]),
        VendorName("ZoomSDKAudioChannel", "AudioChannel", [.sdkConstants]),
        VendorName("ZoomSDKMeetingStatus", "MeetingStatus", [.sdkStatusNumbers]),
        VendorName("EndMeetingReason", "EndReason", [.sdkStatusNumbers, .meetEndReason]),
        VendorName("UserRole", "MeetingRole", [.sdkStatusNumbers]),
        VendorName("LeaveMeetingCmd", "MeetingActions.leave(endingForAll:)", [.sdkLeaving]),
    ]

    /// The table as a Markdown page of the documentation.
    package static var markdown: String {
        let rows = all.map { name in
            let rules = name.rules.map(\.id.rawValue).joined(separator: ", ")
            return "| `\(name.vendor)` | \(name.native.isEmpty ? "" : "`\(name.native)`") | \(rules) |"
        }
        return """
            # The vendor's names

            The names of the vendor's SDK, their counterparts in the native interface, and the rules of their behaviour.

            The module `ZoomSDK` provides the vendor's names and calls their native counterparts. <doc:Rules> lists the
            rules.

            | vendor | native | rules |
            | --- | --- | --- |
            \(rows.joined(separator: "\n"))

            """
    }
}
