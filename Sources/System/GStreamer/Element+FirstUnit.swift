import CGStreamer
package import StudioCore

extension Element {
    /// Calls `body` once, on the streaming thread, before the first buffer enters the element, with the caps of the
    /// buffer, the rotation in the stream's tags, and the number of the track.
    ///
    /// Properties that `body` sets downstream apply to that buffer already.
    ///
    /// - Throws: an error when the element has no static sink pad.
    package func beforeFirstUnit(
        _ body: @escaping @Sendable (Caps, VideoOrientation, _ track: Int?) -> Void
    ) throws(GStreamerError) {
        try probeInput(GST_PAD_PROBE_TYPE_BUFFER, announceFirstUnit, FirstUnitHandler(body))
    }
}

/// The rotation of video, from the tag `image-orientation`.
package struct VideoOrientation: Hashable, Sendable {
    /// GStreamer's value: `rotate-0`, `flip-rotate-90` …
    package let name: String

    package init(name: String) {
        self.name = name
    }

    package init(_ matrix: DisplayMatrix) {
        name =
            switch (matrix.a, matrix.b, matrix.c, matrix.d) {
            case (0, 1, -1, 0): "rotate-90"
            case (-1, 0, 0, -1): "rotate-180"
            case (0, -1, 1, 0): "rotate-270"
            case (-1, 0, 0, 1): "flip-rotate-0"
            case (0, -1, -1, 0): "flip-rotate-90"
            case (1, 0, 0, -1): "flip-rotate-180"
            case (0, 1, 1, 0): "flip-rotate-270"
            default: "rotate-0"
            }
    }

    /// No rotation.
    package static let upright = VideoOrientation(name: "rotate-0")

    /// The direction for videoflip. Its own detection would copy unrotated frames.
    package var direction: String {
        switch name {
        case "rotate-90": "90r"
        case "rotate-180": "180"
        case "rotate-270": "90l"
        case "flip-rotate-0": "horiz"
        case "flip-rotate-90": "ur-ll"
        case "flip-rotate-180": "vert"
        case "flip-rotate-270": "ul-lr"
        default: "identity"
        }
    }

    /// Whether the rotation swaps width and height.
    package var swapsDimensions: Bool { name.hasSuffix("rotate-90") || name.hasSuffix("rotate-270") }
}

private typealias FirstUnitHandler = Handler<@Sendable (Caps, VideoOrientation, Int?) -> Void>

private func announceFirstUnit(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let pad, let context, let caps = gst_pad_get_current_caps(pad) else { return GST_PAD_PROBE_OK }
    let handler = contextObject(context, as: FirstUnitHandler.self)
    handler.body(Caps(owning: caps), orientation(at: pad), trackNumber(of: pad))
    return GST_PAD_PROBE_REMOVE
}

/// Streams have several tag lists: their own and the container's.
private func orientation(at pad: UnsafeMutablePointer<GstPad>) -> VideoOrientation {
    var index: UInt32 = 0
    while let event = gst_pad_get_sticky_event(pad, GST_EVENT_TAG, index) {
        defer { psgst_event_unref(event) }
        index += 1
        var tags: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &tags)
        var text: UnsafeMutablePointer<gchar>?
        guard let tags, gst_tag_list_get_string(tags, "image-orientation", &text) != 0, let text else { continue }
        defer { g_free(text) }
        return VideoOrientation(name: String(cString: text))
    }
    return .upright
}
