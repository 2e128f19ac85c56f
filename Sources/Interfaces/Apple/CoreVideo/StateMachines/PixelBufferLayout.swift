package import StudioCore

extension PixelFormat {
    /// The code of the pixel format in a range. I420 and NV12 have one for each, BGRA has one.
    package func code(_ range: VideoRange) -> OSType {
        let isFull = range == .full
        return switch self {
        case .bgra: kCVPixelFormatType_32BGRA
        case .nv12:
            isFull ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        case .i420: isFull ? kCVPixelFormatType_420YpCbCr8PlanarFullRange : kCVPixelFormatType_420YpCbCr8Planar
        }
    }
}

/// The planes of a pixel buffer in one block of memory.
struct PixelBufferLayout: Hashable, Sendable {
    struct Plane: Hashable, Sendable {
        /// Bytes from the start of the memory.
        let offset: Int
        let bytesPerRow: Int
        /// In pixels, or pairs of Cb and Cr.
        let width: Int
        let height: Int
    }

    let pixelFormat: OSType
    let width: Int
    let height: Int
    let planes: [Plane]
    let byteCount: Int

    /// More than cameras deliver, and small enough that no size overflows.
    static let sizes = 1...16384
    static let alignments = 1...4096
    /// A cache line (receiving side: strides of pixel buffers are 64-aligned).
    static let defaultAlignment = 64

    /// The layout of a received frame.
    init(_ frame: FrameLayout, range: VideoRange) {
        pixelFormat = frame.format.code(range)
        (width, height, byteCount) = (frame.width, frame.height, frame.byteCount)
        let sampleBytes = Self.sampleBytes(pixelFormat)
        planes = zip(frame.planes, sampleBytes).map { plane, bytes in
            Plane(
                offset: plane.offset, bytesPerRow: plane.stride, width: plane.rowBytes / bytes, height: plane.rows)
        }
    }

    /// Lays out a buffer; chroma planes of odd sizes are rounded up.
    ///
    /// - Parameter alignment: each stride is the next multiple of it; uneven strides if nil.
    /// - Returns: `nil` for a format or a size that this module does not have.
    init?(_ pixelFormat: OSType, width: Int, height: Int, alignment: Int?) {
        guard Self.sizes.contains(width), Self.sizes.contains(height) else { return nil }
        let sampleBytes = Self.sampleBytes(pixelFormat)
        guard !sampleBytes.isEmpty else { return nil }
        let widths = sampleBytes.indices.map { $0 == 0 ? width : (width + 1) / 2 }
        let rows = zip(widths, sampleBytes).map { $0 * $1 }
        let strides =
            alignment.map { alignment in rows.map { ($0 + alignment - 1) / alignment * alignment } }
            ?? RowPadding.unevenStrides(rows, width: width, alignment: Self.defaultAlignment)
        var offset = 0
        planes = strides.enumerated().map { index, stride in
            let (planeWidth, planeHeight) = (widths[index], index == 0 ? height : (height + 1) / 2)
            defer { offset += stride * planeHeight }
            return Plane(offset: offset, bytesPerRow: stride, width: planeWidth, height: planeHeight)
        }
        byteCount = offset
        (self.pixelFormat, self.width, self.height) = (pixelFormat, width, height)
    }

    /// The bytes of a sample in each plane; empty for an unknown format.
    static func sampleBytes(_ pixelFormat: OSType) -> [Int] {
        switch pixelFormat {
        case kCVPixelFormatType_24RGB, kCVPixelFormatType_24BGR: [3]
        case kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ARGB, kCVPixelFormatType_32RGBA: [4]
        case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: [1, 2]
        case kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange: [1, 1, 1]
        default: []
        }
    }

    /// The bytes of a sample of a plane.
    func sampleBytes(_ plane: Int) -> Int { Self.sampleBytes(pixelFormat)[plane] }

    /// `420f 1280x720`.
    var form: String {
        let code = withUnsafeBytes(of: pixelFormat.bigEndian) { String(decoding: $0, as: UTF8.self) }
        return "\(code) \(width)x\(height)"
    }

    var isPlanar: Bool { planes.count > 1 }
}
