import CGStreamer
import StudioRuntime

/// The process-wide start of GStreamer.
package enum GStreamerRuntime {
    /// Starts GStreamer once; later calls cost nothing.
    ///
    /// - Throws: the library's own error. `gst_init` would end the process instead.
    package static func start() throws(GStreamerError) {
        if let failure { throw failure }
    }

    private static let failure: GStreamerError? = {
        var error: UnsafeMutablePointer<GError>?
        // No signal handler and no forked registry scan: both belong to the program that embeds this one.
        gst_segtrap_set_enabled(0)
        return gst_init_check(nil, nil, &error) != 0 ? nil : GStreamerError(taking: error, source: "gst_init")
    }()

    /// The version of the library that runs, `1.22.0` for example.
    package static var version: String {
        var (major, minor, micro, nano): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
        gst_version(&major, &minor, &micro, &nano)
        return "\(major).\(minor).\(micro)"
    }

    /// Whether an element of this name can be made.
    package static func hasElement(_ name: String) -> Bool {
        guard (try? start()) != nil, let factory = gst_element_factory_find(name) else { return false }
        gst_object_unref(UnsafeMutableRawPointer(factory))
        return true
    }
}
