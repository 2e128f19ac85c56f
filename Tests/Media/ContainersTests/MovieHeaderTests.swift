import StudioCore
import StudioTestSupport
import Testing

@testable import Containers

/// The duration in the header of MP4 and MOV files.
@Suite("MovieHeader")
struct MovieHeaderTests {
    private func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * (bytes - 1 - $0))) }
    }

    private func box(_ type: String, _ body: [UInt8]) -> [UInt8] { number(8 + body.count, 4) + Array(type.utf8) + body }

    /// `mvhd` or `mdhd`.
    private func timing(_ type: String, _ duration: Int, scale: Int = 1000, version: UInt8 = 0) -> [UInt8] {
        let length = version == 1 ? 8 : 4
        return box(
            type,
            [version, 0, 0, 0] + number(0, 2 * length) + number(scale, 4) + number(duration, length) + number(7, 20))
    }

    private func track(_ handler: String, _ duration: Int) -> [UInt8] {
        let body = timing("mdhd", duration * 90, scale: 90_000) + box("hdlr", number(0, 8) + Array(handler.utf8))
        return box("trak", box("tkhd", [1, 2, 3]) + box("mdia", body))
    }

    private func file(_ movie: [UInt8]) -> [UInt8] {
        box("ftyp", Array("isom".utf8)) + box("mdat", [UInt8](repeating: 9, count: 50)) + box("moov", movie)
    }

    private func header(_ bytes: [UInt8]) -> MovieHeader? {
        MovieHeader(size: bytes.count) { offset, count in Array(bytes.dropFirst(offset).prefix(count)) }
    }

    @Test("the duration and its field are found, also behind the media and with 64 bits", arguments: [0, 1] as [UInt8])
    func duration(_ version: UInt8) throws {
        let bytes = file(timing("mvhd", 5134, version: version) + track("vide", 5134) + track("soun", 5013))
        let found = try #require(header(bytes))
        #expect(found.duration == 5.134)
        #expect(found.videoDurations == [5.134])
        #expect(Array(bytes[found.field]) == number(5134, version == 1 ? 8 : 4))
        #expect(found.correction == [UInt8](repeating: 0, count: version == 1 ? 8 : 4))
    }

    @Test("the duration is replaced, unless it is 0 or hides a poster beside the video")
    func correction() throws {
        let long = timing("mvhd", 30_000)
        #expect(try #require(header(file(long + track("vide", 5000) + track("soun", 30_000)))).correction != nil)
        #expect(try #require(header(file(long + track("soun", 30_000)))).correction != nil)
        #expect(try #require(header(file(long + track("vide", 100) + track("vide", 30_000)))).correction == nil)
        #expect(try #require(header(file(timing("mvhd", 0) + track("vide", 5000)))).correction == nil)
        let unknown = try #require(header(file(timing("mvhd", 0xFFFF_FFFF) + track("vide", 5000))))
        #expect(unknown.duration == 0)
        #expect(unknown.correction == nil)
    }

    /// A video track of 5 s with 90,000 ticks a second and composition offsets.
    private func track(_ offsets: [Int], hasEdits: Bool = false) -> [UInt8] {
        let entries = offsets.flatMap { number(1, 4) + number($0, 4) }
        let table = box("stbl", box("ctts", number(0, 4) + number(offsets.count, 4) + entries))
        let media =
            timing("mdhd", 450_000, scale: 90_000) + box("hdlr", number(0, 8) + Array("vide".utf8)) + box("minf", table)
        return box("trak", (hasEdits ? box("edts", box("elst", number(0, 8))) : []) + box("mdia", media))
    }

    @Test("a track without edits lasts until its last reordered frame was shown")
    func reordered() throws {
        let movie = timing("mvhd", 5000)
        let bytes = file(movie + track([3000, 9000, -3000, 0]) + track("soun", 5000))
        let found = try #require(header(bytes))
        #expect(found.durationCorrections.map(\.bytes) == [[0, 0, 0, 0]])
        #expect(found.endCorrections.map(\.bytes) == [number(459_000, 4)])
        let offset = try #require(found.endCorrections.last?.offset)
        #expect(Array(bytes[offset..<offset + 4]) == number(450_000, 4))
        // A table that is longer than what is read at once.
        let long = [Int](repeating: 3000, count: 20_000) + [6000]
        #expect(try #require(header(file(movie + track(long)))).endCorrections.last?.bytes == number(456_000, 4))
    }

    @Test("the duration of a track stays without offsets, and with edits")
    func ordered() throws {
        let movie = timing("mvhd", 5000)
        for track in [
            track([]), track([0, 0]), track([-3000, 0]), track([3000], hasEdits: true), track("vide", 5000),
        ] {
            #expect(try #require(header(file(movie + track))).endCorrections == [])
        }
    }

    @Test("other files and files without a header have none")
    func others() {
        #expect(header([]) == nil)
        #expect(header(Array("RIFF....WAVEfmt ....".utf8)) == nil)
        #expect(header(box("ftyp", Array("isom".utf8)) + box("mdat", [1, 2, 3])) == nil)
        #expect(header(file(box("cmov", [1, 2, 3]))) == nil)
    }

    @Test("damaged headers are read without a crash", arguments: 0..<4)
    func damaged(_ seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let valid = file(timing("mvhd", 5134) + track("vide", 5134) + track("soun", 5013))
        for _ in 0..<2000 {
            var bytes = valid
            for _ in 0..<3 { bytes[Int.random(in: 0..<bytes.count, using: &generator)] = generator.bytes(1)[0] }
            if let found = header(bytes) { #expect(found.field.upperBound <= bytes.count) }
        }
    }
}
