import StudioCore
import StudioTestSupport
import Testing

@testable import Containers

struct SeekIndexTests {
    private func isExact(_ bytes: [UInt8]) -> Bool {
        SeekIndex.isExact(size: bytes.count) { offset, count in
            offset < bytes.count ? Array(bytes[offset..<min(bytes.count, offset + count)]) : []
        }
    }

    /// A Matroska file whose first entries refer to an index at a position of its segment.
    private func matroska(referringTo position: Int, cuesAt start: Int?) -> [UInt8] {
        let entry: [UInt8] =
            [0x53, 0xAB, 0x84, 0x1C, 0x53, 0xBB, 0x6B, 0x53, 0xAC, 0x82] + [
                UInt8(position >> 8), UInt8(position & 255),
            ]
        var body: [UInt8] = [0x11, 0x4D, 0x9B, 0x74, 0x8F, 0x4D, 0xBB, 0x8C] + entry
        body += [UInt8](repeating: 0xEC, count: 1000 - body.count)
        if let start { body.replaceSubrange(start..<start + 4, with: [0x1C, 0x53, 0xBB, 0x6B]) }
        return [0x1A, 0x45, 0xDF, 0xA3, 0x80] + [0x18, 0x53, 0x80, 0x67, 0x01, 0, 0, 0, 0, 0, 0x03, 0xE8] + body
    }

    @Test("Matroska has an index where its beginning says, and nowhere else")
    func matroska() {
        #expect(isExact(matroska(referringTo: 600, cuesAt: 600)))
        #expect(!isExact(matroska(referringTo: 600, cuesAt: 601)))
        #expect(!isExact(matroska(referringTo: 600, cuesAt: nil)))
        #expect(!isExact(Array(matroska(referringTo: 600, cuesAt: 600).prefix(500))))
        #expect(!isExact([0x1A, 0x45, 0xDF, 0xA3]))
    }

    @Test("MPEG-TS has none, with packets of 188 and of 192 bytes")
    func transportStream() {
        let packet: [UInt8] = [0x47] + [UInt8](repeating: 0xFF, count: 187)
        #expect(!isExact(packet + packet + packet + packet))
        let stamped = [0, 0, 0, 0] + packet
        #expect(!isExact(stamped + stamped + stamped + stamped))
        #expect(isExact(packet + [UInt8](repeating: 0, count: 400)))
    }

    private func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
        Array(type.utf8) + (0..<4).map { UInt8(body.count >> (8 * $0) & 255) } + body
            + [UInt8](repeating: 0, count: body.count % 2)
    }

    @Test("AVI has an index behind the media, or in its header")
    func avi() {
        func file(_ chunks: [[UInt8]]) -> [UInt8] { chunk("RIFF", Array("AVI ".utf8) + chunks.joined()) }
        let media = chunk("LIST", Array("movi".utf8) + [UInt8](repeating: 7, count: 333))
        #expect(isExact(file([chunk("LIST", Array("hdrl".utf8)), media, chunk("idx1", [1, 2])])))
        func header(_ stream: [UInt8]) -> [UInt8] {
            chunk("LIST", Array("hdrl".utf8) + chunk("avih", [1, 2, 3]) + chunk("LIST", Array("strl".utf8) + stream))
        }
        let name = chunk("strn", Array("indx".utf8))
        #expect(isExact(file([header(name + chunk("indx", [4, 0])), media])))
        #expect(!isExact(file([header(name), media])))
        #expect(!isExact(file([chunk("LIST", Array("hdrl".utf8)), media])))
    }

    @Test("MP4 has one, unless it is fragmented")
    func movie() {
        func box(_ type: String, _ body: [UInt8] = []) -> [UInt8] {
            [0, 0, 0, UInt8(8 + body.count)] + Array(type.utf8) + body
        }
        let head = box("ftyp", Array("isom".utf8))
        #expect(isExact(head + box("moov", box("mvhd"))))
        #expect(!isExact(head + box("moov", box("mvhd") + box("mvex"))))
    }

    @Test("other and damaged files are read without a crash", arguments: 0..<4 as Range<UInt64>)
    func others(seed: UInt64) {
        #expect(isExact([]))
        #expect(isExact(Array("OggS".utf8)))
        var generator = SeededRandom(seed: seed)
        let valid = matroska(referringTo: 600, cuesAt: 600)
        for _ in 0..<500 {
            var bytes = valid
            for _ in 0..<3 { bytes[Int.random(in: 0..<bytes.count, using: &generator)] = generator.bytes(1)[0] }
            _ = isExact(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator))))
        }
    }
}
