import CGStreamer
import StudioRuntime

extension Element {
    /// Names the format of a stream that this element, a source, reads, if the stream begins with certain bytes.
    ///
    /// The caps precede the first buffer and its segment, which is held until then.
    ///
    /// - Parameters:
    ///   - caps: the name.
    ///   - beginning: the bytes.
    package func nameStream(_ caps: Caps, beginningWith beginning: [UInt8]) {
        guard let pad = gst_element_get_static_pad(pointer, "src") else { return }
        defer { gst_object_unref(pad) }
        let name = StreamName(caps, beginning)
        gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, holdSegment, retainContext(name), releaseContext)
        gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, sendName, retainContext(name), releaseContext)
    }
}

private final class StreamName: @unchecked Sendable {
    // Safety: the segment is used under the lock, or by the thread that took it.
    private struct State {
        var segment: UnsafeMutablePointer<GstEvent>?
        var hasBegun = false
    }

    let caps: Caps
    let beginning: [UInt8]
    private let state = Lock(State())

    init(_ caps: Caps, _ beginning: [UInt8]) {
        (self.caps, self.beginning) = (caps, beginning)
    }

    deinit {
        if let segment = state.withLock({ $0.segment }) { psgst_event_unref(segment) }
    }

    /// Whether the segment is held.
    func holds(_ segment: UnsafeMutablePointer<GstEvent>) -> Bool {
        state.withLock { state in
            guard !state.hasBegun else { return false }
            if let former = state.segment { psgst_event_unref(former) }
            state.segment = psgst_event_ref(segment)
            return true
        }
    }

    /// The held segment, which the caller owns.
    func begin() -> UnsafeMutablePointer<GstEvent>? {
        state.withLock { state in
            state.hasBegun = true
            return state.segment.take()
        }
    }
}

private func holdSegment(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context, let event = psgst_probe_event(info), psgst_event_is_segment(event) != 0 else {
        return GST_PAD_PROBE_OK
    }
    return contextObject(context, as: StreamName.self).holds(event) ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK
}

private func sendName(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let pad, let info, let context, let buffer = psgst_probe_buffer(info), let peer = gst_pad_get_peer(pad)
    else { return GST_PAD_PROBE_OK }
    defer { gst_object_unref(peer) }
    let name = contextObject(context, as: StreamName.self)
    var bytes = [UInt8](repeating: 0, count: name.beginning.count)
    let count = gst_buffer_extract(buffer, 0, &bytes, UInt(bytes.count))
    if Int(count) == bytes.count, bytes == name.beginning {
        gst_pad_send_event(peer, gst_event_new_caps(name.caps.pointer))
    }
    if let segment = name.begin() { gst_pad_send_event(peer, segment) }
    return GST_PAD_PROBE_REMOVE
}
