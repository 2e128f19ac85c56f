import CGStreamer

/// Decodes a stream unit by unit, on the caller's thread.
///
/// It calls a decoder of libav directly, without a pipeline and without a thread. When ``decode(_:onFrame:)`` returns, all
/// frames that the unit completes were delivered. Used by one thread at a time.
package final class VideoDecoder: @unchecked Sendable {
    // Safety: the owner serialises the calls of `decode`, and the probe runs inside them; everything else is immutable.

    /// The coding of a stream; the raw value names the decoder.
    package enum Codec: String, Hashable, Sendable {
        /// H.264, access units with start codes.
        case h264 = "avdec_h264"
        /// H.265, access units with start codes.
        case h265 = "avdec_h265"
        /// VP8 frames.
        case vp8 = "avdec_vp8"

        fileprivate var caps: String {
            switch self {
            case .h264: "video/x-h264,stream-format=byte-stream,alignment=au"
            case .h265: "video/x-h265,stream-format=byte-stream,alignment=au"
            case .vp8: "video/x-vp8"
            }
        }
    }

    private let decoder: BareDecoder
    private let decoded = DecodedFrames()

    /// - Returns: `nil` when GStreamer cannot be started, or the decoder is not installed.
    package init?(_ codec: Codec) {
        guard (try? GStreamerRuntime.start()) != nil, let caps = Caps(codec.caps),
            let made = gst_element_factory_make(codec.rawValue, nil),
            let decoder = BareDecoder(made, caps, stream: "decoder", onFrame: collect, decoded)
        else { return nil }
        self.decoder = decoder
    }

    /// Decodes a unit. Damaged units are skipped without an error.
    ///
    /// - Parameters:
    ///   - unit: an access unit with a time.
    ///   - onFrame: called for each frame that the unit completes, in the order of presentation.
    package func decode(_ unit: consuming MediaBuffer, onFrame: (borrowing MediaBuffer, VideoInfo) -> Void) {
        gst_pad_chain(decoder.entrance, unit.release())
        for (pointer, caps) in decoded.take() {
            let frame = MediaBuffer(owning: pointer)
            if let info = VideoInfo(caps) { onFrame(frame, info) }
        }
    }
}

/// The frames that the unit of the running call has completed. Each owns a reference.
private final class DecodedFrames {
    private var frames: [(UnsafeMutablePointer<GstBuffer>, Caps)] = []

    deinit {
        for (pointer, _) in frames { psgst_buffer_unref(pointer) }
    }

    func append(_ pointer: UnsafeMutablePointer<GstBuffer>, _ caps: Caps) { frames.append((pointer, caps)) }

    func take() -> [(UnsafeMutablePointer<GstBuffer>, Caps)] {
        return exchange(&frames, with: [])
    }
}

private func collect(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let pad, let info, let context, let buffer = psgst_probe_buffer(info),
        let caps = gst_pad_get_current_caps(pad), let frame = psgst_buffer_ref(buffer)
    else { return GST_PAD_PROBE_DROP }
    contextObject(context, as: DecodedFrames.self).append(frame, Caps(owning: caps))
    return GST_PAD_PROBE_DROP
}
