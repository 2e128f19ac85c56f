import StudioCore
import Testing

@testable import Containers

/// Byte orders and orientations of the tracks of MP4 and MOV files, and time stamps that stand still.
@Suite("Tracks of a movie")
struct MovieTrackTests {
    private func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * (bytes - 1 - $0))) }
    }

    private func box(_ type: String, _ body: [UInt8]) -> [UInt8] { number(8 + body.count, 4) + Array(type.utf8) + body }

    /// A track header.
    private func header(
        _ track: Int, _ matrix: [Int] = [1, 0, 0, 1], scale: Int = 1 << 16, version: UInt8 = 0
    ) -> [UInt8] {
        let times = version == 1 ? 8 : 4
        return box(
            "tkhd",
            [version, 0, 0, 0] + number(0, 2 * times) + number(track, 4) + number(0, 4) + number(0, times)
                + number(0, 16) + self.matrix(matrix, scale: scale) + number(0, 8))
    }

    private func matrix(_ values: [Int], scale: Int) -> [UInt8] {
        let scaled = values.map { number($0 * scale, 4) }
        return scaled[0] + scaled[1] + number(0, 4) + scaled[2] + scaled[3] + number(0, 12) + number(1 << 30, 4)
    }

    private func movie(_ boxes: [UInt8]) -> [UInt8] { box("ftyp", Array("qt  ".utf8)) + box("moov", boxes) }

    private func sound(_ track: Int, _ codec: String, version: Int = 1, isLittleEndian: Bool?) -> [UInt8] {
        let order = isLittleEndian.map { box("enda", number($0 ? 1 : 0, 2)) } ?? []
        let entry = box(
            codec,
            number(0, 6) + number(1, 2) + number(version, 2) + number(0, 18) + number(0, 16)
                + box("wave", box("frma", Array(codec.utf8)) + order))
        let table = box("stbl", box("stsd", number(0, 4) + number(1, 4) + entry))
        return box("trak", header(track) + box("mdia", box("minf", table)))
    }

    private func orders(_ bytes: [UInt8]) -> [Int: Bool] {
        MovieByteOrder(size: bytes.count) { offset, count in Array(bytes.dropFirst(offset).prefix(count)) }
            .isLittleEndian
    }

    private func orientations(_ bytes: [UInt8]) -> [Int: DisplayMatrix] {
        MovieOrientations(size: bytes.count) { offset, count in Array(bytes.dropFirst(offset).prefix(count)) }.tracks
    }

    @Test("the byte order of each track of PCM is found, and that of others is not")
    func byteOrder() {
        let tracks = [
            sound(1, "fl32", isLittleEndian: true), sound(2, "in32", isLittleEndian: false),
            sound(3, "fl64", isLittleEndian: nil), sound(4, "sowt", isLittleEndian: true),
            sound(7, "in24", isLittleEndian: true), sound(8, "fl32", version: 2, isLittleEndian: true),
        ]
        #expect(orders(movie(tracks.flatMap(\.self))) == [1: true, 2: false, 7: true])
        #expect(orders([]).isEmpty)
    }

    @Test("a damaged header has no byte order, wherever it ends")
    func damage() {
        let bytes = movie(sound(1, "fl32", isLittleEndian: true))
        for length in 0..<bytes.count { #expect(orders(Array(bytes.prefix(length))).isEmpty, "\(length)") }
    }

    /// A movie with indexed colours: red and lime, at a place in the table.
    private func indexed(depth: Int = 8, table: Int = 0, first: Int = 0, last: Int = 1) -> [UInt8] {
        let colors: [UInt8] = [0, 0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0]
        let fields: [UInt8] = number(0, 6) + number(1, 2) + number(0, 66) + number(depth, 2) + number(table, 2)
        let range: [UInt8] = number(first, 4) + number(0x8000, 2) + number(last, 2)
        let entry = box("smc ", fields + range + colors)
        let list = box("stbl", box("stsd", number(0, 4) + number(1, 4) + entry))
        let media = box("mdia", box("minf", box("vmhd", number(0, 12)) + list))
        return movie(box("trak", header(3) + media))
    }

    private func palettes(_ bytes: [UInt8]) -> [Int: [UInt32]] {
        MoviePalettes(size: bytes.count) { offset, count in Array(bytes.dropFirst(offset).prefix(count)) }.colors
    }

    @Test("the table of indexed colours is found, and other depths and QuickTime's own tables have none")
    func palette() throws {
        let black = [UInt32](repeating: 0, count: 254)
        #expect(palettes(indexed()) == [3: [0xFF_0000, 0x00_FF00] + black])
        #expect(palettes(indexed(first: 254, last: 255)) == [3: black + [0xFF_0000, 0x00_FF00]])
        #expect(palettes(indexed(depth: 24)).isEmpty)
        #expect(palettes(indexed(table: 0xFFFF)).isEmpty)
        #expect(palettes(indexed(first: 1, last: 0)).isEmpty)
        #expect(palettes(indexed(last: 2)).isEmpty)
        #expect(palettes(indexed(last: 256)).isEmpty)
        let bytes = indexed()
        for length in 0..<bytes.count { #expect(palettes(Array(bytes.prefix(length))).isEmpty, "\(length)") }
    }

    /// The orientations of EXIF, from 1 on.
    private static let eight = [
        [1, 0, 0, 1], [-1, 0, 0, 1], [-1, 0, 0, -1], [1, 0, 0, -1], [0, 1, 1, 0], [0, 1, -1, 0], [0, -1, -1, 0],
        [0, -1, 1, 0],
    ]

    @Test("all eight orientations are found, scaled and with 64-bit times", arguments: eight)
    func orientation(_ values: [Int]) {
        let wanted = DisplayMatrix(values[0], values[1], values[2], values[3])
        for (scale, version) in [(1 << 16, 0), (1 << 15, 1)] as [(Int, UInt8)] {
            let bytes = movie(box("trak", header(5, values, scale: scale, version: version)))
            #expect(orientations(bytes) == [5: wanted])
        }
    }

    /// A track of a kind; a disabled one has no flags.
    private func track(_ number: Int, _ handler: String, isEnabled: Bool) -> [UInt8] {
        var header = header(number)
        header[11] = isEnabled ? 7 : 6
        return box(
            "trak", header + box("mdia", box("hdlr", self.number(0, 8) + Array(handler.utf8) + self.number(0, 12))))
    }

    @Test("the first enabled track of a kind is preferred, where it is not the first one")
    func enabledTracks() {
        func preferred(_ handler: [UInt8], _ tracks: [(Int, String, Bool)]) -> Int? {
            let bytes = movie(tracks.flatMap { track($0.0, $0.1, isEnabled: $0.2) })
            return MovieTracks(size: bytes.count) { Array(bytes.dropFirst($0).prefix($1)) }.preferred(handler)
        }
        let tracks = [(4, "vide", false), (1, "soun", true), (2, "vide", true), (3, "vide", true), (5, "soun", false)]
        #expect(preferred(MovieTracks.video, tracks) == 2)
        #expect(preferred(MovieTracks.audio, tracks) == nil)
        #expect(preferred(MovieTracks.video, [(1, "vide", false), (2, "vide", false)]) == nil)
        #expect(preferred(MovieTracks.audio, [(1, "vide", true)]) == nil)
        #expect(MovieTracks(size: 0) { _, _ in [] }.preferred(MovieTracks.video) == nil)
    }

    @Test("the matrix of the movie is applied after the track's")
    func movieMatrix() {
        let quarter = box("mvhd", number(0, 36) + matrix([0, 1, -1, 0], scale: 1 << 16))
        let bytes = movie(quarter + box("trak", header(1, [0, 1, -1, 0])) + box("trak", header(2, [-1, 0, 0, 1])))
        #expect(orientations(bytes) == [1: DisplayMatrix(-1, 0, 0, -1), 2: DisplayMatrix(0, -1, -1, 0)])
    }

    @Test("other angles have no orientation")
    func otherAngles() {
        #expect(DisplayMatrix(scaled: [46_341, 46_341, -46_341, 46_341]) == nil)
        #expect(DisplayMatrix(scaled: [0, 0, 0, 0]) == nil)
        #expect(DisplayMatrix(scaled: [65_536, 1, -1, 65_536]) == .upright)
        #expect(DisplayMatrix(yaw: 0, pitch: 0, roll: 45) == nil)
        #expect(DisplayMatrix(yaw: 90, pitch: 0, roll: 0) == nil)
        #expect(DisplayMatrix(yaw: 0, pitch: 0, roll: .nan) == nil)
    }

    @Test("roll is counterclockwise, and comes after the mirrors of yaw and pitch")
    func pose() {
        for (yaw, pitch, roll, number) in [
            (0, 0, 0, 1), (180, 0, 0, 2), (0, 0, 180, 3), (0, 180, 0, 4), (-180, 0, 90, 5), (0, 0, -90, 6),
            (180, 0, -90, 7), (0, 0, 90, 8), (180, 180, 0, 3), (0, 0, 450, 8),
        ] as [(Double, Double, Double, Int)] {
            let values = Self.eight[number - 1]
            let wanted = DisplayMatrix(values[0], values[1], values[2], values[3])
            #expect(DisplayMatrix(yaw: yaw, pitch: pitch, roll: roll) == wanted, "\(yaw), \(pitch), \(roll)")
        }
    }

    @Test("a unit whose time stamp stands still follows the previous one")
    func standingTimes() throws {
        var times = StandingTimes()
        let rate = try #require(Rate(96_000, over: 1))
        for index in 0..<1000 {
            let found = times.position(.seconds(2), samples: 1024, rate: rate)
            #expect(found == .seconds(2) + MediaTime(count: Int64(index) * 1024, rate: rate))
        }
        #expect(times.position(.seconds(5), samples: 1024, rate: rate) == .seconds(5))
        // One that goes back is left to the reader.
        #expect(times.position(.seconds(4), samples: 1024, rate: rate) == .seconds(4))
    }
}
