import CGStreamer
package import StudioCore
import Synchronization

/// Hands out media of a pipeline unit by unit, whenever its owner asks for it.
///
/// Only a few units wait in it; then the pipeline waits until one was taken, or the queue is closed.
package final class SinkQueue: Sendable {
    /// A unit and its place in the media.
    package struct Unit: ~Copyable, Sendable {
        package let buffer: MediaBuffer
        /// When it begins, in the media's own time: a file's beginning is about zero, whatever its stamps say, and stays
        /// there after a seek. Negative for what a stream holds before its beginning; `nil` where nothing is said.
        package let time: MediaTime?
        package let duration: MediaTime?
        package let caps: Caps

        /// Gives the media away.
        package consuming func intoBuffer() -> MediaBuffer { buffer }
    }

    /// What a pull brought.
    package enum Pulled: ~Copyable, Sendable {
        case unit(Unit)
        /// Nothing more will come, unless the pipeline seeks.
        case end
        /// Nothing has come within the time.
        case nothing
    }

    /// Where units get their time from.
    package enum Timing: Hashable, Sendable {
        /// Their stamps and what the stream says of them: MP4's lists of edits, the clock of MPEG-TS.
        case streamTime
        /// Their stamps alone.
        case stamps
    }

    /// For the extension beside this file, too.
    let element: Element
    private let timing: Timing
    private let lastEntered = Flag()

    /// - Parameters:
    ///   - element: an appsink.
    ///   - places: how many units may wait.
    ///   - timing: where units get their time from.
    package init(_ element: Element, places: Int, timing: Timing = .streamTime) throws(GStreamerError) {
        guard psgst_is_app_sink(element.pointer) != 0, let pad = gst_element_get_static_pad(element.pointer, "sink")
        else {
            throw GStreamerError(.library, source: element.name, message: "is no appsink")
        }
        defer { gst_object_unref(pad) }
        self.element = element
        self.timing = timing
        try element.set("sync", to: false)
        try element.set("emit-signals", to: false)
        try element.set("enable-last-sample", to: false)
        try element.set("max-buffers", to: .integer(Int64(places)))
        // A stream that turns up late must not be waited for by the others.
        try element.set("async", to: false)
        let box = retainContext(lastEntered)
        gst_pad_add_probe(
            pad,
            GstPadProbeType(
                rawValue: GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue),
            noteEnd, box, releaseFlag)
    }

    /// Whether the last unit has come in; some may still wait.
    package var hasLast: Bool { lastEntered.value.load(ordering: .acquiring) }

    /// The next unit, waiting at most `seconds` for it.
    package func pull(seconds: Double) -> Pulled {
        let sink = psgst_app_sink(element.pointer)
        let timeout = GstClockTime(max(0, seconds) * 1e9)
        guard let sample = gst_app_sink_try_pull_sample(sink, timeout) else {
            // Before its pipeline has started, a sink says that all is over, too.
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

private func releaseFlag(_ context: UnsafeMutableRawPointer?) {
    if let context { releaseContext(context, Flag.self) }
}
