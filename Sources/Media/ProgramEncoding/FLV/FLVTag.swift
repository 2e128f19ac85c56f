package import GStreamer
import StudioCore

/// One tag of an FLV stream (Adobe Flash Video File Format Specification 10.1, E.4.1): a header of 11 bytes, the data, and the
/// length of both in 4 bytes.
package enum FLVTag {
    private static let headerBytes = 11

    /// The track of a tag with coded media; `nil` for the header of the stream, metadata, decoder configurations and the end of
    /// a track.
    package static func track(of tag: UnsafeRawBufferPointer) -> DeliveryLedger.Track? {
        // The codec byte, then 0 for a configuration, 1 for media, 2 for the end.
        guard tag.count > headerBytes + 1, tag[headerBytes + 1] == 1 else { return nil }
        switch tag[0] & 0x1F {
        case 8: return .audio
        case 9: return .video
        default: return nil
        }
    }

    /// A copy of a tag, which states the time of its buffer.
    ///
    /// - Returns: `nil` for a buffer that is not a tag, or has no time, and when memory is exhausted.
    package static func stamped(_ tag: borrowing MediaBuffer) -> MediaBuffer? {
        guard let time = tag.time, tag.byteCount > headerBytes, let copy = tag.copied() else { return nil }
        let isWritten: Void? = copy.withMutableBytes { bytes in
            // In milliseconds: the lower 24 bits, then the upper 8.
            let ticks = UInt32(truncatingIfNeeded: time.nanoseconds / 1_000_000)
            for (index, shift) in [16, 8, 0, 24].enumerated() {
                bytes[4 + index] = UInt8(truncatingIfNeeded: ticks >> UInt32(shift))
            }
        }
        guard isWritten != nil else { return nil }
        return copy
    }
}
