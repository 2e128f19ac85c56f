import StudioCore
import StudioTestSupport
import Testing

@testable import MediaOutputs

@Suite("Corrections of Matroska")
struct MatroskaCorrectionTests {
    private func write(_ bytes: [UInt8], to correction: inout MatroskaCorrection) -> [UInt8] {
        bytes.withUnsafeBytes { correction.corrected($0) } ?? bytes
    }

    private let tracks: [UInt8] = [0x16, 0x54, 0xAE, 0x6B]
    private func name(_ text: String) -> [UInt8] { [0x53, 0x6E, 0x86] + Array(text.utf8) + [0] }
    private let undetermined: [UInt8] = [0x22, 0xB5, 0x9C, 0x85] + Array("und".utf8) + [0, 0]

    @Test("the version, and the languages in the place of the names")
    func head() {
        var correction = MatroskaCorrection()
        let document: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x88, 0x42, 0x87, 0x81, 2, 0x42, 0x85, 0x81, 2]
        #expect(
            write(document, to: &correction)
                == [0x1A, 0x45, 0xDF, 0xA3, 0x88, 0x42, 0x87, 0x81, 4, 0x42, 0x85, 0x81, 2])
        let before = name("Video")
        #expect(
            write(before + tracks + name("Video") + [1] + name("Audio"), to: &correction)
                == before + tracks + undetermined + [1] + undetermined)
        // Only once.
        #expect(write(tracks + name("Video"), to: &correction) == tracks + name("Video"))
    }

    @Test("each audio block is a key frame; those of the video, and the media, stay as they are")
    func blocks() {
        var correction = MatroskaCorrection()
        _ = write(tracks, to: &correction)
        #expect(write([0xA3, 0x8B, 0x82, 0, 1, 0], to: &correction) == [0xA3, 0x8B, 0x82, 0, 1, 0x80])
        // Media that looks like a block.
        #expect(write([0xA3, 0x88, 0x82, 0, 1, 0, 9], to: &correction) == [0xA3, 0x88, 0x82, 0, 1, 0, 9])
        #expect(write([0xA3, 0x85, 0x81, 0, 1, 0], to: &correction) == [0xA3, 0x85, 0x81, 0, 1, 0])
        #expect(write([7], to: &correction) == [7])
        #expect(write([0xA3, 0x40, 0x06, 0x82, 0, 1, 0], to: &correction) == [0xA3, 0x40, 0x06, 0x82, 0, 1, 0x80])
        #expect(write([0xA3, 0x82], to: &correction) == [0xA3, 0x82])
        #expect(write([0xA3, 0x85, 0x82, 0, 1, 0], to: &correction) == [0xA3, 0x85, 0x82, 0, 1, 0x80])
    }

    @Test("a title in the place of the escaped one, with zeros behind it; other tags, and short ones, stay")
    func title() {
        var correction = MatroskaCorrection(title: "Ünï")
        _ = write(tracks, to: &correction)
        func name(_ text: String) -> [UInt8] {
            [0x45, 0xA3, 0x80 | UInt8(text.utf8.count + 1)] + Array(text.utf8) + [0]
        }
        func text(_ text: [UInt8]) -> [UInt8] { [0x44, 0x87, 0x80 | UInt8(text.count)] + text }
        let escaped = Array(#""\303\234n\303\257""#.utf8) + [0]
        let expected = Array("Ünï".utf8) + [UInt8](repeating: 0, count: escaped.count - 5)
        #expect(write(name("TITLE"), to: &correction) == name("TITLE"))
        #expect(write(text(escaped), to: &correction) == text(expected))
        #expect(write(text(escaped), to: &correction) == text(escaped), "it has no name")
        for (tag, value) in [("ENCODER", escaped), ("TITLE", [65, 0])] {
            #expect(write(name(tag), to: &correction) == name(tag))
            #expect(write(text(value), to: &correction) == text(value))
        }
        var other = MatroskaCorrection()
        _ = write(tracks + name("TITLE"), to: &other)
        #expect(write(text(escaped), to: &other) == text(escaped))
    }

    @Test("random writes never trap", arguments: 0..<20)
    func random(_ seed: UInt64) {
        var (random, correction) = (SeededRandom(seed: seed), MatroskaCorrection())
        for _ in 0..<2000 {
            var bytes = random.bytes(Int.random(in: 0...14, using: &random))
            if random.chance(percent: 50), !bytes.isEmpty { bytes[0] = 0xA3 }
            #expect(write(bytes, to: &correction).count == bytes.count)
        }
    }
}
