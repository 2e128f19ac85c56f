import CGStreamer
package import StudioCore

// During a state change, a pipeline holds a lock until its sinks have changed state, and a sink with a full queue does
// not do that before a unit was taken. The consumer must not wait for that lock, as seeking and stopping a pipeline do.
// Both are sent to the sink's own pad first; a flush releases the sink.
extension SinkQueue {
    /// Seeks accurately and discards queued units; the next unit starts at `time`.
    ///
    /// - Returns: false when the media is not seekable or does not contain `time`; playback then continues unchanged.
    package func seek(to time: MediaTime) -> Bool {
        guard let pad = gst_element_get_static_pad(element.pointer, "sink") else { return false }
        defer { gst_object_unref(pad) }
        let flags = GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue
        let seek = gst_event_new_seek(
            1, GST_FORMAT_TIME, GstSeekFlags(rawValue: flags), GST_SEEK_TYPE_SET, gint64(time.nanoseconds),
            GST_SEEK_TYPE_NONE,
            -1)
        return gst_pad_push_event(pad, seek) != 0
    }

    /// Takes no more units from its pipeline, which can then be stopped in any state.
    package func close() {
        guard let pad = gst_element_get_static_pad(element.pointer, "sink") else { return }
        defer { gst_object_unref(pad) }
        gst_pad_send_event(pad, gst_event_new_flush_start())
    }
}
