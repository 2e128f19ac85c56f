package import StudioCore

/// A colour as samples of a frame.
package struct SampleColor: Hashable, Sendable {
    package let y, u, v: UInt8
}

/// Draws into I420 frames. All edges are rounded to even pixels, so that luma and chroma align.
package struct Canvas: Sendable {
    package let layout: I420Layout
    private let range: VideoRange

    package init(_ layout: I420Layout, range: VideoRange) {
        self.layout = layout
        self.range = range
    }

    // MARK: Colours

    package var white: SampleColor { color(red: 1, green: 1, blue: 1) }
    package var black: SampleColor { grey(0) }
    package func grey(_ level: Double) -> SampleColor { color(red: level, green: level, blue: level) }

    /// Converts a colour (0 to 1 each) to BT.709 samples in the range of the frame.
    package func color(red: Double, green: Double, blue: Double) -> SampleColor {
        let (y, u, v) = ColorMatrix.bt709.samples(red: red, green: green, blue: blue, range: range)
        func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
        return SampleColor(y: byte(y), u: byte(u), v: byte(v))
    }

    // MARK: Rectangles

    /// Fills a rectangle of luma and chroma; edges are rounded to even pixels.
    package func fill(
        _ target: UnsafeMutableRawBufferPointer, x: Range<Int>, y: Range<Int>, _ color: SampleColor
    ) {
        fill(target, layout.y, Self.even(x), Self.even(y), color.y)
        let (chromaX, chromaY) = (Self.halved(x), Self.halved(y))
        fill(target, layout.u, chromaX, chromaY, color.u)
        fill(target, layout.v, chromaX, chromaY, color.v)
    }

    /// Fills luma only, with pixel precision; for grey areas on grey.
    package func fillLuma(
        _ target: UnsafeMutableRawBufferPointer, x: Range<Int>, y: Range<Int>, _ luma: UInt8
    ) {
        fill(target, layout.y, x, y, luma)
    }

    private func fill(
        _ target: UnsafeMutableRawBufferPointer, _ plane: I420Layout.Plane, _ x: Range<Int>, _ y: Range<Int>,
        _ value: UInt8
    ) {
        guard let base = target.baseAddress else { return }
        let (x, y) = (x.clamped(to: 0..<plane.width), y.clamped(to: 0..<plane.height))
        for row in y {
            let start = base + plane.offset + row * plane.stride + x.lowerBound
            start.initializeMemory(as: UInt8.self, repeating: value, count: x.count)
        }
    }

    private static func even(_ range: Range<Int>) -> Range<Int> {
        let half = halved(range)
        return half.lowerBound * 2..<half.upperBound * 2
    }

    private static func halved(_ range: Range<Int>) -> Range<Int> {
        (range.lowerBound + 1) / 2..<max((range.lowerBound + 1) / 2, (range.upperBound + 1) / 2)
    }

    // MARK: Text

    /// Draws text in luma with its upper left corner at `x`, `y`. One dot of a letter is `dot` pixels wide and high.
    package func write(
        _ text: String, into target: UnsafeMutableRawBufferPointer, x: Int, y: Int, dot: Int, _ luma: UInt8
    ) {
        for (place, character) in text.enumerated() {
            let left = x + place * DotFont.advance * dot
            for (row, bits) in DotFont.rows(of: character).enumerated() {
                for column in 0..<DotFont.width where bits & (16 >> UInt8(column)) != 0 {
                    let dotLeft = left + column * dot
                    fillLuma(target, x: dotLeft..<dotLeft + dot, y: y + row * dot..<y + (row + 1) * dot, luma)
                }
            }
        }
    }

    /// The width of a text in pixels.
    package static func width(of text: String, dot: Int) -> Int { (text.count * DotFont.advance - 1) * dot }
}
