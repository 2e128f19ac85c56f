/// The memory layout of the three planes of an I420 frame.
///
/// Plane order is Y, U, V. Chroma planes have half the width and half the height; width and height are even.
public struct I420Layout: Hashable, Sendable {
    /// One plane of 8-bit samples.
    public struct Plane: Hashable, Sendable {
        /// Bytes from the start of the frame to the plane's first sample.
        public let offset: Int
        /// Bytes from one row to the next; at least `width`.
        public let stride: Int
        /// Samples in a row.
        public let width: Int
        /// Rows.
        public let height: Int
    }

    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// Luma.
    public let y: Plane
    /// Blue difference.
    public let u: Plane
    /// Red difference.
    public let v: Plane
    /// The size of the frame in bytes.
    public let byteCount: Int

    /// Planes without padding, as the contract requires: width·height·3/2 bytes.
    public static func tight(width: Int, height: Int) -> I420Layout {
        I420Layout(width: width, height: height, lumaStride: width, chromaStride: width / 2, height)
    }

    /// The default layout of GStreamer: strides rounded up to 4, rows to 2.
    ///
    /// Equal to ``tight(width:height:)`` only if the width is a multiple of 8: a 404x710 frame has 431,680 bytes here
    /// and 430,260 bytes when tight.
    public static func gstreamer(width: Int, height: Int) -> I420Layout {
        padded(width: width, height: height, alignment: 4)
    }

    /// Planes with strides rounded up to `alignment` bytes, as many libraries allocate them.
    package static func padded(width: Int, height: Int, alignment: Int) -> I420Layout {
        func up(_ value: Int) -> Int { (value + alignment - 1) / alignment * alignment }
        let evenHeight = (height + 1) / 2 * 2
        return I420Layout(
            width: width, height: height, lumaStride: up(width), chromaStride: up((width + 1) / 2), evenHeight)
    }

    /// Fills a frame with black, padding included.
    ///
    /// - Parameters:
    ///   - bytes: at least ``byteCount`` bytes.
    ///   - range: the range of the samples; black is 0 in full and 16 in limited range.
    package func fillBlack(_ bytes: UnsafeMutableRawBufferPointer, range: VideoRange) {
        bytes[..<u.offset].initializeMemory(as: UInt8.self, repeating: range == .full ? 0 : 16)
        bytes[u.offset...].initializeMemory(as: UInt8.self, repeating: 128)
    }

    private init(width: Int, height: Int, lumaStride: Int, chromaStride: Int, _ lumaRows: Int) {
        let chromaBytes = chromaStride * (lumaRows / 2)
        self.width = width
        self.height = height
        y = Plane(offset: 0, stride: lumaStride, width: width, height: height)
        u = Plane(offset: lumaStride * lumaRows, stride: chromaStride, width: width / 2, height: height / 2)
        v = Plane(offset: u.offset + chromaBytes, stride: chromaStride, width: width / 2, height: height / 2)
        byteCount = v.offset + chromaBytes
    }

    /// Whether the frame has no padding and is contiguous, with width·height·3/2 bytes.
    public var isTight: Bool { byteCount == width * height * 3 / 2 && y.stride == width && u.stride == width / 2 }

    /// Copies a frame between two layouts of the same size.
    ///
    /// - Parameters:
    ///   - source: at least `layout.byteCount` bytes.
    ///   - target: at least `byteCount` bytes; it must not overlap the source.
    package func copy(from source: UnsafeRawPointer, in layout: I420Layout, to target: UnsafeMutableRawPointer) {
        if self == layout {
            target.copyMemory(from: source, byteCount: byteCount)
            return
        }
        copyPlane(from: source, layout.y, to: target, y)
        copyPlane(from: source, layout.u, to: target, u)
        copyPlane(from: source, layout.v, to: target, v)
    }

    private func copyPlane(
        from source: UnsafeRawPointer, _ sourcePlane: Plane, to target: UnsafeMutableRawPointer, _ plane: Plane
    ) {
        var read = source + sourcePlane.offset
        var write = target + plane.offset
        for _ in 0..<plane.height {
            write.copyMemory(from: read, byteCount: plane.width)
            read += sourcePlane.stride
            write += plane.stride
        }
    }
}
