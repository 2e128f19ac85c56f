import CGStreamer
package import StudioCore

/// Delivers the media of a pipeline to a callback, on a streaming thread.
package final class AppSink: Sendable {
    // Retained, because it calls the closures.
    private let element: Element

    /// - Parameters:
    ///   - onUnit: called with each unit, its running time and its caps. Encoders shift time stamps (x264enc by 1000
    ///     hours), only the running time is unaffected; units without a time are skipped.
    ///   - onEnd: called after the last unit.
    package init(
        _ element: Element, onUnit: @escaping @Sendable (consuming MediaBuffer, MediaTime, Caps) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) throws(GStreamerError) {
        guard psgst_is_app_sink(element.pointer) != 0 else {
            throw GStreamerError(.library, source: element.name, message: "is not an appsink")
        }
        self.element = element
        try element.set("sync", to: false)
        try element.set("emit-signals", to: false)
        try element.set("enable-last-sample", to: false)
        var callbacks = GstAppSinkCallbacks()
        callbacks.new_sample = takeSample
        callbacks.eos = takeEnd
        let box = retainContext(SinkHandlers(onUnit: onUnit, onEnd: onEnd))
        gst_app_sink_set_callbacks(psgst_app_sink(element.pointer), &callbacks, box, releaseContext)
    }
}

private final class SinkHandlers: Sendable {
    let onUnit: @Sendable (consuming MediaBuffer, MediaTime, Caps) -> Void
    let onEnd: @Sendable () -> Void

    init(
        onUnit: @escaping @Sendable (consuming MediaBuffer, MediaTime, Caps) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.onUnit = onUnit
        self.onEnd = onEnd
    }
}

private func takeSample(_ sink: UnsafeMutablePointer<GstAppSink>?, _ context: UnsafeMutableRawPointer?) -> GstFlowReturn
{
    guard let context, let sample = gst_app_sink_pull_sample(sink) else { return GST_FLOW_EOS }
    defer { psgst_sample_unref(sample) }
    guard let buffer = gst_sample_get_buffer(sample), let caps = gst_sample_get_caps(sample),
        let segment = gst_sample_get_segment(sample), segment.pointee.format == GST_FORMAT_TIME
    else { return GST_FLOW_OK }
    takeOver(buffer)
    let clockTime = gst_segment_to_running_time(segment, GST_FORMAT_TIME, buffer.pointee.pts)
    guard let time = MediaTime(clockTime: clockTime) else { return GST_FLOW_OK }
    let unit = MediaBuffer(owning: psgst_buffer_ref(buffer))
    let handlers = contextObject(context, as: SinkHandlers.self)
    handlers.onUnit(unit, time, Caps(retaining: caps))
    return GST_FLOW_OK
}

private func takeEnd(_ sink: UnsafeMutablePointer<GstAppSink>?, _ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    contextObject(context, as: SinkHandlers.self).onEnd()
}
