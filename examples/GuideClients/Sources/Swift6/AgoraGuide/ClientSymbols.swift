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
        let kit = AgoraRtcEngineKit.sharedEngine(with: config, delegate: self)
        self.kit = kit
        kit.delegate = self
        kit.setChannelProfile(.liveBroadcasting)
        kit.setClientRole(.broadcaster)
        kit.enableAudio()
        kit.disableAudio()
        kit.disableVideo()
        kit.muteLocalAudioStream(false)
        kit.setAudioProfile(.default)
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
        AgoraRtcEngineKit.destroy()
        return result
    }

    func rtcEngine(_ engine: AgoraRtcEngineKit, didJoinChannel channel: String, withUid uid: UInt, elapsed: Int) {
        events += 1
    }
    func rtcEngine(_ engine: AgoraRtcEngineKit, didJoinedOfUid uid: UInt, elapsed: Int) { events += 1 }
    func rtcEngine(_ engine: AgoraRtcEngineKit, didOfflineOfUid uid: UInt, reason: AgoraUserOfflineReason) {
        events += 1
    }
    func rtcEngine(_ engine: AgoraRtcEngineKit, didOccurError errorCode: AgoraErrorCode) { events += 1 }
    func rtcEngine(_ engine: AgoraRtcEngineKit, didLeaveChannelWith stats: AgoraChannelStats) { events += 1 }
    func rtcEngine(
        _ engine: AgoraRtcEngineKit, connectionChangedTo state: AgoraConnectionState,
        reason: AgoraConnectionChangedReason
    ) { events += 1 }
}
