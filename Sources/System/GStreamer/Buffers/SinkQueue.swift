import CGStreamer
package import StudioCore

/// Delivers the media of a pipeline unit by unit, on request.
///
/// Its queue is short. When it is full, the pipeline waits until a unit is taken or the queue is closed; close it before
/// the pipeline is stopped.
package final class SinkQueue: Sendable {
    /// A unit with its position in the media.
    package struct Unit: ~Copyable, Sendable {
        package let buffer: MediaBuffer
        /// Its start in stream time: the beginning of a file is about zero, regardless of its time stamps, also after a
        /// seek. Negative for data before the stream's beginning; `nil` when unknown.
        package var time: MediaTime?
        package let duration: MediaTime?
        package let caps: Caps

        /// Transfers the media to the caller.
        package consuming func intoBuffer() -> MediaBuffer { buffer }
    }

    /// The result of a pull.
    package enum Pulled: ~Copyable, Sendable {
        case unit(Unit)
        /// No more units will arrive, unless the pipeline seeks.
        case end
        /// No unit arrived within the time.
        case nothing
    }

    /// The source of a unit's time.
    package enum Timing: Hashable, Sendable {
        /// The time stamps and the segment: edit lists of MP4, the clock of MPEG-TS.
        case streamTime
        /// The time stamps alone.
        case stamps
    }

    private let element: Element
    private let timing: Timing
    private let level: QueueLevel

    /// - Parameters:
    ///   - element: an appsink.
    ///   - capacity: the maximum number of queued units; 0 for no limit.
    ///   - timing: the source of the units' times.
    package init(_ element: Element, capacity: Int, timing: Timing = .streamTime) throws(GStreamerError) {
        guard psgst_is_app_sink(element.pointer) != 0, let pad = gst_element_get_static_pad(element.pointer, "sink")
        else {
            throw GStreamerError(.library, source: element.name, message: "is not an appsink")
        }
        defer { gst_object_unref(pad) }
        self.element = element
        self.timing = timing
        try element.set("sync", to: false)
        try element.set("emit-signals", to: false)
        try element.set("enable-last-sample", to: false)
        // The other sinks must not wait for a stream that appears late.
        try element.set("async", to: false)
        // The sink itself must not wait, neither for space nor at the end: it would hold a lock that state changes need.
        try element.set("max-buffers", to: 0)
        try element.set("wait-on-eos", to: false)
        level = QueueLevel(capacity: capacity)
        level.attach(to: psgst_app_sink(element.pointer), pad: pad)
    }

    /// Whether the last unit has arrived; some units may still be queued.
    package var hasLast: Bool { level.hasLast }

    /// The next unit; waits at most `seconds`.
    package func pull(seconds: Double) -> Pulled {
        let sink = psgst_app_sink(element.pointer)
        let timeout = GstClockTime(max(0, seconds) * 1e9)
        guard let sample = gst_app_sink_try_pull_sample(sink, timeout) else {
            // Before its pipeline has started, a sink also reports its end.
            return hasLast && gst_app_sink_is_eos(sink) != 0 ? .end : .nothing
        }
        level.noteTaken()
        defer { psgst_sample_unref(sample) }
        guard let pointer = gst_sample_get_buffer(sample), let caps = gst_sample_get_caps(sample) else {
            return .nothing
        }
        takeOver(pointer)
        let unit = Unit(
            buffer: MediaBuffer(owning: psgst_buffer_ref(pointer)),
            time: gst_sample_get_segment(sample).flatMap { mediaTime(pointer.pointee.pts, in: $0) },
            duration: MediaTime(clockTime: pointer.pointee.duration), caps: Caps(retaining: caps))
        return .unit(unit)
    }

    /// Seeks accurately and discards queued units; the next unit starts at `time`.
    ///
    /// The event is sent to the sink's own pad: the pipeline would first wait for a state change that is in progress.
    ///
    /// - Returns: false when the media is not seekable or does not contain `time`; playback then continues unchanged.
    package func seek(to time: MediaTime) -> Bool {
        guard let pad = gst_element_get_static_pad(element.pointer, "sink") else { return false }
        defer { gst_object_unref(pad) }
        let flags = GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue
        let seek = gst_event_new_seek(
            1, GST_FORMAT_TIME, GstSeekFlags(rawValue: flags), GST_SEEK_TYPE_SET, gint64(time.nanoseconds),
            GST_SEEK_TYPE_NONE, -1)
        return gst_pad_push_event(pad, seek) != 0
    }

    /// Takes no more units from its pipeline, which can then be stopped in any state.
    package func close() { level.close() }

    private func mediaTime(_ stamp: GstClockTime, in segment: UnsafePointer<GstSegment>) -> MediaTime? {
        var time: GstClockTime = 0
        guard let stampTime = MediaTime(clockTime: stamp) else { return nil }
        if timing == .stamps { return stampTime }
        let sign = gst_segment_to_stream_time_full(segment, GST_FORMAT_TIME, stamp, &time)
        guard sign != 0, let time = MediaTime(clockTime: time) else { return nil }
        return sign > 0 ? time : MediaTime.zero - time
    }
}
