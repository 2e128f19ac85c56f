import CGStreamer
package import StudioCore

/// The properties of a buffer that an observer receives.
package struct ObservedUnit: Hashable, Sendable {
    package let byteCount: Int
    /// Its presentation time in its own stream, or the decoding time if there is none; `nil` without either.
    package let time: MediaTime?
    /// Whether it can be decoded without earlier buffers.
    package let isKeyFrame: Bool
}

extension ObservedUnit {
    init(_ buffer: UnsafeMutablePointer<GstBuffer>) {
        byteCount = Int(gst_buffer_get_size(buffer))
        time = MediaTime(clockTime: buffer.pointee.pts) ?? MediaTime(clockTime: buffer.pointee.dts)
        isKeyFrame = psgst_buffer_has_flag(buffer, GST_BUFFER_FLAG_DELTA_UNIT.rawValue) == 0
    }
}

extension Element {
    /// Adds a probe to the sink pad. `context` is retained as long as the probe exists.
    ///
    /// - Throws: an error of the domain `core` when the element has no static sink pad.
    func probeInput(
        _ type: GstPadProbeType, _ probe: GstPadProbeCallback, _ context: AnyObject? = nil
    ) throws(GStreamerError) {
        guard let pad = gst_element_get_static_pad(pointer, "sink") else {
            throw GStreamerError(.core, source: name, message: "no sink pad to observe")
        }
        defer { gst_object_unref(pad) }
        gst_pad_add_probe(pad, type, probe, context.map { retainContext($0) }, releaseContext)
    }

    /// Calls `body` for every buffer that enters the element, on its streaming thread.
    ///
    /// - Throws: an error when the element has no static sink pad.
    package func observeInput(_ body: @escaping @Sendable (ObservedUnit) -> Void) throws(GStreamerError) {
        try probeInput(GST_PAD_PROBE_TYPE_BUFFER, observeBuffer, InputObserver(body))
    }

    /// Calls `body` for every buffer that enters the element, on its streaming thread; its result replaces the buffer. A buffer
    /// without one is dropped.
    ///
    /// - Throws: an error when the element has no static sink pad.
    package func replaceInput(
        _ body: @escaping @Sendable (borrowing MediaBuffer) -> MediaBuffer?
    ) throws(GStreamerError) {
        try probeInput(GST_PAD_PROBE_TYPE_BUFFER, replaceBuffer, InputReplacement(body))
    }

    /// Calls `body` with the bytes of every buffer that enters the element, on its streaming thread. A closure that it
    /// returns is called once, on any thread, when the buffer's memory is released.
    ///
    /// - Throws: an error when the element has no static sink pad.
    package func observeRelease(
        ofInput body: @escaping @Sendable (UnsafeRawBufferPointer) -> (@Sendable () -> Void)?
    ) throws(GStreamerError) {
        try probeInput(GST_PAD_PROBE_TYPE_BUFFER, observeBufferRelease, InputReleaseObserver(body))
    }

    /// Calls `body` with the caps of every caps event that enters the element, on its streaming thread; its result
    /// replaces the caps.
    ///
    /// - Throws: an error when the element has no static sink pad.
    package func interceptCaps(_ body: @escaping @Sendable (Caps) -> Caps) throws(GStreamerError) {
        try probeInput(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, replaceCaps, CapsInterceptor(body))
    }

    /// Presents the input as the bytes of a file: without times, and in order.
    ///
    /// - Throws: an error when the element has no static sink pad.
    package func removeArrivalTimes() throws(GStreamerError) {
        try probeInput(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, replaceSegment)
        try probeInput(GST_PAD_PROBE_TYPE_BUFFER, removeTimes)
    }
}

/// Replaces the segment of an event by one in bytes without limits.
private func replaceSegment(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let event = psgst_probe_event(info), psgst_event_is_segment(event) != 0 else {
        return GST_PAD_PROBE_OK
    }
    var segment = GstSegment()
    gst_segment_init(&segment, GST_FORMAT_BYTES)
    psgst_probe_replace_event(info, gst_event_new_segment(&segment))
    return GST_PAD_PROBE_OK
}

private func removeTimes(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let buffer = psgst_probe_make_writable(info) else { return GST_PAD_PROBE_OK }
    buffer.pointee.pts = .max
    buffer.pointee.dts = .max
    return GST_PAD_PROBE_OK
}

private typealias CapsInterceptor = Handler<@Sendable (Caps) -> Caps>

private func replaceCaps(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context, let caps = announcedCaps(info) else { return GST_PAD_PROBE_OK }
    let replacement = contextObject(context, as: CapsInterceptor.self).body(caps)
    withExtendedLifetime(replacement) { psgst_probe_replace_event(info, gst_event_new_caps($0.pointer)) }
    return GST_PAD_PROBE_OK
}

/// The caps of a caps event; `nil` for other events.
func announcedCaps(_ info: ProbeInfo) -> Caps? {
    guard let info, let event = psgst_probe_event(info), psgst_event_is_caps(event) != 0 else { return nil }
    var caps: UnsafeMutablePointer<GstCaps>?
    gst_event_parse_caps(event, &caps)
    return caps.map { Caps(retaining: $0) }
}

private typealias InputObserver = Handler<@Sendable (ObservedUnit) -> Void>

private func observeBuffer(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    if let info, let context, let buffer = psgst_probe_buffer(info) {
        takeOver(buffer)
        let unit = ObservedUnit(buffer)
        takeOver(context)
        Unmanaged<InputObserver>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.body(unit) }
    }
    return GST_PAD_PROBE_OK
}

private typealias InputReplacement = Handler<@Sendable (borrowing MediaBuffer) -> MediaBuffer?>

private func replaceBuffer(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context, let buffer = psgst_probe_buffer(info) else { return GST_PAD_PROBE_OK }
    takeOver(buffer)
    let unit = MediaBuffer(owning: psgst_buffer_ref(buffer))
    guard let replacement = contextObject(context, as: InputReplacement.self).body(unit) else {
        return GST_PAD_PROBE_DROP
    }
    psgst_probe_replace(info, replacement.release())
    psgst_buffer_unref(buffer)
    return GST_PAD_PROBE_OK
}

private typealias InputReleaseObserver = Handler<@Sendable (UnsafeRawBufferPointer) -> (@Sendable () -> Void)?>

private func observeBufferRelease(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context, let buffer = psgst_probe_buffer(info) else { return GST_PAD_PROBE_OK }
    let observer = contextObject(context, as: InputReleaseObserver.self)
    takeOver(buffer)
    let unit = MediaBuffer(owning: psgst_buffer_ref(buffer))
    let onRelease = unit.withBytes { observer.body($0) } ?? nil
    let count = gst_buffer_n_memory(buffer)
    if let onRelease, count > 0 { gst_buffer_peek_memory(buffer, count - 1)?.onRelease(onRelease) }
    return GST_PAD_PROBE_OK
}
