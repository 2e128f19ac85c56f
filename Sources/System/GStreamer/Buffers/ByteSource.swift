import CGStreamer

/// Pushes bytes into an element on the calling thread. The elements after it run inside the push, up to the first
/// queue.
package final class ByteSource: @unchecked Sendable {
    // Safety: pads have their own locks; one owner at a time pushes.
    private let pad: UnsafeMutablePointer<GstPad>
    private let name: String

    /// Links to the sink pad of an element, whose pipeline must be playing.
    package init(_ element: Element) throws(GStreamerError) {
        name = element.name
        guard let target = gst_element_get_static_pad(element.pointer, "sink"),
            let pad = gst_pad_new("bytes", GST_PAD_SRC)
        else { throw GStreamerError(.library, source: name, message: "no sink pad to link") }
        defer { gst_object_unref(target) }
        self.pad = pad
        gst_object_ref_sink(pad)
        gst_pad_set_active(pad, 1)
        guard gst_pad_link(pad, target) == GST_PAD_LINK_OK else {
            throw GStreamerError(.core, source: name, message: "its sink pad cannot be linked")
        }
        gst_pad_push_event(pad, gst_event_new_stream_start("bytes"))
        var segment = GstSegment()
        gst_segment_init(&segment, GST_FORMAT_BYTES)
        gst_pad_push_event(pad, gst_event_new_segment(&segment))
    }

    deinit {
        gst_pad_set_active(pad, 0)
        // Unlinks it as well.
        gst_object_unref(pad)
    }

    /// Pushes a copy of `bytes`; returns when the elements have processed it.
    ///
    /// - Throws: a ``GStreamerError`` when an element rejects it.
    package func push(_ bytes: UnsafeRawBufferPointer) throws(GStreamerError) {
        guard let buffer = MediaBuffer(byteCount: bytes.count),
            buffer.withMutableBytes({ $0.copyMemory(from: bytes) }) != nil
        else { throw GStreamerError(.core, source: name, message: "out of memory") }
        let flow = gst_pad_push(pad, buffer.release())
        guard flow == GST_FLOW_OK else {
            let reason = gst_flow_get_name(flow).map { String(cString: $0) } ?? "\(flow.rawValue)"
            throw GStreamerError(.stream, code: flow.rawValue, source: name, message: reason)
        }
    }

    /// Ends the stream; the elements push what they still hold.
    package func end() {
        gst_pad_push_event(pad, gst_event_new_eos())
    }
}
