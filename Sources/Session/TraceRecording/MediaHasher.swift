import CXXHash
package import StudioCore
package import StudioTrace

/// Hashes media with XXH3 of libxxhash. Used by one thread.
package struct MediaHasher: ~Copyable {
    // Safety: created and freed here, and used by one thread. `nil` only when memory is exhausted.
    private let state: OpaquePointer?

    package init() {
        state = XXH3_createState()
    }

    deinit {
        if let state { XXH3_freeState(state) }
    }

    /// The hash of bytes.
    package static func hash(_ bytes: UnsafeRawBufferPointer) -> TraceHash {
        TraceHash(value: XXH3_64bits(bytes.baseAddress, bytes.count))
    }

    /// The hash of the planes Y, U, V without padding; equal for every layout of a frame.
    ///
    /// - Parameters:
    ///   - bytes: at least `layout.byteCount` bytes.
    ///   - layout: the layout of the bytes.
    /// - Returns: `nil` when memory is exhausted.
    package borrowing func hash(_ bytes: UnsafeRawBufferPointer, _ layout: I420Layout) -> TraceHash? {
        if layout.isTight { return Self.hash(UnsafeRawBufferPointer(rebasing: bytes[..<layout.byteCount])) }
        guard let state, let start = bytes.baseAddress, XXH3_64bits_reset(state) == XXH_OK else { return nil }
        for plane in [layout.y, layout.u, layout.v] {
            for row in 0..<plane.height {
                guard XXH3_64bits_update(state, start + plane.offset + row * plane.stride, plane.width) == XXH_OK
                else { return nil }
            }
        }
        return TraceHash(value: XXH3_64bits_digest(state))
    }
}

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
