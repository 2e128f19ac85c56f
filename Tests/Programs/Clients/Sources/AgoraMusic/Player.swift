import AgoraRtcKit

/// Plays a tone to a channel, by a custom track.
final class Player: NSObject {
    private static let sampleRate = 48_000
    /// 20 ms.
    private static let blockSamples = sampleRate / 50

    private var engine: AgoraRtcEngineKit?
    private var track = 0
    private let meter = Meter()
    private var producer: Task<Void, Never>?
    private var waiter: CheckedContinuation<Void, Never>?
    private var waits = 0
    private var tone = (0..<blockSamples).map { Int16(8000 * sin(Double($0) * 2 * .pi * 450 / Double(sampleRate))) }
    private(set) var hasFailed = false
    private(set) var hasLeft = false
    private(set) var pushedBlocks = 0

    var heardBlocks: Int { meter.blocks }

    func join() -> Bool {
        let config = AgoraRtcEngineConfig()
        config.appId = "app"
        config.channelProfile = .communication
        let engine = AgoraRtcEngineKit.sharedEngine(with: config, delegate: self)
        self.engine = engine
        engine.setAudioFrameDelegate(meter)
        track = Int(engine.createCustomAudioTrack(.mixable, config: AgoraAudioTrackConfig()))
        let options = AgoraRtcChannelMediaOptions()
        options.publishMicrophoneTrack = false
        options.publishCustomAudioTrack = true
        options.publishCustomAudioTrackId = track
        return engine.joinChannel(byToken: nil, channelId: "show", uid: 0, mediaOptions: options) == 0
    }

    /// - Returns: whether the end of the channel follows.
    func leave() -> Bool {
        stopPlaying()
        return engine?.leaveChannel() == 0
    }

    func end() {
        engine?.setAudioFrameDelegate(nil)
        engine?.destroyCustomAudioTrack(track)
        engine = nil
        AgoraRtcEngineKit.destroy()
    }

    /// - Returns: whether it is true in time.
    func wait(within limit: Duration, until condition: () -> Bool) async -> Bool {
        if condition() { return true }
        waits += 1
        let number = waits
        let timer = Task {
            try await Task.sleep(for: limit)
            if waits == number { wake() }
        }
        await withCheckedContinuation { waiter = $0 }
        timer.cancel()
        return condition()
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }

    // MARK: The tone

    private func startPlaying() {
        producer?.cancel()
        producer = Task { await produce() }
    }

    private func stopPlaying() {
        producer?.cancel()
        producer = nil
    }

    /// Pushes each block when it is due; late blocks follow at once.
    private func produce() async {
        let beginning = ContinuousClock.now
        var number = 0
        while !Task.isCancelled {
            push()
            number += 1
            try? await Task.sleep(
                until: beginning + .milliseconds(20 * number), tolerance: .milliseconds(1), clock: .continuous)
        }
    }

    private func push() {
        let code = tone.withUnsafeMutableBytes { bytes -> Int32? in
            guard let data = bytes.baseAddress else { return nil }
            return engine?.pushExternalAudioFrameRawData(
                data, samples: Self.blockSamples, sampleRate: Self.sampleRate, channels: 1, trackId: track,
                timestamp: 0)
        }
        if code == 0 { pushedBlocks += 1 }
    }
}

extension Player: AgoraRtcEngineDelegate {
    func rtcEngine(_ engine: AgoraRtcEngineKit, didJoinChannel channel: String, withUid uid: UInt, elapsed: Int) {
        startPlaying()
    }

    func rtcEngine(_ engine: AgoraRtcEngineKit, didLeaveChannelWith stats: AgoraChannelStats) {
        hasLeft = true
        wake()
    }

    func rtcEngine(
        _ engine: AgoraRtcEngineKit, connectionChangedTo state: AgoraConnectionState,
        reason: AgoraConnectionChangedReason
    ) {
        // The SDK does not try again.
        guard state == .failed else { return }
        stopPlaying()
        hasFailed = true
        wake()
    }
}
