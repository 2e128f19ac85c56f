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
        // No handler for crashes: that belongs to the program that embeds this one.
        gst_segtrap_set_enabled(0)
        return gst_init_check(nil, nil, &error) != 0 ? nil : GStreamerError(taking: error, source: "gst_init")
    }()
}
