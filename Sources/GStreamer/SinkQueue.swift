import CGStreamer
package import StudioCore
import Synchronization

/// Delivers the media of a pipeline unit by unit, on request.
///
/// Its queue is short. When it is full, the pipeline blocks until a unit is taken or the queue is closed.
package final class SinkQueue: Sendable {
    /// A unit with its position in the media.
    package struct Unit: ~Copyable, Sendable {
        package let buffer: MediaBuffer
        /// Its start in stream time: the beginning of a file is about zero, regardless of its time stamps, also after a
        /// seek. Negative for data before the stream's beginning; `nil` when unknown.
        package let time: MediaTime?
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

    /// Also used by the extension in another file.
    let element: Element
    private let timing: Timing
    private let lastEntered = Flag()

    /// - Parameters:
    ///   - element: an appsink.
    ///   - capacity: the maximum number of queued units.
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
        try element.set("max-buffers", to: .integer(Int64(capacity)))
        // The other sinks must not wait for a stream that appears late.
        try element.set("async", to: false)
        let box = retainContext(lastEntered)
        gst_pad_add_probe(
            pad,
            GstPadProbeType(
                rawValue: GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue),
            noteEnd, box, releaseContext)
    }

    /// Whether the last unit has arrived; some units may still be queued.
    package var hasLast: Bool { lastEntered.value.load(ordering: .acquiring) }

    /// The next unit; waits at most `seconds`.
    package func pull(seconds: Double) -> Pulled {
        let sink = psgst_app_sink(element.pointer)
        let timeout = GstClockTime(max(0, seconds) * 1e9)
        guard let sample = gst_app_sink_try_pull_sample(sink, timeout) else {
            // Before its pipeline has started, a sink also reports its end.
            return hasLast && gst_app_sink_is_eos(sink) != 0 ? .end : .nothing
        }
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

    private func mediaTime(_ stamp: GstClockTime, in segment: UnsafePointer<GstSegment>) -> MediaTime? {
        var time: GstClockTime = 0
        guard let stampTime = MediaTime(clockTime: stamp) else { return nil }
        if timing == .stamps { return stampTime }
        let sign = gst_segment_to_stream_time_full(segment, GST_FORMAT_TIME, stamp, &time)
        guard sign != 0, let time = MediaTime(clockTime: time) else { return nil }
        return sign > 0 ? time : MediaTime.zero - time
    }
}

private final class Flag: Sendable {
    let value = Atomic(false)
}

private func noteEnd(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ context: UnsafeMutableRawPointer?
) -> GstPadProbeReturn {
    guard let info, let context, let event = psgst_probe_event(info) else { return GST_PAD_PROBE_OK }
    let flag = contextObject(context, as: Flag.self)
    if psgst_event_is_end(event) != 0 { flag.value.store(true, ordering: .releasing) }
    if psgst_event_is_flush(event) != 0 { flag.value.store(false, ordering: .releasing) }
    return GST_PAD_PROBE_OK
}
