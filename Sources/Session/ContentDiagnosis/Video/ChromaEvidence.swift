import StudioCore

/// Whether the chroma planes are empty, and whether they are interleaved.
package struct ChromaEvidence: Hashable, Sendable {
    /// The share of chroma samples that are outside of every colour: U and V are both almost 0.
    package private(set) var zeroShare = 0.0
    /// The mean difference of neighbours in a row; the smaller one of both planes.
    package private(set) var oneApart = 0.0
    /// By how much it exceeds the difference of samples two apart; the smaller one of both planes.
    package private(set) var alternation = 0.0
    /// How well the even samples of a row exceed the odd ones two rows below too, from -1 to 1; the smaller one. The
    /// next row may be the other half of the same row.
    package private(set) var rowAgreement = 0.0
    /// The same alternation in the luma, which stripes have.
    package private(set) var lumaAlternation = 0.0

    /// The largest value of U and V that is empty. No colour has both below 8.
    private static let maximumEmpty: UInt8 = 7
    /// The least share of empty samples.
    package static let minimumZeroShare = 0.9
    /// Interleaved planes alternate by this factor …
    package static let minimumAlternation = 3.0
    /// … and by this much: grey frames do not decide.
    package static let minimumOneApart = 3.0
    /// … in the same order in most rows.
    package static let minimumRowAgreement = 0.5
    /// … and luma does not.
    package static let maximumLumaAlternation = 1.5

    package init(_ frame: SampledFrame) {
        let layout = frame.layout
        let rows = SampledFrame.rows(32, of: 0..<layout.u.height - 2)
        var (zero, count) = (0, 0)
        for row in rows {
            let (u, v) = (frame.row(layout.u, row), frame.row(layout.v, row))
            var empty: UInt32 = 0
            for column in 0..<u.count { empty &+= max(u[column], v[column]) <= Self.maximumEmpty ? 1 : 0 }
            zero += Int(empty)
            count += u.count
        }
        zeroShare = Double(zero) / Double(max(1, count))
        let planes = [layout.u, layout.v].map { Self.measure($0, frame, rows) }
        oneApart = planes.map(\.one).min() ?? 0
        alternation = planes.map(\.alternation).min() ?? 0
        rowAgreement = planes.map(\.agreement).min() ?? 0
        var (two, four) = (0.0, 0.0)
        for row in SampledFrame.rows(32, of: 0..<layout.y.height) {
            two += frame.difference(layout.y, row: row, apart: 2)
            four += frame.difference(layout.y, row: row, apart: 4)
        }
        lumaAlternation = two / max(four, 0.01)
    }

    private static func measure(
        _ plane: I420Layout.Plane, _ frame: SampledFrame, _ rows: StrideTo<Int>
    ) -> (one: Double, alternation: Double, agreement: Double) {
        var (one, two, agreement, weight, count) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for row in rows {
            one += frame.difference(plane, row: row, apart: 1)
            two += frame.difference(plane, row: row, apart: 2)
            count += 1
            let (first, second) = (lean(plane, row, frame), lean(plane, row + 2, frame))
            agreement += first * second
            weight += abs(first * second)
        }
        return (one / max(1, count), one / max(two, 0.01), weight > 0 ? agreement / weight : 0)
    }

    /// By how much the even samples of a row exceed the odd ones.
    private static func lean(_ plane: I420Layout.Plane, _ row: Int, _ frame: SampledFrame) -> Double {
        let samples = frame.row(plane, row)
        var sum: Int32 = 0
        for pair in 0..<samples.count / 2 {
            sum &+= Int32(Int16(samples[2 &* pair]) &- Int16(samples[2 &* pair &+ 1]))
        }
        return Double(sum)
    }

    /// Whether the planes are empty.
    package var isZero: Bool { zeroShare >= Self.minimumZeroShare }

    /// Whether they are interleaved; `nil` for frames that are almost grey.
    package var isInterleaved: Bool? {
        guard oneApart >= Self.minimumOneApart else { return nil }
        return alternation >= Self.minimumAlternation && rowAgreement >= Self.minimumRowAgreement
            && lumaAlternation <= Self.maximumLumaAlternation
    }
}
