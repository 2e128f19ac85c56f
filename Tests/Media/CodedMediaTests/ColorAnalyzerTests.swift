@testable import CodedMedia
import Glibc
import StudioCore
import StudioTestSupport
import Testing

@Suite("ColorAnalyzer")
struct ColorAnalyzerTests {
    private typealias Spread = ColorFinding.Spread

    // MARK: Independent colours

    /// Luma and colour differences of ITU-R BT.709, BT.601 and BT.2020, from the published coefficients.
    private static func sample(_ color: [Double], _ matrix: ColorMatrix, isFull: Bool) -> [Double] {
        let rows: [[Double]] =
            switch matrix {
            case .bt709: [[0.2126, 0.7152, 0.0722], [-0.114572, -0.385428, 0.5], [0.5, -0.454153, -0.045847]]
            case .bt601: [[0.299, 0.587, 0.114], [-0.168736, -0.331264, 0.5], [0.5, -0.418688, -0.081312]]
            case .bt2020: [[0.2627, 0.678, 0.0593], [-0.13963, -0.36037, 0.5], [0.5, -0.459786, -0.040214]]
            }
        let parts = rows.map { row in zip(row, color).reduce(0) { $0 + $1.0 * $1.1 } }
        let scale: [Double] = isFull ? [255, 255, 255] : [219, 224, 224]
        return zip(parts, zip(scale, [isFull ? 0 : 16, 128, 128])).map { $0 * $1.0 + $1.1 }
    }

    private static func sample(_ color: [Double], _ matrix: ColorMatrix, _ spread: Spread) -> [Double] {
        switch spread {
        case .limited: return sample(color, matrix, isFull: false)
        case .full: return sample(color, matrix, isFull: true)
        case .squeezed:
            let first = sample(color, matrix, isFull: false)
            return [16 + first[0] / 255 * 219] + first[1...].map { 128 + ($0 - 128) / 255 * 224 }
        case .stretched:
            let first = sample(color, matrix, isFull: true)
            return ([(first[0] - 16) / 219 * 255] + first[1...].map { 128 + ($0 - 128) / 224 * 255 })
                .map { max(0, min(255, $0)) }
        }
    }

    // MARK: Frames with patches

    private struct Planes {
        let width = 336
        let height = 192
        var y: [UInt8]
        var u: [UInt8]
        var v: [UInt8]
    }

    /// The patches of a landscape card, four pixels per unit, on grey.
    private func planes(noise: Double = 0, seed: UInt64 = 0, _ samples: ([Double]) -> [Double]) -> Planes {
        var planes = Planes(
            y: [UInt8](repeating: 60, count: 336 * 192), u: [UInt8](repeating: 128, count: 168 * 96),
            v: [UInt8](repeating: 128, count: 168 * 96))
        var generator = SeededRandom(seed: seed)
        func byte(_ value: Double) -> UInt8 {
            UInt8(max(0, min(255, (value + Double.random(in: -1...1, using: &generator) * noise).rounded())))
        }
        // Colours in the upper half and greys in the lower half, as the card's description specifies.
        let colors = [
            [0.75, 0.75, 0], [0, 0.75, 0.75], [0, 0.75, 0], [0.75, 0, 0.75], [0.75, 0, 0], [0, 0, 0.75],
        ]
        let greys = [0, 0.2, 0.4, 0.6, 0.8, 1, 1, 0.8, 0.6, 0.4, 0.2, 0].map { [$0, $0, $0] }
        for (row, patches) in [(2, colors), (39, greys)] {
            let width = 78 * 4 / patches.count
            for (index, color) in patches.enumerated() {
                let values = samples(color)
                let left = 12 + index * width
                for line in row * 4..<(row + 7) * 4 {
                    for column in left..<left + width { planes.y[line * 336 + column] = byte(values[0]) }
                }
                for line in row * 2..<(row + 7) * 2 {
                    for column in left / 2..<(left + width) / 2 {
                        planes.u[line * 168 + column] = byte(values[1])
                        planes.v[line * 168 + column] = byte(values[2])
                    }
                }
            }
        }
        return planes
    }

