import CGStreamer

/// Corrections of the colours that decoders announce.
extension Caps {
    /// Decoded video with a known matrix.
    ///
    /// Streams often signal their range and not their matrix. GStreamer 1.22 leaves such a matrix unknown, and then
    /// converts neither range nor chroma correctly. It gets the matrix that GStreamer assumes for video that signals
    /// nothing: BT.601 up to 576 rows, BT.709 above.
    package var withKnownMatrix: Caps {
        guard mediaType == "video/x-raw", let text = text("colorimetry") else { return self }
        var signalled = GstVideoColorimetry()
        guard gst_video_colorimetry_from_string(&signalled, text) != 0,
            signalled.matrix == GST_VIDEO_COLOR_MATRIX_UNKNOWN, var assumed = VideoInfo(without("colorimetry"))?.colors
        else { return self }
        if signalled.range != GST_VIDEO_COLOR_RANGE_UNKNOWN { assumed.range = signalled.range }
        if signalled.transfer != GST_VIDEO_TRANSFER_UNKNOWN { assumed.transfer = signalled.transfer }
        if signalled.primaries != GST_VIDEO_COLOR_PRIMARIES_UNKNOWN { assumed.primaries = signalled.primaries }
        guard let name = gst_video_colorimetry_to_string(&assumed) else { return self }
        defer { g_free(name) }
        return with("colorimetry", String(cString: name))
    }
}
