import AgoraRtcKit

/// Makes the microphone twice as loud, in place. Events come on the main queue, audio on a thread of the SDK.
final class Voice: NSObject {
    private var engine: AgoraRtcEngineKit?
    private var isLeaving = false
    private let lock = NSLock()
    private var blocks = 0

    func begin(seconds: Double) {
        let config = AgoraRtcEngineConfig()
        config.appId = "app"
        let engine = AgoraRtcEngineKit.sharedEngine(with: config, delegate: self)
        self.engine = engine
        engine.setClientRole(.broadcaster)
        engine.setAudioFrameDelegate(self)
        engine.setRecordingAudioFrameParametersWithSampleRate(
            32_000, channel: 1, mode: .readWrite, samplesPerCall: 320)
        guard engine.joinChannel(byToken: nil, channelId: "show", info: nil, uid: 0) == 0 else {
            return quit("joining was rejected")
        }
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [self] in leave() }
    }

    private func leave() {
        guard !isLeaving else { return }
        isLeaving = true
        let code = engine?.leaveChannel { [self] stats in quit("\(stats.duration) s in the channel") }
        guard code == 0 else { return quit("leaving returns \(code ?? 0)") }
        DispatchQueue.main.asyncAfter(deadline: .now() + 2) { [self] in quit("the channel does not end") }
    }

    private func quit(_ reason: String) {
        print("\(reason); \(lock.withLock { blocks }) audio blocks")
        // Not inside a callback.
        DispatchQueue.main.async { [self] in
            engine?.setAudioFrameDelegate(nil)
            AgoraRtcEngineKit.destroy()
            exit(0)
        }
    }
}

extension Voice: AgoraRtcEngineDelegate {
    func rtcEngine(
        _ engine: AgoraRtcEngineKit, connectionChangedTo state: AgoraConnectionState,
        reason: AgoraConnectionChangedReason
    ) {
        // The SDK does not try again.
        if state == .failed { leave() }
    }
}

extension Voice: AgoraAudioFrameDelegate {
    func getObservedAudioFramePosition() -> AgoraAudioFramePosition { [.record, .playback] }

    func onRecordAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool {
        guard let buffer = frame.buffer else { return false }
        let count = frame.samplesPerChannel * frame.channels
        let samples = buffer.bindMemory(to: Int16.self, capacity: count)
        for index in 0..<count { samples[index] = Int16(clamping: 2 * Int(samples[index])) }
        lock.withLock { blocks += 1 }
        return true
    }

    func onPlaybackAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool { true }
}
