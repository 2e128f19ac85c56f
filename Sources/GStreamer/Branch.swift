import CGStreamer

/// A part of a pipeline that is built when a stream turns up: a bin with one open input.
package final class Branch: @unchecked Sendable {
    // Safety: as with elements; it is handed over to its pipeline once.
    fileprivate let pointer: UnsafeMutablePointer<GstElement>

    /// Builds a bin from gst-launch text.
    ///
    /// - Parameter entrance: the name of the element whose input becomes the bin's. It is named because open inputs are many
    ///   as long as decoders have not found out what they decode.
    /// - Throws: for text that does not parse and for missing elements.
    package init(_ text: String, entrance: String) throws(GStreamerError) {
        var error: UnsafeMutablePointer<GError>?
        let bin = gst_parse_bin_from_description_full(text, 0, nil, GST_PARSE_FLAG_FATAL_ERRORS, &error)
        guard error == nil, let bin else {
            if let bin { gst_object_unref(bin) }
            throw GStreamerError(taking: error, source: "branch")
        }
        // Parsing returns a floating reference.
        gst_object_ref_sink(bin)
        pointer = bin
        guard let pad = try gst_element_get_static_pad(element(entrance).pointer, "sink") else {
            throw GStreamerError(.library, source: "branch", message: "'\(entrance)' has no input")
        }
        defer { gst_object_unref(pad) }
        gst_element_add_pad(bin, gst_ghost_pad_new("sink", pad))
    }

    deinit {
        gst_object_unref(pointer)
    }

    /// The element of this name.
    package func element(_ name: String) throws(GStreamerError) -> Element {
        guard let element = gst_bin_get_by_name(psgst_bin(pointer), name) else {
            throw GStreamerError(.library, source: "branch", message: "it has no element named '\(name)'")
        }
        return Element(owning: element)
    }
}

extension Pipeline {
    /// Asks for a branch whenever `element` finds a stream; where there is none the stream is left alone.
    ///
    /// `attach` is called on a streaming thread, with what the stream carries. It must not keep the pipeline.
    package func onStream(of element: Element, _ attach: @escaping @Sendable (Caps) -> Branch?) {
        let callback:
            @convention(c) (
                UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstPad>?, UnsafeMutableRawPointer?
            ) -> Void = streamFound
        let release: GClosureNotify = { context, _ in
            if let context { Unmanaged<StreamHandler>.fromOpaque(context).release() }
        }
        g_signal_connect_data(
            element.pointer, "pad-added", unsafeBitCast(callback, to: GCallback.self),
            Unmanaged.passRetained(StreamHandler(attach)).toOpaque(), release, GConnectFlags(rawValue: 0))
    }
}

private final class StreamHandler: Sendable {
    let attach: @Sendable (Caps) -> Branch?
    init(_ attach: @escaping @Sendable (Caps) -> Branch?) { self.attach = attach }
}

private func streamFound(
    _ element: UnsafeMutablePointer<GstElement>?, _ pad: UnsafeMutablePointer<GstPad>?,
    _ context: UnsafeMutableRawPointer?
) {
    guard let element, let pad, let context, let parent = gst_object_get_parent(psgst_object(element)) else { return }
    defer { gst_object_unref(parent) }
    guard let caps = gst_pad_get_current_caps(pad) ?? gst_pad_query_caps(pad, nil) else { return }
    let handler = Unmanaged<StreamHandler>.fromOpaque(context).takeUnretainedValue()
    guard let branch = handler.attach(Caps(owning: caps)) else { return }
    gst_bin_add(psgst_bin(parent), branch.pointer)
    // Playing before it is linked, so that the first data finds it ready.
    gst_element_sync_state_with_parent(branch.pointer)
    guard let input = gst_element_get_static_pad(branch.pointer, "sink") else { return }
    defer { gst_object_unref(input) }
    gst_pad_link(pad, input)
}
