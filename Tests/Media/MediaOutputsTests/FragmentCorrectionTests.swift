import ProgramEncoding
import StudioCore
import Testing

@testable import MediaOutputs

@Suite("Corrections of fragmented MP4")
struct FragmentCorrectionTests {
    private static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        number(UInt64(8 + content.joined().count), 4) + Array(type.utf8) + content.joined()
    }

    private static func number(_ value: UInt64, _ count: Int) -> [UInt8] { BoxBuilder.bigEndian(value, bytes: count) }
    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private static func track(_ number: UInt64, _ handler: String, timescale: UInt64) -> [UInt8] {
        box(
            "trak", box("tkhd", zeros(12), Self.number(number, 4), zeros(68)),
            box(
                "mdia", box("mdhd", zeros(12), Self.number(timescale, 4), zeros(8)),
                box("hdlr", zeros(8), Array(handler.utf8), zeros(13)),
                box("minf", box("stbl", box("stsd", zeros(8))))))
    }

    private static let movie = box(
        "moov", box("mvhd", zeros(100)), track(1, "vide", timescale: 30_000), track(2, "soun", timescale: 48_000))

    private static func fragment(_ track: UInt64, at time: UInt64, version: UInt64 = 0) -> [UInt8] {
        box(
            "moof", box("mfhd", zeros(8)),
            box(
                "traf", box("tfhd", zeros(4), number(track, 4)),
                box("tfdt", number(version << 24, 4), number(time, version == 1 ? 8 : 4)), box("trun", zeros(12))))
    }

    /// The index of one fragment, with numbers of `width` bytes.
    private static func index(_ track: UInt64, at time: UInt64, width: UInt64) -> [UInt8] {
        let lengths = (width - 1) * 0b10101
        return box(
            "mfra",
            box(
                "tfra", number(1 << 24, 4), number(track, 4), number(lengths, 4), number(1, 4), number(time, 8),
                number(77, 8), zeros(3 * Int(width))), box("mfro", zeros(8)))
    }

    private var correction: FragmentCorrection {
        var correction = FragmentCorrection()
        #expect(Self.write(Self.box("ftyp", [1, 2]) + Self.movie, to: &correction) == nil)
        correction.begin(.video, at: .zero)
        correction.begin(.audio, at: MediaTime(nanoseconds: 5_333_333))
        return correction
    }

    private static func write(_ bytes: [UInt8], to correction: inout FragmentCorrection) -> [UInt8]? {
        bytes.withUnsafeBytes { correction.corrected($0) }
    }

    @Test("a track that starts later has this in each of its fragments", arguments: [0, 1] as [UInt64])
    func fragments(_ version: UInt64) {
        var correction = correction
        for time in [0, 24_000, 1_000_000] as [UInt64] {
            let bytes = Self.fragment(2, at: time, version: version)
            #expect(
                Self.write(bytes, to: &correction) == Self.fragment(2, at: time + 256, version: version))
            #expect(Self.write(Self.fragment(1, at: time, version: version), to: &correction) == nil)
        }
    }

    @Test("the index at the end has the same times", arguments: 1...4 as ClosedRange<UInt64>)
    func index(_ width: UInt64) {
        var correction = correction
        #expect(
            Self.write(Self.index(2, at: 7, width: width), to: &correction) == Self.index(2, at: 263, width: width))
        #expect(Self.write(Self.index(1, at: 7, width: width), to: &correction) == nil)
    }

    @Test("media that looks like a fragment stays as it is, in one write or in several")
    func media() {
        var correction = correction
        let fragment = Self.fragment(2, at: 0)
        #expect(Self.write(Self.box("mdat", fragment, fragment), to: &correction) == nil)
        #expect(Self.write(Self.number(UInt64(8 + fragment.count), 4) + Array("mdat".utf8), to: &correction) == nil)
        #expect(Self.write(fragment, to: &correction) == nil)
        #expect(Self.write(fragment, to: &correction) == Self.fragment(2, at: 256))
    }

    @Test("bytes that are no boxes are passed on, of any length")
    func others() {
        for count in 0...40 {
            var correction = correction
            #expect(Self.write(Self.zeros(count), to: &correction) == nil)
            let truncated = Array(Self.fragment(2, at: 0).prefix(count))
            #expect(Self.write(truncated, to: &correction) == nil)
        }
    }
}
