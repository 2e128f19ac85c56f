import CGStreamer
import StudioRuntime

extension Pipeline {
    /// Limits the length in bytes of the playlists of adaptive streaming (HLS, DASH), which their demuxers keep in memory
    /// until they end. A longer one is an error of the pipeline. Call it once, before the pipeline starts.
    ///
    /// Playlists that a demuxer downloads itself are not included.
    package func limitPlaylists(to byteCount: Int) {
        let callback:
            @convention(c) (
                UnsafeMutablePointer<GstBin>?, UnsafeMutablePointer<GstBin>?, UnsafeMutablePointer<GstElement>?,
                UnsafeMutableRawPointer?
            ) -> Void = elementAdded
        let release: GClosureNotify = { context, _ in releaseContext(context) }
        let limit = PlaylistLimit(byteCount) { [weak self] message in
            self?.fail(GStreamerError(.resource, source: "playlist", message: message))
        }
        connect("deep-element-added", unsafeBitCast(callback, to: GCallback.self), retainContext(limit), release)
    }
}

/// Counts the bytes of the playlists of one pipeline.
private final class PlaylistLimit: Sendable {
    private let byteCount: Int
    private let total = Lock(0)
    private let onExcess: @Sendable (String) -> Void

    init(_ byteCount: Int, onExcess: @escaping @Sendable (String) -> Void) {
        self.byteCount = byteCount
        self.onExcess = onExcess
    }

    /// Returns false when the bytes are discarded.
    func admits(_ count: Int) -> Bool {
        let (before, after) = total.withLock { total in
            defer { total += count }
            return (total, total + count)
        }
        if before <= byteCount, after > byteCount {
            onExcess("longer than \(byteCount >> 20) MiB; a playlist has an end")
        }
        return after <= byteCount
    }
}

private func elementAdded(
    _ bin: UnsafeMutablePointer<GstBin>?, _ parent: UnsafeMutablePointer<GstBin>?,
    _ element: UnsafeMutablePointer<GstElement>?, _ context: UnsafeMutableRawPointer?
) {
    guard let element, let context, let factory = gst_element_get_factory(element),
        let kind = gst_element_factory_get_metadata(factory, GST_ELEMENT_METADATA_KLASS),
        String(cString: kind).contains("Adaptive"),
        let pad = gst_element_get_static_pad(element, "sink")
    else { return }
    defer { gst_object_unref(pad) }
    let limit = contextObject(context, as: PlaylistLimit.self)
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, countBytes, retainContext(limit), releaseContext)
}

private func countBytes(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context, let buffer = psgst_probe_buffer(info) else { return GST_PAD_PROBE_OK }
    let limit = contextObject(context, as: PlaylistLimit.self)
    return limit.admits(Int(gst_buffer_get_size(buffer))) ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
}
