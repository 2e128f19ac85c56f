/// A view of a video frame: three planes of 8-bit samples. It is valid only while the underlying memory is.
///
/// Chroma planes have half the width and half the height, rounded up.
public struct FrameView {
    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// Luma.
    public let y: SamplePlane
    /// Blue difference.
    public let u: SamplePlane
    /// Red difference.
    public let v: SamplePlane

    /// Creates a view of three planes.
    ///
    /// - Returns: `nil` when a plane is too small for the size.
    public init?(width: Int, height: Int, y: SamplePlane, u: SamplePlane, v: SamplePlane) {
        let (chromaWidth, chromaHeight) = ((width + 1) / 2, (height + 1) / 2)
        guard width > 0, height > 0, y.holds(width, height), u.holds(chromaWidth, chromaHeight),
            v.holds(chromaWidth, chromaHeight)
        else { return nil }
        self.width = width
        self.height = height
        self.y = y
        self.u = u
        self.v = v
    }
}

/// Rows of 8-bit samples in memory that the caller owns.
public struct SamplePlane {
    /// The first sample, and all that follow.
    public let bytes: UnsafeRawBufferPointer
    /// Bytes from one row to the next.
    public let stride: Int

    /// Describes a plane.
    public init(_ bytes: UnsafeRawBufferPointer, stride: Int) {
        self.bytes = bytes
        self.stride = stride
    }

    func holds(_ width: Int, _ height: Int) -> Bool {
        stride >= width && bytes.count >= stride * (height - 1) + width
    }

    /// The mean of up to sixteen samples, spread over the middle half of a rectangle in samples.
    func mean(x: ClosedRange<Double>, y: ClosedRange<Double>, width: Int, height: Int) -> Double {
        var sum = 0
        SampleGrid.forEachOffset(x: x, y: y, width: width, height: height, stride: stride) { sum += Int(bytes[$0]) }
        return Double(sum) / Double(SampleGrid.count)
    }
}

/// Where a rectangle is looked at: four by four points in its middle half, away from the blur of its edges.
enum SampleGrid {
    static let count = 16
    /// Calls `body` with each offset into a plane, row by row; points beyond its edges are moved onto them.
    @inline(__always)
    static func forEachOffset(
        x: ClosedRange<Double>, y: ClosedRange<Double>, width: Int, height: Int, stride: Int, _ body: (Int) -> Void
    ) {
        let (columns, rows) = (pixels(x, width), pixels(y, height))
        for row in rows.indices {
            for column in columns.indices { body(rows[row] * stride + columns[column]) }
        }
    }

    @inline(__always)
    private static func pixels(_ range: ClosedRange<Double>, _ limit: Int) -> SIMD4<Int> {
        let length = range.upperBound - range.lowerBound
        func pixel(_ place: Double) -> Int { max(0, min(limit - 1, Int(range.lowerBound + place * length))) }
        return SIMD4(pixel(0.3), pixel(0.43), pixel(0.57), pixel(0.7))
    }
}
