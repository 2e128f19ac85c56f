import CGStreamer
import StudioRuntime

extension Correction {
    /// Corrected with ``H264RandomAccess``.
    package static let intraPictures = Correction(
        "intra-pictures", of: "h264parse", "Each I picture is reported as a key frame.",
        test: "ObservingTests.intraPictures")
}

extension Element {
    /// Marks the access units of H.264 at which decoding cannot start, although the parser reports key frames there.
    /// Units of other codecs stay as they are.
    ///
    /// - Throws: an error when the element has no static sink pad.
    package func correctKeyFrames() throws(GStreamerError) {
        guard Correction.intraPictures.isOn else { return }
        let correction = KeyFrameCorrection()
        try probeInput(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, observeFormat, correction)
        try probeInput(GST_PAD_PROBE_TYPE_BUFFER, correctUnit, correction)
    }
}

private final class KeyFrameCorrection: Sendable {
    /// `nil` for other codecs.
    private let format = Lock<H264RandomAccess.Format?>(nil)

    func announce(_ caps: Caps) {
        format.set(H264RandomAccess.Format(caps))
    }

    /// Whether the unit is reported as a key frame and is none.
    func mustCorrect(_ unit: borrowing MediaBuffer) -> Bool {
        guard unit.isKeyFrame, let format = format.withLock({ $0 }) else { return false }
        return unit.withBytes { H264RandomAccess.canStart(at: $0, format) == false } ?? false
    }
}

extension H264RandomAccess.Format {
    fileprivate init?(_ caps: Caps) {
        guard caps.mediaType == "video/x-h264" else { return nil }
        guard caps.text("stream-format")?.hasPrefix("avc") == true else {
            self = .byteStream
            return
        }
        // ISO/IEC 14496-15, 5.3.3.1: the size is in the last bits of the fifth byte.
        let configuration = caps.bytes("codec_data") ?? []
        self = .lengths(configuration.count > 4 ? Int(configuration[4] & 3) + 1 : 4)
    }
}

private func observeFormat(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    if let context, let caps = announcedCaps(info) {
        contextObject(context, as: KeyFrameCorrection.self).announce(caps)
    }
    return GST_PAD_PROBE_OK
}

private func correctUnit(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context, let buffer = psgst_probe_buffer(info) else { return GST_PAD_PROBE_OK }
    let mustCorrect = contextObject(context, as: KeyFrameCorrection.self)
        .mustCorrect(MediaBuffer(owning: psgst_buffer_ref(buffer)))
    guard mustCorrect, let unit = psgst_probe_make_writable(info) else { return GST_PAD_PROBE_OK }
    psgst_buffer_set_flag(unit, GST_BUFFER_FLAG_DELTA_UNIT.rawValue)
    return GST_PAD_PROBE_OK
}
