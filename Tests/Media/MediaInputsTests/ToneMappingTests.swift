import GStreamer
import StudioCore
import StudioTestSupport
import Testing

@testable import MediaInputs

/// Tone mapping from BT.2020 to BT.709.
struct ToneMappingTests {
    // To compute a table takes most of the time of a test. Safety: a table does not change.
    nonisolated(unsafe) private static let quantizer = ToneMapTable(.perceptualQuantizer, range: .limited)
    nonisolated(unsafe) private static let logGamma = ToneMapTable(.hybridLogGamma, range: .limited)
    nonisolated(unsafe) private static let standard = ToneMapTable(.standard, range: .limited)
    nonisolated(unsafe) private static let tables: [(VideoInfo.Transfer, ToneMapTable)] = [
        (.perceptualQuantizer, quantizer), (.hybridLogGamma, logGamma), (.standard, standard),
    ]

    /// Tight planes of one 10-bit frame.
    struct Frame {
        let (width, height): (Int, Int)
        var y: [UInt16]
        var u: [UInt16]
        var v: [UInt16]

        init(_ width: Int, _ height: Int, y: UInt16, u: UInt16 = 512, v: UInt16 = 512) {
            (self.width, self.height) = (width, height)
            self.y = [UInt16](repeating: y, count: width * height)
            let chromas = (width + 1) / 2 * ((height + 1) / 2)
            (self.u, self.v) = ([UInt16](repeating: u, count: chromas), [UInt16](repeating: v, count: chromas))
        }

        /// The resulting I420 bytes.
        func converted(_ table: ToneMapTable, into layout: I420Layout) -> [UInt8] {
            var target = [UInt8](repeating: 0xEE, count: layout.byteCount)
            let (lumaStride, chromaStride) = (2 * width, (width + 1) / 2 * 2)
            y.withUnsafeBytes { y in
                u.withUnsafeBytes { u in
                    v.withUnsafeBytes { v in
                        target.withUnsafeMutableBytes { target in
                            table.convert(
                                y: VideoInfo.Plane(bytes: y, stride: lumaStride),
                                u: VideoInfo.Plane(bytes: u, stride: chromaStride),
                                v: VideoInfo.Plane(bytes: v, stride: chromaStride), to: target, layout: layout)
                        }
                    }
                }
            }
            return target
        }
    }

    /// The first sample of each plane.
    private func shown(_ table: ToneMapTable, _ y: UInt16, _ u: UInt16 = 512, _ v: UInt16 = 512) -> [Int] {
        let bytes = Frame(2, 2, y: y, u: u, v: v).converted(table, into: .tight(width: 2, height: 2))
        return [Int(bytes[0]), Int(bytes[4]), Int(bytes[5])]
    }

    // Computed from the formulas of BT.2100, BT.2390 and BT.1886, independently of this code.
    @Test(
        "PQ greys: dark greys keep their brightness, 203 cd/m² is nearly white, 1000 cd/m² and more is white",
        arguments: [
            (64, 16.0), (200, 40.98), (300, 68.97), (400, 110.56), (450, 138.34), (500, 172.14), (540, 198.06),
            (573, 213.95), (600, 223.19), (650, 232.5), (723, 235), (800, 235), (940, 235), (1023, 235), (0, 16),
        ])
    func quantizer(_ sample: UInt16, _ level: Double) {
        let result = shown(Self.quantizer, sample)
        #expect(abs(Double(result[0]) - level) <= 0.6, "\(result)")
        #expect(result[1...] == [128, 128], "\(result)")
    }

    @Test(
        "HLG greys: 75 % of the signal is nearly white",
        arguments: [
            (64, 16.0), (200, 54.15), (400, 110.25), (502, 138.86), (600, 172.44), (721, 213.85), (800, 228.93),
            (900, 234.85), (940, 235),
        ])
    func hybrid(_ sample: UInt16, _ level: Double) {
        let result = shown(Self.logGamma, sample)
        #expect(abs(Double(result[0]) - level) <= 0.6, "\(result)")
        #expect(result[1...] == [128, 128], "\(result)")
    }

