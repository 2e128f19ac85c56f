import CGStreamer
import StudioRuntime

/// The number of units in the queue of a sink. The streaming thread waits for space before it enters the sink.
///
/// A sink that waits for space itself holds a lock meanwhile that state changes need: a consumer that starts its
/// pipeline would wait for the lock, and the sink for the consumer.
final class QueueLevel: Sendable {
    private struct State {
        var units = 0
        var hasLast = false
        var isFlushing = false
        var isClosed = false
    }

    private let capacity: Int
    private let state = Monitor(State())

    /// - Parameter capacity: the maximum number of units; 0 for no limit.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Whether the stream has ended; some units may still be queued.
    var hasLast: Bool { state.withLock { $0.hasLast } }

    /// Counts the units of an appsink from now on.
    func attach(to sink: UnsafeMutablePointer<GstAppSink>, pad: UnsafeMutablePointer<GstPad>) {
        var callbacks = GstAppSinkCallbacks()
        callbacks.new_sample = noteUnit
        gst_app_sink_set_callbacks(sink, &callbacks, retainContext(self), releaseContext)
        let types = [
            GST_PAD_PROBE_TYPE_BUFFER, GST_PAD_PROBE_TYPE_BUFFER_LIST, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
            GST_PAD_PROBE_TYPE_EVENT_FLUSH,
        ]
        let type = GstPadProbeType(rawValue: types.reduce(0) { $0 | $1.rawValue })
        gst_pad_add_probe(pad, type, admit, retainContext(self), releaseContext)
    }

    /// A unit was taken out of the queue.
    func noteTaken() { state.update { $0.units -= 1 } }

    /// Discards all later units, and ends a wait for space.
    func close() { state.update { $0.isClosed = true } }

    /// A unit was added. The consumer may have taken it already.
    fileprivate func noteAdded() { state.withLock { $0.units += 1 } }

    /// Waits for space; false when the unit is to be discarded.
    fileprivate func waitForSpace() -> Bool {
        let hasSpace = state.wait { state -> Bool? in
            if state.isClosed || state.isFlushing { return false }
            return capacity == 0 || state.units < capacity ? true : nil
        }
        return hasSpace ?? false
    }

    fileprivate func note(_ event: UnsafeMutablePointer<GstEvent>) {
        state.update { state in
            if psgst_event_is_end(event) != 0 { state.hasLast = true }
            if psgst_event_is_flush_start(event) != 0 { state.isFlushing = true }
            // The sink discards its queue as well.
            if psgst_event_is_flush_stop(event) != 0 {
                (state.units, state.hasLast, state.isFlushing) = (0, false, false)
            }
        }
    }
}

private func admit(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let context else { return GST_PAD_PROBE_OK }
    let level = contextObject(context, as: QueueLevel.self)
    if let event = psgst_probe_event(info) {
        level.note(event)
        return GST_PAD_PROBE_OK
    }
    return level.waitForSpace() ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
}

private func noteUnit(_ sink: UnsafeMutablePointer<GstAppSink>?, _ context: UnsafeMutableRawPointer?) -> GstFlowReturn {
    guard let context else { return GST_FLOW_OK }
    contextObject(context, as: QueueLevel.self).noteAdded()
    return GST_FLOW_OK
}
