// A module of its own: recorders of traces and receivers share it, and only these use libxxhash.

import CXXHash
package import StudioCore

/// 64-bit XXH3 hashes of media, with seed 0, of libxxhash.
package enum SampleHash {
    /// The hash of bytes.
    package static func hash(of bytes: UnsafeRawBufferPointer) -> UInt64 { XXH3_64bits(bytes.baseAddress, bytes.count) }

    /// The hash of the planes without padding; equal for every stride of a format.
    ///
    /// - Returns: `nil` when memory is exhausted, or `bytes` is shorter than the layout.
    package static func hash(of bytes: UnsafeRawBufferPointer, _ layout: FrameLayout) -> UInt64? {
        guard bytes.count >= layout.byteCount, let start = bytes.baseAddress else { return nil }
        if layout.isTight { return hash(of: UnsafeRawBufferPointer(rebasing: bytes[..<layout.byteCount])) }
        guard let state = XXH3_createState() else { return nil }
        defer { XXH3_freeState(state) }
        guard XXH3_64bits_reset(state) == XXH_OK else { return nil }
        for plane in layout.planes {
            for row in 0..<plane.rows {
                let place = start + plane.offset + row * plane.stride
                guard XXH3_64bits_update(state, place, plane.rowBytes) == XXH_OK else { return nil }
            }
        }
        return XXH3_64bits_digest(state)
    }
}
