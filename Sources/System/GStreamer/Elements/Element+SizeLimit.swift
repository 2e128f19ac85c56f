import CGStreamer
import StudioCore
import StudioRuntime

extension Element {
    /// Discards video with frames larger than ``FrameSizeLimit``, and still images of unknown size, before they enter
    /// the element, a decoder. `onRefusal` is called once with the reason, on the streaming thread.
    ///
    /// - Throws: an error when the element has no static sink pad.
    package func limitFrameSize(onRefusal: @escaping @Sendable (String) -> Void) throws(GStreamerError) {
        let gate = FrameSizeGate(onRefusal)
        try probeInput(GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, checkCaps, gate)
        try probeInput(GST_PAD_PROBE_TYPE_BUFFER, checkUnit, gate)
    }
}

/// What enters a decoder. A refused stream stays refused: its next units depend on the discarded ones.
private final class FrameSizeGate: Sendable {
    private struct State: Sendable {
        var isClosed = false
        /// The media type of an image whose caps contain no size.
        var unsizedImage: String?
    }

    private let state = Lock(State())
    private let onRefusal: @Sendable (String) -> Void

    init(_ onRefusal: @escaping @Sendable (String) -> Void) {
        self.onRefusal = onRefusal
    }

    func check(_ caps: Caps) {
        guard let width = caps.integer("width"), let height = caps.integer("height") else {
            let type = caps.mediaType
            return state.withLock { $0.unsizedImage = type.hasPrefix("image/") ? type : nil }
        }
        state.withLock { $0.unsizedImage = nil }
        if let refusal = FrameSizeLimit.refusal(width: width, height: height) { close(refusal) }
    }

    /// Returns false when the unit is discarded.
    func admits(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Bool {
        let (isClosed, image) = state.withLock { ($0.isClosed, $0.unsizedImage) }
        guard !isClosed, let image else { return !isClosed }
        state.withLock { $0.unsizedImage = nil }
        var head = [UInt8](repeating: 0, count: ImageHeader.byteCount)
        let count = gst_buffer_extract(buffer, 0, &head, UInt(head.count))
        guard let size = ImageHeader.size(head.prefix(Int(count))) else {
            close("the size of \(image) is unknown before it is decoded; only images of known size are decoded")
            return false
        }
        guard let refusal = FrameSizeLimit.refusal(width: size.width, height: size.height) else { return true }
        close(refusal)
        return false
    }

    private func close(_ refusal: String) {
        let wasOpen = state.withLock { !exchange(&$0.isClosed, with: true) }
        if wasOpen { onRefusal(refusal) }
    }
}

private func checkCaps(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    if let context, let caps = announcedCaps(info) { contextObject(context, as: FrameSizeGate.self).check(caps) }
    return GST_PAD_PROBE_OK
}

private func checkUnit(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context, let buffer = psgst_probe_buffer(info) else { return GST_PAD_PROBE_OK }
    return contextObject(context, as: FrameSizeGate.self).admits(buffer) ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
}
