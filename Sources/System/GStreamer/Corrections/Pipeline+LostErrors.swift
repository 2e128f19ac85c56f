import CGStreamer

extension Correction {
    package static let lostDemuxerErrors = Correction(
        "lost-demuxer-errors", of: "parsebin", "An error that a demuxer reports while it is being set up is discarded.",
        test: "DecoderErrorTests.errors")
}

extension Pipeline {
    /// Whether a demuxer that reads a file by itself has stopped, at its end or after an error, which may be lost.
    package var hasStoppedDemuxer: Bool { Correction.lostDemuxerErrors.isOn && contains(where: isStoppedDemuxer) }
}

private func isStoppedDemuxer(_ element: UnsafeMutablePointer<GstElement>) -> Bool {
    guard let factory = gst_element_get_factory(element),
        let kind = gst_element_factory_get_metadata(factory, GST_ELEMENT_METADATA_KLASS),
        String(cString: kind).contains("Demux")
    else { return false }
    return isStopped(element)
}
