package import StudioCore

extension SymbolTable {
    /// The members of AgoraRtcKit.
    package static let rawAudio = SymbolTable(
        interface: "agora-raw-audio",
        text: """
            AgoraAudioDataFrameProtocol emulated onRecordAudioFrame(_:) onRecord(_:) onPlaybackAudioFrame(_:) \
            onMixedAudioFrame(_:) onPlaybackAudioFrame(beforeMixing:uid:) getObservedAudioFramePosition() \
            getRecordAudioParams() getPlaybackAudioParams() getMixedAudioParams()
            AgoraRtcEngineKit emulated setAudioDataFrame(_:) \
            pushExternalAudioFrameRawData(_:samples:sampleRate:channels:trackId:timestamp:) \
            pushExternalAudioFrameRawData(_:samples:sampleRate:channels:sourceId:timestamp:) \
            pushExternalAudioFrameRawData(_:samples:timestamp:) \
            enableExternalAudioSource(withSampleRate:channelsPerFrame:) disableExternalAudioSource() \
            createCustomAudioTrack(_:config:) destroyCustomAudioTrack(_:) sharedEngine(with:delegate:) \
            sharedEngine(withAppId:delegate:) destroy() delegate getNativeHandle() \
            joinChannel(byToken:channelId:info:uid:joinSuccess:) \
            joinChannel(byToken:channelId:uid:mediaOptions:joinSuccess:) leaveChannel(_:) updateChannel(with:) \
            muteLocalAudioStream(_:) setAudioFrameDelegate(_:) \
            setRecordingAudioFrameParametersWithSampleRate(_:channel:mode:samplesPerCall:) \
            setPlaybackAudioFrameParametersWithSampleRate(_:channel:mode:samplesPerCall:) \
            setMixedAudioFrameParametersWithSampleRate(_:samplesPerCall:) \
            setMixedAudioFrameParametersWithSampleRate(_:channel:samplesPerCall:) \
            setPlaybackAudioFrameBeforeMixingParametersWithSampleRate(_:channel:) \
            setExternalAudioSource(_:sampleRate:channels:) setChannelProfile(_:) setClientRole(_:) enableAudio() \
            disableAudio() enableLocalAudio(_:) muteRemoteAudioStream(_:mute:) muteAllRemoteAudioStreams(_:) \
            enableAudioVolumeIndication(_:smooth:) enableAudioVolumeIndication(_:smooth:reportVad:) \
            enableAudioVolumeIndication(_:smooth:report_vad:)
            AgoraRtcEngineKit recorded disableVideo() setAudioProfile(_:) setAudioProfile(_:scenario:) \
            setAudioScenario(_:) setDefaultAudioRouteToSpeakerphone(_:) setEnableSpeakerphone(_:) setParameters(_:) \
            setVideoFrameDelegate(_:) sendAudioMetadata(_:)
            AgoraVideoFrameDelegate neverCalled onCapture(_:sourceType:) onRenderVideoFrame(_:uid:channelId:)
            AgoraOutputVideoFrame neverCalled width height rotation renderTimeMs
            AgoraRtcAudioVolumeInfo emulated uid volume vad
            AgoraRtcAudioVolumeInfo fixed voicePitch
            AgoraAudioFrameDelegate emulated onRecordAudioFrame(_:channelId:) onPlaybackAudioFrame(_:channelId:) \
            onMixedAudioFrame(_:channelId:) onPlaybackAudioFrame(beforeMixing:channelId:uid:) \
            getObservedAudioFramePosition() getRecordAudioParams() getPlaybackAudioParams() getMixedAudioParams()
            AgoraAudioFrameDelegate neverCalled onEarMonitoringAudioFrame(_:) getEarMonitoringAudioParams()
            AgoraAudioParams emulated sampleRate channel mode samplesPerCall
            AgoraAudioFrame emulated samplesPerChannel bytesPerSample channels samplesPerSec renderTimeMs \
            presentationMs avSyncType buffer
            AgoraAudioRawData emulated samples bytesPerSample channels samplesPerSec bufferSize renderTimeMs buffer
            AgoraMediaDataPluginAudioDelegate emulated mediaDataPlugin(_:didRecord:) \
            mediaDataPlugin(_:willPlaybackAudioRawData:) mediaDataPlugin(_:willPlaybackBeforeMixing:ofUid:) \
            mediaDataPlugin(_:didMixedAudioRawData:) mediaDataPlugin(_mediaDataPlugin:didRecord:) \
            mediaDataPlugin(_mediaDataPlugin:willPlaybackAudioRawData:) \
            mediaDataPlugin(_mediaDataPlugin:willPlaybackBeforeMixing:ofUid:) \
            mediaDataPlugin(_mediaDataPlugin:didMixedAudioRawData:)
            AgoraMediaDataPlugin emulated audioDelegate registerAudioRawDataObserver(_:) \
            deregisterAudioRawDataObserver(_:)
            AgoraRtcEngineDelegate emulated rtcEngine(_:didJoinChannel:withUid:elapsed:) \
            rtcEngine(_:didLeaveChannelWith:) rtcEngine(_:didJoinedOfUid:elapsed:) \
            rtcEngine(_:didOfflineOfUid:reason:) rtcEngine(_:connectionChangedTo:reason:) \
            rtcEngine(_:remoteAudioStateChangedOfUid:state:reason:elapsed:) \
            rtcEngine(_:reportAudioVolumeIndicationOfSpeakers:totalVolume:)
            AgoraRtcEngineDelegate neverCalled rtcEngine(_:didOccurError:)
            AgoraRtcEngineConfig emulated appId
            AgoraRtcEngineConfig recorded channelProfile areaCode audioScenario
            AgoraChannelStats emulated duration userCount
            AgoraRtcChannelMediaOptions emulated publishMicrophoneTrack publishCustomAudioTrack \
            publishCustomAudioTrackId clientRoleType channelProfile autoSubscribeAudio
            AgoraAudioTrackConfig recorded enableLocalPlayback
            """)
}
