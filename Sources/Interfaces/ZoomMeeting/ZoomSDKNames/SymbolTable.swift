/// How a method, property or callback of the vendor's SDK is treated.
package enum SymbolTreatment: String, Hashable, Sendable, CaseIterable {
    /// It behaves according to the rules.
    case emulated
    /// It is accepted without effect: a call succeeds and is visible to tests, a property keeps its value.
    case recorded
    /// It always returns nil, false or 0.
    case fixed
    /// It is rejected with a code.
    case refused
    /// A callback that is never called.
    case neverCalled
}

/// A class or protocol of the vendor's SDK with the treatment of its members.
package struct VendorType: Hashable, Sendable {
    package let name: String
    package let members: [SymbolTreatment: [String]]

    init(
        _ name: String, emulated: [String] = [], recorded: [String] = [], fixed: [String] = [], refused: [String] = [],
        neverCalled: [String] = []
    ) {
        self.name = name
        members = [
            .emulated: emulated, .recorded: recorded, .fixed: fixed, .refused: refused, .neverCalled: neverCalled,
        ]
    }
}

/// All members of the facade. The documentation shows this table, and a test compares it with the facade.
package enum SymbolTable {
    package static let all = [
        VendorType(
            "ZoomSDK",
            emulated: [
                "shared()", "initSDK(with:)", "unInitSDK()", "getVersionNumber()", "getAuthService()",
                "getMeetingService()", "getSettingService()",
            ],
            recorded: [
                "switchDomain(_:force:)", "enableRawdataIntermediateMode", "videoRawDataMode", "shareRawDataMode",
                "audioRawDataMode",
            ]),
        VendorType(
            "ZoomSDKInitParams",
            recorded: [
                "needCustomizedUI", "enableLog", "logFileSize", "appLocale", "preferedLanguage",
                "customLocalizationFileName", "customLocalizationFilePath", "zoomDomain", "wrapperType",
                "getLanguageArray()",
            ]),
        VendorType(
            "ZoomSDKAuthContext",
            emulated: [
                "jwtToken", "publicAppKey",
            ]),
        VendorType(
            "ZoomSDKAuthService",
            emulated: [
                "delegate", "sdkAuth(_:)", "isAuthorized()",
            ],
            fixed: [
                "getSDKIdentity()", "getAccountInfo()", "generateSSOLoginWebURL(_:)",
            ],
            refused: [
                "logout()", "ssoLogin(withWebUriProtocol:)", "enableAutoRegisterNotificationService(forLogin:)",
                "registerNotificationService(_:)", "unregisterNotificationService()",
            ]),
        VendorType(
            "ZoomSDKAuthDelegate",
            emulated: [
                "onZoomSDKAuthReturn(_:)", "onZoomAuthIdentityExpired()",
            ],
            neverCalled: [
                "onZoomSDKLoginResult(_:failReason:)", "onZoomSDKLogout()", "onZoomIdentityExpired()",
                "onNotificationServiceStatus(_:error:)",
            ]),
        VendorType(
            "ZoomSDKAccountInfo",
            fixed: [
                "getDisplayName()", "getSDKUserType()",
            ]),
        VendorType(
            "ZoomSDKJoinMeetingElements",
            emulated: [
                "displayName", "zak", "meetingNumber", "vanityID", "isNoAudio",
            ],
            recorded: [
                "customerKey", "isNoVideo", "isDirectShare", "isMyVoiceInMix", "isAudioRawDataStereo", "displayID",
                "audioRawdataSamplingRate", "videoRawdataColorspace", "userType", "password", "webinarToken",
                "appPrivilegeToken", "join_token", "onBehalfToken",
            ]),
        VendorType(
            "ZoomSDKStartMeetingUseZakElements",
            emulated: [
                "displayName", "zak", "meetingNumber", "vanityID", "isNoAudio",
            ],
            recorded: [
                "customerKey", "isNoVideo", "isDirectShare", "isMyVoiceInMix", "isAudioRawDataStereo", "displayID",
                "audioRawdataSamplingRate", "videoRawdataColorspace", "userType", "inviteContactID",
            ]),
        VendorType(
            "ZoomSDKStartMeetingElements",
            recorded: [
                "meetingNumber", "vanityID", "customerKey", "isNoVideo", "isNoAudio", "isDirectShare",
                "isMyVoiceInMix", "isAudioRawDataStereo", "displayID", "audioRawdataSamplingRate",
                "videoRawdataColorspace", "userType", "inviteContactID",
            ]),
        VendorType(
            "ZoomSDKMeetingService",
            emulated: [
                "delegate", "joinMeeting(_:)", "startMeeting(withZAK:)", "leaveMeeting(with:)", "getMeetingStatus()",
                "getMeetingType()", "getMeetingProperty(_:)", "getConnectionQuality(_:sending:)",
                "getMeetingProductionStudioController()", "getMeetingActionController()",
                "getMeetingChatController()", "getCloseCaptionController()", "getMeetingUIController()",
                "getMeetingConfiguration()",
            ],
            recorded: [
                "handleZoomWebUrlAction(_:)"
            ],
            fixed: [
                "isFailoverMeeting()", "getSupportedMeetingAudioType()", "getUserVideoSize(_:)",
            ],
            refused: [
                "startMeeting(_:)"
            ]),
        VendorType(
            "ZoomSDKMeetingServiceDelegate",
            emulated: [
                "onMeetingStatusChange(_:meetingError:end:)", "onMeetingStatusChange(_:meetingError:endReason:)",
                "onMeetingParameterNotification(_:)",
            ],
            neverCalled: [
                "onMeeting(_:)", "onFreeMeetingNeed(to:giftUpgradeURL:)",
                "onFreeMeetingUpgradeToGiftFreeTrialStart()", "onFreeMeetingUpgradeToGiftFreeTrialStop()",
                "onFreeMeetingUpgradedToProMeeting()", "onFreeMeetingRemainTimeStopCountDown()",
                "onFreeMeetingRemainTime(_:)", "onJoinMeetingNeedUserInfo(_:)", "onUserConfirm(toStartArchive:)",
                "onEndOtherMeeting(toJoinMeetingNotification:actionCancel:)", "onMeetingFull(toWatchLiveStream:)",
                "onUserConfirmRecoverMeeting(_:)", "onUserNetworkStatusChanged(_:level:userID:uplink:)",
                "onAppSignalPanelUpdated(_:)",
            ]),
        VendorType(
            "ZoomSDKMeetingParameter",
            emulated: [
                "meetingType", "isViewOnly", "isAutoRecordingLocal", "isAutoRecordingCloud", "meetingNumber",
                "meetingTopic", "meetingHost",
            ]),
        VendorType(
            "ZoomSDKMeetingProductionStudioController",
            emulated: [
                "delegate", "isSupportPSMode()", "canStartPSMode()", "startPSMode(_:)", "stopPSMode()",
                "isPSModeStarted()", "getPSUserID()",
            ]),
        VendorType(
            "ZoomSDKMeetingProductionStudioControllerDelegate",
            emulated: [
                "onStartPSModeResult(_:)", "onStartSend(_:)", "onStopSend()", "onPSUserStatusChanged(_:isStart:)",
            ]),
        VendorType(
            "ZoomSDKPSVideoSourceCapability",
            emulated: [
                "width", "height", "format",
            ]),
        VendorType(
            "ZoomSDKPSSender",
            emulated: [
                "sendVideoFrame(_:width:height:frameLength:format:)", "sendAudio(_:dataLength:sampleRate:channel:)",
            ]),
        VendorType(
            "ZoomSDKMeetingActionController",
            emulated: [
                "delegate", "getUserByUserID(_:)", "getUser(byUserID:)", "getMyself()", "getParticipantsList()",
                "makeHost(_:)", "assignCoHost(_:)", "revokeCoHost(_:)", "reclaimHost()", "expelUser(_:)",
            ],
            recorded: [
                "actionMeeting(with:userID:on:)", "changeUserName(_:newName:)", "raiseHand(_:userID:)",
                "claimHost(byKey:)", "lowerAllHands(_:)",
            ],
            fixed: [
                "canReclaimHost()", "isSelfOriginalHost()",
            ]),
        VendorType(
            "ZoomSDKMeetingActionControllerDelegate",
            emulated: [
                "onUserJoin(_:)", "onUserLeft(_:)", "onHostChange(_:)", "onMeetingCoHostChanged(_:isCoHost:)",
                "onVideoStatusChange(_:userID:)", "onUserActiveAudioChange(_:)", "onActiveVideoUserChanged(_:)",
                "onActiveSpeakerVideoUserChanged(_:)",
            ],
            neverCalled: [
                "onUserAudioStatusChange(_:)", "onHostVideoOrderUpdated(_:)",
                "onLocalVideoOrderUpdated(_:)", "onSpotlightVideoUserChange(_:)", "onUserNamesChanged(_:)",
                "onUserInfoUpdate(_:)", "onVirtualNameTagRosterInfoUpdated(_:)", "on(inMeetingUserAvatarPathUpdated:)",
                "onBotAuthorizerRelationChanged(_:)", "onRemoveCompanionRelation(_:)",
                "onFollowHostVideoOrderChanged(_:)", "onShareMeetingChatStatusChanged(_:)",
                "onAllowParticipantsStartVideoNotification(_:)", "onAllowParticipantsRenameNotification(_:)",
                "onAllowParticipantsUnmuteSelfNotification(_:)", "onAllowParticipantsShareWhiteBoardNotification(_:)",
                "onAllowParticipantsRequestCloudRecording(_:)", "onMeetingLockStatus(_:)",
                "onAICompanionActiveChangeNotice(_:)", "onParticipantProfilePictureStatusChange(_:)",
                "onVideoAlphaChannelStatusChanged(_:)", "onFocusModeStateChanged(_:)", "onMeetingQAStatusChanged(_:)",
                "onMute(onEntryStatusChange:)", "onGrantCoOwnerPrivilegeChanged(_:)", "onHostAskUnmute()",
                "onHostAskStartVideo()", "onInvalidReclaimHostKey()", "onAllHandsLowered()",
                "onSuspendParticipantsActivities()", "onMeetingTopicChanged(_:)",
                "notify(toJoin3rdPartyTelephonyAudio:)", "onJoinMeetingResponse(_:)",
                "onMulti(toSingleShareNeedConfirm:)", "onChatStatusChangedNotification(_:)",
                "onRequestLocalRecordingPrivilegeChanged(_:)", "onFocusModeShareTypeChanged(_:)",
                "onLowOrRaiseHandStatusChange(_:userID:)", "onUserVideoQualityChanged(_:userID:)",
                "onVirtualNameTagStatusChanged(_:userID:)", "onChatMsgDeleteNotification(_:messageDeleteType:)",
                "onCameraControlRequestReceived(_:requestType:actionApprove:actionDecline:)",
                "onCameraControlRequestResult(_:resultType:)", "onCreateCompanionRelation(_:childUserID:)",
            ]),
        VendorType(
            "ZoomSDKUserInfo",
            emulated: [
                "getUserID()", "getUserName()", "isMySelf()", "isHost()", "getUserRole()", "isVideoOn()",
                "isProductionStudioUser()", "getProductionStudioParent()", "getAudioStatus()", "getAudioType()",
                "isTalking()", "isRaisingHand()", "hasCamera()", "canBeCoHost()", "isPurePhoneUser()", "isH323User()",
                "isBotUser()", "getCustomerKey()", "getPersistentId()", "getAvatarPath()",
            ],
            fixed: [
                "isInWaitingRoom()"
            ]),
        VendorType(
            "ZoomSDKMeetingChatController",
            emulated: [
                "delegate", "sendChatMsg(to:)", "getChatMessage(byId:)",
            ],
            fixed: [
                "isFileTransferEnabled()"
            ]),
        VendorType(
            "ZoomSDKMeetingChatControllerDelegate",
            emulated: [
                "onChatMessageNotification(_:)"
            ],
            neverCalled: [
                "onChatMessageEditNotification(_:)", "onFileSendStart(_:)", "onFileReceived(_:)",
                "onFileTransferProgress(_:)",
            ]),
        VendorType(
            "ZoomSDKCloseCaptionController",
            emulated: [
                "delegate", "getLiveTranscriptionStatus()", "canStartLiveTranscription()", "startLiveTranscription()",
                "stopLiveTranscription()", "isMeetingSupportCloseCaption()", "isLiveTranscriptionFeatureEnabled()",
            ],
            recorded: [
                "setMeetingSpokenLanguage(_:)", "setMeetingSpokenLanguage(_:isForAll:)", "setTranslationLanguage(_:)",
                "requestToStartLiveTranscription(_:)", "enableRequestLiveTranscription(_:)",
                "enableMeetingManualCaption(_:)", "sendClosedCaptionMessage(_:)", "assignCCPrivilege(to:)",
                "withdrawCCPrivilege(forUser:)",
            ],
            fixed: [
                "isMultiLanguageTranscriptionEnabled()", "isTextLiveTranslationEnabled()", "canAssignOthersToSendCC()",
                "canBeAssigned(toSendCC:)", "canSendClosedCaption()", "isCanSaveClosedCaption()",
                "is3rdPartCCServerAvailable()", "isMeetingManualCaptionEnabled()",
                "isLiveTranscriptLegalNoticeAvailable()", "getAvailableMeetingSpokenLanguages()",
                "getAvailableTranslationLanguages()",
            ]),
        VendorType(
            "ZoomSDKCloseCaptionControllerDelegate",
            emulated: [
                "onLiveTranscriptionStatus(_:)", "onLiveTranscriptionMsgInfoReceived(_:)",
            ],
            neverCalled: [
                "onOriginalLanguageMsgReceived(_:)", "onLiveTranscriptionMsgError(_:transcriptLanguage:)",
                "onGetCCPrivilege()", "onLostCCPrivilege()", "onReceiveCCMessage(with:senderID:)",
                "onReceiveCCRealtimeMessage(_:)", "onRequestForLiveTranscriptReceived(_:anonymous:)",
                "onRequestLiveTranscriptionStatusChange(_:)", "onCaptionStatusChanged(_:)",
                "onStartCaptionsRequestReceived(_:)", "onStartCaptionsRequestApproved()",
                "onManualCaptionStatusChanged(_:)", "onSpokenLanguageChanged(_:)",
            ]),
        VendorType(
            "ZoomSDKLiveTranscriptionMessageInfo",
            emulated: [
                "messageID", "speakerID", "speakerName", "messageContent", "timeStamp", "messageType",
            ]),
        VendorType(
            "ZoomSDKLiveTranscriptionLanguage",
            fixed: [
                "languageID", "languageName",
            ]),
        VendorType(
            "ZoomSDKCCRequestHandler",
            recorded: ["deny()"],
            fixed: [
                "senderUserID", "isRequestTranslationOn",
            ]),
        VendorType(
            "ZoomSDKChatMsgInfoBuilder",
            emulated: [
                "setContent(_:)", "setReceiver(_:)", "setMessageType(_:)", "setThreadId(_:)", "build()",
            ]),
        VendorType(
            "ZoomSDKChatInfo",
            emulated: [
                "getMessageID()", "getMsgContent()", "getSenderUserID()", "getSenderDisplayName()",
                "getReceiverUserID()", "getReceiverDisplayName()", "getThreadID()", "getTimeStamp()",
                "getChatMessageType()", "isChatToWaitingRoom()", "isComment()", "isThread()",
            ]),
        VendorType(
            "ZoomSDKSettingService",
            emulated: [
                "getVideoSetting()", "getAudioSetting()", "getGeneralSetting()",
            ]),
        VendorType(
            "ZoomSDKVideoSetting",
            emulated: [
                "getCameraList()", "isMirrorEffectEnabled()", "isHideSelfViewEnabled()", "isSpotlightMyVideoOn()",
            ],
            recorded: [
                "selectCamera(_:)", "enableMirrorEffect(_:)", "enableHideSelfView(_:)",
                "onSpotlightMyVideo(whenISpeaker:)", "disableVideoJoinMeeting(_:)", "enableCatchHDVideo(_:)",
                "displayUserName(onVideo:)",
            ]),
        VendorType(
            "ZoomSDKAudioSetting",
            emulated: [
                "isMuteMicWhenJoinMeetingOn()"
            ],
            recorded: [
                "enableAutoJoinVoip(_:)", "enableMuteMicJoinVoip(_:)",
            ],
            fixed: [
                "getAudioDeviceList(_:)"
            ]),
        VendorType(
            "ZoomSDKGeneralSetting",
            recorded: [
                "enableMeetingSetting(_:settingCmd:)"
            ]),
        VendorType(
            "SDKDeviceInfo",
            emulated: [
                "getDeviceID()", "getDeviceName()", "isSelectedDevice()",
            ]),
        VendorType(
            "ZoomSDKMeetingUIController",
            emulated: [
                "showVideoPreviewWhenJoinMeeting()"
            ],
            recorded: [
                "isShowVideoPreview(whenJoinMeeting:)", "enterFullScreen(_:firstMonitor:dualMonitor:)",
                "switchToVideoWallView()", "switchToActiveSpeakerView()", "backToMeeting()",
                "hideOrShowNoVideoUser(onVideoWall:)",
            ],
            fixed: [
                "isInMiniVideoMode()"
            ]),
        VendorType(
            "ZoomSDKMeetingConfiguration",
            recorded: [
                "reset()", "hideThumbnailVideoWindow", "hideMeetingInfoButtonOnVideo", "enableMuteOnEntry",
                "disableInputPasswordWindow", "disablePopupWrongPasswordWindow", "hideLoadingWindow",
                "hideEndOtherMeetingAlert", "enableAutoEndOtherMeeting", "jbhWindowVisible", "enableChime",
            ]),
        VendorType(
            "ZoomSDKJoinMeetingHelper",
            recorded: [
                "inputPassword(_:)", "inputMeetingScreenName(_:)", "cancel()",
            ],
            fixed: [
                "getReqInfoType()"
            ]),
    ]

    /// The table as a Markdown page of the documentation.
    package static var markdown: String {
        let rows = all.flatMap { type in
            SymbolTreatment.allCases.compactMap { treatment -> String? in
                guard let members = type.members[treatment], !members.isEmpty else { return nil }
                let list = members.map { "`\($0)`" }.joined(separator: ", ")
                return "| `\(type.name)` | \(treatment.title) | \(list) |"
            }
        }
        return """
            # Emulated, recorded and rejected symbols

            The treatment of each member of the module.

            *Emulated* members behave according to the rules. *Recorded* members are accepted without effect: a call succeeds and is
            visible to tests through `emulation.recordedCalls`, a property keeps its value. *Fixed* members always return nil,
            false or 0. *Rejected* members return an error code. Callbacks that are *never called* only have to compile.

            | type | treatment | members |
            | --- | --- | --- |
            \(rows.joined(separator: "\n"))

            """
    }
}

extension SymbolTreatment {
    fileprivate var title: String {
        switch self {
        case .emulated: "emulated"
        case .recorded: "recorded"
        case .fixed: "fixed"
        case .refused: "rejected"
        case .neverCalled: "never called"
        }
    }
}
