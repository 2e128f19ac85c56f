import AgoraRawAudio
import FacadeSupport
import StudioCore

// Calls that are accepted and recorded, without any effect on the audio.
extension AgoraRtcEngineKit {
    private func record(_ call: String = #function, _ arguments: Any...) -> Int32 {
        AgoraEngine.shared.process.calls.record(call, arguments.map { "\($0)" })
        return result { () throws(StudioError) in try native.requireEngine() }
    }

    /// Recorded.
    @discardableResult
    public func disableVideo() -> Int32 { record() }

    /// Recorded.
    @discardableResult
    public func setAudioProfile(_ profile: AgoraAudioProfile) -> Int32 { record(#function, profile) }

    /// Recorded; the spelling of 3.x.
    @discardableResult
    public func setAudioProfile(_ profile: AgoraAudioProfile, scenario: AgoraAudioScenario) -> Int32 {
        record(#function, profile, scenario)
    }

    /// Recorded.
    @discardableResult
    public func setAudioScenario(_ scenario: AgoraAudioScenario) -> Int32 { record(#function, scenario) }

    /// Recorded: there is one speaker.
    @discardableResult
    public func setDefaultAudioRouteToSpeakerphone(_ defaultToSpeaker: Bool) -> Int32 {
        record(#function, defaultToSpeaker)
    }

    /// Recorded: there is one speaker.
    @discardableResult
    public func setEnableSpeakerphone(_ enableSpeaker: Bool) -> Int32 { record(#function, enableSpeaker) }

    /// Recorded.
    @discardableResult
    public func setParameters(_ options: String) -> Int32 { record(#function, options) }

    // MARK: Not emulated

    /// Accepted; no frame is delivered, which is reported once.
    ///
    /// - Returns: false after ``destroy()``.
    @discardableResult
    public func setVideoFrameDelegate(_ delegate: (any AgoraVideoFrameDelegate)?) -> Bool {
        let isAccepted = record(#function, delegate == nil ? "nil" : "delegate") == 0
        if isAccepted, delegate != nil { native.reportNotEmulated(#function, "video frames are not delivered") }
        return isAccepted
    }

    /// Accepted in a channel. No user receives it, which is reported once.
    ///
    /// - Returns: 0; −113 outside a channel.
    @discardableResult
    public func sendAudioMetadata(_ metadata: Data) -> Int32 {
        _ = record(#function, "\(metadata.count) bytes")
        return result { () throws(StudioError) in
            try native.requireChannel("sendAudioMetadata(_:)", .rawAudioSendNeedsChannel)
            native.reportNotEmulated(#function, "the metadata reach nobody")
        }
    }
}
