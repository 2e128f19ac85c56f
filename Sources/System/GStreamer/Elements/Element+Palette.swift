import CGStreamer
import Containers
import StudioRuntime

extension Element {
    /// Corrects the colours of indexed video that enters this element, a decoder, as ``MoviePalettes`` describes.
    ///
    /// - Parameter path: the file that is read; `nil` for other sources.
    /// - Throws: an error when the element has no static sink pad.
    package func correctPalettes(of path: String?) throws(GStreamerError) {
        let colors = path.flatMap { FileBytes($0) }.map { MoviePalettes(size: $0.size, $0.read).colors } ?? [:]
        guard !colors.isEmpty else { return }
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
