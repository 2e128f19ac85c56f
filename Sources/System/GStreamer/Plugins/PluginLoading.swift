import CGStreamer
import StudioRuntime

/// Loads plugins on a thread of its own, before they are needed: an encoder with its libraries takes up to 100 ms.
///
/// What is missing or cannot be loaded is reported where the element is created.
package final class PluginLoading: Sendable {
    private let mustEnd: Lock<Bool>
    private let worker: Worker?

    /// Starts GStreamer and loads the plugins of these elements, in this order. At the limit of threads it does nothing.
    package init(_ elements: [String]) {
        let mustEnd = Lock(false)
        self.mustEnd = mustEnd
        worker = try? Worker("plugins") {
            guard (try? GStreamerRuntime.start()) != nil else { return }
            for name in elements where !mustEnd.withLock({ $0 }) { Self.load(name) }
        }
    }

    deinit { finish() }

    /// Waits for the plugin that is being loaded and loads no others. A process must not exit before.
    package func finish() {
        mustEnd.set(true)
        worker?.join()
    }

    private static func load(_ element: String) {
        guard let factory = gst_element_factory_find(element) else { return }
        defer { gst_object_unref(UnsafeMutableRawPointer(factory)) }
        let feature = psgst_plugin_feature(UnsafeMutableRawPointer(factory))
        if let loaded = gst_plugin_feature_load(feature) { gst_object_unref(UnsafeMutableRawPointer(loaded)) }
    }
}
