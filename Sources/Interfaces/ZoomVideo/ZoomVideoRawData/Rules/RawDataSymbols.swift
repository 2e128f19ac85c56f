package import StudioCore

extension SymbolTable {
    /// The members of ZoomVideoSDK.
    package static let rawData = SymbolTable(
        interface: "zoom-video-sdk-raw-data",
        text: """
            ZoomVideoSDK emulated shareInstance() delegate initialize(_:) joinSession(_:) leaveSession(_:) \
            getSession() isInSession() getAudioHelper() getVideoHelper() getShareHelper() getChatHelper()
            ZoomVideoSDKSession emulated getName() getMySelf() getRemoteUsers()
            ZoomVideoSDKDelegate emulated onUserJoin(_:users:) onUserLeave(_:users:) onUserVideoStatusChanged(_:user:) \
            onUserAudioStatusChanged(_:user:) onUserShareStatusChanged(_:user:shareAction:) \
            onUserActiveAudioChanged(_:users:) onUserHostChanged(_:users:) onHostAskUnmute() \
            onMixedAudioRawDataReceived(_:) onOneWayAudioRawDataReceived(_:user:) onSharedAudioRawDataReceived(_:) \
            onError(_:detail:) onSessionJoin() onSessionLeave(_:) onSessionLeave()
            ZoomVideoSDKAudioHelper emulated startAudio() stopAudio() muteAudio(_:) unmuteAudio(_:) subscribe() \
            unSubscribe()
            ZoomVideoSDKVideoHelper emulated startVideo() stopVideo()
            ZoomVideoSDKInitParams emulated videoRawdataMemoryMode shareRawdataMemoryMode audioRawdataMemoryMode
            ZoomVideoSDKInitParams recorded domain enableLog
            ZoomVideoSDKVideoOptions emulated localVideoOn
            ZoomVideoSDKAudioOptions emulated connect mute isMyVoiceInMix
            ZoomVideoSDKSessionContext emulated token sessionName userName videoOption audioOption \
            virtualAudioSpeakerDelegate virtualAudioMicDelegate preProcessorDelegate
            ZoomVideoSDKSessionContext recorded sessionPassword externalVideoSourceDelegate
            ZoomVideoSDKVideoRawData emulated yBuffer uBuffer vBuffer size isLimited format rotation timeStamp \
            canAddRef() addRef(file:line:) releaseRef()
            ZoomVideoSDKVideoRawData fixed alphaBuffer alphaBufferLen
            ZoomVideoSDKAudioRawData emulated buffer bufferLen sampleRate channelNum timeStamp canAddRef() \
            addRef(file:line:) releaseRef()
            ZoomVideoSDKRawDataPipe emulated rawdataPipeType() videoStatus() shareStatus() subscribe(with:resolution:) \
            unSubscribe(with:)
            ZoomVideoSDKRawDataPipeDelegate emulated onRawDataFrameReceived(_:) onPixelBuffer(_:rotation:) \
            onRawDataStatusChanged(_:)
            ZoomVideoSDKShareAction emulated getShareSourceId() getShareStatus() getSharePipe() getShareCanvas()
            ZoomVideoSDKShareHelper emulated isOtherSharing()
            ZoomVideoSDKShareHelper fixed isSharingOut() isScreenSharingOut() isShareLocked()
            ZoomVideoSDKShareHelper refused startShare(with:) stopShare() lockShare(_:)
            ZoomVideoSDKUser emulated getID() getName() isHost() isManager() getVideoPipe() getSharePipe() \
            getShareActionList() getVideoCanvas() audioStatus()
            ZoomVideoSDKUser fixed getMultiCameraStreamList()
            ZoomVideoSDKVideoStatus emulated on
            ZoomVideoSDKShareStatus emulated sharingStatus
            ZoomVideoSDKAudioStatus emulated isMuted talking audioType
            ZoomVideoSDKVideoCanvas emulated canvasType() videoStatus() shareStatus()
            ZoomVideoSDKVideoCanvas recorded subscribe(with:aspectMode:andResolution:) unSubscribe(with:) \
            setAspectMode(_:to:) setResolution(_:to:)
            ZoomVideoSDKVideoSourcePreProcessor emulated onPreProcessRawData(_:)
            ZoomVideoSDKPreProcessRawData emulated size yStride uStride vStride isLimited rotation format \
            getYBuffer(_:) getUBuffer(_:) getVBuffer(_:)
            ZoomVideoSDKVirtualAudioMic emulated onMicInitialize(_:) onMicStartSend() onMicStopSend() \
            onMicUninitialized()
            ZoomVideoSDKAudioSender emulated send(_:dataLength:sampleRate:)
            ZoomVideoSDKVirtualAudioSpeaker emulated onVirtualSpeakerMixedAudioReceived(_:) \
            onVirtualSpeakerOneWayAudioReceived(_:user:) onVirtualSpeakerSharedAudioReceived(_:)
            """)
}
