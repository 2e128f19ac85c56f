/// Converts I420 of BT.709 to the colours of JPEG files: BT.601 of full range, as JFIF demands.
///
/// Both are linear in the same three samples, so each frame needs one pass, without RGB in between: GStreamer 1.22 would take more
/// than twice the time, and encodes RGB without subsampling.
package struct JPEGColors: Hashable, Sendable {
    /// In 16.16 fixed point. The samples are those without their offsets.
    private let lumaFactor, blueInLuma, redInLuma: Int32
    private let blueInBlue, redInBlue: Int32
    private let blueInRed, redInRed: Int32
    /// The luma of black.
    private let black: Int32

    /// - Parameter range: the range of the frames to convert.
    package init(from range: VideoRange) {
        // The weights of red and blue in luma: of BT.709, and of BT.601.
        let (red, blue, toRed, toBlue) = (0.2126, 0.0722, 0.299, 0.114)
        let green = 1 - red - blue
        // Red is luma + 2 (1 - red) Cr, blue is luma + 2 (1 - blue) Cb, green has the rest.
        let (redOfRed, blueOfBlue) = (2 * (1 - red), 2 * (1 - blue))
        let (greenOfRed, greenOfBlue) = (-red * redOfRed / green, -blue * blueOfBlue / green)
        let toGreen = 1 - toRed - toBlue
        let lumaOfBlue = toGreen * greenOfBlue + toBlue * blueOfBlue
        let lumaOfRed = toRed * redOfRed + toGreen * greenOfRed
        let (blueScale, redScale) = (2 * (1 - toBlue), 2 * (1 - toRed))
        let (luma, chroma) = range == .full ? (1.0, 1.0) : (255.0 / 219, 255.0 / 224)
        func fixed(_ factor: Double) -> Int32 { Int32((factor * 65_536).rounded()) }
        black = range == .full ? 0 : 16
        lumaFactor = fixed(luma)
        (blueInLuma, redInLuma) = (fixed(chroma * lumaOfBlue), fixed(chroma * lumaOfRed))
        blueInBlue = fixed(chroma * (blueOfBlue - lumaOfBlue) / blueScale)
        redInBlue = fixed(-chroma * lumaOfRed / blueScale)
        blueInRed = fixed(-chroma * lumaOfBlue / redScale)
        redInRed = fixed(chroma * (redOfRed - lumaOfRed) / redScale)
    }

    /// Converts a frame in place. A sample that JPEG cannot express is clipped.
    ///
    /// - Parameter bytes: at least `layout.byteCount` bytes.
    package func convert(_ bytes: UnsafeMutableRawBufferPointer, layout: I420Layout) {
        guard bytes.count >= layout.byteCount, let base = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else {
            return
        }
        for row in 0..<layout.u.height {
            let blue = base + layout.u.offset + row * layout.u.stride
            let red = base + layout.v.offset + row * layout.v.stride
            for line in 2 * row..<min(2 * row + 2, layout.y.height) {
                convertLuma(base + layout.y.offset + line * layout.y.stride, layout.y.width, blue, red)
            }
            convertChroma(blue, red, layout.u.width)
        }
    }

    /// A row of luma, with the chroma that belongs to it.
    private func convertLuma(
        _ luma: UnsafeMutablePointer<UInt8>, _ width: Int, _ blue: UnsafeMutablePointer<UInt8>,
        _ red: UnsafeMutablePointer<UInt8>
    ) {
        for column in 0..<width {
            let (cb, cr) = (Int32(blue[column / 2]) &- 128, Int32(red[column / 2]) &- 128)
            let sum = (Int32(luma[column]) &- black) &* lumaFactor &+ cb &* blueInLuma &+ cr &* redInLuma
            luma[column] = Self.sample(sum)
        }
    }

    private func convertChroma(_ blue: UnsafeMutablePointer<UInt8>, _ red: UnsafeMutablePointer<UInt8>, _ width: Int) {
        for column in 0..<width {
            let (cb, cr) = (Int32(blue[column]) &- 128, Int32(red[column]) &- 128)
            blue[column] = Self.sample(cb &* blueInBlue &+ cr &* redInBlue &+ 128 &* 65_536)
            red[column] = Self.sample(cb &* blueInRed &+ cr &* redInRed &+ 128 &* 65_536)
        }
    }

    /// Rounds and clips.
    private static func sample(_ value: Int32) -> UInt8 {
        UInt8(truncatingIfNeeded: max(0, min(255, (value &+ 32_768) &>> 16)))
    }
}
