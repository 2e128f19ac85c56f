import CGStreamer

/// The use of a stream that an element has found.
package enum StreamUse: Sendable {
    /// It is linked to a branch.
    case branch(Branch)
    /// It is read and discarded. The closure is called with each unit, and with `nil` at the end, on the streaming
    /// thread.
    case discarded(@Sendable (ObservedUnit?) -> Void)
    /// It is left unlinked. Its element stops with an error when no stream is linked.
    case refused
}

/// A stream that an element has found.
package struct FoundStream: Sendable {
    package let caps: Caps
    /// Its number in the file, as demuxers of files with a list of tracks report it; `nil` when unknown.
    package let trackNumber: Int?
}

extension Pipeline {
    /// Calls `use` with the caps of every stream that `element` finds.
    package func onStream(of element: Element, _ use: @escaping @Sendable (Caps) -> StreamUse) {
        onFoundStream(of: element) { use($0.caps) }
    }

    /// Calls `use` for every stream that `element` finds.
    ///
    /// It is called on a streaming thread. It must not retain the pipeline.
    package func onFoundStream(of element: Element, _ use: @escaping @Sendable (FoundStream) -> StreamUse) {
        let callback:
            @convention(c) (
                UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstPad>?, UnsafeMutableRawPointer?
            ) -> Void = streamFound
        let release: GClosureNotify = { context, _ in releaseContext(context) }
        g_signal_connect_data(
            element.pointer, "pad-added", unsafeBitCast(callback, to: GCallback.self),
            retainContext(StreamHandler(use)), release, GConnectFlags(rawValue: 0))
    }
}

private typealias StreamHandler = Handler<@Sendable (FoundStream) -> StreamUse>

private func streamFound(
    _ element: UnsafeMutablePointer<GstElement>?, _ pad: UnsafeMutablePointer<GstPad>?,
    _ context: UnsafeMutableRawPointer?
) {
    guard let element, let pad, let context, let parent = gst_object_get_parent(psgst_object(element)) else { return }
    defer { gst_object_unref(parent) }
    guard let caps = gst_pad_get_current_caps(pad) ?? gst_pad_query_caps(pad, nil) else { return }
    let handler = contextObject(context, as: StreamHandler.self)
    switch handler.body(FoundStream(caps: Caps(owning: caps), trackNumber: trackNumber(of: pad))) {
    case .branch(let branch): link(pad, to: branch, in: parent)
    case .discarded(let body): drop(from: pad, notifying: body)
    case .refused: break
    }
}

/// Demuxers end a stream's identifier with the number of the track, and some with another number behind a colon.
func trackNumber(of pad: UnsafeMutablePointer<GstPad>) -> Int? {
    guard let identifier = gst_pad_get_stream_id(pad) else { return nil }
    defer { g_free(identifier) }
    return String(cString: identifier).split(separator: "/").last?.split(separator: ":").first.flatMap { Int($0) }
}

private func link(_ pad: UnsafeMutablePointer<GstPad>, to branch: Branch, in parent: UnsafeMutablePointer<GstObject>) {
    gst_bin_add(psgst_bin(parent), branch.pointer)
    // Set to playing before it is linked, so that the first data finds it ready.
    gst_element_sync_state_with_parent(branch.pointer)
    guard let input = gst_element_get_static_pad(branch.pointer, "sink") else { return }
    defer { gst_object_unref(input) }
    gst_pad_link(pad, input)
}

/// A sink would wait in the middle of a state change, together with the demuxer, for a branch that waits for the
/// demuxer.
private func drop(
    from pad: UnsafeMutablePointer<GstPad>, notifying body: @escaping @Sendable (ObservedUnit?) -> Void
) {
    gst_pad_add_probe(
        pad, GST_PAD_PROBE_TYPE_DATA_DOWNSTREAM, dropUnit, retainContext(DiscardHandler(body)), releaseContext)
}

private typealias DiscardHandler = Handler<@Sendable (ObservedUnit?) -> Void>

private func dropUnit(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context else { return GST_PAD_PROBE_OK }
    let handler = contextObject(context, as: DiscardHandler.self)
    if let event = psgst_probe_event(info) {
        if psgst_event_is_end(event) != 0 { handler.body(nil) }
        return GST_PAD_PROBE_OK
    }
    if let buffer = psgst_probe_buffer(info) { handler.body(ObservedUnit(buffer)) }
    return GST_PAD_PROBE_DROP
}
