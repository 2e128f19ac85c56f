package import StudioCore

extension SymbolTable {
    /// All members of the facade. The documentation shows this table.
    package static let studio = SymbolTable(
        interface: "production-studio",
        text: """
            ZoomSDK emulated shared() initSDK(with:) unInitSDK() getVersionNumber() getAuthService() \
            getMeetingService() getSettingService()
            ZoomSDK recorded switchDomain(_:force:) enableRawdataIntermediateMode videoRawDataMode shareRawDataMode \
            audioRawDataMode
            ZoomSDKInitParams recorded needCustomizedUI enableLog logFileSize appLocale preferedLanguage \
            customLocalizationFileName customLocalizationFilePath zoomDomain wrapperType getLanguageArray()
            ZoomSDKAuthContext emulated jwtToken publicAppKey
            ZoomSDKAuthService emulated delegate sdkAuth(_:) isAuthorized()
            ZoomSDKAuthService fixed getSDKIdentity() getAccountInfo() generateSSOLoginWebURL(_:)
            ZoomSDKAuthService refused logout() ssoLogin(withWebUriProtocol:) \
            enableAutoRegisterNotificationService(forLogin:) registerNotificationService(_:) \
            unregisterNotificationService()
            ZoomSDKAuthDelegate emulated onZoomSDKAuthReturn(_:) onZoomAuthIdentityExpired()
            ZoomSDKAuthDelegate neverCalled onZoomSDKLoginResult(_:failReason:) onZoomSDKLogout() \
            onZoomIdentityExpired() onNotificationServiceStatus(_:error:)
            ZoomSDKAccountInfo fixed getDisplayName() getSDKUserType()
            ZoomSDKJoinMeetingElements emulated displayName zak meetingNumber vanityID isNoAudio
            ZoomSDKJoinMeetingElements recorded customerKey isNoVideo isDirectShare isMyVoiceInMix \
            isAudioRawDataStereo displayID audioRawdataSamplingRate videoRawdataColorspace userType password \
            webinarToken appPrivilegeToken join_token onBehalfToken
            ZoomSDKStartMeetingUseZakElements emulated displayName zak meetingNumber vanityID isNoAudio
            ZoomSDKStartMeetingUseZakElements recorded customerKey isNoVideo isDirectShare isMyVoiceInMix \
            isAudioRawDataStereo displayID audioRawdataSamplingRate videoRawdataColorspace userType inviteContactID
            ZoomSDKStartMeetingElements recorded meetingNumber vanityID customerKey isNoVideo isNoAudio isDirectShare \
            isMyVoiceInMix isAudioRawDataStereo displayID audioRawdataSamplingRate videoRawdataColorspace userType \
            inviteContactID
            ZoomSDKMeetingService emulated delegate joinMeeting(_:) startMeeting(withZAK:) leaveMeeting(with:) \
            getMeetingStatus() getMeetingType() getMeetingProperty(_:) getConnectionQuality(_:sending:) \
            getMeetingProductionStudioController() getMeetingActionController() getMeetingChatController() \
            getCloseCaptionController() getMeetingUIController() getMeetingConfiguration()
            ZoomSDKMeetingService recorded handleZoomWebUrlAction(_:)
            ZoomSDKMeetingService fixed isFailoverMeeting() getSupportedMeetingAudioType() getUserVideoSize(_:)
            ZoomSDKMeetingService refused startMeeting(_:)
            ZoomSDKMeetingServiceDelegate emulated onMeetingStatusChange(_:meetingError:end:) \
            onMeetingStatusChange(_:meetingError:endReason:) onMeetingParameterNotification(_:)
            ZoomSDKMeetingServiceDelegate neverCalled onMeeting(_:) onFreeMeetingNeed(to:giftUpgradeURL:) \
            onFreeMeetingUpgradeToGiftFreeTrialStart() onFreeMeetingUpgradeToGiftFreeTrialStop() \
            onFreeMeetingUpgradedToProMeeting() onFreeMeetingRemainTimeStopCountDown() onFreeMeetingRemainTime(_:) \
            onJoinMeetingNeedUserInfo(_:) onUserConfirm(toStartArchive:) \
            onEndOtherMeeting(toJoinMeetingNotification:actionCancel:) onMeetingFull(toWatchLiveStream:) \
            onUserConfirmRecoverMeeting(_:) onUserNetworkStatusChanged(_:level:userID:uplink:) \
            onAppSignalPanelUpdated(_:)
            ZoomSDKMeetingParameter emulated meetingType isViewOnly isAutoRecordingLocal isAutoRecordingCloud \
            meetingNumber meetingTopic meetingHost
            ZoomSDKMeetingProductionStudioController emulated delegate isSupportPSMode() canStartPSMode() \
            startPSMode(_:) stopPSMode() isPSModeStarted() getPSUserID()
            ZoomSDKMeetingProductionStudioControllerDelegate emulated onStartPSModeResult(_:) onStartSend(_:) \
            onStopSend() onPSUserStatusChanged(_:isStart:)
            ZoomSDKPSVideoSourceCapability emulated width height format
            ZoomSDKPSSender emulated sendVideoFrame(_:width:height:frameLength:format:) \
            sendAudio(_:dataLength:sampleRate:channel:)
            ZoomSDKMeetingActionController emulated delegate getUserByUserID(_:) getUser(byUserID:) getMyself() \
            getParticipantsList() makeHost(_:) assignCoHost(_:) revokeCoHost(_:) reclaimHost() canReclaimHost() \
            isSelfOriginalHost() expelUser(_:)
            ZoomSDKMeetingActionController recorded actionMeeting(with:userID:on:) changeUserName(_:newName:) \
            raiseHand(_:userID:) claimHost(byKey:) lowerAllHands(_:)
            ZoomSDKMeetingActionControllerDelegate emulated onUserJoin(_:) onUserLeft(_:) onHostChange(_:) \
            onMeetingCoHostChanged(_:isCoHost:) onVideoStatusChange(_:userID:) onUserActiveAudioChange(_:) \
            onActiveVideoUserChanged(_:) onActiveSpeakerVideoUserChanged(_:)
            ZoomSDKMeetingActionControllerDelegate neverCalled onUserAudioStatusChange(_:) onHostVideoOrderUpdated(_:) \
            onLocalVideoOrderUpdated(_:) onSpotlightVideoUserChange(_:) onUserNamesChanged(_:) onUserInfoUpdate(_:) \
            onVirtualNameTagRosterInfoUpdated(_:) on(inMeetingUserAvatarPathUpdated:) \
            onBotAuthorizerRelationChanged(_:) onRemoveCompanionRelation(_:) onFollowHostVideoOrderChanged(_:) \
            onShareMeetingChatStatusChanged(_:) onAllowParticipantsStartVideoNotification(_:) \
            onAllowParticipantsRenameNotification(_:) onAllowParticipantsUnmuteSelfNotification(_:) \
            onAllowParticipantsShareWhiteBoardNotification(_:) onAllowParticipantsRequestCloudRecording(_:) \
            onMeetingLockStatus(_:) onAICompanionActiveChangeNotice(_:) onParticipantProfilePictureStatusChange(_:) \
            onVideoAlphaChannelStatusChanged(_:) onFocusModeStateChanged(_:) onMeetingQAStatusChanged(_:) \
            onMute(onEntryStatusChange:) onGrantCoOwnerPrivilegeChanged(_:) onHostAskUnmute() onHostAskStartVideo() \
            onInvalidReclaimHostKey() onAllHandsLowered() onSuspendParticipantsActivities() onMeetingTopicChanged(_:) \
            notify(toJoin3rdPartyTelephonyAudio:) onJoinMeetingResponse(_:) onMulti(toSingleShareNeedConfirm:) \
            onChatStatusChangedNotification(_:) onRequestLocalRecordingPrivilegeChanged(_:) \
            onFocusModeShareTypeChanged(_:) onLowOrRaiseHandStatusChange(_:userID:) \
            onUserVideoQualityChanged(_:userID:) onVirtualNameTagStatusChanged(_:userID:) \
            onChatMsgDeleteNotification(_:messageDeleteType:) \
            onCameraControlRequestReceived(_:requestType:actionApprove:actionDecline:) \
            onCameraControlRequestResult(_:resultType:) onCreateCompanionRelation(_:childUserID:)
            ZoomSDKUserInfo emulated getUserID() getUserName() isMySelf() isHost() getUserRole() isVideoOn() \
            isProductionStudioUser() getProductionStudioParent() getAudioStatus() getAudioType() isTalking() \
            isRaisingHand() hasCamera() canBeCoHost() isPurePhoneUser() isH323User() isBotUser() getCustomerKey() \
            getPersistentId() getAvatarPath()
            ZoomSDKUserInfo fixed isInWaitingRoom()
            ZoomSDKMeetingChatController emulated delegate sendChatMsg(to:) getChatMessage(byId:)
            ZoomSDKMeetingChatController fixed isFileTransferEnabled()
            ZoomSDKMeetingChatControllerDelegate emulated onChatMessageNotification(_:)
            ZoomSDKMeetingChatControllerDelegate neverCalled onChatMessageEditNotification(_:) onFileSendStart(_:) \
            onFileReceived(_:) onFileTransferProgress(_:)
            ZoomSDKCloseCaptionController emulated delegate getLiveTranscriptionStatus() canStartLiveTranscription() \
            startLiveTranscription() stopLiveTranscription() isMeetingSupportCloseCaption() \
            isLiveTranscriptionFeatureEnabled()
            ZoomSDKCloseCaptionController recorded setMeetingSpokenLanguage(_:) setMeetingSpokenLanguage(_:isForAll:) \
            setTranslationLanguage(_:) requestToStartLiveTranscription(_:) enableRequestLiveTranscription(_:) \
            enableMeetingManualCaption(_:) sendClosedCaptionMessage(_:) assignCCPrivilege(to:) \
            withdrawCCPrivilege(forUser:)
            ZoomSDKCloseCaptionController fixed isMultiLanguageTranscriptionEnabled() isTextLiveTranslationEnabled() \
            canAssignOthersToSendCC() canBeAssigned(toSendCC:) canSendClosedCaption() isCanSaveClosedCaption() \
            is3rdPartCCServerAvailable() isMeetingManualCaptionEnabled() isLiveTranscriptLegalNoticeAvailable() \
            getAvailableMeetingSpokenLanguages() getAvailableTranslationLanguages()
            ZoomSDKCloseCaptionControllerDelegate emulated onLiveTranscriptionStatus(_:) \
            onLiveTranscriptionMsgInfoReceived(_:)
            ZoomSDKCloseCaptionControllerDelegate neverCalled onOriginalLanguageMsgReceived(_:) \
            onLiveTranscriptionMsgError(_:transcriptLanguage:) onGetCCPrivilege() onLostCCPrivilege() \
            onReceiveCCMessage(with:senderID:) onReceiveCCRealtimeMessage(_:) \
            onRequestForLiveTranscriptReceived(_:anonymous:) onRequestLiveTranscriptionStatusChange(_:) \
            onCaptionStatusChanged(_:) onStartCaptionsRequestReceived(_:) onStartCaptionsRequestApproved() \
            onManualCaptionStatusChanged(_:) onSpokenLanguageChanged(_:)
            ZoomSDKLiveTranscriptionMessageInfo emulated messageID speakerID speakerName messageContent timeStamp \
            messageType
            ZoomSDKLiveTranscriptionLanguage fixed languageID languageName
            ZoomSDKCCRequestHandler recorded deny()
            ZoomSDKCCRequestHandler fixed senderUserID isRequestTranslationOn
            ZoomSDKChatMsgInfoBuilder emulated setContent(_:) setReceiver(_:) setMessageType(_:) setThreadId(_:) \
            build()
            ZoomSDKChatInfo emulated getMessageID() getMsgContent() getSenderUserID() getSenderDisplayName() \
            getReceiverUserID() getReceiverDisplayName() getThreadID() getTimeStamp() getChatMessageType() \
            isChatToWaitingRoom() isComment() isThread()
            ZoomSDKSettingService emulated getVideoSetting() getAudioSetting() getGeneralSetting()
            ZoomSDKVideoSetting emulated getCameraList() isMirrorEffectEnabled() isHideSelfViewEnabled() \
            isSpotlightMyVideoOn()
            ZoomSDKVideoSetting recorded selectCamera(_:) enableMirrorEffect(_:) enableHideSelfView(_:) \
            onSpotlightMyVideo(whenISpeaker:) disableVideoJoinMeeting(_:) enableCatchHDVideo(_:) \
            displayUserName(onVideo:)
            ZoomSDKAudioSetting emulated isMuteMicWhenJoinMeetingOn()
            ZoomSDKAudioSetting recorded enableAutoJoinVoip(_:) enableMuteMicJoinVoip(_:)
            ZoomSDKAudioSetting fixed getAudioDeviceList(_:)
            ZoomSDKGeneralSetting recorded enableMeetingSetting(_:settingCmd:)
            SDKDeviceInfo emulated getDeviceID() getDeviceName() isSelectedDevice()
            ZoomSDKMeetingUIController emulated showVideoPreviewWhenJoinMeeting()
            ZoomSDKMeetingUIController recorded isShowVideoPreview(whenJoinMeeting:) \
            enterFullScreen(_:firstMonitor:dualMonitor:) switchToVideoWallView() switchToActiveSpeakerView() \
            backToMeeting() hideOrShowNoVideoUser(onVideoWall:)
            ZoomSDKMeetingUIController fixed isInMiniVideoMode()
            ZoomSDKMeetingConfiguration recorded reset() hideThumbnailVideoWindow hideMeetingInfoButtonOnVideo \
            enableMuteOnEntry disableInputPasswordWindow disablePopupWrongPasswordWindow hideLoadingWindow \
            hideEndOtherMeetingAlert enableAutoEndOtherMeeting jbhWindowVisible enableChime
            ZoomSDKJoinMeetingHelper recorded inputPassword(_:) inputMeetingScreenName(_:) cancel()
            ZoomSDKJoinMeetingHelper fixed getReqInfoType()
            """)
}
