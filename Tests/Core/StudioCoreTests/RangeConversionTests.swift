import StudioTestSupport
import Testing

@testable import StudioCore

/// The kernel in 16-bit arithmetic compared with the formulas of BT.709 in double precision.
struct RangeConversionTests {
    /// All 256 values in each plane; rows of 18 pixels have padding.
    private let layout = I420Layout.gstreamer(width: 18, height: 64)

    private func convert(_ source: [UInt8], to range: VideoRange) -> [UInt8] {
        var target = [UInt8](repeating: 0xEE, count: source.count)
        source.withUnsafeBytes { source in
            target.withUnsafeMutableBytes {
                RangeConversion.convert(source, to: range, into: $0, layout: layout)
            }
        }
        return target
    }

    /// The position of a sample determines whether it is luma or chroma.
    private var samples: [UInt8] { (0..<layout.byteCount).map { UInt8(truncatingIfNeeded: $0) } }

    /// The nearest integer; either one if two are equally near.
    private func isRounded(_ result: UInt8, _ exact: Double) -> Bool {
        abs(Double(result) - max(0, min(255, exact))) <= 0.5
    }

    @Test("Full to limited: every value, luma and chroma")
    func toLimited() {
        let (source, result) = (samples, convert(samples, to: .limited))
        for place in source.indices {
            let value = Double(source[place])
            let expected = place < layout.u.offset ? value * 219 / 255 + 16 : (value - 128) * 224 / 255 + 128
            #expect(isRounded(result[place], expected), "sample \(source[place]) at \(place)")
        }
        #expect(Set(source[..<layout.u.offset]).count == 256)
        #expect(Set(source[layout.u.offset...]).count == 256)
    }

    @Test("Limited to full: every value, those outside the range clipped")
    func toFull() {
        let (source, result) = (samples, convert(samples, to: .full))
        for place in source.indices {
            let value = Double(source[place])
            let expected = place < layout.u.offset ? (value - 16) * 255 / 219 : (value - 128) * 255 / 224 + 128
            #expect(isRounded(result[place], expected), "sample \(source[place]) at \(place)")
        }
    }

    @Test("Limited to full and back is lossless")
    func roundTrip() {
        let source = (0..<layout.byteCount).map { place in
            UInt8(16 + place % (place < layout.u.offset ? 220 : 225))
        }
        #expect(convert(convert(source, to: .full), to: .limited) == source)
    }

    @Test("A destination that is too short is not changed")
    func tooShort() {
        let result = convert(Array(samples.dropLast()), to: .limited)
        #expect(result.allSatisfy { $0 == 0xEE })
    }
}
