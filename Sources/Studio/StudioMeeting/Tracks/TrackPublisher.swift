package import GStreamer
public import StudioCore
import StudioRuntime

/// Publishes media of a remote participant.
///
/// Used by one thread at a time. Media that is published while the meeting reconnects, or after the participant left, is
/// dropped and counted.
public final class TrackPublisher: Sendable {
    /// The track.
    public let track: Track
    private let pools = Lock<[Int: BufferPool]>([:])
    private let dropped = Counter()

    /// A track has few sizes of frames and blocks. Units of more sizes get memory of their own.
    private static let maximumPools = 8

    package init(_ track: Track) {
        self.track = track
    }

    /// The number of units that were dropped because the meeting reconnects, or the participant is in another room or
    /// left.
    public var droppedUnits: Int { dropped.value }

    /// A buffer of `byteCount` bytes from a pool of this size; `nil` when memory is exhausted.
    package func buffer(byteCount: Int) -> MediaBuffer? {
        let (pool, isFull) = pools.withLock { ($0[byteCount], $0.count >= Self.maximumPools) }
        if let pool { return pool.acquire() }
        if isFull { return MediaBuffer(byteCount: byteCount) }
        guard let pool = try? BufferPool(byteCount: byteCount) else { return nil }
        pools.withLock { $0[byteCount] = pool }
        return pool.acquire()
    }

    /// Publishes a frame that a buffer contains.
    ///
    /// - Parameters:
    ///   - buffer: a frame in `layout`; it must not be written to afterwards.
    ///   - time: the capture time, on the session's clock.
    package func publish(
        _ buffer: consuming MediaBuffer, layout: I420Layout, range: VideoRange, rotation: FrameRotation = .none,
        time: MediaTime
    ) {
        buffer.time = time
        track.notePublished(
            .video(width: layout.width, height: layout.height, range: range, rotation: rotation))
        var frame = VideoFrame(buffer: buffer, layout: layout, format: range.i420, time: time, rotation: rotation)
        if !track.fanout.publish(&frame) { dropped.increment() }
    }

    /// Publishes a frame that has no receiver, and was not made therefore.
    package func publishUnreceived(layout: I420Layout, range: VideoRange, rotation: FrameRotation) {
        track.notePublished(
            .video(width: layout.width, height: layout.height, range: range, rotation: rotation))
        if !track.fanout.publishUnreceived() { dropped.increment() }
    }

    /// Publishes the audio block that a buffer contains.
    package func publish(_ buffer: consuming MediaBuffer, format: AudioFormat, time: MediaTime) {
        buffer.time = time
        track.notePublished(.audio(sampleRate: format.sampleRate, channels: format.channels))
        let samples = buffer.byteCount / format.frameBytes
        var block = AudioBlock(buffer: buffer, format: format, sampleCount: samples, time: time)
        if !track.fanout.publish(&block) { dropped.increment() }
    }

    /// Publishes a copy of a frame.
    ///
    /// - Parameters:
    ///   - bytes: at least `layout.byteCount` bytes.
    ///   - time: the capture time, on the session's clock.
    /// - Returns: false when memory is exhausted, or `bytes` is too short.
    @discardableResult
    public func publish(
        frame bytes: UnsafeRawBufferPointer, layout: I420Layout, range: VideoRange = .limited,
        rotation: FrameRotation = .none, time: MediaTime
    ) -> Bool {
        let target = I420Layout.gstreamer(width: layout.width, height: layout.height)
        guard bytes.count >= layout.byteCount, let source = bytes.baseAddress,
            let buffer = buffer(byteCount: target.byteCount)
        else { return false }
        let isCopied: Void? = buffer.withMutableBytes { copy in
            if let copy = copy.baseAddress { target.copy(from: source, in: layout, to: copy) }
        }
        guard isCopied != nil else { return false }
        publish(buffer, layout: target, range: range, rotation: rotation, time: time)
        return true
    }

    /// Publishes a copy of an audio block.
    ///
    /// - Parameters:
    ///   - bytes: whole samples of `format`: signed 16-bit little-endian PCM, channels interleaved.
    ///   - time: the time of the first sample, on the session's clock.
    /// - Returns: false when memory is exhausted, or `bytes` are not whole samples.
    @discardableResult
    public func publish(audio bytes: UnsafeRawBufferPointer, format: AudioFormat, time: MediaTime) -> Bool {
        guard !bytes.isEmpty, bytes.count.isMultiple(of: format.frameBytes),
            let buffer = buffer(byteCount: bytes.count)
        else { return false }
        guard buffer.withMutableBytes({ $0.copyMemory(from: bytes) }) != nil else { return false }
        publish(buffer, format: format, time: time)
        return true
    }
}
