import CGStreamer
package import StudioCore
import StudioRuntime

/// A GStreamer pipeline.
package final class Pipeline: @unchecked Sendable {
    // Safety: pipelines have their own locks; only one owner at a time changes the state.
    private let pointer: UnsafeMutablePointer<GstElement>
    private let bus: UnsafeMutablePointer<GstBus>
    private let descriptors: DescriptorReservation
    private let filter = MessageFilter()
    /// The name of its file, for people.
    package let name: String

    /// The descriptors of a pipeline's bus, sources and sinks.
    private static let descriptorCount = 6

    /// Builds a pipeline from gst-launch text.
    ///
    /// - Parameter name: the name of its file, for people.
    /// - Throws: a ``GStreamerError`` for text that does not parse, for missing elements, by name, and when no
    ///   descriptors are left. GStreamer alone would return a partial graph.
    package init(_ text: String, named name: String = "pipeline") throws(GStreamerError) {
        self.name = name
        try GStreamerRuntime.start()
        descriptors = try DescriptorReservation(Self.descriptorCount)
        let context = gst_parse_context_new()
        defer { gst_parse_context_free(context) }
        var error: UnsafeMutablePointer<GError>?
        let parsed = gst_parse_launch_full(text, context, GST_PARSE_FLAG_FATAL_ERRORS, &error)
        guard error == nil, let parsed else {
            if let parsed { gst_object_unref(parsed) }
            var failure = GStreamerError(taking: error, source: "pipeline")
            // The context lists elements after other errors as well: in `fakesrc nosuch=1`, fakesrc is not missing.
            if failure.domain == .parse, failure.code == Int32(GST_PARSE_ERROR_NO_SUCH_ELEMENT.rawValue) {
                failure.missingElements = Self.missingElements(context)
            }
            throw failure
        }
        // Parsing returns a floating reference, and a bare element if the text contains only one.
        gst_object_ref_sink(parsed)
        guard psgst_is_bin(parsed) != 0, let bus = gst_element_get_bus(parsed) else {
            gst_object_unref(parsed)
            throw GStreamerError(.parse, source: "pipeline", message: "the text is not a pipeline")
        }
        pointer = parsed
        self.bus = bus
        gst_bus_set_sync_handler(bus, filterMessages, retainContext(filter), releaseContext)
    }

    deinit {
        RunningPipelines.remove(ObjectIdentifier(self))
        gst_element_set_state(pointer, GST_STATE_NULL)
        gst_bus_set_sync_handler(bus, nil, nil, nil)
        gst_object_unref(bus)
        gst_object_unref(pointer)
    }

    private static func missingElements(_ context: OpaquePointer?) -> [String] {
        guard let names = gst_parse_context_get_missing_elements(context) else { return [] }
        defer { g_strfreev(names) }
        var result: [String] = []
        var next = names
        while let name = next.pointee {
            result.append(String(cString: name))
            next += 1
        }
        return result
    }

    /// The element with this name.
    package func element(_ name: String) throws(GStreamerError) -> Element {
        guard let element = gst_bin_get_by_name(psgst_bin(pointer), name) else {
            throw GStreamerError(.library, source: "pipeline", message: "no element is named '\(name)'")
        }
        return Element(owning: element)
    }

    /// The element with this name, or `nil`.
    package func optionalElement(_ name: String) -> Element? {
        gst_bin_get_by_name(psgst_bin(pointer), name).map { Element(owning: $0) }
    }

    /// Calls `body` for each error on the thread that reports it, before the failed element is stopped. Set it once,
    /// before the pipeline starts.
    package func onError(_ body: @escaping @Sendable () -> Void) {
        filter.onError.set(body)
    }

    /// Whether an element at any depth satisfies a condition.
    func contains(where isWanted: (UnsafeMutablePointer<GstElement>) -> Bool) -> Bool {
        guard let elements = gst_bin_iterate_recurse(psgst_bin(pointer)) else { return false }
        defer { gst_iterator_free(elements) }
        var item = GValue()
        defer { g_value_unset(&item) }
        while gst_iterator_next(elements, &item) == GST_ITERATOR_OK {
            let isFound = g_value_get_object(&item).map { isWanted($0.assumingMemoryBound(to: GstElement.self)) }
            g_value_reset(&item)
            if isFound == true { return true }
        }
        return false
    }

    /// What it consists of, in the language of Graphviz, with all secrets; `nil` when GStreamer was built without it. No
    /// value is shortened: a part of one could not be recognised.
    var dot: String? {
        let parts = [
            GST_DEBUG_GRAPH_SHOW_MEDIA_TYPE, GST_DEBUG_GRAPH_SHOW_CAPS_DETAILS, GST_DEBUG_GRAPH_SHOW_NON_DEFAULT_PARAMS,
            GST_DEBUG_GRAPH_SHOW_STATES, GST_DEBUG_GRAPH_SHOW_FULL_PARAMS,
        ]
        let details = GstDebugGraphDetails(rawValue: parts.reduce(0) { $0 | $1.rawValue })
        guard let text = gst_debug_bin_to_dot_data(psgst_bin(pointer), details) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Connects a handler to a signal of the pipeline.
    func connect(
        _ signal: String, _ callback: GCallback, _ context: UnsafeMutableRawPointer, _ release: @escaping GClosureNotify
    ) {
        g_signal_connect_data(pointer, signal, callback, context, release, GConnectFlags(rawValue: 0))
    }

    /// Starts the pipeline. Elements connect and open files now; later failures are reported on the bus.
    package func play() throws(GStreamerError) {
        defer { descriptors.release() }
        guard gst_element_set_state(pointer, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE else {
            if case .error(let error)? = nextMessage(seconds: 0, errorsOnly: true) { throw error }
            throw GStreamerError(.core, source: "pipeline", message: "cannot start")
        }
        RunningPipelines.add(self)
    }

    /// Stops the pipeline. It waits for elements in system calls; never call it from a streaming thread.
    package func stop() {
        RunningPipelines.remove(ObjectIdentifier(self))
        gst_element_set_state(pointer, GST_STATE_NULL)
    }

    /// A message of the bus.
    package enum Message: Hashable, Sendable {
        case error(GStreamerError)
        case warning(GStreamerError)
        /// Every sink has processed the end of its stream.
        case end
        /// `wake` was called.
        case wake
    }

    /// The next message; waits at most `seconds`.
    package func nextMessage(seconds: Double) -> Message? {
        nextMessage(seconds: seconds, errorsOnly: false)
    }

    /// Whether a message is queued.
    package var hasMessages: Bool { gst_bus_have_pending(bus) != 0 }

    /// Ends a wait in `nextMessage` on another thread.
    package func wake() {
        gst_bus_post(bus, gst_message_new_application(nil, gst_structure_new_empty("psstudio-wake")))
    }

    /// The duration in the containers; `nil` when unknown.
    package var duration: MediaTime? {
        var duration: gint64 = 0
        guard gst_element_query_duration(pointer, GST_FORMAT_TIME, &duration) != 0, duration > 0 else { return nil }
        return MediaTime(nanoseconds: Int64(duration))
    }

    /// Posts an error, which `nextMessage` returns like an element's error.
    package func fail(_ error: GStreamerError) {
        let text = g_error_new_literal(gst_core_error_quark(), Int32(GST_CORE_ERROR_FAILED.rawValue), error.description)
        defer { g_error_free(text) }
        gst_bus_post(bus, gst_message_new_error(nil, text, nil))
    }

    private func nextMessage(seconds: Double, errorsOnly: Bool) -> Message? {
        var types = GST_MESSAGE_ERROR.rawValue
        if !errorsOnly {
            types |= GST_MESSAGE_WARNING.rawValue | GST_MESSAGE_EOS.rawValue | GST_MESSAGE_APPLICATION.rawValue
        }
        let timeout = GstClockTime(min(max(0, seconds), 1e9) * 1e9)
        guard let message = gst_bus_timed_pop_filtered(bus, timeout, GstMessageType(rawValue: types)) else {
            return nil
        }
        defer { psgst_message_unref(message) }
        switch psgst_message_type(message) {
        case GST_MESSAGE_EOS: return .end
        case GST_MESSAGE_ERROR:
            var error = Self.error(of: message, parse: gst_message_parse_error)
            let flow = Self.flow(of: message)
            error.isOfFormat = flow == GST_FLOW_NOT_NEGOTIATED
            error.isOfLink = flow == GST_FLOW_NOT_LINKED
            return .error(error)
        case GST_MESSAGE_WARNING: return .warning(Self.error(of: message, parse: gst_message_parse_warning))
        default: return .wake
        }
    }

    /// The result of the push that an element reports as an error; `nil` for other errors.
    private static func flow(of message: UnsafeMutablePointer<GstMessage>) -> GstFlowReturn? {
        var details: UnsafePointer<GstStructure>?
        gst_message_parse_error_details(message, &details)
        var flow: Int32 = 0
        guard let details, gst_structure_get_int(details, "flow-return", &flow) != 0 else { return nil }
        return GstFlowReturn(rawValue: flow)
    }

    private typealias Parse = (
        UnsafeMutablePointer<GstMessage>?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?,
        UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?
    ) -> Void

    private static func error(of message: UnsafeMutablePointer<GstMessage>, parse: Parse) -> GStreamerError {
        var error: UnsafeMutablePointer<GError>?
        parse(message, &error, nil)
        let source = psgst_message_source(message).map { String(cString: psgst_object_name($0)) } ?? "pipeline"
        return GStreamerError(taking: error, source: source)
    }
}

/// Discards messages that are never read: elements such as `level` post many, and the bus is unbounded.
private final class MessageFilter: Sendable {
    let onError = Lock<(@Sendable () -> Void)?>(nil)
}

private func filterMessages(
    _ bus: UnsafeMutablePointer<GstBus>?, _ message: UnsafeMutablePointer<GstMessage>?, _ context: gpointer?
) -> GstBusSyncReply {
    guard let message, let context else { return GST_BUS_PASS }
    switch psgst_message_type(message) {
    case GST_MESSAGE_ERROR:
        contextObject(context, as: MessageFilter.self).onError.withLock { $0 }?()
        return GST_BUS_PASS
    case GST_MESSAGE_WARNING, GST_MESSAGE_EOS, GST_MESSAGE_APPLICATION:
        return GST_BUS_PASS
    default:
        psgst_message_unref(message)
        return GST_BUS_DROP
    }
}
