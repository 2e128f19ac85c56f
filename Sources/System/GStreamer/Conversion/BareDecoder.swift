import CGStreamer

/// A decoder of libav outside of a pipeline. Its frames leave it inside the call that pushes a unit.
final class BareDecoder: @unchecked Sendable {
    // Safety: immutable; the owner serialises the calls.
    let (entrance, exit): (UnsafeMutablePointer<GstPad>, UnsafeMutablePointer<GstPad>)
    private let element: UnsafeMutablePointer<GstElement>

    /// - Parameters:
    ///   - made: as factories return it, with a floating reference.
    ///   - caps: the coded stream.
    ///   - stream: its identifier.
    ///   - onFrame: called with each frame.
    ///   - context: what `onFrame` gets; it is retained.
    /// - Returns: `nil` without pads.
    init?(
        _ made: UnsafeMutablePointer<GstElement>, _ caps: Caps, stream: String,
        onFrame: @escaping GstPadProbeCallback, _ context: AnyObject? = nil
    ) {
        gst_object_ref_sink(made)
        guard let entrance = gst_element_get_static_pad(made, "sink") else {
            gst_object_unref(made)
            return nil
        }
        guard let exit = gst_element_get_static_pad(made, "src") else {
            gst_object_unref(entrance)
            gst_object_unref(made)
            return nil
        }
        (element, self.entrance, self.exit) = (made, entrance, exit)
        // With several threads, a frame would come with a later unit; with direct rendering, rows would be padded.
        limitThreads(of: made)
        setDirectRendering(of: made, to: false)
        gst_pad_add_probe(
            exit, GST_PAD_PROBE_TYPE_BUFFER, onFrame, context.map(retainContext), context == nil ? nil : releaseContext)
        gst_element_set_state(made, GST_STATE_PAUSED)
        var segment = GstSegment()
        gst_segment_init(&segment, GST_FORMAT_TIME)
        gst_pad_send_event(entrance, gst_event_new_stream_start(stream))
        gst_pad_send_event(entrance, gst_event_new_caps(caps.pointer))
        gst_pad_send_event(entrance, gst_event_new_segment(&segment))
    }

    deinit {
        gst_element_set_state(element, GST_STATE_NULL)
        gst_object_unref(entrance)
        gst_object_unref(exit)
        gst_object_unref(element)
    }
}
