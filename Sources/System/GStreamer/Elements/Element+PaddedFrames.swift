import CGStreamer

extension Element {
    /// Takes video frames with the padding and the cropping that their decoder gives them, and describes in their metadata. A
    /// decoder that gets no such answer copies each frame.
    ///
    /// Call it for sinks whose frames are read by ``VideoInfo``.
    ///
    /// - Throws: an error when the element has no static sink pad.
    package func takePaddedFrames() throws(GStreamerError) {
        try probeInput(GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, answerAllocation)
    }
}

private func answerAllocation(_ pad: ProbePad, _ info: ProbeInfo, _ context: ProbeContext) -> GstPadProbeReturn {
    guard let info, let query = psgst_probe_query(info), psgst_query_is_allocation(query) != 0 else {
        return GST_PAD_PROBE_OK
    }
    gst_query_add_allocation_meta(query, gst_video_meta_api_get_type(), nil)
    return GST_PAD_PROBE_HANDLED
}
