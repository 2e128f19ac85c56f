import CGStreamer

/// What is known before the first buffer of a video enters an element.
package struct FirstUnit: Sendable {
    package let caps: Caps
    /// The rotation in the stream's tags.
    package let orientation: VideoOrientation
    /// The number of the track; `nil` when unknown.
    package let track: Int?
    /// Whether the bottom field of an interlaced frame is the earlier one.
    package let isBottomFieldFirst: Bool
}

extension Element {
    /// Calls `body` once, on the streaming thread, before the first buffer enters the element.
    ///
    /// Properties that `body` sets downstream apply to that buffer already.
    ///
    /// - Throws: an error when the element has no static sink pad.
    package func beforeFirstUnit(_ body: @escaping @Sendable (FirstUnit) -> Void) throws(GStreamerError) {
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

private typealias FirstUnitHandler = Handler<@Sendable (FirstUnit) -> Void>

private func announceFirstUnit(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let pad, let info, let context, let buffer = psgst_probe_buffer(info),
        let current = gst_pad_get_current_caps(pad)
    else { return GST_PAD_PROBE_OK }
    let caps = Caps(owning: current)
    let unit = FirstUnit(
        caps: caps, orientation: orientation(at: pad), track: trackNumber(of: pad),
        isBottomFieldFirst: isBottomFieldFirst(buffer, caps))
    contextObject(context, as: FirstUnitHandler.self).body(unit)
    return GST_PAD_PROBE_REMOVE
}

/// The order is that of the caps, or of each frame.
private func isBottomFieldFirst(_ buffer: UnsafeMutablePointer<GstBuffer>, _ caps: Caps) -> Bool {
    guard let mode = caps.text("interlace-mode"), mode != "progressive" else { return false }
    if let order = caps.text("field-order"), order != "unknown" { return order == "bottom-field-first" }
    return psgst_buffer_has_flag(buffer, GST_VIDEO_BUFFER_FLAG_TFF.rawValue) == 0
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
