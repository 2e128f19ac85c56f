import AgoraRtcKit

/// The symbols that public clients use, in the forms in which they use them.
final class ClientSymbols: NSObject, AgoraRtcEngineDelegate {
    var kit: AgoraRtcEngineKit?
    var events = 0

    /// - Returns: the result of joining.
    func use() -> Int32 {
        let config = AgoraRtcEngineConfig()
        config.appId = "app"
        config.channelProfile = .liveBroadcasting
        config.areaCode = .global
        config.audioScenario = .chatRoom
        let kit = AgoraRtcEngineKit.sharedEngine(with: config, delegate: self)
        self.kit = kit
        kit.delegate = self
        kit.setChannelProfile(.liveBroadcasting)
        kit.setClientRole(.broadcaster)
        kit.disableAudio()
        kit.enableAudio()
        kit.enableLocalAudio(true)
        kit.disableVideo()
        kit.muteLocalAudioStream(false)
        kit.muteRemoteAudioStream(1, mute: false)
        kit.muteAllRemoteAudioStreams(false)
        kit.setDefaultAudioRouteToSpeakerphone(true)
        kit.setEnableSpeakerphone(true)
        kit.setAudioProfile(.default)
        kit.setAudioScenario(.gameStreaming)
        kit.enableAudioVolumeIndication(200, smooth: 3, reportVad: true)
        kit.enableExternalAudioSource(withSampleRate: 48_000, channelsPerFrame: 1)
        kit.setParameters("{}")
        let options = AgoraRtcChannelMediaOptions()
        options.clientRoleType = .broadcaster
        options.channelProfile = .liveBroadcasting
        options.publishMicrophoneTrack = true
        options.publishCustomAudioTrack = true
        options.publishCustomAudioTrackId = Int(
            kit.createCustomAudioTrack(.mixable, config: AgoraAudioTrackConfig()))
        options.autoSubscribeAudio = true
        let result = kit.joinChannel(byToken: "token", channelId: "room", uid: 0, mediaOptions: options)
        kit.updateChannel(with: options)
        kit.leaveChannel(nil)
        kit.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 0, joinSuccess: nil)
        kit.leaveChannel { stats in print(stats.duration) }
        kit.joinChannel(byToken: nil, channelId: "room", uid: 0, mediaOptions: options, joinSuccess: nil)
        var bytes = Data(count: 960)
        bytes.withUnsafeMutableBytes { pointer in
            guard let base = pointer.baseAddress else { return }
            kit.pushExternalAudioFrameRawData(
                base, samples: 480, sampleRate: 48_000, channels: 1, trackId: options.publishCustomAudioTrackId,
                timestamp: 0)
            kit.pushExternalAudioFrameRawData(
                base, samples: 480, sampleRate: 48_000, channels: 1, sourceId: 0, timestamp: 0)
            kit.pushExternalAudioFrameRawData(base, samples: 480, timestamp: 0)
        }
        kit.destroyCustomAudioTrack(options.publishCustomAudioTrackId)
        kit.leaveChannel()
        return result
    }

    /// The vendor: after the blocks of the leaves, which are not called any more otherwise.
    func finish() { AgoraRtcEngineKit.destroy() }

    func rtcEngine(_ engine: AgoraRtcEngineKit, didJoinChannel channel: String, withUid uid: UInt, elapsed: Int) {
        events += 1
    }
    func rtcEngine(_ engine: AgoraRtcEngineKit, didJoinedOfUid uid: UInt, elapsed: Int) { events += 1 }
    func rtcEngine(_ engine: AgoraRtcEngineKit, didOfflineOfUid uid: UInt, reason: AgoraUserOfflineReason) {
        events += 1
    }
    func rtcEngine(
        _ engine: AgoraRtcEngineKit, reportAudioVolumeIndicationOfSpeakers speakers: [AgoraRtcAudioVolumeInfo],
        totalVolume: Int
    ) { events += speakers.filter { $0.volume > 0 && $0.vad == 1 && $0.uid == 0 }.count }
    func rtcEngine(
        _ engine: AgoraRtcEngineKit, remoteAudioStateChangedOfUid uid: UInt, state: AgoraAudioRemoteState,
        reason: AgoraAudioRemoteReason, elapsed: Int
    ) { if state == .decoding { events += 1 } }
    func rtcEngine(_ engine: AgoraRtcEngineKit, didOccurError errorCode: AgoraErrorCode) { events += 1 }
    func rtcEngine(_ engine: AgoraRtcEngineKit, didLeaveChannelWith stats: AgoraChannelStats) { events += 1 }
    func rtcEngine(
        _ engine: AgoraRtcEngineKit, connectionChangedTo state: AgoraConnectionState,
        reason: AgoraConnectionChangedReason
    ) { events += 1 }
}
