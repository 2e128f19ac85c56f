import GStreamer
import StudioCore

/// Rotates and mirrors frames, and reuses memory while the published size is the same. Used by one thread at a time.
struct FrameTurner {
    let rotation: FrameRotation
    let isMirrored: Bool
    private var pool: BufferPool?

    init(_ rotation: FrameRotation, isMirrored: Bool) {
        (self.rotation, self.isMirrored) = (rotation, isMirrored)
    }

    /// The layout of a turned frame.
    private func layout(_ source: I420Layout) -> I420Layout {
        let isUpright = rotation == .none || rotation == .half
        let (width, height) = isUpright ? (source.width, source.height) : (source.height, source.width)
        return .gstreamer(width: width, height: height)
    }

    /// - Returns: the turned frame with a use of its storage; `nil` when memory is exhausted.
    mutating func turn(_ frame: PublishedFrame, _ reserve: Reserve<FrameStorage>) -> PublishedFrame? {
        let target = layout(frame.layout)
        if pool?.byteCount != target.byteCount { pool = try? BufferPool(byteCount: target.byteCount) }
        guard let output = pool?.acquire() else { return nil }
        let isTurned = frame.storage.withBytes { source in
            output.withMutableBytes { bytes -> Bool in
                for (from, to) in zip(frame.layout.planes, target.planes) { turn(source, from, into: bytes, to) }
                return true
            }
        }
        guard isTurned == true else { return nil }
        return PublishedFrame(
            storage: .holding(output, from: reserve), layout: target, range: frame.range, rotation: frame.rotation,
            sequence: frame.sequence, time: frame.time)
    }

    /// Each row of the result is read along a line of the source.
    private func turn(
        _ source: UnsafeRawBufferPointer, _ from: I420Layout.Plane, into target: UnsafeMutableRawBufferPointer,
        _ to: I420Layout.Plane
    ) {
        guard let read = source.baseAddress, let write = target.baseAddress else { return }
        let (right, bottom) = (from.width - 1, (from.height - 1) * from.stride)
        var (start, step, line) =
            switch rotation {
            case .none: (0, 1, from.stride)
            case .quarter: (bottom, -from.stride, 1)
            case .half: (bottom + right, -1, -from.stride)
            case .threeQuarters: (right, from.stride, -1)
            }
        if isMirrored {
            start += (to.width - 1) * step
            step = -step
        }
        for row in 0..<to.height {
            var place = read + from.offset + start + row * line
            let out = write + to.offset + row * to.stride
            for column in 0..<to.width {
                out.storeBytes(of: place.load(as: UInt8.self), toByteOffset: column, as: UInt8.self)
                place += step
            }
        }
    }
}

extension I420Layout {
    fileprivate var planes: [Plane] { [y, u, v] }
}
