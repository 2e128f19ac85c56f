import CGStreamer
package import StudioCore

// A pipeline that still changes its state holds a lock until its sinks have changed theirs, and a sink with a full queue does
// not do that before a unit was taken. Whoever takes units must not wait for that lock, as seeking and stopping a pipeline
// do: both go to the sink's own pad first, and a flush lets the sink go.
extension SinkQueue {
    /// Goes to a place in the media, exactly, and drops what waits; what comes next begins there.
    ///
    /// - Returns: false for media that has no such place, or in which nothing can be found: it goes on as it was then.
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

    /// Takes nothing more from its pipeline, which can be stopped then, whatever it is about.
    package func close() {
        guard let pad = gst_element_get_static_pad(element.pointer, "sink") else { return }
        defer { gst_object_unref(pad) }
        gst_pad_send_event(pad, gst_event_new_flush_start())
    }
}
