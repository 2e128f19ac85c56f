import AgoraRtcKit

/// Makes the microphone four times louder: 32 kHz mono, blocks of 10 ms, edited in place.
public class VoiceChanger: NSObject, AgoraAudioFrameDelegate {
    let gain: Int32 = 4

    /// Joins a channel with the voice changer.
    public func start(channel: String) -> AgoraRtcEngineKit {
        let config = AgoraRtcEngineConfig()
        config.appId = "app"
        let engine = AgoraRtcEngineKit.sharedEngine(with: config, delegate: nil)
        // In a live broadcast, the default, only broadcasters are heard.
        engine.setClientRole(.broadcaster)
        engine.setAudioFrameDelegate(self)
        engine.setRecordingAudioFrameParametersWithSampleRate(
            32_000, channel: 1, mode: .readWrite, samplesPerCall: 320)
        engine.joinChannel(byToken: nil, channelId: channel, info: nil, uid: 0)
        return engine
    }

    func amplify(_ sample: Int16) -> Int16 { Int16(clamping: Int32(sample) * gain) }

    /// The microphone only.
    public func getObservedAudioFramePosition() -> AgoraAudioFramePosition { .record }

    /// Amplifies a block in place.
    public func onRecordAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool {
        guard let buffer = frame.buffer else { return false }
        let count = frame.samplesPerChannel * frame.channels
        let samples = buffer.bindMemory(to: Int16.self, capacity: count)
        for index in 0..<count { samples[index] = amplify(samples[index]) }
        return true
    }
}

/// The same with a bug that a quiet voice does not show: samples above a quarter of full scale overflow.
///
/// The conversion `Int16(_:)` would trap there; this one wraps around, which sounds like a crackle.
public final class FaultyVoiceChanger: VoiceChanger {
    override func amplify(_ sample: Int16) -> Int16 { Int16(truncatingIfNeeded: Int32(sample) * gain) }
}
