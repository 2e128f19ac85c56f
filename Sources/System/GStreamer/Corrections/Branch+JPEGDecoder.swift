import CGStreamer
import StudioRuntime

extension Correction {
    /// Corrected with libav's decoder, where ``JPEGHeader/suitsJPEGDec`` says so.
    package static let denseChroma = Correction(
        "dense-chroma", of: "jpegdec", "Chroma with as many rows as luma is read from wrong rows.",
        test: "OddFormatTests.sampling")
}

extension Branch {
    /// Lets the `decodebin` of this branch decode JPEG with libav's decoder where ``JPEGHeader/suitsJPEGDec`` says that the usual one
    /// is wrong. Call it with the stream of the branch before the stream is linked.
    ///
    /// The caps do not show the sampling: it is that of the first image in the file. A stream with other images, which the usual
    /// decoder does not suit, is discarded.
    ///
    /// - Parameters:
    ///   - caps: those of the stream.
    ///   - path: the file that is read; `nil` for other sources.
    ///   - onRefusal: called once with the reason when a stream is discarded, on its streaming thread.
    /// - Throws: an error when an element is missing.
    package func chooseJPEGDecoder(
        for caps: Caps, of path: String?, onRefusal: @escaping @Sendable (String) -> Void
    ) throws(GStreamerError) {
        guard Correction.denseChroma.isOn, caps.mediaType == "image/jpeg" else { return }
        let decoder = try element("decoder")
        let header = path.flatMap { FileBytes($0) }.flatMap { JPEGHeader.first(in: $0.read) }
        guard let header, !header.suitsJPEGDec else {
            return try decoder.probeInput(GST_PAD_PROBE_TYPE_BUFFER, checkImage, ImageGate(onRefusal))
        }
        try insertParser(before: decoder)
        let callback:
            @convention(c) (
                UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstPad>?, UnsafeMutablePointer<GstCaps>?,
                OpaquePointer?, UnsafeMutableRawPointer?
            ) -> gint = selectDecoder
        g_signal_connect_data(
            decoder.pointer, "autoplug-select", unsafeBitCast(callback, to: GCallback.self), nil, nil,
            GConnectFlags(rawValue: 0))
    }

    /// Libav's decoder needs whole images.
    private func insertParser(before decoder: Element) throws(GStreamerError) {
        guard let parser = gst_element_factory_make("jpegparse", nil) else {
            throw GStreamerError(.core, source: "decoder", message: "no element \"jpegparse\"")
        }
        gst_bin_add(psgst_bin(pointer), parser)
        let (input, entrance) = (
            gst_element_get_static_pad(parser, "sink"), gst_element_get_static_pad(decoder.pointer, "sink")
        )
        let former = entrance.flatMap { gst_pad_get_peer($0) }
        defer { for pad in [input, entrance, former] { if let pad { gst_object_unref(pad) } } }
        guard gst_pad_unlink(former, entrance) != 0, gst_pad_link(former, input) == GST_PAD_LINK_OK,
            gst_element_link(parser, decoder.pointer) != 0
        else { throw GStreamerError(.core, source: "decoder", message: "jpegparse cannot be linked") }
    }
}

private final class ImageGate: Sendable {
    private let isRefused = Lock(false)
    private let onRefusal: @Sendable (String) -> Void

    init(_ onRefusal: @escaping @Sendable (String) -> Void) {
        self.onRefusal = onRefusal
    }

    /// Returns false when the image is discarded. The data of an image that comes in pieces has no header.
    func admits(_ header: JPEGHeader?) -> Bool {
        if let header, !header.suitsJPEGDec, !isRefused.exchange(true) {
            onRefusal("GStreamer's decoder does not handle the sampling of this JPEG (\(header))")
        }
        return !isRefused.withLock { $0 }
    }
}

private func checkImage(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context, let buffer = psgst_probe_buffer(info) else { return GST_PAD_PROBE_OK }
    let header = JPEGHeader { offset, count in
        var bytes = [UInt8](repeating: 0, count: count)
        let received = gst_buffer_extract(buffer, UInt(offset), &bytes, UInt(count))
        return Array(bytes.prefix(Int(received)))
    }
    return contextObject(context, as: ImageGate.self).admits(header) ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
}

/// Values of `GstAutoplugSelectResult`, which is not public.
private let (tryFactory, skipFactory): (gint, gint) = (0, 2)

private func selectDecoder(
    _ element: UnsafeMutablePointer<GstElement>?, _ pad: UnsafeMutablePointer<GstPad>?,
    _ caps: UnsafeMutablePointer<GstCaps>?, _ factory: OpaquePointer?, _ context: UnsafeMutableRawPointer?
) -> gint {
    guard let factory else { return tryFactory }
    return String(cString: psgst_object_name(gpointer(factory))) == "jpegdec" ? skipFactory : tryFactory
}
