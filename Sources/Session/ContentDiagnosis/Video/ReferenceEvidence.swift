import CodedMedia
import StudioCore

/// Whether a known reference, psstudio's coded test card or colour bars, has swapped chroma or is upside down. Other
/// frames do not decide: every colour and every direction occurs in nature.
package struct ReferenceEvidence: Hashable, Sendable {
    /// The reference.
    package enum Reference: String, Hashable, Sendable {
        case card = "the coded test card"
        case bars = "colour bars"
    }

    /// The found reference; `nil` for other frames.
    package private(set) var reference: Reference?
    /// Whether U and V are swapped; `nil` when the reference does not decide.
    package private(set) var isSwapped: Bool?
    /// Whether it is upside down; `nil` when the reference does not decide.
    package private(set) var isUpsideDown: Bool?

    package init(_ frame: SampledFrame) {
        readBars(frame)
        if reference == nil { readCard(frame) }
    }

    // MARK: Card

    private mutating func readCard(_ frame: SampledFrame) {
        var reader = CodedFrameReader()
        if let view = FrameView(frame, isSwapped: false), let reading = reader.read(view) {
            (reference, isUpsideDown) = (.card, false)
            guard let swapped = FrameView(frame, isSwapped: true) else { return }
            let matches = [view, swapped].map { Self.matches($0, reading) }
            // A card without its colours does not decide.
            if matches[0] != matches[1] { isSwapped = matches[1] }
            return
        }
        if Self.isCard(flipped: frame) { (reference, isUpsideDown) = (.card, true) }
    }

    private static func matches(_ view: FrameView, _ reading: CodedReading) -> Bool {
        var colors = ColorAnalyzer(isPortrait: reading.session.height > reading.session.width)
        colors.add(view, card: reading.area)
        return colors.finding?.matrix != nil
    }

    private static func isCard(flipped frame: SampledFrame) -> Bool {
        let plane = frame.layout.y
        let turned = [UInt8](unsafeUninitializedCapacity: plane.width * plane.height) { target, count in
            count = plane.width * plane.height
            guard let target = target.baseAddress, let source = frame.bytes.baseAddress else { return count = 0 }
            for row in 0..<plane.height {
                UnsafeMutableRawPointer(target + row * plane.width).copyMemory(
                    from: source + frame.start(plane, plane.height - 1 - row), byteCount: plane.width)
            }
        }
        return turned.withUnsafeBytes { turned in
            guard
                let view = FrameView(
                    width: plane.width, height: plane.height, y: SamplePlane(turned, stride: plane.width),
                    u: frame.plane(frame.layout.u), v: frame.plane(frame.layout.v))
            else { return false }
            var reader = CodedFrameReader()
            return reader.read(view) != nil
        }
    }

    // MARK: Bars

    /// White, yellow, cyan, green, magenta, red, blue.
    private static let bars: [(Double, Double, Double)] = [
        (1, 1, 1), (1, 1, 0), (0, 1, 1), (0, 1, 0), (1, 0, 1), (1, 0, 0), (0, 0, 1),
    ]
    /// The largest mean distance of luma, and of chroma, from the bars.
    package static let maximumDistance = 10.0

    private mutating func readBars(_ frame: SampledFrame) {
        for count in [7, 8] {
            let top = Self.match(frame, columns: count, y: 0.1)
            let middle = Self.match(frame, columns: count, y: 0.5)
            let bottom = Self.match(frame, columns: count, y: 0.9)
            guard let found = middle, top != nil || bottom != nil else { continue }
            (reference, isSwapped) = (.bars, found.isSwapped)
            // Bars of the whole height have no direction.
            if (top == nil) != (bottom == nil) { isUpsideDown = top == nil }
            return
        }
    }

    private static func match(
        _ frame: SampledFrame, columns: Int, y: Double
    ) -> (isSwapped: Bool, distance: Double)? {
        let layout = frame.layout
        let seen = (0..<bars.count).map { bar -> (y: Double, u: Double, v: Double) in
            let x = (Double(bar) + 0.5) / Double(columns)
            return (
                frame.mean(layout.y, x: x, y: y), frame.mean(layout.u, x: x, y: y), frame.mean(layout.v, x: x, y: y)
            )
        }
        var best: (isSwapped: Bool, distance: Double)?
        for range in [VideoRange.full, .limited] {
            for matrix in ColorMatrix.allCases {
                for level in [0.75, 1] {
                    let known = bars.map {
                        matrix.samples(red: $0.0 * level, green: $0.1 * level, blue: $0.2 * level, range: range)
                    }
                    for isSwapped in [false, true] {
                        let distance = zip(seen, known).enumerated().reduce(0.0) { sum, pair in
                            let (index, (seen, known)) = pair
                            let (u, v) = isSwapped ? (known.v, known.u) : (known.u, known.v)
                            // White may be brighter than the colours.
                            let luma = index == 0 ? 0 : abs(seen.y - known.y)
                            return sum + max(luma, abs(seen.u - u), abs(seen.v - v))
                        }
                        let mean = distance / Double(bars.count)
                        if mean <= maximumDistance, mean < best?.distance ?? .infinity { best = (isSwapped, mean) }
                    }
                }
            }
        }
        return best
    }
}

extension SampledFrame {
    /// The bytes of a plane, and those behind it.
    fileprivate func plane(_ plane: I420Layout.Plane) -> SamplePlane {
        SamplePlane(UnsafeRawBufferPointer(rebasing: bytes[plane.offset...]), stride: plane.stride)
    }

    /// The mean of 5 by 5 samples around a point.
    fileprivate func mean(_ plane: I420Layout.Plane, x: Double, y: Double) -> Double {
        let (column, row) = (Int(x * Double(plane.width)), Int(y * Double(plane.height)))
        var (sum, count) = (0, 0)
        for row in max(0, row - 2)...min(plane.height - 1, row + 2) {
            for column in max(0, column - 2)...min(plane.width - 1, column + 2) {
                sum += Int(bytes[start(plane, row) + column])
                count += 1
            }
        }
        return Double(sum) / Double(count)
    }
}

extension FrameView {
    fileprivate init?(_ frame: SampledFrame, isSwapped: Bool) {
        let layout = frame.layout
        let (u, v) = isSwapped ? (layout.v, layout.u) : (layout.u, layout.v)
        self.init(
            width: layout.width, height: layout.height, y: frame.plane(layout.y), u: frame.plane(u), v: frame.plane(v))
    }
}
