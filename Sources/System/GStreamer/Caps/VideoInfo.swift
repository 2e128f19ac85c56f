import CGStreamer
package import StudioCore

/// The format and plane layout of raw video.
package final class VideoInfo: @unchecked Sendable {
    // Safety: immutable after creation.
    private let pointer: UnsafeMutablePointer<GstVideoInfo>
    /// The original caps.
    package let caps: Caps

    /// - Returns: `nil` for caps that do not describe raw video.
    package init?(_ caps: Caps) {
        pointer = gst_video_info_new()
        self.caps = caps
        // GStreamer asserts on caps with alternatives, and accepts coded video as well.
        guard gst_caps_is_fixed(caps.pointer) != 0, caps.mediaType == "video/x-raw",
            gst_video_info_from_caps(pointer, caps.pointer) != 0
        else { return nil }
    }

    deinit {
        gst_video_info_free(pointer)
    }

    /// A plane in a mapped buffer.
    package struct Plane {
        package let bytes: UnsafeRawBufferPointer
        package let stride: Int

        package init(bytes: UnsafeRawBufferPointer, stride: Int) {
            (self.bytes, self.stride) = (bytes, stride)
        }
    }

    package var width: Int { Int(pointer.pointee.width) }
    package var height: Int { Int(pointer.pointee.height) }

    /// The pixel aspect ratio.
    package var pixelAspect: Double {
        guard pointer.pointee.par_n > 0, pointer.pointee.par_d > 0 else { return 1 }
        return Double(pointer.pointee.par_n) / Double(pointer.pointee.par_d)
    }

    /// Frames per second; `nil` for a variable frame rate.
    package var rate: Rate? {
        Rate(Int64(psgst_video_fps_n(pointer)), over: Int64(psgst_video_fps_d(pointer)))
    }

    /// Whether the video is interlaced, at least in some frames.
    package var isInterlaced: Bool { pointer.pointee.interlace_mode != GST_VIDEO_INTERLACE_MODE_PROGRESSIVE }

    /// Whether samples have full range; the default depends on the format.
    package var range: VideoRange {
        switch pointer.pointee.colorimetry.range {
        case GST_VIDEO_COLOR_RANGE_0_255: .full
        case GST_VIDEO_COLOR_RANGE_16_235: .limited
        default: psgst_video_is_rgb(pointer) != 0 ? .full : .limited
        }
    }

    /// Whether its samples are BT.709 YCbCr, so that only layout and range may differ from the output.
    package var isBT709: Bool { pointer.pointee.colorimetry.matrix == GST_VIDEO_COLOR_MATRIX_BT709 }

    /// Whether its samples are BT.2020 YCbCr.
    package var isBT2020: Bool { pointer.pointee.colorimetry.matrix == GST_VIDEO_COLOR_MATRIX_BT2020 }

    /// Range, matrix, transfer and primaries.
    var colors: GstVideoColorimetry { pointer.pointee.colorimetry }

    /// Range, matrix, transfer and primaries in caps syntax.
    package var colorimetry: String {
        guard let text = gst_video_colorimetry_to_string(&pointer.pointee.colorimetry) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// The transfer function of the samples.
    package enum Transfer: Hashable, Sendable {
        /// Standard dynamic range.
        case standard
        /// SMPTE ST 2084.
        case perceptualQuantizer
        /// ARIB STD-B67.
        case hybridLogGamma
    }

    package var transfer: Transfer {
        switch pointer.pointee.colorimetry.transfer {
        case GST_VIDEO_TRANSFER_SMPTE2084: .perceptualQuantizer
        case GST_VIDEO_TRANSFER_ARIB_STD_B67: .hybridLogGamma
        default: .standard
        }
    }

    /// Reads the planes of an 8-bit 4:2:0 frame in the order Y, U, V, regardless of the format's own order; they are
    /// valid only inside `body`. `nil` when the buffer cannot be mapped or has another format.
    package func withPlanes<Result>(
        of buffer: borrowing MediaBuffer, _ body: (_ y: Plane, _ u: Plane, _ v: Plane) -> Result
    ) -> Result? {
        withPlanes(of: buffer, GST_VIDEO_FORMAT_I420, sampleBytes: 1, body)
    }

    /// The same for 10-bit frames: each sample has two bytes, little-endian.
    package func withDeepPlanes<Result>(
        of buffer: borrowing MediaBuffer, _ body: (_ y: Plane, _ u: Plane, _ v: Plane) -> Result
    ) -> Result? {
        withPlanes(of: buffer, GST_VIDEO_FORMAT_I420_10LE, sampleBytes: 2, body)
    }

    private func withPlanes<Result>(
        of buffer: borrowing MediaBuffer, _ format: GstVideoFormat, sampleBytes: Int,
        _ body: (_ y: Plane, _ u: Plane, _ v: Plane) -> Result
    ) -> Result? {
        var frame = GstVideoFrame()
        guard gst_video_frame_map(&frame, pointer, buffer.pointer, GST_MAP_READ) != 0 else { return nil }
        defer { gst_video_frame_unmap(&frame) }
        guard psgst_frame_format(&frame) == format else { return nil }
        func plane(_ number: UInt32, width: Int, height: Int) -> Plane {
            let stride = Int(psgst_frame_stride(&frame, number))
            let start = psgst_frame_plane(&frame, number)
            // The last row may end with its last sample.
            let bytes = UnsafeRawBufferPointer(start: start, count: stride * (height - 1) + width * sampleBytes)
            return Plane(bytes: bytes, stride: stride)
        }
        let (chromaWidth, chromaHeight) = ((width + 1) / 2, (height + 1) / 2)
        return body(
            plane(0, width: width, height: height), plane(1, width: chromaWidth, height: chromaHeight),
            plane(2, width: chromaWidth, height: chromaHeight))
    }
}
