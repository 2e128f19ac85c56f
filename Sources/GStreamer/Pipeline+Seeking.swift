import CGStreamer
package import StudioCore

extension Pipeline {
    /// Goes to a place in the media, exactly, and drops what waits; what comes next begins there.
    ///
    /// - Returns: false for media that has no such place, or in which nothing can be found: it goes on as it was then.
    package func seek(to time: MediaTime) -> Bool {
        let flags = GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue
        return gst_element_seek_simple(
            element, GST_FORMAT_TIME, GstSeekFlags(rawValue: flags), Int(time.nanoseconds)) != 0
    }
}
