import AgoraRtcKit

/// Measures what the others say, on a thread of the SDK.
nonisolated final class Meter: NSObject, AgoraAudioFrameDelegate, @unchecked Sendable {
    // Safety: the lock.
    private let lock = NSLock()
    private var count = 0
    private var peak: Int16 = 0

    var blocks: Int { lock.withLock { count } }

    func getObservedAudioFramePosition() -> AgoraAudioFramePosition { .playback }

    func onPlaybackAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool {
        guard let buffer = frame.buffer else { return false }
        let samples = UnsafeRawBufferPointer(
            start: buffer, count: frame.samplesPerChannel * frame.channels * frame.bytesPerSample
        ).bindMemory(to: Int16.self)
        lock.withLock {
            count += 1
            peak = max(peak, samples.max() ?? 0)
        }
        return true
    }
}
