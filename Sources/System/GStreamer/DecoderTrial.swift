import CGStreamer
import StudioRuntime

/// Decodes the beginning of a stream in a decoder of its own, only to learn whether GStreamer has its pixel format.
///
/// Its frames are discarded. It decodes into memory of libav with one thread, which is safe for all pixel formats.
final class DecoderTrial: @unchecked Sendable {
    // Safety: it belongs to the streaming thread of the decoder that it stands beside.
    private let decoder: UnsafeMutablePointer<GstElement>
    private let (entrance, exit): (UnsafeMutablePointer<GstPad>, UnsafeMutablePointer<GstPad>)

    /// - Parameters:
    ///   - element: the decoder of the stream.
    ///   - caps: the coded stream.
    /// - Returns: `nil` when another instance cannot be made.
    init?(beside element: UnsafeMutablePointer<GstElement>, _ caps: Caps) {
        guard let factory = gst_element_get_factory(element), let made = gst_element_factory_create(factory, nil) else {
            return nil
        }
        // Factories return a floating reference.
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
        (decoder, self.entrance, self.exit) = (made, entrance, exit)
        setDirectRendering(of: made, to: false)
        limitThreads(of: made)
        gst_pad_add_probe(exit, GST_PAD_PROBE_TYPE_BUFFER, discard, nil, nil)
        gst_element_set_state(made, GST_STATE_PAUSED)
        var segment = GstSegment()
        gst_segment_init(&segment, GST_FORMAT_TIME)
        gst_pad_send_event(entrance, gst_event_new_stream_start("trial"))
        gst_pad_send_event(entrance, gst_event_new_caps(caps.pointer))
        gst_pad_send_event(entrance, gst_event_new_segment(&segment))
    }

    deinit {
        gst_element_set_state(decoder, GST_STATE_NULL)
        gst_object_unref(entrance)
        gst_object_unref(exit)
        gst_object_unref(decoder)
    }

    /// Decodes one more unit.
    ///
    /// - Returns: whether the format is known now, and one that GStreamer has.
    func knowsFormat(after unit: UnsafeMutablePointer<GstBuffer>) -> Bool {
        gst_pad_chain(entrance, psgst_buffer_ref(unit))
        guard let caps = gst_pad_get_current_caps(exit) else { return false }
        psgst_caps_unref(caps)
        return true
    }
}

/// Several threads delay the first frame, and end the process for a format that GStreamer does not have.
func limitThreads(of decoder: UnsafeMutablePointer<GstElement>) {
    guard psgst_find_property(decoder, "max-threads") != nil else { return }
    var value = GValue()
    g_value_init(&value, GType(PSGST_INT))
    defer { g_value_unset(&value) }
    g_value_set_int(&value, 1)
    psgst_object_set(decoder, "max-threads", &value)
}

private func discard(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    GST_PAD_PROBE_DROP
}
