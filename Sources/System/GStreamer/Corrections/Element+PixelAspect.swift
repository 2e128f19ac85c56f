import CGStreamer
package import StudioCore

extension Element {
    /// Corrects the shape of the pixels of cropped video that enters this element, a decoder: the Matroska demuxer of GStreamer 1.22
    /// computes it as if the whole picture had the size in which the file shows the rest.
    ///
    /// - Parameter crops: those of the file, by the number of the track.
    /// - Throws: an error when the element has no static sink pad.
    package func correctPixelAspect(_ crops: [Int: PictureCrop]) throws(GStreamerError) {
        let aspects = crops.compactMapValues(\.pixelAspect)
        guard !aspects.isEmpty else { return }
        try probeInput(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, correctAspect, AspectCorrection(aspects))
    }
}

extension Caps {
    /// The caps with pixels of this shape.
    func with(_ aspect: PictureCrop.PixelAspect) -> Caps {
        guard let copy = gst_caps_copy(pointer) else { return self }
        var value = GValue()
        g_value_init(&value, gst_fraction_get_type())
        defer { g_value_unset(&value) }
        gst_value_set_fraction(&value, aspect.width, aspect.height)
        gst_caps_set_value(copy, "pixel-aspect-ratio", &value)
        return Caps(owning: copy)
    }
}

private typealias AspectCorrection = Handler<[Int: PictureCrop.PixelAspect]>

private func correctAspect(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let pad, let info, let context, let caps = announcedCaps(info),
        let aspect = trackNumber(of: pad).flatMap({ contextObject(context, as: AspectCorrection.self).body[$0] })
    else { return GST_PAD_PROBE_OK }
    let corrected = caps.with(aspect)
    withExtendedLifetime(corrected) { psgst_probe_replace_event(info, gst_event_new_caps($0.pointer)) }
    return GST_PAD_PROBE_OK
}
