import CGStreamer

/// An element type provided by an installed plugin.
package struct ElementFactory: Hashable, Sendable {
    /// `x264enc`
    package let name: String
    /// The plugin's name: `x264`.
    package let plugin: String
    /// The plugin's version, which is that of its plugin set.
    package let version: String
    /// The plugin's file; `nil` when it is built in.
    package let file: String?

    /// Looks up an element type; `nil` when no plugin provides it.
    package init?(_ name: String) {
        guard (try? GStreamerRuntime.start()) != nil, let factory = gst_element_factory_find(name) else { return nil }
        defer { gst_object_unref(UnsafeMutableRawPointer(factory)) }
        self.name = name
        let feature = psgst_plugin_feature(UnsafeMutableRawPointer(factory))
        plugin = gst_plugin_feature_get_plugin_name(feature).map { String(cString: $0) } ?? ""
        guard let owner = gst_plugin_feature_get_plugin(feature) else {
            version = ""
            file = nil
            return
        }
        defer { gst_object_unref(UnsafeMutableRawPointer(owner)) }
        version = gst_plugin_get_version(owner).map { String(cString: $0) } ?? ""
        file = gst_plugin_get_filename(owner).map { String(cString: $0) }
    }

    /// Whether a decoder is installed for a stream; raw streams need none.
    package static func hasDecoder(for caps: Caps) -> Bool {
        if caps.mediaType.hasSuffix("/x-raw") { return true }
        let all = psgst_decoders()
        defer { gst_plugin_feature_list_free(all) }
        let suitable = gst_element_factory_list_filter(all, caps.pointer, GST_PAD_SINK, 0)
        defer { gst_plugin_feature_list_free(suitable) }
        return suitable != nil
    }

    /// Whether an instance can be created. It loads the plugin, because the registry may list a plugin whose libraries
    /// are missing.
    package var canMake: Bool {
        guard let element = gst_element_factory_make(name, nil) else { return false }
        // A floating reference without an owner.
        gst_object_ref_sink(element)
        gst_object_unref(element)
        return true
    }
}
