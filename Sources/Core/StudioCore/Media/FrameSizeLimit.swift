/// The largest frame that is decoded.
///
/// A file of a few kilobytes may declare a frame of gigabytes, so its size is checked before memory is reserved for it.
package enum FrameSizeLimit {
    /// Photos of 64 megapixels need 256 MiB as RGBA. The largest frames of H.264 and HEVC have half as many pixels.
    package static let pixels = 8192 * 8192

    /// Why frames of this size are not decoded, or `nil`.
    package static func refusal(width: Int, height: Int) -> String? {
        let (count, isOverflow) = width.multipliedReportingOverflow(by: height)
        guard isOverflow || count > pixels else { return nil }
        return "frames of \(width)x\(height) are too large; at most \(pixels / 1_000_000) million pixels are decoded"
    }
}
