import CGStreamer
package import StudioCore

extension Element {
    /// Replaces bytes of the file that this element, a source of files, reads.
    package func replaceBytes(_ corrections: [FileCorrection]) {
        guard let pad = gst_element_get_static_pad(pointer, "src") else { return }
        defer { gst_object_unref(pad) }
        for correction in corrections {
            let context = retainContext(Replacement(correction))
            gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, replacePart, context, releaseContext)
        }
    }
}

private final class Replacement: Sendable {
    let correction: FileCorrection

    init(_ correction: FileCorrection) {
        self.correction = correction
    }
}

private func replacePart(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context, let buffer = psgst_probe_buffer(info) else { return GST_PAD_PROBE_OK }
    let correction = contextObject(context, as: Replacement.self).correction
    guard let start = Int(exactly: buffer.pointee.offset) else { return GST_PAD_PROBE_OK }
    let (first, end) = (max(start, correction.offset), start + Int(gst_buffer_get_size(buffer)))
    let bytes = correction.bytes.dropFirst(first - correction.offset).prefix(max(0, end - first))
    guard !bytes.isEmpty, let target = psgst_probe_make_writable(info) else { return GST_PAD_PROBE_OK }
    gst_buffer_fill(target, UInt(first - start), Array(bytes), UInt(bytes.count))
    return GST_PAD_PROBE_OK
}
