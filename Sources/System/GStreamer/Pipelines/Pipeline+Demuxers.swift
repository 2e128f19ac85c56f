import CGStreamer

extension Pipeline {
    /// Whether what reads the file has stopped: a demuxer that reads by itself, or what finds the type and feeds a demuxer.
    package var hasStoppedReader: Bool { contains { isStopped($0) } }

    /// Whether it reads an MPEG transport stream.
    package var hasTransportDemuxer: Bool { contains(where: isTransportDemuxer) }
}

private func isTransportDemuxer(_ element: UnsafeMutablePointer<GstElement>) -> Bool {
    guard let factory = gst_element_get_factory(element),
        let name = gst_element_factory_get_metadata(factory, GST_ELEMENT_METADATA_LONGNAME)
    else { return false }
    return String(cString: name) == "MPEG transport stream demuxer"
}

/// Only what pulls from the element before it has a task at its sink pad.
func isStopped(_ element: UnsafeMutablePointer<GstElement>) -> Bool {
    guard let pad = gst_element_get_static_pad(element, "sink") else { return false }
    defer { gst_object_unref(pad) }
    return gst_pad_get_task_state(pad) == GST_TASK_PAUSED
}
