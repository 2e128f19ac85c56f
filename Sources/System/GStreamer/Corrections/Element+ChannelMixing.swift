import CGStreamer

extension Correction {
    package static let unpositionedChannels = Correction(
        "unpositioned-channels", of: "audioconvert",
        "Channels without positions cannot be converted to another number.",
        test: "AudioInputTests.camera")
}

extension Element {
    /// Mixes channels without positions, as ``Correction/unpositionedChannels`` describes.
    ///
    /// - Parameter rows: called on the streaming thread with the number of such channels; returns a row of weights for each
    ///   output channel.
    /// - Throws: an error when the element has no static sink pad.
    package func mixUnpositionedChannels(_ rows: @escaping @Sendable (Int) -> [[Float]]) throws(GStreamerError) {
        guard Correction.unpositionedChannels.isOn else { return }
        try probeInput(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, setMixMatrix, Handler(rows))
    }
}

private func setMixMatrix(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let pad, let info, let context, let caps = announcedCaps(info), caps.mediaType == "audio/x-raw",
        let channels = caps.integer("channels"), channels > 2, !caps.hasChannelPositions,
        let element = gst_pad_get_parent_element(pad)
    else { return GST_PAD_PROBE_OK }
    defer { gst_object_unref(element) }
    let rows = contextObject(context, as: Handler<@Sendable (Int) -> [[Float]]>.self).body(channels)
    let weights = rows.flatMap { $0 }
    psgst_set_mix_matrix(element, weights, guint(rows.count), guint(channels))
    let numbered = caps.withoutChannelPositions
    withExtendedLifetime(numbered) { psgst_probe_replace_event(info, gst_event_new_caps(numbered.pointer)) }
    return GST_PAD_PROBE_OK
}
