import Testing

@testable import StudioCore

/// The conversion in fixed point compared with the formulas of both matrices in double precision.
struct JPEGColorsTests {
    /// A frame of one colour.
    private func convert(
        _ sample: (y: UInt8, u: UInt8, v: UInt8), from range: VideoRange, width: Int = 6, height: Int = 4
    ) -> (bytes: [UInt8], layout: I420Layout) {
        let layout = I420Layout.gstreamer(width: width, height: height)
        var bytes = [UInt8](repeating: sample.y, count: layout.byteCount)
        for place in layout.u.offset..<layout.v.offset { bytes[place] = sample.u }
        for place in layout.v.offset..<layout.byteCount { bytes[place] = sample.v }
        bytes.withUnsafeMutableBytes { JPEGColors(from: range).convert($0, layout: layout) }
        return (bytes, layout)
    }

    private static let steps: [Double] = [0, 0.25, 0.5, 0.75, 1]
    private static let colors: [(Double, Double, Double)] = steps.flatMap { red in
        steps.flatMap { green in steps.map { blue in (red, green, blue) } }
    }

    @Test("each colour of BT.709 has the samples of BT.601 of full range", arguments: [VideoRange.full, .limited])
    func colors(_ range: VideoRange) {
        func rounded(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
        for (red, green, blue) in Self.colors {
            let source = ColorMatrix.bt709.samples(red: red, green: green, blue: blue, range: range)
            let wanted = ColorMatrix.bt601.samples(red: red, green: green, blue: blue, range: .full)
            let (bytes, layout) = convert((rounded(source.y), rounded(source.u), rounded(source.v)), from: range)
            // The samples of the source are rounded, which counts for up to 1.3 steps in the result.
            #expect(abs(Double(bytes[layout.y.offset]) - wanted.y) < 1.5, "\(red) \(green) \(blue)")
            #expect(abs(Double(bytes[layout.u.offset]) - min(255, wanted.u)) < 1.5, "\(red) \(green) \(blue)")
            #expect(abs(Double(bytes[layout.v.offset]) - min(255, wanted.v)) < 1.5, "\(red) \(green) \(blue)")
        }
    }

    @Test("grey stays grey: only the range changes")
    func grey() {
        for luma in UInt8.min...UInt8.max {
            let (full, layout) = convert((luma, 128, 128), from: .full)
            #expect(full[layout.y.offset] == luma)
            #expect(full[layout.u.offset] == 128)
            #expect(full[layout.v.offset] == 128)
            let (limited, _) = convert((luma, 128, 128), from: .limited)
            let wanted = max(0, min(255, (Double(luma) - 16) * 255 / 219))
            #expect(abs(Double(limited[layout.y.offset]) - wanted) <= 0.5)
            #expect(limited[layout.u.offset] == 128)
            #expect(limited[layout.v.offset] == 128)
        }
    }

    @Test("every sample of every plane is converted, and no padding")
    func planes() {
        // Six samples of luma have two bytes of padding.
        let (bytes, layout) = convert((16, 128, 128), from: .limited)
        #expect(layout.y.stride == 8)
        for row in 0..<4 {
            #expect(bytes[row * 8..<row * 8 + 6].allSatisfy { $0 == 0 })
            #expect(bytes[row * 8 + 6..<row * 8 + 8].allSatisfy { $0 == 16 })
        }
        let (extreme, _) = convert((235, 240, 16), from: .limited)
        #expect(Set(extreme[layout.u.offset..<layout.u.offset + 3]).count == 1)
        #expect(extreme[layout.u.offset] == 255)
    }

    @Test("bytes that are too few are not changed")
    func tooShort() {
        let layout = I420Layout.gstreamer(width: 8, height: 8)
        var bytes = [UInt8](repeating: 77, count: layout.byteCount - 1)
        bytes.withUnsafeMutableBytes { JPEGColors(from: .limited).convert($0, layout: layout) }
        #expect(bytes.allSatisfy { $0 == 77 })
    }
}
