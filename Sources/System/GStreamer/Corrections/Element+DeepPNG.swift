import CGStreamer
import StudioCore
import StudioRuntime

extension Correction {
    package static let deepPNG = Correction(
        "deep-png", of: "pngdec",
        "The samples of 16-bit red, green and blue are in another order than announced.",
        test: "InputFormatTests.deepImage")
}

extension Element {
    /// Corrects the colours of PNG images with 16-bit red, green and blue that enter this decoder.
    ///
    /// The decoder adds the alpha sample before the others, announces ARGB64, and then moves the last sample to the
    /// front as well. Each pixel is moved back before it enters `decoded`.
    ///
    /// - Throws: an error when the element has no static sink pad.
    package func correctDeepPNG(at decoded: Element) throws(GStreamerError) {
        guard Correction.deepPNG.isOn else { return }
        let correction = DeepPNGCorrection(decoded)
        try probeInput(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, observeCodec, correction)
    }
}

/// Whether the image that is being decoded is affected.
private final class DeepPNGCorrection: Sendable {
    /// The element behind the decoder, until it is observed; it retains this object then.
    private let decoded: Lock<Element?>
    private let affected = Lock(false)

    init(_ decoded: Element) {
        self.decoded = Lock(decoded)
    }

    /// Other streams are not observed further.
    func begin(_ caps: Caps, at pad: UnsafeMutablePointer<GstPad>) {
        guard caps.mediaType == "image/png", let decoded = decoded.withLock({ $0.take() }) else { return }
        gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, observeImage, retainContext(self), releaseContext)
        // It has a sink pad: this decoder is linked to it.
        try? decoded.probeInput(GST_PAD_PROBE_TYPE_BUFFER, correctImage, self)
    }

    func note(_ image: UnsafeMutablePointer<GstBuffer>) {
        var head = [UInt8](repeating: 0, count: ImageHeader.byteCount)
        let count = gst_buffer_extract(image, 0, &head, UInt(head.count))
        let isAffected = ImageHeader.isDeepRGB(head.prefix(Int(count)))
        affected.withLock { $0 = isAffected }
    }

    var isAffected: Bool { affected.withLock { $0 } }
}

private func observeCodec(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    if let pad, let context, let caps = announcedCaps(info) {
        contextObject(context, as: DeepPNGCorrection.self).begin(caps, at: pad)
    }
    return GST_PAD_PROBE_OK
}

private func observeImage(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    if let info, let context, let image = psgst_probe_buffer(info) {
        contextObject(context, as: DeepPNGCorrection.self).note(image)
    }
    return GST_PAD_PROBE_OK
}

private func correctImage(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context, contextObject(context, as: DeepPNGCorrection.self).isAffected,
        let image = psgst_probe_make_writable(info)
    else { return GST_PAD_PROBE_OK }
    var map = GstMapInfo()
    let flags = GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)
    guard gst_buffer_map(image, &map, flags) != 0 else { return GST_PAD_PROBE_OK }
    defer { gst_buffer_unmap(image, &map) }
    map.data.withMemoryRebound(to: UInt64.self, capacity: Int(map.size) / 8) { pixels in
        for index in 0..<Int(map.size) / 8 { pixels[index] = pixels[index] >> 16 | pixels[index] << 48 }
    }
    return GST_PAD_PROBE_OK
}
