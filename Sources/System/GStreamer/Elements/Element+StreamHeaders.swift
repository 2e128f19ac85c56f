import CGStreamer
import StudioRuntime

extension Element {
    /// Replaces the headers of a byte stream, which its muxer announces in the caps and then repeats as buffers.
    ///
    /// - Parameter body: called on the streaming thread with all headers in their order; returns as many.
    /// - Throws: an error when the element has no static sink pad.
    package func replaceStreamHeaders(_ body: @escaping @Sendable ([[UInt8]]) -> [[UInt8]]) throws(GStreamerError) {
        let replacement = HeaderReplacement(body)
        try probeInput(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, replaceAnnouncedHeaders, replacement)
        try probeInput(GST_PAD_PROBE_TYPE_BUFFER, replaceHeader, replacement)
    }
}

private final class HeaderReplacement: Sendable {
    private let body: @Sendable ([[UInt8]]) -> [[UInt8]]
    private let replaced = Lock<[[UInt8]: [UInt8]]>([:])

    init(_ body: @escaping @Sendable ([[UInt8]]) -> [[UInt8]]) {
        self.body = body
    }

    func announce(_ headers: [[UInt8]]) -> [[UInt8]] {
        let new = body(headers)
        replaced.set(Dictionary(zip(headers, new)) { first, _ in first })
        return new
    }

    /// The replacement of a header that was announced; `nil` when it stays as it is.
    func replacement(of header: [UInt8]) -> [UInt8]? {
        replaced.withLock { $0[header] }.flatMap { $0 == header ? nil : $0 }
    }
}

private func replaceAnnouncedHeaders(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context, let caps = announcedCaps(info) else { return GST_PAD_PROBE_OK }
    let headers = caps.streamHeaders
    guard !headers.isEmpty else { return GST_PAD_PROBE_OK }
    let new = contextObject(context, as: HeaderReplacement.self).announce(headers)
    guard let caps = caps.with(streamHeaders: new) else { return GST_PAD_PROBE_OK }
    withExtendedLifetime(caps) { psgst_probe_replace_event(info, gst_event_new_caps(caps.pointer)) }
    return GST_PAD_PROBE_OK
}

private func replaceHeader(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context, let buffer = psgst_probe_buffer(info),
        psgst_buffer_has_flag(buffer, GST_BUFFER_FLAG_HEADER.rawValue) != 0,
        let header = MediaBuffer(owning: psgst_buffer_ref(buffer)).withBytes({ Array($0) }),
        let new = contextObject(context, as: HeaderReplacement.self).replacement(of: header),
        let replacement = MediaBuffer(copying: new)
    else { return GST_PAD_PROBE_OK }
    gst_buffer_copy_into(
        replacement.pointer, buffer,
        GstBufferCopyFlags(rawValue: GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_TIMESTAMPS.rawValue), 0, .max)
    psgst_probe_replace(info, replacement.release())
    psgst_buffer_unref(buffer)
    return GST_PAD_PROBE_OK
}

extension Caps {
    private static let field = "streamheader"

    private var structure: UnsafeMutablePointer<GstStructure>? {
        gst_caps_get_size(pointer) > 0 ? gst_caps_get_structure(pointer, 0) : nil
    }

    /// The headers of a byte stream.
    package var streamHeaders: [[UInt8]] {
        guard let structure, let array = gst_structure_get_value(structure, Self.field), psgst_is_array(array) != 0
        else { return [] }
        return (0..<gst_value_array_get_size(array)).compactMap { index in
            guard let buffer = psgst_value_buffer(gst_value_array_get_value(array, index)) else { return nil }
            return MediaBuffer(owning: psgst_buffer_ref(buffer)).withBytes { Array($0) }
        }
    }

    /// The caps with other headers; `nil` when memory is exhausted.
    fileprivate func with(streamHeaders headers: [[UInt8]]) -> Caps? {
        guard let copy = gst_caps_copy(pointer), gst_caps_get_size(copy) > 0 else { return nil }
        let caps = Caps(owning: copy)
        var array = GValue()
        psgst_value_init_array(&array)
        defer { g_value_unset(&array) }
        for header in headers {
            guard let buffer = MediaBuffer(copying: header)?.release() else { return nil }
            defer { psgst_buffer_unref(buffer) }
            psgst_buffer_set_flag(buffer, GST_BUFFER_FLAG_HEADER.rawValue)
            psgst_array_append_buffer(&array, buffer)
        }
        gst_structure_set_value(gst_caps_get_structure(copy, 0), Self.field, &array)
        return caps
    }
}
