import ZoomVideoSDK

/// What was recorded of a user.
public final class Recording: @unchecked Sendable {
    // Safety: the lock.
    private let lock = NSLock()
    private var written: [(time: Date, luma: UInt8)] = []
    private var lost = 0
    private var audio: [Int16] = []

    /// The capture times of the frames on disk.
    public var times: [Date] { lock.withLock { written.map(\.time) } }
    /// The luma of the first pixel of each frame on disk.
    public var lumas: [UInt8] { lock.withLock { written.map(\.luma) } }
    /// Frames that had no content when they were written.
    public var lostFrames: Int { lock.withLock { lost } }
    /// The audio.
    public var samples: [Int16] { lock.withLock { audio } }

    /// Writes a frame; a real recorder encodes it here.
    func write(_ frame: ZoomVideoSDKVideoRawData) {
        let luma = frame.yBuffer.map { UInt8(bitPattern: $0.pointee) }
        lock.withLock {
            guard let luma, let time = frame.timeStamp else {
                lost += 1
                return
            }
            written.append((time, luma))
        }
    }

    /// Places a block at its time: a silent user has no blocks, and appended blocks would lose the pauses.
    func place(_ block: ZoomVideoSDKAudioRawData, since start: Date) {
        guard let buffer = block.buffer, let time = block.timeStamp else { return }
        let samples = UnsafeRawBufferPointer(start: buffer, count: block.bufferLen).bindMemory(to: Int16.self)
        let position = max(0, Int((time.timeIntervalSince(start) * Double(block.sampleRate)).rounded()))
        lock.withLock {
            let missing = position + samples.count - audio.count
            if missing > 0 { audio += [Int16](repeating: 0, count: missing) }
            audio.replaceSubrange(position..<position + samples.count, with: samples)
        }
    }
}
