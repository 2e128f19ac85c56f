package import StudioCore

extension SymbolTable {
    /// The members of ZegoExpressEngine.
    package static let rendering = SymbolTable(
        interface: "zego-custom-video-render",
        text: """
            ZegoExpressEngine emulated enableCustomVideoRender(_:config:) setCustomVideoRenderHandler(_:) \
            enableCapturedVideoCustomVideoRender(_:channel:) enableRemoteVideoCustomVideoRender(_:streamID:) \
            enableCustomVideoCapture(_:config:) enableCustomVideoCapture(_:config:channel:) \
            setCustomVideoCaptureHandler(_:) sendCustomVideoCapturePixelBuffer(_:timestamp:) \
            sendCustomVideoCapturePixelBuffer(_:timestamp:channel:) \
            sendCustomVideoCaptureEncodedData(_:params:timestamp:) \
            sendCustomVideoCaptureEncodedData(_:params:timestamp:channel:) startPreview() startPreview(_:) \
            startPreview(_:channel:) stopPreview() stopPreview(_:) startPublishingStream(_:) \
            startPublishingStream(_:channel:) startPublishing(_:) stopPublishingStream() stopPublishingStream(_:) \
            startPlayingStream(_:) startPlayingStream(_:canvas:) stopPlayingStream(_:) setVideoConfig(_:) \
            setVideoConfig(_:channel:) enableTrafficControl(_:property:) enableTrafficControl(_:property:channel:) \
            setVideoMirrorMode(_:) setVideoMirrorMode(_:channel:) useFrontCamera(_:) useFrontCamera(_:channel:) \
            enableCamera(_:) enableCamera(_:channel:) enableHardwareDecoder(_:) createEngine(with:eventHandler:) \
            createEngine(withAppID:appSign:isTestEnv:scenario:eventHandler:) destroy(_:) shared() getVersion() \
            setEventHandler(_:) loginRoom(_:user:) loginRoom(_:user:config:) loginRoom(_:user:config:callback:) \
            logoutRoom() logoutRoom(_:) logoutRoom(callback:) logoutRoom(_:callback:) startPlayingStream(_:config:) \
            startPlayingStream(_:canvas:config:) mutePublishStreamVideo(_:) mutePublishStreamVideo(_:channel:)
            ZegoExpressEngine recorded muteMicrophone(_:) muteSpeaker(_:) enableHardwareEncoder(_:) \
            mutePublishStreamAudio(_:) mutePublishStreamAudio(_:channel:) setEngineConfig(_:) callExperimentalAPI(_:)
            ZegoCustomVideoRenderHandler emulated onCapturedVideoFrameRawData(_:dataLength:param:flipMode:channel:) \
            onCapturedVideoFrameRawData(_:dataLength:param:flipMode:) \
            onRemoteVideoFrameRawData(_:dataLength:param:streamID:) \
            onRemoteVideoFrameRawData(_:dataLength:param:stream:) \
            onCapturedVideoFrameCVPixelBuffer(_:param:flipMode:channel:) \
            onCapturedVideoFrameCVPixelBuffer(_:param:flipMode:) onRemoteVideoFrameCVPixelBuffer(_:param:streamID:) \
            onRemoteVideoFrameCVPixelBuffer(_:param:stream:) \
            onRemoteVideoFrameEncodedData(_:dataLength:param:referenceTimeMillisecond:streamID:)
            ZegoCustomVideoCaptureHandler emulated onStart(_:) onStop(_:)
            ZegoEventHandler emulated onDebugError(_:funcName:info:) onEngineStateUpdate(_:) \
            onRoomStateUpdate(_:errorCode:extendedData:roomID:) onRoomStateChanged(_:errorCode:extendedData:roomID:) \
            onRoomStreamUpdate(_:streamList:extendedData:roomID:) onRoomStreamUpdate(_:streamList:roomID:) \
            onRoomUserUpdate(_:userList:roomID:) onPlayerStateUpdate(_:errorCode:extendedData:streamID:) \
            onPublisherStateUpdate(_:errorCode:extendedData:streamID:) onPlayerVideoSizeChanged(_:streamID:) \
            onPublisherVideoSizeChanged(_:channel:)
            ZegoCustomVideoRenderConfig emulated bufferType frameFormatSeries enableEngineRender
            ZegoCustomVideoCaptureConfig emulated bufferType
            ZegoVideoFrameParam emulated format strides size rotation
            ZegoVideoEncodedFrameParam emulated format isKeyFrame rotation size
            ZegoVideoEncodedFrameParam recorded SEIData isExternalClock
            ZegoEngineProfile emulated appID appSign
            ZegoEngineProfile recorded scenario
            ZegoUser emulated userID userName
            ZegoStream emulated user streamID
            ZegoStream fixed extraInfo
            ZegoRoomConfig emulated isUserStatusNotify default()
            ZegoRoomConfig recorded maxMemberCount token
            ZegoCanvas emulated view
            ZegoCanvas recorded viewMode backgroundColor
            ZegoEngineConfig recorded logConfig advancedConfig
            ZegoLogConfig recorded logPath logSize
            ZegoPlayerConfig recorded resourceMode cdnConfig roomID
            ZegoCDNConfig recorded url authParam
            ZegoVideoConfig emulated captureResolution encodeResolution fps default()
            ZegoVideoConfig recorded bitrate
            """)
}
