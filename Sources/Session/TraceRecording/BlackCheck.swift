package import StudioCore

/// Whether a frame is black: chroma near grey, and no luma sample visibly above the black level.
///
/// Every eighth row and column of the luma plane, and every fourth of the chroma planes, are examined.
package enum BlackCheck {
    /// The largest luma of black above the range's black level: noise of encoders, and dark grey below visibility.
    private static let lumaTolerance: UInt8 = 8
    /// The largest distance of chroma from grey.
    private static let chromaTolerance = 6

    /// - Parameters:
    ///   - bytes: at least `layout.byteCount` bytes.
    ///   - layout: the layout of the bytes.
    ///   - range: the range of the samples.
    package static func isBlack(_ bytes: UnsafeRawBufferPointer, _ layout: I420Layout, _ range: VideoRange) -> Bool {
        let limit = (range == .full ? 0 : 16) + lumaTolerance
        guard allSamples(of: layout.y, every: 8, in: bytes, { $0 <= limit }) else { return false }
        return [layout.u, layout.v].allSatisfy { plane in
            allSamples(of: plane, every: 4, in: bytes) { abs(Int($0) - 128) <= chromaTolerance }
        }
    }

    private static func allSamples(
        of plane: I420Layout.Plane, every step: Int, in bytes: UnsafeRawBufferPointer, _ isMet: (UInt8) -> Bool
    ) -> Bool {
        for row in stride(from: 0, to: plane.height, by: step) {
            let start = plane.offset + row * plane.stride
            for column in stride(from: start, to: start + plane.width, by: step) where !isMet(bytes[column]) {
                return false
            }
        }
        return true
    }
}
