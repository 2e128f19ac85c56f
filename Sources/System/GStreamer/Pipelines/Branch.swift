import CGStreamer

/// A part of a pipeline that is added when a stream appears: a bin with one sink pad.
package final class Branch: @unchecked Sendable {
    // Safety: as for elements; it is transferred to its pipeline once.
    let pointer: UnsafeMutablePointer<GstElement>

    /// Builds a bin from gst-launch text.
    ///
    /// - Parameter entrance: the name of the element whose sink pad becomes the bin's. It must be named because
    ///   decoders expose several open pads until they know their input.
    /// - Throws: a ``GStreamerError`` for text that does not parse and for missing elements.
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
            throw GStreamerError(.library, source: "branch", message: "'\(entrance)' has no sink pad")
        }
        defer { gst_object_unref(pad) }
        gst_element_add_pad(bin, gst_ghost_pad_new("sink", pad))
    }

    deinit {
        gst_object_unref(pointer)
    }

    /// The element with this name.
    package func element(_ name: String) throws(GStreamerError) -> Element {
        guard let element = gst_bin_get_by_name(psgst_bin(pointer), name) else {
            throw GStreamerError(.library, source: "branch", message: "no element is named '\(name)'")
        }
        return Element(owning: element)
    }
}
