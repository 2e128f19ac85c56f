import CGStreamer
import StudioRuntime

/// The process-wide initialisation of GStreamer.
package enum GStreamerRuntime {
    /// Starts GStreamer once; later calls do nothing.
    ///
    /// - Throws: the library's error, or that of an invalid ``CorrectionChoice``. `gst_init` would end the process.
    package static func start() throws(GStreamerError) {
        if let failure { throw failure }
    }

    /// Discards warnings of GLib and of plugins, for a program that uses standard error itself.
    ///
    /// Plugins print several internal lines about broken media; the fault itself is reported as an error.
    /// `G_DEBUG=fatal-criticals` still works. It affects the whole process: call it once at the start, and never from a
    /// library.
    package static func discardLog() {
        psgst_discard_log()
    }

    /// Passes each log line of GLib and its plugins to `body`, on the logging thread. GLib itself would block there on
    /// standard error and delay the media. Lines of `GST_DEBUG` are not included.
    ///
    /// It affects the whole process, like ``discardLog()``.
    package static func forwardLog(to body: @escaping @Sendable (String) -> Void) {
        logReceiver.set(body)
        psgst_forward_log { line in
            guard let line else { return }
            GStreamerRuntime.logReceiver.withLock { $0 }?(String(cString: line))
        }
    }

    private static let logReceiver = Lock<(@Sendable (String) -> Void)?>(nil)

    private static let failure: GStreamerError? = {
        if let failure = CorrectionChoice.failure { return failure }
        var error: UnsafeMutablePointer<GError>?
        // No crash handler is installed: that is up to the embedding program.
        gst_segtrap_set_enabled(0)
        return gst_init_check(nil, nil, &error) != 0 ? nil : GStreamerError(taking: error, source: "gst_init")
    }()
}