    @Test("SDR greys are unchanged, in both ranges", arguments: [64, 65, 200, 512, 800, 940])
    func standard(_ sample: UInt16) {
        let limited = shown(Self.standard, sample)
        #expect(abs(Double(limited[0]) - Double(sample) / 4) <= 0.6)
        #expect(limited[1...] == [128, 128])
        let full = shown(ToneMapTable(.standard, range: .full), sample)
        #expect(abs(Double(full[0]) - Double(sample) * 255 / 1023) <= 0.6)
        #expect(full[1...] == [128, 128])
    }

    @Test("the mapping is monotonic")
    func order() {
        for (_, table) in Self.tables {
            let levels = stride(from: UInt16(0), through: 1023, by: 1).map { shown(table, $0)[0] }
            #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 <= $1 })
        }
    }

    @Test("interpolated colours match the formula")
    func interpolation() {
        for (transfer, table) in Self.tables {
            let color = ToneMapping(transfer)
            var generator = SeededRandom(seed: 11)
            var (sum, largest, count) = (0.0, 0.0, 0.0)
            for _ in 0..<150 {
                let signal = SIMD3<Double>(
                    .random(in: 0...1, using: &generator), .random(in: 0...1, using: &generator),
                    .random(in: 0...1, using: &generator))
                let light = (signal * [0.2627, 0.6780, 0.0593]).sum()
                let (y, u) = (
                    UInt16((64 + 876 * light).rounded()), UInt16((512 + 896 * (signal.z - light) / 1.8814).rounded())
                )
                let v = UInt16((512 + 896 * (signal.x - light) / 1.4746).rounded())
                let shown = color.shown(signal)
                let wanted = (shown * [0.2126, 0.7152, 0.0722]).sum()
                let result = self.shown(table, y, u, v)
                let errors = [
                    Double(result[0]) - 16 - 219 * wanted,
                    Double(result[1]) - 128 - 224 * (shown.z - wanted) / 1.8556,
                    Double(result[2]) - 128 - 224 * (shown.x - wanted) / 1.5748,
                ]
                for error in errors {
                    (sum, largest, count) = (sum + abs(error), max(largest, abs(error)), count + 1)
                }
            }
            // The largest errors occur if a component is nearly 0, because the display gamma is steep there.
            #expect(sum / count < 0.7, "mean \(sum / count), largest \(largest)")
            #expect(largest < 20, "mean \(sum / count), largest \(largest)")
        }
    }

    @Test(
        "each sample is written to its position, with padded rows",
        arguments: [(2, 2), (4, 6), (6, 2), (18, 16)])
    func layout(_ width: Int, _ height: Int) {
        let table = Self.standard
        var frame = Frame(width, height, y: 64)
        for index in frame.y.indices { frame.y[index] = UInt16(64 + index % 200 * 4) }
        let layout = I420Layout.gstreamer(width: width, height: height)
        let bytes = frame.converted(table, into: layout)
        for (row, column) in (0..<height).flatMap({ row in (0..<width).map { (row, $0) } }) {
            let wanted = Int(frame.y[row * width + column]) / 4
            #expect(abs(Int(bytes[layout.y.offset + row * layout.y.stride + column]) - wanted) <= 1)
        }
        for plane in [layout.u, layout.v] {
            for (row, column) in (0..<plane.height).flatMap({ row in (0..<plane.width).map { (row, $0) } }) {
                #expect(bytes[plane.offset + row * plane.stride + column] == 128)
            }
        }
    }

    @Test("samples of more than ten bits do not crash")
    func outside() {
        let table = Self.quantizer
        _ = shown(table, 0xFFFF, 0xFFFF, 0xFFFF)
        _ = shown(table, 0xFFFF, 0, 0xFFFF)
        _ = shown(table, 0, 0, 0)
    }
}
