import StudioCore

/// Whether the lower third of the luma is the chroma of the frame above it: the height counts the rows of a matrix that
/// holds all planes. Each row then holds two rows of a chroma plane, side by side and nearly equal.
package struct MatrixEvidence: Hashable, Sendable {
    /// The difference of left and right half, by that of columns a quarter apart; the larger one of both chroma parts.
    package private(set) var chromaRatio = 1.0
    /// The difference of columns a quarter apart in the chroma parts; the smaller one.
    package private(set) var texture = 0.0
    /// The same ratio in the upper part.
    package private(set) var lumaRatio = 0.0
    /// The difference of the halves in the upper part.
    package private(set) var lumaDifference = 0.0

    /// Flat chroma does not decide.
    package static let minimumTexture = 2.0
    /// The chroma parts repeat …
    package static let maximumChromaRatio = 0.33
    /// … and the upper part does not.
    package static let minimumLumaRatio = 0.6
    static let minimumLumaDifference = 6.0

    /// - Returns: `nil` when the height is not that of a matrix.
    package init?(_ frame: SampledFrame) {
        let plane = frame.layout.y
        guard plane.height % 6 == 0, plane.width % 4 == 0 else { return nil }
        let luma = plane.height / 3 * 2
        let parts = [luma..<luma + luma / 4, luma + luma / 4..<plane.height].map { Self.measure(frame, $0) }
        chromaRatio = parts.map { $0.halves / max($0.quarter, 0.01) }.max() ?? 1
        texture = parts.map(\.quarter).min() ?? 0
        let upper = Self.measure(frame, 0..<luma)
        lumaRatio = upper.halves / max(upper.quarter, 0.01)
        lumaDifference = upper.halves
    }

    private static func measure(_ frame: SampledFrame, _ range: Range<Int>) -> (halves: Double, quarter: Double) {
        let plane = frame.layout.y
        var (halves, quarter, count) = (0.0, 0.0, 0.0)
        for row in SampledFrame.rows(16, of: range) {
            halves += frame.difference(plane, row: row, apart: plane.width / 2)
            quarter += frame.difference(plane, row: row, apart: plane.width / 4)
            count += 1
        }
        return (halves / max(1, count), quarter / max(1, count))
    }

    /// Whether the height is that of a matrix; `nil` for flat chroma.
    package var isMatrix: Bool? {
        guard texture >= Self.minimumTexture else { return nil }
        return chromaRatio <= Self.maximumChromaRatio && lumaRatio >= Self.minimumLumaRatio
            && lumaDifference >= Self.minimumLumaDifference
    }
}
