import CGStreamer
import StudioRuntime

extension Correction {
    /// Corrected with `MoviePalettes`.
    package static let palette = Correction(
        "palette", of: "qtdemux", "Indexed colours get QuickTime's default table, whatever the file has.",
        test: "OddFormatTests.palette")
}

extension Element {
    /// Corrects the colours of indexed video that enters this element, a decoder, as ``Correction/palette``
    /// describes.
    ///
    /// - Parameter colors: 256 colours of the form 0xRRGGBB each, by the number of the track.
    /// - Throws: an error when the element has no static sink pad.
    package func correctPalettes(_ colors: [Int: [UInt32]]) throws(GStreamerError) {
        guard Correction.palette.isOn, !colors.isEmpty else { return }
        try probeInput(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, correctPalette, PaletteCorrection(colors))
    }
}

private typealias PaletteCorrection = Handler<[Int: [UInt32]]>

private func correctPalette(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let pad, let info, let context, let caps = announcedCaps(info), caps.bytes("palette_data") != nil,
        let colors = trackNumber(of: pad).flatMap({ contextObject(context, as: PaletteCorrection.self).body[$0] })
    else { return GST_PAD_PROBE_OK }
    let corrected = caps.with("palette_data", bytes: colors.withUnsafeBytes { Array($0) })
    withExtendedLifetime(corrected) { psgst_probe_replace_event(info, gst_event_new_caps($0.pointer)) }
    return GST_PAD_PROBE_OK
}
