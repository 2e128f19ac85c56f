package import StudioCore

extension SymbolTable {
    /// The members of ZoomVideoSDK.
    package static let rawData = SymbolTable(
        interface: "zoom-video-sdk-raw-data",
        types: [
            SymbolOwner(
                "ZoomVideoSDK",
                emulated: [
                    "shareInstance()", "delegate", "initialize(_:)", "joinSession(_:)", "leaveSession(_:)",
                    "getSession()", "isInSession()", "getAudioHelper()", "getVideoHelper()", "getShareHelper()",
                    "getChatHelper()",
                ]),
            SymbolOwner(
                "ZoomVideoSDKSession",
                emulated: [
                    "getName()", "getMySelf()", "getRemoteUsers()",
                ]),
            SymbolOwner(
                "ZoomVideoSDKDelegate",
                emulated: [
                    "onUserJoin(_:users:)", "onUserLeave(_:users:)", "onUserVideoStatusChanged(_:user:)",
                    "onUserAudioStatusChanged(_:user:)", "onUserShareStatusChanged(_:user:shareAction:)",
                    "onUserActiveAudioChanged(_:users:)", "onUserHostChanged(_:users:)", "onHostAskUnmute()",
                    "onMixedAudioRawDataReceived(_:)", "onOneWayAudioRawDataReceived(_:user:)",
                    "onSharedAudioRawDataReceived(_:)", "onError(_:detail:)", "onSessionJoin()", "onSessionLeave(_:)",
                    "onSessionLeave()",
                ]),
            SymbolOwner(
                "ZoomVideoSDKAudioHelper",
                emulated: [
                    "startAudio()", "stopAudio()", "muteAudio(_:)", "unmuteAudio(_:)", "subscribe()", "unSubscribe()",
                ]),
            SymbolOwner(
                "ZoomVideoSDKVideoHelper",
                emulated: [
                    "startVideo()", "stopVideo()",
                ]),
            SymbolOwner(
                "ZoomVideoSDKInitParams",
                emulated: [
                    "videoRawdataMemoryMode", "shareRawdataMemoryMode", "audioRawdataMemoryMode",
                ],
                recorded: [
                    "domain", "enableLog",
                ]),
            SymbolOwner(
                "ZoomVideoSDKVideoOptions",
                emulated: [
                    "localVideoOn"
                ]),
            SymbolOwner(
                "ZoomVideoSDKAudioOptions",
                emulated: [
                    "connect", "mute", "isMyVoiceInMix",
                ]),
            SymbolOwner(
                "ZoomVideoSDKSessionContext",
                emulated: [
                    "token", "sessionName", "userName", "videoOption", "audioOption", "virtualAudioSpeakerDelegate",
                    "virtualAudioMicDelegate", "preProcessorDelegate",
                ],
                recorded: [
                    "sessionPassword", "externalVideoSourceDelegate",
                ]),
            SymbolOwner(
                "ZoomVideoSDKVideoRawData",
                emulated: [
                    "yBuffer", "uBuffer", "vBuffer", "size", "isLimited", "format", "rotation", "timeStamp",
                    "canAddRef()", "addRef(file:line:)", "releaseRef()",
                ],
                fixed: [
                    "alphaBuffer", "alphaBufferLen",
                ]),
            SymbolOwner(
                "ZoomVideoSDKAudioRawData",
                emulated: [
                    "buffer", "bufferLen", "sampleRate", "channelNum", "timeStamp", "canAddRef()", "addRef(file:line:)",
                    "releaseRef()",
                ]),
            SymbolOwner(
                "ZoomVideoSDKRawDataPipe",
                emulated: [
                    "rawdataPipeType()", "videoStatus()", "shareStatus()", "subscribe(with:resolution:)",
                    "unSubscribe(with:)",
                ]),
            SymbolOwner(
                "ZoomVideoSDKRawDataPipeDelegate",
                emulated: [
                    "onRawDataFrameReceived(_:)", "onPixelBuffer(_:rotation:)", "onRawDataStatusChanged(_:)",
                ]),
            SymbolOwner(
                "ZoomVideoSDKShareAction",
                emulated: [
                    "getShareSourceId()", "getShareStatus()", "getSharePipe()", "getShareCanvas()",
                ]),
            SymbolOwner(
                "ZoomVideoSDKShareHelper",
                emulated: [
                    "isOtherSharing()"
                ],
                fixed: [
                    "isSharingOut()", "isScreenSharingOut()", "isShareLocked()",
                ],
                refused: [
                    "startShare(with:)", "stopShare()", "lockShare(_:)",
                ]),
            SymbolOwner(
                "ZoomVideoSDKUser",
                emulated: [
                    "getID()", "getName()", "isHost()", "isManager()", "getVideoPipe()", "getSharePipe()",
                    "getShareActionList()",
                    "getVideoCanvas()", "audioStatus()",
                ],
                fixed: [
                    "getMultiCameraStreamList()"
                ]),
            SymbolOwner(
                "ZoomVideoSDKVideoStatus",
                emulated: [
                    "on"
                ]),
            SymbolOwner(
                "ZoomVideoSDKShareStatus",
                emulated: [
                    "sharingStatus"
                ]),
            SymbolOwner(
                "ZoomVideoSDKAudioStatus",
                emulated: [
                    "isMuted", "talking", "audioType",
                ]),
            SymbolOwner(
                "ZoomVideoSDKVideoCanvas",
                emulated: [
                    "canvasType()", "videoStatus()", "shareStatus()",
                ],
                recorded: [
                    "subscribe(with:aspectMode:andResolution:)", "unSubscribe(with:)", "setAspectMode(_:to:)",
                    "setResolution(_:to:)",
                ]),
            SymbolOwner(
                "ZoomVideoSDKVideoSourcePreProcessor",
                emulated: [
                    "onPreProcessRawData(_:)"
                ]),
            SymbolOwner(
                "ZoomVideoSDKPreProcessRawData",
                emulated: [
                    "size", "yStride", "uStride", "vStride", "isLimited", "rotation", "format", "getYBuffer(_:)",
                    "getUBuffer(_:)", "getVBuffer(_:)",
                ]),
            SymbolOwner(
                "ZoomVideoSDKVirtualAudioMic",
                emulated: [
                    "onMicInitialize(_:)", "onMicStartSend()", "onMicStopSend()", "onMicUninitialized()",
                ]),
            SymbolOwner(
                "ZoomVideoSDKAudioSender",
                emulated: [
                    "send(_:dataLength:sampleRate:)"
                ]),
            SymbolOwner(
                "ZoomVideoSDKVirtualAudioSpeaker",
                emulated: [
                    "onVirtualSpeakerMixedAudioReceived(_:)", "onVirtualSpeakerOneWayAudioReceived(_:user:)",
                    "onVirtualSpeakerSharedAudioReceived(_:)",
                ]),
        ])
}
