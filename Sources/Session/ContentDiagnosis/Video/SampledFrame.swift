package import StudioCore

/// A frame to diagnose. Valid only while its memory is.
package struct SampledFrame {
    /// The bytes in `layout`.
    package let bytes: UnsafeRawBufferPointer
    /// The layout.
    package let layout: I420Layout
    /// The declared range.
    package let range: VideoRange

    /// - Parameter bytes: at least `layout.byteCount` bytes.
    package init(_ bytes: UnsafeRawBufferPointer, _ layout: I420Layout, _ range: VideoRange) {
        self.bytes = bytes
        self.layout = layout
        self.range = range
    }

    /// Smaller frames have too little structure for a diagnosis.
    package static let minimumSide = 32

    /// Up to `count` rows of a range of rows, evenly spaced.
    static func rows(_ count: Int, of range: Range<Int>) -> StrideTo<Int> {
        stride(from: range.lowerBound, to: range.upperBound, by: max(1, range.count / count))
    }

    /// The first sample of a row.
    func start(_ plane: I420Layout.Plane, _ row: Int) -> Int { plane.offset + row * plane.stride }

    /// A row of a plane. With wrapping arithmetic on such rows, the compiler emits vector instructions.
    func row(_ plane: I420Layout.Plane, _ row: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeRawBufferPointer(rebasing: bytes[start(plane, row)..<start(plane, row) + plane.width])
            .assumingMemoryBound(to: UInt8.self)
    }

    /// The mean absolute difference of the samples of a row and those `apart` columns to the right.
    func difference(_ plane: I420Layout.Plane, row: Int, apart: Int) -> Double {
        let samples = self.row(plane, row)
        let count = samples.count - apart
        guard count > 0 else { return 0 }
        var sum: UInt32 = 0
        for column in 0..<count {
            sum &+= UInt32((Int16(samples[column]) &- Int16(samples[column &+ apart])).magnitude)
        }
        return Double(sum) / Double(count)
    }
}
