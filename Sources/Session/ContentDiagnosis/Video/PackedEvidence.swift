import StudioCore

/// Whether the bytes are pixels of four bytes: one byte in four is constant (alpha), in all planes.
package struct PackedEvidence: Hashable, Sendable {
    /// The least share of the constant value among the bytes of alpha in each plane, for the best of four phases and of
    /// the values 0 and 255.
    package private(set) var alphaShare = 0.0
    /// The largest share of that value among the other bytes.
    package private(set) var otherShare = 1.0
    /// The position of alpha in a pixel.
    package private(set) var phase = 0

    /// The least share of the constant value.
    package static let minimumAlphaShare = 0.999
    /// The largest share among the other bytes. Opaque white and black pixels have it too.
    package static let maximumOtherShare = 0.6

    package init(_ frame: SampledFrame) {
        let layout = frame.layout
        var offset = 0
        var planes: [[Counts]] = []
        for (plane, rows) in [(layout.y, 32), (layout.u, 16), (layout.v, 16)] {
            planes.append(Self.count(plane, rows, from: offset, frame))
            offset += plane.width * plane.height
        }
        for value in 0..<2 {
            for phase in 0..<4 {
                let shares = planes.map { $0[phase].share(value) }
                let others = planes.flatMap { counts in (0..<4).filter { $0 != phase }.map { counts[$0].share(value) } }
                let (least, most) = (shares.min() ?? 0, others.max() ?? 1)
                guard least - most > alphaShare - otherShare else { continue }
                (alphaShare, otherShare, self.phase) = (least, most, phase)
            }
        }
    }

    private struct Counts {
        var values = (zero: 0, full: 0)
        var all = 0

        func share(_ value: Int) -> Double { Double(value == 0 ? values.zero : values.full) / Double(max(1, all)) }
    }

    /// Counts by the position in the sent bytes, which have no padding.
    private static func count(
        _ plane: I420Layout.Plane, _ rows: Int, from offset: Int, _ frame: SampledFrame
    ) -> [Counts] {
        var counts = [Counts](repeating: Counts(), count: 4)
        counts.withUnsafeMutableBufferPointer { counts in
            for row in SampledFrame.rows(rows, of: 0..<plane.height) {
                let begin = frame.start(plane, row)
                let first = offset + row * plane.width
                for column in 0..<plane.width {
                    let phase = (first + column) & 3
                    let byte = frame.bytes[begin + column]
                    counts[phase].all += 1
                    if byte == 0 { counts[phase].values.zero += 1 }
                    if byte == 255 { counts[phase].values.full += 1 }
                }
            }
        }
        return counts
    }

    /// Whether the frame is packed.
    package var isPacked: Bool { alphaShare >= Self.minimumAlphaShare && otherShare <= Self.maximumOtherShare }
}
