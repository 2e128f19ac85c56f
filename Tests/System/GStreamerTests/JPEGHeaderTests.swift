import Testing

@testable import GStreamer

/// The sampling of JPEG images.
@Suite("JPEGHeader")
struct JPEGHeaderTests {
    private static func image(_ samplings: [UInt8], width: UInt16 = 320, frame: UInt8 = 0xC0) -> [UInt8] {
        // An application's data with what looks like an image, padding, tables, the frame and a scan.
        let application: [UInt8] = [0xFF, 0xE1, 0, 8, 0xFF, 0xD8, 0xFF, 0xC0, 9, 9, 0xFF]
        let tables: [UInt8] = [0xFF, 0xC4, 0, 4, 1, 2]
        var components: [UInt8] = []
        for (index, sampling) in samplings.enumerated() { components += [UInt8(index + 1), sampling, 0] }
        let (length, count) = (UInt8(8 + components.count), UInt8(samplings.count))
        let head: [UInt8] = [0xFF, frame, 0, length, 8, 0, 180, UInt8(width >> 8), UInt8(width & 255), count]
        var bytes: [UInt8] = [0xFF, 0xD8]
        for part in [application, tables, head, components, [0xFF, 0xDA, 0, 2]] { bytes += part }
        return bytes
    }

    private func read(_ bytes: [UInt8]) -> (Int, Int) -> [UInt8] {
        { offset, count in Array(bytes.dropFirst(offset).prefix(count)) }
    }

    @Test(
        "the samplings that jpegdec handles",
        arguments: [
            ([0x22, 0x11, 0x11], 320, true), ([0x21, 0x11, 0x11], 328, true), ([0x11, 0x11, 0x11], 320, true),
            ([0x12, 0x11, 0x11], 320, true), ([0x11], 320, true), ([0x22], 320, true),
            // Rows of chroma as dense as luma.
            ([0x22, 0x12, 0x12], 320, true), ([0x22, 0x12, 0x12], 328, false), ([0x12, 0x12, 0x12], 320, false),
            ([0x22, 0x22, 0x22], 320, false), ([0x21, 0x21, 0x21], 320, false), ([0x41, 0x11, 0x11], 320, false),
            ([0x22, 0x11, 0x12], 320, false), ([0x11, 0x11, 0x11, 0x11], 320, false),
        ] as [([UInt8], UInt16, Bool)])
    func suits(_ samplings: [UInt8], _ width: UInt16, _ suits: Bool) throws {
        for frame in [0xC0, 0xC2] as [UInt8] {
            let header = try #require(JPEGHeader(read(Self.image(samplings, width: width, frame: frame))))
            #expect(header.width == Int(width))
            #expect(header.suitsJPEGDec == suits)
        }
    }

    @Test("the first image in a file is found wherever it begins, and what only looks like one is passed over")
    func first() throws {
        let image = Self.image([0x12, 0x12, 0x12])
        for length in [0, 1, 4096, (1 << 18) - 2, (1 << 18) - 1, 1 << 18, (1 << 18) + 1] {
            var bytes = [UInt8](repeating: 0, count: length) + image
            #expect(JPEGHeader.first(in: read(bytes))?.description == "1x2, 1x2, 1x2", "\(length)")
            if length > 100 { bytes.replaceSubrange(50..<54, with: [0xFF, 0xD8, 0xFF, 0x01]) }
            #expect(JPEGHeader.first(in: read(bytes))?.samplings.count == 3, "\(length)")
        }
        #expect(JPEGHeader.first(in: read([UInt8](repeating: 0xFF, count: 1 << 19))) == nil)
    }

    @Test("an image that ends in its header has none")
    func truncated() {
        let image = Self.image([0x22, 0x11, 0x11])
        for length in 0..<image.count - 4 { #expect(JPEGHeader(read(Array(image.prefix(length)))) == nil, "\(length)") }
        #expect(JPEGHeader(read(Array("RIFF....AVI ".utf8))) == nil)
    }
}
