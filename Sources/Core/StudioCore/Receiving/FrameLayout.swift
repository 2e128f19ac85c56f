/// The arrangement of the samples of a received frame.
public enum PixelFormat: String, Hashable, Sendable, Codable, CaseIterable {
    /// Three planes: Y, U, V. Chroma has half the width and half the height.
    case i420
    /// Two planes: Y, and U and V interleaved. Chroma has half the width and half the height.
    case nv12
    /// One plane: blue, green, red and alpha, one byte each. Alpha is 255.
    case bgra
}

/// The memory layout of a received frame: its planes in one block of memory.
public struct FrameLayout: Hashable, Sendable {
    /// One plane.
    public struct Plane: Hashable, Sendable {
        /// Bytes from the start of the frame to the plane's first byte.
        public let offset: Int
        /// Bytes from one row to the next; at least `rowBytes`.
        public let stride: Int
        /// Bytes of a row that contain samples.
        public let rowBytes: Int
        /// Rows.
        public let rows: Int
    }

    /// The arrangement of the samples.
    public let format: PixelFormat
    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// The planes in the order of the format.
    public let planes: [Plane]
    /// The size of the frame in bytes.
    public let byteCount: Int

    /// Lays out a frame.
    ///
    /// - Parameters:
    ///   - width: width in pixels, even, at least 2.
    ///   - height: height in pixels, even, at least 2.
    ///   - alignment: each stride is a multiple of it; 1 for planes without padding.
    ///   - hasUnevenStrides: whether the padding differs from plane to plane; see ``RowPadding/uneven``.
    /// - Returns: `nil` for an odd or non-positive size, or an alignment below 1.
    public init?(
        _ format: PixelFormat, width: Int, height: Int, alignment: Int = 1, hasUnevenStrides: Bool = false
    ) {
        guard width >= 2, height >= 2, width.isMultiple(of: 2), height.isMultiple(of: 2), alignment >= 1 else {
            return nil
        }
        let chroma = height / 2
        let rows: [(bytes: Int, count: Int)] =
            switch format {
            case .i420: [(width, height), (width / 2, chroma), (width / 2, chroma)]
            case .nv12: [(width, height), (width, chroma)]
            case .bgra: [(width * 4, height)]
            }
        let strides =
            hasUnevenStrides
            ? RowPadding.unevenStrides(rows.map(\.bytes), width: width, alignment: alignment)
            : rows.map { ($0.bytes + alignment - 1) / alignment * alignment }
        var offset = 0
        planes = zip(rows, strides).map { row, stride in
            defer { offset += stride * row.count }
            return Plane(offset: offset, stride: stride, rowBytes: row.bytes, rows: row.count)
        }
        byteCount = offset
        (self.format, self.width, self.height) = (format, width, height)
    }

    /// The layout of an I420 frame of a track.
    public init(_ layout: I420Layout) {
        format = .i420
        (width, height, byteCount) = (layout.width, layout.height, layout.byteCount)
        planes = [layout.y, layout.u, layout.v].map {
            Plane(offset: $0.offset, stride: $0.stride, rowBytes: $0.width, rows: $0.height)
        }
    }

    /// The layout of a smaller I420 frame in the middle of this one.
    ///
    /// - Returns: `nil` for another format, and a size that is odd, not positive or larger.
    package func centered(width: Int, height: Int) -> FrameLayout? {
        guard format == .i420, (2...self.width).contains(width), (2...self.height).contains(height),
            width.isMultiple(of: 2), height.isMultiple(of: 2)
        else { return nil }
        // Chroma has half the distance, so that of luma is even.
        let (left, top) = ((self.width - width) / 4 * 2, (self.height - height) / 4 * 2)
        let planes = self.planes.enumerated().map { index, plane in
            let part = index == 0 ? 1 : 2
            return Plane(
                offset: plane.offset + top / part * plane.stride + left / part, stride: plane.stride,
                rowBytes: width / part, rows: height / part)
        }
        return FrameLayout(self, planes, width: width, height: height)
    }

    private init(_ whole: FrameLayout, _ planes: [Plane], width: Int, height: Int) {
        (format, byteCount, self.planes) = (whole.format, whole.byteCount, planes)
        (self.width, self.height) = (width, height)
    }

    /// Whether no plane has padding.
    public var isTight: Bool {
        planes.allSatisfy { $0.stride == $0.rowBytes } && byteCount == planes.reduce(0) { $0 + $1.stride * $1.rows }
    }
}
