/// Converts I420 between full and limited range.
///
/// GStreamer 1.22 converts everything else. Between two ranges of the same matrix, `videoconvert` changes only the
/// label: luma 40 stays 40, although 50 is correct.
package enum RangeConversion {
    /// Converts every sample of a frame, padding included.
    ///
    /// - Parameters:
    ///   - source: at least `layout.byteCount` bytes.
    ///   - target: at least `layout.byteCount` bytes; identical to the source, or not overlapping it.
    package static func convert(
        _ source: UnsafeRawBufferPointer, to range: VideoRange, into target: UnsafeMutableRawBufferPointer,
        layout: I420Layout
    ) {
        convert(source, to: range, into: target, lumaBytes: layout.u.offset, byteCount: layout.byteCount)
    }

    /// Converts every sample of an I420 or NV12 frame in place, padding included.
    ///
    /// - Parameter bytes: at least `layout.byteCount` bytes.
    package static func convert(
        _ bytes: UnsafeMutableRawBufferPointer, to range: VideoRange, layout: FrameLayout
    ) {
        guard layout.format != .bgra, layout.planes.count > 1 else { return }
        convert(
            UnsafeRawBufferPointer(bytes), to: range, into: bytes, lumaBytes: layout.planes[1].offset,
            byteCount: layout.byteCount)
    }

    private static func convert(
        _ source: UnsafeRawBufferPointer, to range: VideoRange, into target: UnsafeMutableRawBufferPointer,
        lumaBytes luma: Int, byteCount: Int
    ) {
        guard source.count >= byteCount, target.count >= byteCount,
            let source = source.assumingMemoryBound(to: UInt8.self).baseAddress,
            let target = target.assumingMemoryBound(to: UInt8.self).baseAddress
        else { return }
        let chroma = byteCount - luma
        switch range {
        case .limited:
            scaleDown(source, target, luma, factor: 219, offset: 16 * 255)
            scaleDown(source + luma, target + luma, chroma, factor: 224, offset: 128 * (255 - 224))
        case .full:
            scaleUp(source, target, luma, center: 16, base: 0, divisor: 219)
            scaleUp(source + luma, target + luma, chroma, center: 128, base: 128, divisor: 224)
        }
    }

    /// (sample · factor + offset) / 255, rounded. It is exact in 16 bits, so that the loop can be vectorised.
    private static func scaleDown(
        _ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ count: Int, factor: UInt16,
        offset: UInt16
    ) {
        let rounding = offset &+ 127
        for index in 0..<count {
            let sum = UInt16(truncatingIfNeeded: source[index]) &* factor &+ rounding
            // Divides by 255 without a division; exact for every sum below 65,535.
            target[index] = UInt8(truncatingIfNeeded: (sum &+ 1 &+ (sum &>> 8)) &>> 8)
        }
    }

    /// (sample − center) · 255 / divisor + base, rounded and clipped, in 16.16 fixed point.
    private static func scaleUp(
        _ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ count: Int, center: Int32, base: Int32,
        divisor: Int32
    ) {
        let factor = (255 * 65_536 + divisor / 2) / divisor
        let offset = base &* 65_536 &+ 32_768 &- center &* factor
        for index in 0..<count {
            let value = (Int32(truncatingIfNeeded: source[index]) &* factor &+ offset) &>> 16
            target[index] = UInt8(truncatingIfNeeded: max(0, min(255, value)))
        }
    }
}
