import AgoraRawAudio
import FacadeSupport
import StudioCore

// Calls that are accepted and recorded, without any effect on the audio.
extension AgoraRtcEngineKit {
    private func record(_ call: String = #function, _ arguments: Any...) -> Int32 {
        AgoraCore.shared.process.calls.record(call, arguments.map { "\($0)" })
        return result { () throws(StudioError) in try native.requireEngine() }
    }

    /// Recorded.
    @discardableResult
    public func setChannelProfile(_ profile: AgoraChannelProfile) -> Int32 { record(#function, profile) }

    /// Recorded.
    @discardableResult
    public func setClientRole(_ role: AgoraClientRole) -> Int32 { record(#function, role) }

    /// Recorded.
    @discardableResult
    public func enableAudio() -> Int32 { record() }

    /// Recorded.
    @discardableResult
    public func disableAudio() -> Int32 { record() }

    /// Recorded.
    @discardableResult
    public func disableVideo() -> Int32 { record() }

    /// Recorded.
    @discardableResult
    public func setAudioProfile(_ profile: AgoraAudioProfile) -> Int32 { record(#function, profile) }

    /// Recorded.
    @discardableResult
    public func setParameters(_ options: String) -> Int32 { record(#function, options) }
}
