package import StudioCore

extension SymbolTable {
    /// The members of ZegoExpressEngine.
    package static let rendering = SymbolTable(
        interface: "zego-custom-video-render",
        types: [
            SymbolOwner(
                "ZegoExpressEngine",
                emulated: [
                    "enableCustomVideoRender(_:config:)", "setCustomVideoRenderHandler(_:)",
                    "enableCapturedVideoCustomVideoRender(_:channel:)",
                    "enableRemoteVideoCustomVideoRender(_:streamID:)", "enableCustomVideoCapture(_:config:)",
                    "enableCustomVideoCapture(_:config:channel:)", "setCustomVideoCaptureHandler(_:)",
                    "sendCustomVideoCapturePixelBuffer(_:timestamp:)",
                    "sendCustomVideoCapturePixelBuffer(_:timestamp:channel:)",
                    "sendCustomVideoCaptureEncodedData(_:params:timestamp:)",
                    "sendCustomVideoCaptureEncodedData(_:params:timestamp:channel:)", "startPreview()",
                    "startPreview(_:)", "startPreview(_:channel:)", "stopPreview()", "stopPreview(_:)",
                    "startPublishingStream(_:)",
                    "startPublishingStream(_:channel:)", "startPublishing(_:)", "stopPublishingStream()",
                    "stopPublishingStream(_:)", "startPlayingStream(_:)", "startPlayingStream(_:canvas:)",
                    "stopPlayingStream(_:)", "setVideoConfig(_:)", "setVideoConfig(_:channel:)",
                    "enableTrafficControl(_:property:)", "enableTrafficControl(_:property:channel:)",
                    "setVideoMirrorMode(_:)", "setVideoMirrorMode(_:channel:)", "useFrontCamera(_:)",
                    "useFrontCamera(_:channel:)", "enableCamera(_:)", "enableCamera(_:channel:)",
                    "enableHardwareDecoder(_:)", "createEngine(with:eventHandler:)",
                    "createEngine(withAppID:appSign:isTestEnv:scenario:eventHandler:)", "destroy(_:)", "shared()",
                    "getVersion()", "setEventHandler(_:)", "loginRoom(_:user:)", "loginRoom(_:user:config:)",
                    "loginRoom(_:user:config:callback:)", "logoutRoom()", "logoutRoom(_:)", "logoutRoom(callback:)",
                    "logoutRoom(_:callback:)", "startPlayingStream(_:config:)", "startPlayingStream(_:canvas:config:)",
                    "mutePublishStreamVideo(_:)", "mutePublishStreamVideo(_:channel:)",
                ],
                recorded: [
                    "muteMicrophone(_:)", "muteSpeaker(_:)", "enableHardwareEncoder(_:)", "mutePublishStreamAudio(_:)",
                    "mutePublishStreamAudio(_:channel:)", "setEngineConfig(_:)", "callExperimentalAPI(_:)",
                ]),
            SymbolOwner(
                "ZegoCustomVideoRenderHandler",
                emulated: [
                    "onCapturedVideoFrameRawData(_:dataLength:param:flipMode:channel:)",
                    "onCapturedVideoFrameRawData(_:dataLength:param:flipMode:)",
                    "onRemoteVideoFrameRawData(_:dataLength:param:streamID:)",
                    "onRemoteVideoFrameRawData(_:dataLength:param:stream:)",
                    "onCapturedVideoFrameCVPixelBuffer(_:param:flipMode:channel:)",
                    "onCapturedVideoFrameCVPixelBuffer(_:param:flipMode:)",
                    "onRemoteVideoFrameCVPixelBuffer(_:param:streamID:)",
                    "onRemoteVideoFrameCVPixelBuffer(_:param:stream:)",
                    "onRemoteVideoFrameEncodedData(_:dataLength:param:referenceTimeMillisecond:streamID:)",
                ]),
            SymbolOwner("ZegoCustomVideoCaptureHandler", emulated: ["onStart(_:)", "onStop(_:)"]),
            SymbolOwner(
                "ZegoEventHandler",
                emulated: [
                    "onDebugError(_:funcName:info:)", "onEngineStateUpdate(_:)",
                    "onRoomStateUpdate(_:errorCode:extendedData:roomID:)",
                    "onRoomStateChanged(_:errorCode:extendedData:roomID:)",
                    "onRoomStreamUpdate(_:streamList:extendedData:roomID:)", "onRoomStreamUpdate(_:streamList:roomID:)",
                    "onRoomUserUpdate(_:userList:roomID:)", "onPlayerStateUpdate(_:errorCode:extendedData:streamID:)",
                    "onPublisherStateUpdate(_:errorCode:extendedData:streamID:)",
                    "onPlayerVideoSizeChanged(_:streamID:)", "onPublisherVideoSizeChanged(_:channel:)",
                ]),
            SymbolOwner(
                "ZegoCustomVideoRenderConfig",
                emulated: [
                    "bufferType", "frameFormatSeries", "enableEngineRender",
                ]),
            SymbolOwner(
                "ZegoCustomVideoCaptureConfig",
                emulated: [
                    "bufferType"
                ]),
            SymbolOwner(
                "ZegoVideoFrameParam",
                emulated: [
                    "format", "strides", "size", "rotation",
                ]),
            SymbolOwner(
                "ZegoVideoEncodedFrameParam",
                emulated: [
                    "format", "isKeyFrame", "rotation", "size",
                ],
                recorded: [
                    "SEIData", "isExternalClock",
                ]),
            SymbolOwner(
                "ZegoEngineProfile",
                emulated: [
                    "appID", "appSign",
                ],
                recorded: [
                    "scenario"
                ]),
            SymbolOwner(
                "ZegoUser",
                emulated: [
                    "userID", "userName",
                ]),
            SymbolOwner(
                "ZegoStream",
                emulated: [
                    "user", "streamID",
                ],
                fixed: [
                    "extraInfo"
                ]),
            SymbolOwner(
                "ZegoRoomConfig",
                emulated: [
                    "isUserStatusNotify", "default()",
                ],
                recorded: [
                    "maxMemberCount", "token",
                ]),
            SymbolOwner(
                "ZegoCanvas",
                emulated: [
                    "view"
                ],
                recorded: [
                    "viewMode", "backgroundColor",
                ]),
            SymbolOwner(
                "ZegoEngineConfig",
                recorded: [
                    "logConfig", "advancedConfig",
                ]),
            SymbolOwner(
                "ZegoLogConfig",
                recorded: [
                    "logPath", "logSize",
                ]),
            SymbolOwner(
                "ZegoPlayerConfig",
                recorded: [
                    "resourceMode", "cdnConfig", "roomID",
                ]),
            SymbolOwner(
                "ZegoCDNConfig",
                recorded: [
                    "url", "authParam",
                ]),
            SymbolOwner(
                "ZegoVideoConfig",
                emulated: [
                    "captureResolution", "encodeResolution", "fps", "default()",
                ],
                recorded: [
                    "bitrate"
                ]),
        ])
}
