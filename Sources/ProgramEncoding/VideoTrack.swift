package import GStreamer
import PipelineFiles
package import StudioCore
package import StudioMeeting
package import StudioRuntime

/// The program's picture: converts its range, encodes it, and keeps the last one for repeats.
///
/// `put`, `showAgain` and `finish` come one after the other: the program orders them.
package final class VideoTrack: Sendable {
    private let encoder: TrackEncoder
    private let last: Lock<MediaBuffer?>
    private let layout: I420Layout
    private let sourceRange: VideoRange
    private let encodedFrames: Counter
    private let repeatedFrames = Counter()
    private let overloadedFrames = Counter()
    private let mismatchedFrames = Counter()
    private let lateFrames = Counter()

    /// - Parameters:
    ///   - backpressure: where it reports that a frame has gone into the encoder.
    ///   - onUnit: gets each access unit with its time on the session's clock, on the encoder's thread.
    package init(
        _ capability: VideoCapability, frameRate: Rate?, settings: EncoderSettings, backpressure: Backpressure,
        onUnit: @escaping @Sendable (consuming MediaBuffer, MediaTime, Caps) -> Void
    ) throws(GStreamerError) {
        let (width, height) = (Int(capability.width), Int(capability.height))
        layout = .gstreamer(width: width, height: height)
        sourceRange = capability.format.range ?? .limited
        last = Lock(nil)
        let encodedFrames = Counter()
        self.encodedFrames = encodedFrames
        encoder = try TrackEncoder(PipelineFiles.encodeH264, policy: .dropOldest, backpressure: backpressure) {
            buffer, time, caps in
            encodedFrames.increment()
            onUnit(buffer, time, caps)
        }
        let keyFrameDistance = (settings.keyFrameInterval * (frameRate ?? .thirty).perSecond).rounded()
        try encoder.set("speed-preset", to: .text(settings.preset.rawValue))
        try encoder.set("bitrate", to: .integer(Int64(max(1, settings.videoBitrate / 1000))))
        try encoder.set("key-int-max", to: .integer(Int64(max(1, keyFrameDistance))))
        if settings.isReproducible {
            try encoder.set("sliced-threads", to: false)
            try encoder.set("vbv-buf-capacity", to: 0)
        }
        let caps = Caps.i420(width: width, height: height, range: settings.range, frameRate: frameRate)
        guard let caps else {
            throw GStreamerError(.core, source: "video", message: "\(capability) cannot be described")
        }
        encoder.source.setCaps(caps)
        if settings.range != sourceRange {
            let (pool, layout) = (try BufferPool(byteCount: layout.byteCount), layout)
            encoder.source.transform = { convert($0, to: settings.range, layout: layout, pool: pool) }
        }
        try encoder.start()
    }

    package var hasCapacity: Bool { encoder.source.hasCapacity }

    func requestKeyFrame() { encoder.requestKeyFrame() }

    package func failure() -> GStreamerError? { encoder.failure() }

    func countMismatched() { mismatchedFrames.increment() }

    func countLate() { lateFrames.increment() }

    package func put(_ frame: borrowing VideoFrame, at time: MediaTime) {
        last.withLock { $0 = frame.buffer.retained() }
        guard let picture = time == frame.time ? frame.buffer.retained() : frame.buffer.withOwnTimes() else { return }
        if time != frame.time { picture.time = time }
        if encoder.source.push(picture) == .takenDroppingOldest { overloadedFrames.increment() }
    }

    /// Shows the last picture again, black before the first.
    func showAgain(_ repeats: VideoGapFiller.Repeats, origin: MediaTime) {
        last.withLock { last in
            if last == nil { last = blackPicture() }
        }
        for time in repeats.times {
            guard let picture = last.withLock({ $0?.withOwnTimes() }) else { return }
            picture.time = time + origin
            repeatedFrames.increment()
            if encoder.source.pushBeyondLimit(picture) != .taken { overloadedFrames.increment() }
        }
    }

    private func blackPicture() -> MediaBuffer? {
        guard let picture = MediaBuffer(byteCount: layout.byteCount) else { return nil }
        _ = picture.withMutableBytes { layout.fillBlack($0, range: sourceRange) }
        return picture
    }

    func finish(seconds: Double) -> Bool {
        encoder.finish(seconds: seconds)
    }

    func report(into statistics: inout ProgramEncoder.Statistics) {
        statistics.encodedFrames = encodedFrames.value
        statistics.repeatedFrames = repeatedFrames.value
        statistics.overloadedFrames = overloadedFrames.value
        statistics.mismatchedFrames = mismatchedFrames.value
        statistics.lateFrames = lateFrames.value
    }
}

/// Runs on the encoder's thread, so that the sender's call does not pay for it.
private func convert(
    _ picture: borrowing MediaBuffer, to range: VideoRange, layout: I420Layout, pool: BufferPool
) -> MediaBuffer? {
    guard let converted = pool.acquire() else { return nil }
    _ = picture.withBytes { source in
        converted.withMutableBytes { target in
            RangeConversion.convert(source, to: range, into: target, layout: layout)
        }
    }
    converted.time = picture.time
    converted.isDiscontinuity = picture.isDiscontinuity
    return converted
}
