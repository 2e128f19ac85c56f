package import GStreamer
import PipelineFiles
package import StudioCore
package import StudioMeeting
package import StudioRuntime

/// The program's video track: converts the range, encodes, and keeps the last frame for repeats.
///
/// The program encoder serialises `put`, `repeatFrame` and `finish`.
package final class VideoTrack: Sendable {
    /// The highest rate of frames that is expected without a declared one, in hertz.
    private static let highestRate = 120.0

    private let encoder: EncoderPipeline
    private let keyFrames: Lock<KeyFrameSchedule>
    private let last: Lock<MediaBuffer?>
    private let layout: I420Layout
    private let sourceRange: VideoRange
    private let repeatAdmission = Lock(RepeatAdmission())
    private let statistics: Lock<ProgramEncoder.Statistics>

    /// - Parameters:
    ///   - form: what is encoded; the form of the settings if `nil`.
    ///   - statistics: the counts of the program.
    ///   - backpressure: receives reports of regained capacity.
    ///   - onUnit: called with each access unit and its time on the session's clock, on the encoder thread.
    package init(
        _ capability: VideoCapability, frameRate: Rate?, settings: EncoderSettings, form: EncodedForm? = nil,
        counting statistics: Lock<ProgramEncoder.Statistics> = Lock(.init()), backpressure: Backpressure,
        onUnit: @escaping @Sendable (consuming MediaBuffer, MediaTime, Caps) -> Void
    ) throws(GStreamerError) {
        let (width, height) = (Int(capability.width), Int(capability.height))
        layout = .gstreamer(width: width, height: height)
        sourceRange = capability.format.range ?? .limited
        last = Lock(nil)
        self.statistics = statistics
        let keyFrames = Lock(
            KeyFrameSchedule(
                interval: settings.keyFrameInterval, frameRate: frameRate ?? .thirty,
                splits: settings.splitInterval.map { SplitTimes(every: $0, frameRate: frameRate) }))
        self.keyFrames = keyFrames
        let form = form ?? settings.forms()[0]
        encoder = try EncoderPipeline(
            form, settings.row(of: form), settings: settings, policy: .dropOldest, backpressure: backpressure
        ) { buffer, time, caps in
            statistics.withLock { $0.encodedFrames += 1 }
            if buffer.isKeyFrame { keyFrames.withLock { $0.encoded(at: time) } }
            onUnit(buffer, time, caps)
        }
        // By count, it must never be the one that comes first at an unknown rate.
        let keyFrameDistance = (settings.keyFrameInterval * (frameRate?.perSecond ?? Self.highestRate)).rounded()
        try encoder.set(.preset, to: 0, settings.preset.rawValue)
        try encoder.set(.bitrate, to: form.bitrate)
        try encoder.set(.keyFrames, to: max(1, Int(keyFrameDistance)))
        if settings.isReproducible { try encoder.set(.reproducible) }
        let caps = Caps.i420(width: width, height: height, range: settings.range, frameRate: frameRate)
        guard let caps else {
            throw GStreamerError(.core, source: "video", message: "\(capability) cannot be expressed as caps")
        }
        encoder.source.setCaps(caps)
        let mustConvert = settings.range != sourceRange && Correction.rangeLabel.isOn
        let pool = mustConvert ? try BufferPool(byteCount: layout.byteCount) : nil
        encoder.beforeEncoding { [layout] frame, requestKeyFrame in
            if let time = frame.time, keyFrames.withLock({ $0.isDue(at: time) }) { requestKeyFrame() }
            guard let pool else { return nil }
            return convert(frame, to: settings.range, layout: layout, pool: pool)
        }
        try encoder.start()
    }

    package var hasCapacity: Bool { encoder.source.hasCapacity }

    /// Encodes the first frame behind this time as a key frame.
    func requestKeyFrame(after time: MediaTime) { keyFrames.withLock { $0.request(after: time) } }

    package func failure() -> GStreamerError? { encoder.failure() }

    package func put(_ frame: borrowing VideoFrame, at time: MediaTime) {
        last.withLock { $0 = frame.buffer.retained() }
        guard let buffer = time == frame.time ? frame.buffer.retained() : frame.buffer.withOwnTimes() else { return }
        if time != frame.time { buffer.time = time }
        if encoder.source.push(buffer) != .taken { statistics.withLock { $0.overloadedFrames += 1 } }
    }

    /// Repeats the last frame, black before the first one.
    ///
    /// - Parameter now: the present, if the encoder may omit repeats because it is behind; `nil` to encode all of them.
    func repeatFrame(_ repeats: VideoGapFiller.Repeats, origin: MediaTime, now: MediaTime?) {
        let times = repeats.times
        let level = encoder.source.level
        if let now, !repeatAdmission.withLock({ $0.admits(waiting: level, now: now) }) {
            return statistics.withLock { $0.omittedRepeats += times.count }
        }
        last.withLock { last in
            if last == nil { last = blackFrame() }
        }
        for time in times {
            guard let frame = last.withLock({ $0?.withOwnTimes() }) else { return }
            frame.time = time + origin
            let isTaken = encoder.source.pushBeyondLimit(frame) == .taken
            statistics.withLock { if isTaken { $0.repeatedFrames += 1 } else { $0.omittedRepeats += 1 } }
        }
    }

    private func blackFrame() -> MediaBuffer? {
        guard let frame = MediaBuffer(byteCount: layout.byteCount) else { return nil }
        _ = frame.withMutableBytes { layout.fillBlack($0, range: sourceRange) }
        return frame
    }

    func finish(seconds: Double) -> Bool {
        encoder.finish(seconds: seconds)
    }
}

/// Runs on the encoder thread, so that the cost is not part of the send call.
private func convert(
    _ frame: borrowing MediaBuffer, to range: VideoRange, layout: I420Layout, pool: BufferPool
) -> MediaBuffer? {
    guard let converted = pool.acquire() else { return nil }
    _ = frame.withBytes { source in
        converted.withMutableBytes { target in
            RangeConversion.convert(source, to: range, into: target, layout: layout)
        }
    }
    converted.time = frame.time
    converted.isDiscontinuity = frame.isDiscontinuity
    return converted
}
