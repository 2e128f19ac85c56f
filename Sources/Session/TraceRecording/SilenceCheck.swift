/// Whether samples are silent: none of them is further from zero than dither.
package enum SilenceCheck {
    /// The largest distance from zero of dither with a triangular distribution.
    private static let tolerance = 2

    /// - Parameter bytes: signed 16-bit samples in the byte order of the machine; a byte too many is not examined.
    package static func isSilent(_ bytes: UnsafeRawBufferPointer) -> Bool {
        for offset in stride(from: 0, to: bytes.count & ~1, by: 2) {
            let sample = Int(bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self))
            if abs(sample) > tolerance { return false }
        }
        return true
    }
}
