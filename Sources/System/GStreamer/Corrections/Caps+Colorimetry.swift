import CGStreamer

extension Correction {
    package static let unknownMatrix = Correction(
        "unknown-matrix", of: "videoconvert",
        "Video that signals its range and not its matrix is converted with wrong range and chroma.",
        test: "InputFormatTests.fullRange")

    package static let movieRange = Correction(
        "movie-range", of: "qtdemux", "The colours of a container lack full range, and decoders prefer them.",
        test: "MediaFileTests.ownRange")
}

/// Corrections of the colours that demuxers and decoders announce.
extension Caps {
    /// Coded video without the colours of its container, where the stream signals its own.
    package var withOwnColors: Caps {
        let hasOwn = ["video/x-h264", "video/x-h265"].contains(mediaType)
        return hasOwn && Correction.movieRange.isOn ? without("colorimetry") : self
    }

    /// Decoded video with a known matrix.
    ///
    /// A matrix that is not signalled is the one that GStreamer assumes for video that signals nothing: BT.601 up to
    /// 576 rows, BT.709 above.
    package var withKnownMatrix: Caps {
        guard Correction.unknownMatrix.isOn, mediaType == "video/x-raw",
            let text = text("colorimetry")
        else { return self }
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
