import CGStreamer
package import StudioCore

/// The fields of the first structure.
extension Caps {
    private var structure: UnsafeMutablePointer<GstStructure>? {
        gst_caps_get_size(pointer) > 0 ? gst_caps_get_structure(pointer, 0) : nil
    }

    /// `video/x-h264`, `audio/mpeg` …
    package var mediaType: String {
        structure.flatMap { gst_structure_get_name($0) }.map { String(cString: $0) } ?? ""
    }

    /// An integer; `nil` when the field is missing or not an integer.
    package func integer(_ field: String) -> Int? {
        var value: Int32 = 0
        guard let structure, gst_structure_get_int(structure, field, &value) != 0 else { return nil }
        return Int(value)
    }

    /// An unsigned integer; `nil` when the field is missing or of another type.
    package func unsigned(_ field: String) -> Int? {
        var value: UInt32 = 0
        guard let structure, gst_structure_get_uint(structure, field, &value) != 0 else { return nil }
        return Int(value)
    }

    /// A string; `nil` when the field is missing or not a string.
    package func text(_ field: String) -> String? {
        structure.flatMap { gst_structure_get_string($0, field) }.map { String(cString: $0) }
    }

    /// A rate; `nil` when the field is missing or zero, which means variable.
    package func rate(_ field: String) -> Rate? {
        var (numerator, denominator): (Int32, Int32) = (0, 0)
        guard let structure, gst_structure_get_fraction(structure, field, &numerator, &denominator) != 0 else {
            return nil
        }
        return Rate(Int64(numerator), over: Int64(denominator))
    }

    /// The bytes of a buffer, such as `codec_data`; `nil` when the field is missing or not a buffer.
    package func bytes(_ field: String) -> [UInt8]? {
        guard let structure, let value = gst_structure_get_value(structure, field),
            value.pointee.g_type == gst_buffer_get_type(), let boxed = g_value_get_boxed(value)
        else { return nil }
        let buffer = MediaBuffer(owning: psgst_buffer_ref(boxed.assumingMemoryBound(to: GstBuffer.self)))
        return buffer.withBytes { Array($0) }
    }

    /// The caps with a field that contains a buffer with these bytes.
    package func with(_ field: String, bytes: [UInt8]) -> Caps {
        guard let copy = gst_caps_copy(pointer), let buffer = MediaBuffer(copying: bytes) else { return self }
        var value = GValue()
        g_value_init(&value, gst_buffer_get_type())
        g_value_take_boxed(&value, buffer.release())
        if gst_caps_get_size(copy) > 0 { gst_structure_take_value(gst_caps_get_structure(copy, 0), field, &value) }
        return Caps(owning: copy)
    }

    /// Whether the channels of raw audio have positions; `false` when they are only numbered.
    package var hasChannelPositions: Bool {
        guard let structure, let value = gst_structure_get_value(structure, "channel-mask") else { return false }
        return psgst_value_bitmask(value) != 0
    }

    /// The caps with an empty mask of channel positions: the channels are only numbered. Elements reject caps without a mask.
    package var withoutChannelPositions: Caps {
        guard let copy = gst_caps_copy(pointer), gst_caps_get_size(copy) > 0 else { return self }
        psgst_structure_set_bitmask(gst_caps_get_structure(copy, 0), "channel-mask", 0)
        return Caps(owning: copy)
    }

    /// The caps without a field.
    package func without(_ field: String) -> Caps {
        // A copy is not shared, so it may be modified.
        guard let copy = gst_caps_copy(pointer) else { return self }
        if gst_caps_get_size(copy) > 0 { gst_structure_remove_field(gst_caps_get_structure(copy, 0), field) }
        return Caps(owning: copy)
    }

    /// The caps with a string in a field.
    package func with(_ field: String, _ text: String) -> Caps {
        guard let copy = gst_caps_copy(pointer) else { return self }
        var value = GValue()
        g_value_init(&value, GType(PSGST_STRING))
        defer { g_value_unset(&value) }
        g_value_set_string(&value, text)
        if gst_caps_get_size(copy) > 0 { gst_structure_set_value(gst_caps_get_structure(copy, 0), field, &value) }
        return Caps(owning: copy)
    }

    /// The signalled range and matrix; each `nil` when not signalled.
    package var colorimetry: (range: VideoRange?, matrix: SignalledMatrix?) {
        guard let text = text("colorimetry") else { return (nil, nil) }
        var colorimetry = GstVideoColorimetry()
        guard gst_video_colorimetry_from_string(&colorimetry, text) != 0 else { return (nil, nil) }
        let range: VideoRange? =
            switch colorimetry.range {
            case GST_VIDEO_COLOR_RANGE_0_255: .full
            case GST_VIDEO_COLOR_RANGE_16_235: .limited
            default: nil
            }
        let matrix: SignalledMatrix? =
            switch colorimetry.matrix {
            case GST_VIDEO_COLOR_MATRIX_BT709: .bt709
            case GST_VIDEO_COLOR_MATRIX_BT601: .bt601
            case GST_VIDEO_COLOR_MATRIX_BT2020: .bt2020
            case GST_VIDEO_COLOR_MATRIX_RGB: .rgb
            case GST_VIDEO_COLOR_MATRIX_UNKNOWN: nil
            default: .other
            }
        return (range, matrix)
    }

    /// A matrix that a stream can signal.
    package enum SignalledMatrix: Hashable, Sendable {
        case bt709, bt601, bt2020, other
        /// No matrix: the samples are red, green and blue.
        case rgb
    }
}
