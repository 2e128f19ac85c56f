package import StudioCore

extension SymbolTable {
    /// All members of the facade. The documentation shows this table.
    package static let studio = SymbolTable(
        interface: "production-studio",
        types: [
            SymbolOwner(
                "ZoomSDK",
                emulated: [
                    "shared()", "initSDK(with:)", "unInitSDK()", "getVersionNumber()", "getAuthService()",
                    "getMeetingService()", "getSettingService()",
                ],
                recorded: [
                    "switchDomain(_:force:)", "enableRawdataIntermediateMode", "videoRawDataMode", "shareRawDataMode",
                    "audioRawDataMode",
                ]),
            SymbolOwner(
                "ZoomSDKInitParams",
                recorded: [
                    "needCustomizedUI", "enableLog", "logFileSize", "appLocale", "preferedLanguage",
                    "customLocalizationFileName", "customLocalizationFilePath", "zoomDomain", "wrapperType",
                    "getLanguageArray()",
                ]),
            SymbolOwner(
                "ZoomSDKAuthContext",
                emulated: [
                    "jwtToken", "publicAppKey",
                ]),
            SymbolOwner(
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
            SymbolOwner(
                "ZoomSDKAuthDelegate",
                emulated: [
                    "onZoomSDKAuthReturn(_:)", "onZoomAuthIdentityExpired()",
                ],
                neverCalled: [
                    "onZoomSDKLoginResult(_:failReason:)", "onZoomSDKLogout()", "onZoomIdentityExpired()",
                    "onNotificationServiceStatus(_:error:)",
                ]),
            SymbolOwner(
                "ZoomSDKAccountInfo",
                fixed: [
                    "getDisplayName()", "getSDKUserType()",
                ]),
            SymbolOwner(
                "ZoomSDKJoinMeetingElements",
                emulated: [
                    "displayName", "zak", "meetingNumber", "vanityID", "isNoAudio",
                ],
                recorded: [
                    "customerKey", "isNoVideo", "isDirectShare", "isMyVoiceInMix", "isAudioRawDataStereo", "displayID",
                    "audioRawdataSamplingRate", "videoRawdataColorspace", "userType", "password", "webinarToken",
                    "appPrivilegeToken", "join_token", "onBehalfToken",
                ]),
            SymbolOwner(
                "ZoomSDKStartMeetingUseZakElements",
                emulated: [
                    "displayName", "zak", "meetingNumber", "vanityID", "isNoAudio",
                ],
                recorded: [
                    "customerKey", "isNoVideo", "isDirectShare", "isMyVoiceInMix", "isAudioRawDataStereo", "displayID",
                    "audioRawdataSamplingRate", "videoRawdataColorspace", "userType", "inviteContactID",
                ]),
            SymbolOwner(
                "ZoomSDKStartMeetingElements",
                recorded: [
                    "meetingNumber", "vanityID", "customerKey", "isNoVideo", "isNoAudio", "isDirectShare",
                    "isMyVoiceInMix", "isAudioRawDataStereo", "displayID", "audioRawdataSamplingRate",
                    "videoRawdataColorspace", "userType", "inviteContactID",
                ]),
            SymbolOwner(
                "ZoomSDKMeetingService",
                emulated: [
                    "delegate", "joinMeeting(_:)", "startMeeting(withZAK:)", "leaveMeeting(with:)",
                    "getMeetingStatus()",
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
            SymbolOwner(
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
            SymbolOwner(
                "ZoomSDKMeetingParameter",
                emulated: [
                    "meetingType", "isViewOnly", "isAutoRecordingLocal", "isAutoRecordingCloud", "meetingNumber",
                    "meetingTopic", "meetingHost",
                ]),
            SymbolOwner(
                "ZoomSDKMeetingProductionStudioController",
                emulated: [
                    "delegate", "isSupportPSMode()", "canStartPSMode()", "startPSMode(_:)", "stopPSMode()",
                    "isPSModeStarted()", "getPSUserID()",
                ]),
            SymbolOwner(
                "ZoomSDKMeetingProductionStudioControllerDelegate",
                emulated: [
                    "onStartPSModeResult(_:)", "onStartSend(_:)", "onStopSend()", "onPSUserStatusChanged(_:isStart:)",
                ]),
            SymbolOwner(
                "ZoomSDKPSVideoSourceCapability",
                emulated: [
                    "width", "height", "format",
                ]),
            SymbolOwner(
                "ZoomSDKPSSender",
                emulated: [
                    "sendVideoFrame(_:width:height:frameLength:format:)", "sendAudio(_:dataLength:sampleRate:channel:)",
                ]),
            SymbolOwner(
                "ZoomSDKMeetingActionController",
                emulated: [
                    "delegate", "getUserByUserID(_:)", "getUser(byUserID:)", "getMyself()", "getParticipantsList()",
                    "makeHost(_:)", "assignCoHost(_:)", "revokeCoHost(_:)", "reclaimHost()", "canReclaimHost()",
                    "isSelfOriginalHost()", "expelUser(_:)",
                ],
                recorded: [
                    "actionMeeting(with:userID:on:)", "changeUserName(_:newName:)", "raiseHand(_:userID:)",
                    "claimHost(byKey:)", "lowerAllHands(_:)",
                ]),
            SymbolOwner(
                "ZoomSDKMeetingActionControllerDelegate",
                emulated: [
                    "onUserJoin(_:)", "onUserLeft(_:)", "onHostChange(_:)", "onMeetingCoHostChanged(_:isCoHost:)",
                    "onVideoStatusChange(_:userID:)", "onUserActiveAudioChange(_:)", "onActiveVideoUserChanged(_:)",
                    "onActiveSpeakerVideoUserChanged(_:)",
                ],
                neverCalled: [
                    "onUserAudioStatusChange(_:)", "onHostVideoOrderUpdated(_:)",
                    "onLocalVideoOrderUpdated(_:)", "onSpotlightVideoUserChange(_:)", "onUserNamesChanged(_:)",
                    "onUserInfoUpdate(_:)", "onVirtualNameTagRosterInfoUpdated(_:)",
                    "on(inMeetingUserAvatarPathUpdated:)",
                    "onBotAuthorizerRelationChanged(_:)", "onRemoveCompanionRelation(_:)",
                    "onFollowHostVideoOrderChanged(_:)", "onShareMeetingChatStatusChanged(_:)",
                    "onAllowParticipantsStartVideoNotification(_:)", "onAllowParticipantsRenameNotification(_:)",
                    "onAllowParticipantsUnmuteSelfNotification(_:)",
                    "onAllowParticipantsShareWhiteBoardNotification(_:)",
                    "onAllowParticipantsRequestCloudRecording(_:)", "onMeetingLockStatus(_:)",
                    "onAICompanionActiveChangeNotice(_:)", "onParticipantProfilePictureStatusChange(_:)",
                    "onVideoAlphaChannelStatusChanged(_:)", "onFocusModeStateChanged(_:)",
                    "onMeetingQAStatusChanged(_:)",
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
            SymbolOwner(
                "ZoomSDKUserInfo",
                emulated: [
                    "getUserID()", "getUserName()", "isMySelf()", "isHost()", "getUserRole()", "isVideoOn()",
                    "isProductionStudioUser()", "getProductionStudioParent()", "getAudioStatus()", "getAudioType()",
                    "isTalking()", "isRaisingHand()", "hasCamera()", "canBeCoHost()", "isPurePhoneUser()",
                    "isH323User()",
                    "isBotUser()", "getCustomerKey()", "getPersistentId()", "getAvatarPath()",
                ],
                fixed: [
                    "isInWaitingRoom()"
                ]),
            SymbolOwner(
                "ZoomSDKMeetingChatController",
                emulated: [
                    "delegate", "sendChatMsg(to:)", "getChatMessage(byId:)",
                ],
                fixed: [
                    "isFileTransferEnabled()"
                ]),
            SymbolOwner(
                "ZoomSDKMeetingChatControllerDelegate",
                emulated: [
                    "onChatMessageNotification(_:)"
                ],
                neverCalled: [
                    "onChatMessageEditNotification(_:)", "onFileSendStart(_:)", "onFileReceived(_:)",
                    "onFileTransferProgress(_:)",
                ]),
            SymbolOwner(
                "ZoomSDKCloseCaptionController",
                emulated: [
                    "delegate", "getLiveTranscriptionStatus()", "canStartLiveTranscription()",
                    "startLiveTranscription()",
                    "stopLiveTranscription()", "isMeetingSupportCloseCaption()", "isLiveTranscriptionFeatureEnabled()",
                ],
                recorded: [
                    "setMeetingSpokenLanguage(_:)", "setMeetingSpokenLanguage(_:isForAll:)",
                    "setTranslationLanguage(_:)",
                    "requestToStartLiveTranscription(_:)", "enableRequestLiveTranscription(_:)",
                    "enableMeetingManualCaption(_:)", "sendClosedCaptionMessage(_:)", "assignCCPrivilege(to:)",
                    "withdrawCCPrivilege(forUser:)",
                ],
                fixed: [
                    "isMultiLanguageTranscriptionEnabled()", "isTextLiveTranslationEnabled()",
                    "canAssignOthersToSendCC()",
                    "canBeAssigned(toSendCC:)", "canSendClosedCaption()", "isCanSaveClosedCaption()",
                    "is3rdPartCCServerAvailable()", "isMeetingManualCaptionEnabled()",
                    "isLiveTranscriptLegalNoticeAvailable()", "getAvailableMeetingSpokenLanguages()",
                    "getAvailableTranslationLanguages()",
                ]),
            SymbolOwner(
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
            SymbolOwner(
                "ZoomSDKLiveTranscriptionMessageInfo",
                emulated: [
                    "messageID", "speakerID", "speakerName", "messageContent", "timeStamp", "messageType",
                ]),
            SymbolOwner(
                "ZoomSDKLiveTranscriptionLanguage",
                fixed: [
                    "languageID", "languageName",
                ]),
            SymbolOwner(
                "ZoomSDKCCRequestHandler",
                recorded: ["deny()"],
                fixed: [
                    "senderUserID", "isRequestTranslationOn",
                ]),
            SymbolOwner(
                "ZoomSDKChatMsgInfoBuilder",
                emulated: [
                    "setContent(_:)", "setReceiver(_:)", "setMessageType(_:)", "setThreadId(_:)", "build()",
                ]),
            SymbolOwner(
                "ZoomSDKChatInfo",
                emulated: [
                    "getMessageID()", "getMsgContent()", "getSenderUserID()", "getSenderDisplayName()",
                    "getReceiverUserID()", "getReceiverDisplayName()", "getThreadID()", "getTimeStamp()",
                    "getChatMessageType()", "isChatToWaitingRoom()", "isComment()", "isThread()",
                ]),
            SymbolOwner(
                "ZoomSDKSettingService",
                emulated: [
                    "getVideoSetting()", "getAudioSetting()", "getGeneralSetting()",
                ]),
            SymbolOwner(
                "ZoomSDKVideoSetting",
                emulated: [
                    "getCameraList()", "isMirrorEffectEnabled()", "isHideSelfViewEnabled()", "isSpotlightMyVideoOn()",
                ],
                recorded: [
                    "selectCamera(_:)", "enableMirrorEffect(_:)", "enableHideSelfView(_:)",
                    "onSpotlightMyVideo(whenISpeaker:)", "disableVideoJoinMeeting(_:)", "enableCatchHDVideo(_:)",
                    "displayUserName(onVideo:)",
                ]),
            SymbolOwner(
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
            SymbolOwner(
                "ZoomSDKGeneralSetting",
                recorded: [
                    "enableMeetingSetting(_:settingCmd:)"
                ]),
            SymbolOwner(
                "SDKDeviceInfo",
                emulated: [
                    "getDeviceID()", "getDeviceName()", "isSelectedDevice()",
                ]),
            SymbolOwner(
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
            SymbolOwner(
                "ZoomSDKMeetingConfiguration",
                recorded: [
                    "reset()", "hideThumbnailVideoWindow", "hideMeetingInfoButtonOnVideo", "enableMuteOnEntry",
                    "disableInputPasswordWindow", "disablePopupWrongPasswordWindow", "hideLoadingWindow",
                    "hideEndOtherMeetingAlert", "enableAutoEndOtherMeeting", "jbhWindowVisible", "enableChime",
                ]),
            SymbolOwner(
                "ZoomSDKJoinMeetingHelper",
                recorded: [
                    "inputPassword(_:)", "inputMeetingScreenName(_:)", "cancel()",
                ],
                fixed: [
                    "getReqInfoType()"
                ]),
        ])
}
