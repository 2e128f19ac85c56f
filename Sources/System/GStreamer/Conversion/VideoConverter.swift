import CGStreamer
package import StudioCore

/// Converts frames between two layouts: scales, rearranges the samples, converts YUV to BGRA, and another matrix to
/// BT.709.
///
/// It calls GStreamer's conversion directly, without a pipeline and without a thread. It does not convert between two
/// ranges of YUV, because GStreamer 1.22 changes only the label then; ``RangeConversion`` does. Used by one thread at a
/// time.
package final class VideoConverter: @unchecked Sendable {
    // Safety: the owner serialises the calls of `convert`; everything else is immutable.
    private let converter: OpaquePointer
    private let source: UnsafeMutablePointer<GstVideoInfo>
    private let target: UnsafeMutablePointer<GstVideoInfo>

    /// - Parameters:
    ///   - source: the layout of the frames to convert.
    ///   - target: the layout of the results.
    ///   - range: the range of YUV samples on both sides; BGRA has full range.
    ///   - matrix: the matrix of the frames to convert; that of the results is BT.709.
    /// - Returns: `nil` when GStreamer cannot be started, or has no such conversion.
    package init?(
        from source: FrameLayout, to target: FrameLayout, range: VideoRange, matrix: ColorMatrix = .bt709
    ) {
        guard (try? GStreamerRuntime.start()) != nil, let from = Self.info(source, range, matrix) else { return nil }
        guard let to = Self.info(target, range, .bt709) else {
            gst_video_info_free(from)
            return nil
        }
        let taps = Self.maximumTaps(from: source, to: target)
        guard let converter = gst_video_converter_new(from, to, psgst_linear_scaling(taps)) else {
            gst_video_info_free(from)
            gst_video_info_free(to)
            return nil
        }
        (self.converter, self.source, self.target) = (converter, from, to)
    }

    deinit {
        gst_video_converter_free(converter)
        gst_video_info_free(source)
        gst_video_info_free(target)
    }

    /// Converts a frame. Returns false when a buffer cannot be mapped, or is smaller than its layout.
    package func convert(_ input: borrowing MediaBuffer, into output: borrowing MediaBuffer) -> Bool {
        var (from, to) = (GstVideoFrame(), GstVideoFrame())
        guard gst_video_frame_map(&from, source, input.pointer, GST_MAP_READ) != 0 else { return false }
        defer { gst_video_frame_unmap(&from) }
        guard gst_video_frame_map(&to, target, output.pointer, GST_MAP_WRITE) != 0 else { return false }
        defer { gst_video_frame_unmap(&to) }
        gst_video_converter_frame(converter, &from, &to)
        return true
    }

    /// Two samples, as `videoconvertscale` uses. A frame of less than half the size needs more, because details between
    /// the two would be skipped. The library's own default, cubic, costs 1.8 times as much.
    private static func maximumTaps(from source: FrameLayout, to target: FrameLayout) -> Int32 {
        2 * target.width >= source.width && 2 * target.height >= source.height ? 2 : 128
    }

    private static func info(
        _ layout: FrameLayout, _ range: VideoRange, _ matrix: ColorMatrix
    ) -> UnsafeMutablePointer<GstVideoInfo>? {
        guard let width = UInt32(exactly: layout.width), let height = UInt32(exactly: layout.height),
            let info = gst_video_info_new()
        else { return nil }
        guard gst_video_info_set_format(info, layout.format.gstreamer, width, height) != 0 else {
            gst_video_info_free(info)
            return nil
        }
        for (index, plane) in layout.planes.enumerated() {
            psgst_video_set_plane(info, UInt32(index), UInt(plane.offset), Int32(plane.stride))
        }
        info.pointee.size = UInt(layout.byteCount)
        info.pointee.colorimetry.primaries = GST_VIDEO_COLOR_PRIMARIES_BT709
        info.pointee.colorimetry.transfer = GST_VIDEO_TRANSFER_BT709
        let isRGB = layout.format == .bgra
        info.pointee.colorimetry.matrix = isRGB ? GST_VIDEO_COLOR_MATRIX_RGB : matrix.gstreamer
        let isFull = isRGB || range == .full
        info.pointee.colorimetry.range = isFull ? GST_VIDEO_COLOR_RANGE_0_255 : GST_VIDEO_COLOR_RANGE_16_235
        return info
    }
}

extension ColorMatrix {
    fileprivate var gstreamer: GstVideoColorMatrix {
        switch self {
        case .bt709: GST_VIDEO_COLOR_MATRIX_BT709
        case .bt601: GST_VIDEO_COLOR_MATRIX_BT601
        case .bt2020: GST_VIDEO_COLOR_MATRIX_BT2020
        }
    }
}

extension PixelFormat {
    fileprivate var gstreamer: GstVideoFormat {
        switch self {
        case .i420: GST_VIDEO_FORMAT_I420
        case .nv12: GST_VIDEO_FORMAT_NV12
        case .bgra: GST_VIDEO_FORMAT_BGRA
        }
    }
}
