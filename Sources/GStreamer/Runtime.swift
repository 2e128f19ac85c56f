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

    /// Keeps warnings of GLib and of plugins off standard error, for a program whose own lines are to be found there.
    ///
    /// Plugins complain about broken media with several lines about themselves; what it means comes as an error as well.
    /// `G_DEBUG=fatal-criticals` works all the same. It is for the whole process: call it once, before anything else, and
    /// never from a library.
    package static func discardLog() {
        psgst_discard_log()
    }

    /// Gives each line of the log of GLib and its plugins to `body`, on the thread that logs. GLib itself would wait there for a
    /// reader of standard error, and hold up the media. Lines of `GST_DEBUG` are not among them.
    ///
    /// It is for the whole process, like ``discardLog()``.
    package static func forwardLog(to body: @escaping @Sendable (String) -> Void) {
        logReceiver.set(body)
        psgst_forward_log { line in
            guard let line else { return }
            GStreamerRuntime.logReceiver.withLock { $0 }?(String(cString: line))
        }
    }

    private static let logReceiver = Lock<(@Sendable (String) -> Void)?>(nil)

    private static let failure: GStreamerError? = {
        var error: UnsafeMutablePointer<GError>?
        // No handler for crashes: that belongs to the program that embeds this one.
        gst_segtrap_set_enabled(0)
        return gst_init_check(nil, nil, &error) != 0 ? nil : GStreamerError(taking: error, source: "gst_init")
    }()
}
