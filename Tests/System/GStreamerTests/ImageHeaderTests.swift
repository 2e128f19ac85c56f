import StudioCore
import Testing

@testable import GStreamer

@Suite("ImageHeader")
struct ImageHeaderTests {
    private static let png: [UInt8] =
        [0x89] + Array("PNG\r\n".utf8) + [0x1A, 10, 0, 0, 0, 13] + Array("IHDR".utf8) + [
            0, 0, 0x75, 0x30, 0, 0, 0x27, 0x10,
        ]
    private static func webp(_ kind: String, _ rest: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + [9, 9, 9, 9] + Array("WEBP\(kind)".utf8) + [8, 8, 8, 8] + rest
    }

    private static let headers: [([UInt8], Int, Int)] = [
        (png, 30_000, 10_000),
        (Array("GIF89a".utf8) + [0x28, 0x23, 0x40, 0x1F], 9000, 8000),
        (Array("BM".utf8) + [UInt8](repeating: 1, count: 16) + [0x28, 0x23, 0, 0, 0xC0, 0xE0, 0xFF, 0xFF], 9000, 8000),
        (webp("VP8 ", [0x90, 0xD6, 0x58, 0x9D, 1, 0x2A, 0xE0, 0x2E, 0x28, 0x23]), 12_000, 9000),
        (webp("VP8L", [0x2F, 0xFF, 0xFF, 0xFF, 0x0F]), 16_384, 16_384),
        (webp("VP8X", [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 1, 0, 0]), 16_777_216, 2),
        (Array("P6\n# a comment\n9000 8000\n255\n".utf8), 9000, 8000),
        (Array("P5 9000 # 1\n8000 255\n".utf8), 9000, 8000),
    ]

    @Test("the size is read from the header, and not from a part of it", arguments: headers)
    func sizes(_ bytes: [UInt8], _ width: Int, _ height: Int) throws {
        let size = try #require(ImageHeader.size(bytes))
        #expect(size.width == width)
        #expect(size.height == height)
        for count in 0..<bytes.count - 6 { #expect(ImageHeader.size(bytes.prefix(count)) == nil, "\(count) bytes") }
    }

    @Test("other files have no size", arguments: ["", "P", "P7 1 1 1", "P6 -3 4 255 ", "RIFF....WAVEfmt ", "<svg>"])
    func others(_ text: String) {
        #expect(ImageHeader.size(Array(text.utf8)) == nil)
    }

    @Test("64 megapixels are decoded, more are not, however large the numbers are")
    func limit() {
        #expect(FrameSizeLimit.refusal(width: 8192, height: 8192) == nil)
        #expect(FrameSizeLimit.refusal(width: 67_108_864, height: 1) == nil)
        #expect(
            FrameSizeLimit.refusal(width: 8193, height: 8192)?.hasPrefix("frames of 8193x8192 are too large") == true)
        #expect(FrameSizeLimit.refusal(width: .max, height: .max) != nil)
    }

    @Test("only PNG with 16-bit red, green and blue is deep RGB")
    func deepRGB() {
        #expect(ImageHeader.isDeepRGB(Self.png + [16, 2]))
        for end in [[8, 2], [16, 6], [16, 0], [16]] as [[UInt8]] { #expect(!ImageHeader.isDeepRGB(Self.png + end)) }
        #expect(!ImageHeader.isDeepRGB(Array("GIF8".utf8) + [UInt8](repeating: 16, count: 40)))
    }
}
