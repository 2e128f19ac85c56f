import StudioCore

/// Whether the rows have another length than declared: the bytes repeat at another distance than the width.
///
/// Of a frame with another stride S, the byte S further on belongs to the same column of the next row, also where the
/// sent rows wrap around. Slanted patterns do not continue around the edges.
package struct ShearEvidence: Hashable, Sendable {
    /// The found stride; `nil` when the rows are not sheared.
    package private(set) var stride: Int?
    /// The mean difference of vertical neighbours.
    package private(set) var vertical = 0.0
    /// The mean difference of horizontal neighbours.
    package private(set) var horizontal = 0.0
    /// The mean difference at the found stride, and of the columns that wrap around.
    package private(set) var atStride = 0.0
    package private(set) var wrapping = 0.0

    /// The largest padding.
    static let maximumPadding = 256
    /// A smaller shift occurs in slanted edges.
    private static let minimumShift = 2
    /// Flat frames do not decide.
    package static let minimumVertical = 3.0
    /// A search is worthwhile when rows differ more than columns, by this factor.
    package static let minimumRatio = 1.2
    /// The difference at the found stride is at most this share of that of vertical neighbours.
    package static let maximumShare = 0.4
    /// The columns that wrap around may differ more, by this factor.
    package static let maximumWrapping = 2.0

    package init(_ frame: SampledFrame) {
        let plane = frame.layout.y
        let rows = Array(SampledFrame.rows(24, of: 0..<plane.height - 3))
        (vertical, _) = Self.difference(frame, rows, distance: plane.width, step: 3)
        horizontal = rows.reduce(0) { $0 + frame.difference(plane, row: $1, apart: 1) } / Double(rows.count)
        guard vertical >= Self.minimumVertical, vertical >= Self.minimumRatio * horizontal else { return }
        search(frame, rows)
    }

    private mutating func search(_ frame: SampledFrame, _ rows: [Int]) {
        let width = frame.layout.y.width
        let padding = min(Self.maximumPadding, width / 2)
        var best = (distance: 0, difference: Double.infinity)
        for distance in width - padding...width + padding
        where abs(distance - width) >= Self.minimumShift {
            let (difference, _) = Self.difference(frame, rows, distance: distance, step: 11)
            if difference < best.difference { best = (distance, difference) }
        }
        let (all, wrapped) = Self.difference(frame, rows, distance: best.distance, step: 1)
        (atStride, wrapping) = (all, wrapped ?? .infinity)
        if all <= Self.maximumShare * vertical, wrapping <= Self.maximumWrapping * all + 1 { stride = best.distance }
    }

    /// The mean difference of luma bytes `distance` apart in the sent bytes, and of those whose partner is not in the next
    /// row.
    private static func difference(
        _ frame: SampledFrame, _ rows: [Int], distance: Int, step: Int
    ) -> (all: Double, wrapping: Double?) {
        let plane = frame.layout.y
        let shift = distance - plane.width
        var (sum, count, wrappedSum, wrappedCount) = (0, 0, 0, 0)
        for row in rows {
            let begin = frame.start(plane, row)
            let next = frame.start(plane, row + 1)
            // Columns whose partner is in the next row.
            let inner = shift >= 0 ? 0..<plane.width - shift : -shift..<plane.width
            for column in Swift.stride(from: inner.lowerBound, to: inner.upperBound, by: step) {
                sum += abs(Int(frame.bytes[begin + column]) - Int(frame.bytes[next + column + shift]))
                count += 1
            }
            guard step == 1, shift != 0 else { continue }
            // Those whose partner is in the row after it, or in the same row.
            let other = shift > 0 ? frame.start(plane, row + 2) - plane.width : begin + plane.width
            let outer = shift > 0 ? plane.width - shift..<plane.width : 0..<(-shift)
            for column in outer {
                wrappedSum += abs(Int(frame.bytes[begin + column]) - Int(frame.bytes[other + column + shift]))
                wrappedCount += 1
            }
        }
        let wrapped = wrappedCount > 0 ? Double(wrappedSum) / Double(wrappedCount) : nil
        return (Double(sum) / Double(max(1, count)), wrapped)
    }

    /// Whether the rows are sheared; `nil` for a flat frame.
    package var isSheared: Bool? { vertical >= Self.minimumVertical ? stride != nil : nil }
}