    private func add(
        _ planes: Planes, card: CardPlacement = CardPlacement(x: 0, y: 0, width: 336, height: 192),
        to analyzer: inout ColorAnalyzer
    ) throws {
        try planes.y.withUnsafeBytes { y in
            try planes.u.withUnsafeBytes { u in
                try planes.v.withUnsafeBytes { v in
                    let view = FrameView(
                        width: planes.width, height: planes.height, y: SamplePlane(y, stride: 336),
                        u: SamplePlane(u, stride: 168), v: SamplePlane(v, stride: 168))
                    analyzer.add(try #require(view), card: card)
                }
            }
        }
    }

    private func finding(_ planes: Planes) throws -> ColorFinding {
        var analyzer = ColorAnalyzer(isPortrait: false)
        try add(planes, to: &analyzer)
        return try #require(analyzer.finding)
    }

    // MARK: Tests

    @Test("each spread is recognized with each matrix", arguments: ColorFinding.Spread.allCases, ColorMatrix.allCases)
    func known(_ spread: ColorFinding.Spread, _ matrix: ColorMatrix) throws {
        let clean = try finding(planes { Self.sample($0, matrix, spread) })
        #expect(clean.spread == spread)
        #expect(clean.matrix == matrix)
        #expect(clean.lumaError < 0.6)
        #expect(clean.chromaError < 0.6)
        var analyzer = ColorAnalyzer(isPortrait: false)
        for seed in 1...6 as ClosedRange<UInt64> {
            try add(planes(noise: 12, seed: seed) { Self.sample($0, matrix, spread) }, to: &analyzer)
        }
        let noisy = try #require(analyzer.finding)
        #expect(noisy.spread == spread)
        #expect(noisy.matrix == matrix)
        #expect(noisy.lumaError < 4)
        #expect(noisy.chromaError < 4)
    }

    @Test("the card is BT.709 in its range", arguments: [Size(640, 360), Size(404, 710)], VideoRange.allCases)
    func card(_ size: Size, range: VideoRange) throws {
        let session = try CodedSession.sized(size.width, size.height)
        var writer = CodedFrameWriter(session, range: range)
        let layout = writer.layout
        var bytes = [UInt8](repeating: 0, count: layout.byteCount)
        bytes.withUnsafeMutableBytes { writer.draw(100, into: $0) }
        var analyzer = ColorAnalyzer(isPortrait: size.height > size.width)
        #expect(analyzer.finding == nil, "no patch yet")
        try bytes.withUnsafeBytes { bytes in
            func plane(_ plane: I420Layout.Plane) -> SamplePlane {
                SamplePlane(UnsafeRawBufferPointer(rebasing: bytes[plane.offset...]), stride: plane.stride)
            }
            let view = FrameView(
                width: size.width, height: size.height, y: plane(layout.y), u: plane(layout.u), v: plane(layout.v))
            let area = CardPlacement(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
            analyzer.add(try #require(view), card: area)
        }
        let finding = try #require(analyzer.finding)
        #expect(finding.spread == (range == .full ? .full : .limited))
        #expect(finding.matrix == .bt709)
        #expect(finding.lumaError < 0.6)
        #expect(finding.chromaError < 0.6)
    }

    @Test("half a frame is sufficient", arguments: [0.0, -336])
    func half(_ x: Double) throws {
        // The other half lies beyond the edge of the frame.
        var analyzer = ColorAnalyzer(isPortrait: false)
        let whole = planes { Self.sample($0, .bt601, .full) }
        try add(whole, card: CardPlacement(x: 0, y: 0, width: 336, height: 192), to: &analyzer)
        try add(whole, card: CardPlacement(x: x, y: 0, width: 672, height: 384), to: &analyzer)
        #expect(analyzer.finding != nil)
        var nothing = ColorAnalyzer(isPortrait: false)
        try add(whole, card: CardPlacement(x: 400, y: 0, width: 336, height: 192), to: &nothing)
        #expect(nothing.finding == nil)
    }

    @Test(
        "graded colours are reported as unknown, with their distance",
        arguments: ["exchanged", "grey", "negative", "gamma", "tinted"])
    func graded(_ change: String) throws {
        let graded = planes { color in
            let sample = Self.sample(color, .bt709, .limited)
            switch change {
            case "exchanged": return [sample[0], sample[2], sample[1]]
            case "grey": return [sample[0], 128, 128]
            case "negative": return sample.map { 255 - $0 }
            case "gamma": return [16 + 219 * pow((sample[0] - 16) / 219, 0.5), sample[1], sample[2]]
            default: return [sample[0], sample[1] - 20, sample[2] + 20]
            }
        }
        let finding = try finding(graded)
        #expect(finding.spread == nil)
        #expect(finding.matrix == nil)
        #expect(max(finding.lumaError, finding.chromaError) > 12)
    }
}
