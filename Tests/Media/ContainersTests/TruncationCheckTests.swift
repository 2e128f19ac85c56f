import StudioCore
import StudioTestSupport
import Testing

@testable import Containers

/// The lengths that media files declare.
struct TruncationCheckTests {
    private func end(_ bytes: [UInt8]) -> Int? {
        TruncationCheck.declaredEnd(size: bytes.count) { offset, count in Array(bytes.dropFirst(offset).prefix(count)) }
    }

    @Test("FLV without a size ends with its last tag, which is found from the end of a long file")
    func flash() {
        func tag(_ type: UInt8, _ length: Int) -> [UInt8] {
            func bytes(_ value: Int, _ count: Int) -> [UInt8] {
                (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            }
            return [type] + bytes(length, 3) + [0, 0, 1, 0, 0, 0, 0] + [UInt8](repeating: 9, count: length)
                + bytes(length + 11, 4)
        }
        let head: [UInt8] = Array("FLV".utf8) + [1, 5, 0, 0, 0, 9, 0, 0, 0, 0]
        let file = head + tag(18, 300) + (0..<1500).flatMap { tag($0 % 3 == 0 ? 9 : 8, 2000 + $0) }
        for missing in [0, 1, 3, 4, 5, 1000, 3509, 3510, 3513, 3514, 3515, 40_000] {
            var (reads, read) = (0, 0)
            let short = Array(file.dropLast(missing))
            let end = TruncationCheck.declaredEnd(size: short.count) { offset, count in
                let found = Array(short.dropFirst(offset).prefix(count))
                (reads, read) = (reads + 1, read + found.count)
                return found
            }
            let isWhole = missing == 0 || missing == 3514
            #expect(isWhole ? end == short.count : (end ?? 0) > short.count, "\(missing): \(String(describing: end))")
            if (1...3510).contains(missing) { #expect(end == file.count, "\(missing)") }
            #expect(reads < 10 && read < 5 << 20)
        }
    }

    private func box(_ type: String, _ length: Int, body: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + Array(type.utf8)
            + [UInt8](repeating: 7, count: body)
    }

    @Test("MP4's length is the sum of its boxes, including 64-bit ones, and truncation is detected")
    func boxes() {
        let head = box("ftyp", 16, body: 8)
        #expect(end(head + box("mdat", 108, body: 100)) == 124)
        #expect(end(head + box("mdat", 108, body: 60)) == 124)
        let long: [UInt8] =
            [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 1, count: 20)
        #expect(end(head + long) == 16 + 256)
        #expect(end(head + box("mdat", 0, body: 60)) == nil, "the box extends to the end of the file")
        #expect(end(head + [0, 0, 0]) == nil, "padding is not damage")
        #expect(end(box("pnot", 20, body: 12) + box("moov", 108, body: 100)) == 128, "a preview comes first")
        #expect(end(head + box("\u{1}\u{2}ab", 90, body: 2)) == nil, "an invalid box has no length")
    }

    @Test("Matroska, AVI and WAV declare their length, live recordings do not")
    func otherContainers() {
        let header: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x84, 1, 2, 3, 4]
        let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67]
        #expect(end(header + segment + [0x41, 0x00] + [UInt8](repeating: 0, count: 9)) == 15 + 256)
        #expect(end(header + segment + [0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0]) == nil)
        #expect(end(Array("RIFF".utf8) + [100, 0, 0, 0] + Array("AVI LIST".utf8)) == 108)
        #expect(end(Array("RIFF".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("WAVEfmt ".utf8)) == nil)
        #expect(end(Array("RIFF".utf8) + [5, 0, 0, 0] + Array("WAVE".utf8)) == nil, "a padding byte may be missing")
        #expect(end(Array("a text, and no media".utf8)) == nil)
    }

    @Test("Random file heads are parsed without a crash", arguments: 0..<4)
    func fuzzed(_ seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let heads: [[UInt8]] = [
            [0x1A, 0x45, 0xDF, 0xA3], Array("RIFF".utf8), [0, 0, 0, 1] + Array("mdat".utf8),
            [0, 0, 0, 9] + Array("ftyp".utf8),
        ]
        for _ in 0..<500 {
            for head in heads {
                let bytes = head + generator.bytes(Int.random(in: 0..<60, using: &generator))
                if let end = end(bytes) { #expect(end >= 0) }
            }
        }
    }
}
