import CGStreamer
import StudioRuntime

extension Element {
    /// Lets this element, a `decodebin`, decode JPEG with libav's decoder where ``JPEGHeader/suitsJPEGDec`` says that the usual one
    /// is wrong.
    ///
    /// The caps, for which the element chooses a decoder, do not show the sampling: it is that of the first image in the file.
    /// A stream whose images differ from that one and do not suit the chosen decoder is discarded.
    ///
    /// - Parameters:
    ///   - path: the file that is read; `nil` for other sources.
    ///   - onRefusal: called once with the reason when a stream is discarded, on its streaming thread.
    /// - Throws: an error when the element has no static sink pad.
    package func chooseJPEGDecoder(
        of path: String?, onRefusal: @escaping @Sendable (String) -> Void
    ) throws(GStreamerError) {
        let choice = JPEGDecoderChoice(path, onRefusal)
        try probeInput(GST_PAD_PROBE_TYPE_BUFFER, checkImage, choice)
        let callback:
            @convention(c) (
                UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstPad>?, UnsafeMutablePointer<GstCaps>?,
                OpaquePointer?, UnsafeMutableRawPointer?
            ) -> gint = selectDecoder
        let release: GClosureNotify = { context, _ in releaseContext(context) }
        g_signal_connect_data(
            pointer, "autoplug-select", unsafeBitCast(callback, to: GCallback.self), retainContext(choice), release,
            GConnectFlags(rawValue: 0))
    }
}

private final class JPEGDecoderChoice: Sendable {
    private struct State: Sendable {
        /// Whether `jpegdec` was chosen.
        var isJPEGDec = false
        var isRefused = false
    }

    private let path: String?
    private let onRefusal: @Sendable (String) -> Void
    private let state = Lock(State())

    init(_ path: String?, _ onRefusal: @escaping @Sendable (String) -> Void) {
        (self.path, self.onRefusal) = (path, onRefusal)
    }

    /// Whether `jpegdec` is right, as far as the file shows.
    func admitsJPEGDec() -> Bool {
        let header = path.flatMap { FileBytes($0) }.flatMap { JPEGHeader.first(in: $0.read) }
        let isAdmitted = header?.suitsJPEGDec ?? true
        state.withLock { $0.isJPEGDec = isAdmitted }
        return isAdmitted
    }

    /// Returns false when the image is discarded.
    func admits(_ header: JPEGHeader?) -> Bool {
        let isNew = state.withLock { state -> Bool in
            guard let header, state.isJPEGDec, !state.isRefused, !header.suitsJPEGDec else { return false }
            state.isRefused = true
            return true
        }
        if isNew, let header { onRefusal("GStreamer's decoder does not handle the sampling of this JPEG (\(header))") }
        return state.withLock { !$0.isRefused }
    }
}

private func checkImage(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context, let buffer = psgst_probe_buffer(info) else { return GST_PAD_PROBE_OK }
    let header = JPEGHeader { offset, count in
        var bytes = [UInt8](repeating: 0, count: count)
        let received = gst_buffer_extract(buffer, UInt(offset), &bytes, UInt(count))
        return Array(bytes.prefix(Int(received)))
    }
    let isAdmitted = contextObject(context, as: JPEGDecoderChoice.self).admits(header)
    return isAdmitted ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
}

/// Values of `GstAutoplugSelectResult`, which is not public.
private let (tryFactory, skipFactory): (gint, gint) = (0, 2)

private func selectDecoder(
    _ element: UnsafeMutablePointer<GstElement>?, _ pad: UnsafeMutablePointer<GstPad>?,
    _ caps: UnsafeMutablePointer<GstCaps>?, _ factory: OpaquePointer?, _ context: UnsafeMutableRawPointer?
) -> gint {
    guard let factory, let context, String(cString: psgst_object_name(gpointer(factory))) == "jpegdec",
        !contextObject(context, as: JPEGDecoderChoice.self).admitsJPEGDec()
    else { return tryFactory }
    return skipFactory
}
