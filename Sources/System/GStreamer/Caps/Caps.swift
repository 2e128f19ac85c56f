import CGStreamer
package import StudioCore

/// The format of a stream.
package final class Caps: @unchecked Sendable, Equatable, CustomStringConvertible {
    // Safety: immutable after creation; reference counts are atomic.
    let pointer: UnsafeMutablePointer<GstCaps>

    init(owning pointer: UnsafeMutablePointer<GstCaps>) {
        self.pointer = pointer
    }

    init(retaining pointer: UnsafeMutablePointer<GstCaps>) {
        self.pointer = psgst_caps_ref(pointer)
    }

    deinit {
        psgst_caps_unref(pointer)
    }

    /// Parses GStreamer's text form; `nil` when invalid.
    package convenience init?(_ text: String) {
        guard (try? GStreamerRuntime.start()) != nil, let pointer = gst_caps_from_string(text) else { return nil }
        self.init(owning: pointer)
    }

    package static func == (left: Caps, right: Caps) -> Bool {
        gst_caps_is_equal(left.pointer, right.pointer) != 0
    }

    /// Whether these caps have all fields of `other` with the same values.
    package func isSubset(of other: Caps) -> Bool { gst_caps_is_subset(pointer, other.pointer) != 0 }

    package var description: String {
        guard let text = gst_caps_to_string(pointer) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}

extension Caps {
    /// Raw I420 in GStreamer's layout, with BT.709 primaries, transfer and matrix.
    ///
    /// - Parameter frameRate: 0/1 (variable) if nil.
    package static func i420(width: Int, height: Int, range: VideoRange, frameRate: Rate?) -> Caps? {
        // GstVideoColorRange:matrix:transfer:primaries as numbers: 1 is full, 2 is limited, then BT.709 three times.
        let colorimetry = range == .full ? "1:3:5:1" : "2:3:5:1"
        let rate = frameRate.map { "\($0.numerator)/\($0.denominator)" } ?? "0/1"
        return Caps(
            "video/x-raw,format=I420,width=\(width),height=\(height),framerate=\(rate),"
                + "pixel-aspect-ratio=1/1,interlace-mode=progressive,colorimetry=\(colorimetry)")
    }

    /// Signed 16-bit little-endian PCM, interleaved.
    package static func pcm(_ format: AudioFormat) -> Caps? {
        let mask = format.channels == 2 ? ",channel-mask=(bitmask)0x3" : ""
        return Caps(
            "audio/x-raw,format=S16LE,layout=interleaved,rate=\(format.sampleRate),channels=\(format.channels)\(mask)")
    }
}
