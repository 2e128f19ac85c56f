import CGStreamer
import StudioRuntime

/// Decodes the beginning of a stream in a decoder of its own, only to learn whether GStreamer has its pixel format.
///
/// Its frames are discarded. It decodes into memory of libav with one thread, which is safe for all pixel formats.
final class DecoderTrial: @unchecked Sendable {
    // Safety: it belongs to the streaming thread of the decoder that it stands beside.
    private let decoder: BareDecoder

    /// - Parameters:
    ///   - element: the decoder of the stream.
    ///   - caps: the coded stream.
    /// - Returns: `nil` when another instance cannot be made.
    init?(beside element: UnsafeMutablePointer<GstElement>, _ caps: Caps) {
        guard let factory = gst_element_get_factory(element), let made = gst_element_factory_create(factory, nil),
            let decoder = BareDecoder(made, caps, stream: "trial", onFrame: discard)
        else { return nil }
        self.decoder = decoder
    }

    /// Decodes one more unit.
    ///
    /// - Returns: whether the format is known now, and one that GStreamer has.
    func knowsFormat(after unit: UnsafeMutablePointer<GstBuffer>) -> Bool {
        gst_pad_chain(decoder.entrance, psgst_buffer_ref(unit))
        guard let caps = gst_pad_get_current_caps(decoder.exit) else { return false }
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
