import CGStreamer
package import StudioRuntime

/// Passes the output of a muxer to a destination on the streaming thread, which blocks until the bytes are written.
package final class ByteSink: Sendable {
    // Retained, because it calls the closure.
    private let element: Element

    /// - Parameters:
    ///   - element: an appsink.
    ///   - destination: receives the bytes. Muxers query whether it is seekable, to complete earlier data.
    ///   - onError: called with the error number when a write fails; the pipeline then fails as well.
    package init(
        _ element: Element, destination: any ByteDestination, onError: @escaping @Sendable (Int32) -> Void
    ) throws(GStreamerError) {
        guard psgst_is_app_sink(element.pointer) != 0, let pad = gst_element_get_static_pad(element.pointer, "sink")
        else {
            throw GStreamerError(.library, source: element.name, message: "is not an appsink")
        }
        defer { gst_object_unref(pad) }
        self.element = element
        try element.set("sync", to: false)
        try element.set("async", to: false)
        try element.set("emit-signals", to: false)
        try element.set("enable-last-sample", to: false)
        // mpegtsmux pushes all packets of a unit as one list of buffers, each with one packet.
        try element.set("buffer-list", to: true)
        let target = ByteTarget(destination, onError: onError)
        var callbacks = GstAppSinkCallbacks()
        callbacks.new_sample = writeSample
        callbacks.eos = endStream
        let sink = psgst_app_sink(element.pointer)
        gst_app_sink_set_callbacks(sink, &callbacks, retainContext(target), releaseContext)
        let types = GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue | GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM.rawValue
        gst_pad_add_probe(
            pad, GstPadProbeType(rawValue: types), answerMuxer, retainContext(target), releaseContext
        )
    }
}

private final class ByteTarget: @unchecked Sendable {
    // Safety: `next`, `hasFailed` and `chunk` are accessed only on the streaming thread.
    let destination: any ByteDestination
    private let onError: @Sendable (Int32) -> Void
    /// The offset of the next bytes, after a seek of the muxer.
    private var next: UInt64?
    private var hasFailed = false
    /// The bytes of a list of buffers; kept between lists for its capacity.
    private var chunk: [UInt8] = []

    init(_ destination: any ByteDestination, onError: @escaping @Sendable (Int32) -> Void) {
        self.destination = destination
        self.onError = onError
    }

    func move(to offset: UInt64) { next = offset }

    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if hasFailed { return false }
        var error: Int32 = 0
        if let next, destination.isSeekable { error = destination.seek(to: next) }
        next = nil
        if error == 0 { error = destination.write(bytes) }
        return report(error)
    }

    /// Writes the buffers at once: one write for each packet would cost more than the muxer.
    func write(_ list: OpaquePointer) -> Bool {
        chunk.removeAll(keepingCapacity: true)
        for index in 0..<gst_buffer_list_length(list) {
            guard let pointer = gst_buffer_list_get(list, index) else { continue }
            takeOver(pointer)
            guard append(pointer) else { return false }
        }
        return chunk.withUnsafeBytes { write($0) }
    }

    /// Maps the memory itself: mapping the buffer takes and returns three more references, for 188 bytes.
    private func append(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Bool {
        for index in 0..<gst_buffer_n_memory(buffer) {
            var info = GstMapInfo()
            guard let memory = gst_buffer_peek_memory(buffer, index),
                gst_memory_map(memory, &info, GST_MAP_READ) != 0
            else { return false }
            chunk.append(contentsOf: UnsafeRawBufferPointer(start: info.data, count: Int(info.size)))
            gst_memory_unmap(memory, &info)
        }
        return true
    }

    func end() {
        if !hasFailed { _ = report(destination.end()) }
    }

    private func report(_ error: Int32) -> Bool {
        hasFailed = error != 0
        if hasFailed { onError(error) }
        return !hasFailed
    }
}

private func writeSample(
    _ sink: UnsafeMutablePointer<GstAppSink>?, _ context: UnsafeMutableRawPointer?
) -> GstFlowReturn {
    guard let context, let sample = gst_app_sink_pull_sample(sink) else { return GST_FLOW_EOS }
    defer { psgst_sample_unref(sample) }
    let target = contextObject(context, as: ByteTarget.self)
    defer { handOver(context) }
    if let list = gst_sample_get_buffer_list(sample) {
        return target.write(list) ? GST_FLOW_OK : GST_FLOW_ERROR
    }
    guard let pointer = gst_sample_get_buffer(sample) else { return GST_FLOW_OK }
    takeOver(pointer)
    let isWritten = MediaBuffer(owning: psgst_buffer_ref(pointer)).withBytes { target.write($0) }
    return isWritten ?? false ? GST_FLOW_OK : GST_FLOW_ERROR
}

private func endStream(_ sink: UnsafeMutablePointer<GstAppSink>?, _ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    contextObject(context, as: ByteTarget.self).end()
    handOver(context)
}

/// Muxers query whether the sink is seekable, and seek with a bytes segment.
private func answerMuxer(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context else { return GST_PAD_PROBE_OK }
    let target = contextObject(context, as: ByteTarget.self)
    defer { handOver(context) }
    if let query = psgst_probe_query(info), psgst_query_is_seeking(query) != 0 {
        gst_query_set_seeking(query, GST_FORMAT_BYTES, target.destination.isSeekable ? 1 : 0, 0, -1)
        return GST_PAD_PROBE_HANDLED
    }
    if let event = psgst_probe_event(info), psgst_event_is_segment(event) != 0 {
        var segment: UnsafePointer<GstSegment>?
        gst_event_parse_segment(event, &segment)
        if let segment, segment.pointee.format == GST_FORMAT_BYTES { target.move(to: UInt64(segment.pointee.start)) }
    }
    return GST_PAD_PROBE_OK
}
