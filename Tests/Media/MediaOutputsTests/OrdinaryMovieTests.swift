import Containers
import StudioCore
import StudioTestSupport
import Testing

@testable import MediaOutputs

@Suite("MP4: from fragments to an ordinary file")
struct OrdinaryMovieTests {
    // MARK: A fragmented movie

    private static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        var box = BoxBuilder(type)
        for byte in content.joined() { box.append(UInt64(byte), bytes: 1) }
        return box.finished
    }

    private static func number(_ value: UInt64, _ count: Int = 4) -> [UInt8] {
        BoxBuilder.bigEndian(value, bytes: count)
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private static func track(_ number: UInt64, _ handler: String, timescale: UInt64) -> [UInt8] {
        let size: [UInt8] = handler == "vide" ? Self.number(64 << 16) + Self.number(48 << 16) : zeros(8)
        return box(
            "trak", box("tkhd", zeros(12), Self.number(number), zeros(4 + 4 + 8 + 8 + 36), size),
            box(
                "mdia", box("mdhd", zeros(12), Self.number(timescale), zeros(4), Self.number(0x55C4, 2), zeros(2)),
                box("hdlr", zeros(8), Array(handler.utf8), zeros(13)),
                box(
                    "minf", box(handler == "vide" ? "vmhd" : "smhd", zeros(8)), box("dinf"),
                    box("stbl", box("stsd", zeros(4), Self.number(1), box("avc1", [7])), box("stts", zeros(8))))))
    }

    private static let movie = box(
        "moov", box("mvhd", zeros(4), number(5), zeros(90)), track(1, "vide", timescale: 30_000),
        track(2, "soun", timescale: 48_000), box("mvex", zeros(4)))

    /// A fragment of samples with a duration and a size, the first one at `time`. Its media follows at `data`.
    private static func fragment(
        _ track: UInt64, at time: UInt64, data: UInt64, _ samples: [(UInt64, UInt64)], keyFirst: Bool = true
    ) -> [UInt8] {
        let entries = samples.flatMap { number($0.0) + number($0.1) }
        return box(
            "moof", box("mfhd", zeros(8)),
            box(
                "traf", box("tfhd", number(0x20), number(track), number(keyFirst ? 0x1_0000 : 0)),
                box("tfdt", number(1 << 24), number(time, 8)),
                box(
                    "trun", number(keyFirst ? 0x305 : 0x301), number(UInt64(samples.count)), number(data),
                    keyFirst ? number(0) : [], entries)))
    }

    private static func fragmented(_ fragments: [(offset: UInt64, bytes: [UInt8])]) throws -> FragmentedMovie {
        var movie = try FragmentedMovie(movie: movie)
        for fragment in fragments { try movie.append(fragment: fragment.bytes, at: fragment.offset) }
        return movie
    }

    /// The ordinary file, read by the tests' own reader.
    private static func tracks(_ movie: FragmentedMovie) throws -> (tracks: [BoxTrack], file: BoxFile) {
        let folder = try TestFolder()
        let head = try OrdinaryMovie(movie).head
        let path = try folder.write("a.mp4", head + zeros(Int(movie.mediaBytes)))
        let file = try BoxFile(path)
        return (try file.tracks, file)
    }

    // MARK: Tests

    @Test("two tracks: durations, sizes, key frames and chunks, in the order of the fragments")
    func complete() throws {
        let movie = try Self.fragmented([
            (1000, Self.fragment(1, at: 0, data: 100, [(1000, 50), (1000, 20)])),
            (2000, Self.fragment(2, at: 0, data: 100, [(1024, 7), (1024, 8), (576, 9)], keyFirst: false)),
            (3000, Self.fragment(1, at: 2000, data: 100, [(1500, 60)])),
        ])
        #expect(movie.media == [1100..<1170, 2100..<2124, 3100..<3160])
        #expect(movie.mediaBytes == 154)
        let (tracks, file) = try Self.tracks(movie)
        #expect(file.boxes.map(\.type) == ["ftyp", "moov", "mdat"])
        #expect(tracks.map(\.handler) == ["vide", "soun"])
        #expect(tracks.map(\.timescale) == [30_000, 48_000])
        #expect(tracks[0].durations.map { [$0.count, $0.duration] } == [[2, 1000], [1, 1500]])
        #expect(tracks[1].durations.map { [$0.count, $0.duration] } == [[2, 1024], [1, 576]])
        #expect(tracks[0].sizes == [50, 20, 60])
        #expect(tracks[1].sizes == [7, 8, 9])
        #expect(tracks[0].keySamples == [1, 3])
        #expect(tracks[1].keySamples == nil, "every sample of audio is one")
        let start = try #require(file.boxes.last).offset
        #expect(tracks[0].chunks == [start..<start + 70, start + 94..<start + 154])
        #expect(tracks[1].chunks == [start + 70..<start + 94])
        #expect(tracks.map(\.isEdited) == [false, false])
        // 2624 of 48,000 and 3500 of 30,000.
        #expect(file.boxes[1].all("mvhd")[0].number(16) == 3500)
        #expect(file.boxes[1].all("tkhd").map { $0.number(20) } == [3500, 1640])
    }

    @Test("a fragment that starts later or earlier than the last sample ends corrects its duration")
    func drift() throws {
        let movie = try Self.fragmented([
            (0, Self.fragment(1, at: 0, data: 0, [(1000, 1), (1000, 1)])),
            (0, Self.fragment(1, at: 2010, data: 0, [(1000, 1), (1000, 1)])),
            (0, Self.fragment(1, at: 4005, data: 0, [(1000, 1)])),
        ])
        let durations = movie.tracks[0].durations
        #expect(durations.runs.map(\.duration) == [1000, 1010, 1000, 995, 1000])
        #expect(durations.total == 5005)
    }

    @Test("a track that starts later has an empty edit")
    func late() throws {
        let movie = try Self.fragmented([
            (0, Self.fragment(1, at: 0, data: 0, [(30_000, 1)])), (0, Self.fragment(2, at: 480, data: 0, [(1024, 1)])),
        ])
        let (tracks, file) = try Self.tracks(movie)
        #expect(tracks.map(\.isEdited) == [false, true])
        let list = try #require(file.boxes[1].all("elst").first)
        #expect(list.number(4) == 2)
        // 480 of 48,000 are 300 of 30,000; then the media, 640 rounded up.
        #expect([list.number(8), list.number(12), list.number(20), list.number(24)] == [300, 0xFFFF_FFFF, 640, 0])
    }

    @Test("more than 4 GiB: offsets and sizes of 64 bits")
    func large() throws {
        let sample = UInt64(UInt32.max) / 4
        let movie = try Self.fragmented(
            (0..<5).map { (UInt64($0) * sample, Self.fragment(1, at: $0 * 1000, data: 0, [(1000, sample)])) }
                + [(0, Self.fragment(2, at: 0, data: 0, [(1024, 1)]))])
        let head = try OrdinaryMovie(movie).head
        let places = try #require(head.firstRange(of: Array("co64".utf8)))
        let offsets = (0..<5).map { number in
            head[(places.upperBound + 8 + 8 * number)...].prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
        #expect(offsets == (0..<5).map { UInt64(head.count) + $0 * sample })
        #expect(Array(head.suffix(16).prefix(8)) == [0, 0, 0, 1] + Array("mdat".utf8))
        #expect(head.suffix(8).reduce(0) { $0 << 8 | UInt64($1) } == movie.mediaBytes + 16)
    }

    @Test("what is not such a file is an error, never a trap", arguments: 0..<50)
    func damaged(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let whole = Self.movie + Self.fragment(1, at: 0, data: 100, [(1000, 50), (1000, 20)])
        for _ in 0..<100 {
            var bytes = whole
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            bytes.removeLast(Int.random(in: 0..<bytes.count / 4, using: &random))
            guard var movie = try? FragmentedMovie(movie: Array(bytes.prefix(Self.movie.count))) else { continue }
            try? movie.append(fragment: Array(bytes.dropFirst(Self.movie.count)), at: 0)
            _ = try? OrdinaryMovie(movie)
        }
    }

    @Test("chapters have their starts in units of 100 ns, and are beside the title in the index")
    func chapters() throws {
        let movie = try Self.fragmented([(1000, Self.fragment(1, at: 0, data: 100, [(1000, 50)]))])
        let chapters = [
            MovieChapter(start: .zero, title: "Start"), MovieChapter(start: .seconds(1.5), title: "Größe"),
        ]
        var content: [UInt8] = [1, 0, 0, 0] + Self.zeros(4)
        content.append(2)
        for (start, title) in [(0, "Start"), (15_000_000, "Größe")] as [(UInt64, String)] {
            content += Self.number(start, 8)
            content.append(UInt8(title.utf8.count))
            content += Array(title.utf8)
        }
        for title in [nil, "Show"] {
            let head = try OrdinaryMovie(movie, title: title, chapters: chapters).head
            #expect(Self.count(of: Self.box("chpl", content), in: head) == 1)
            #expect(Self.count(of: Array("udta".utf8), in: head) == 1)
        }
        let head = try OrdinaryMovie(movie).head
        #expect(Self.count(of: Array("udta".utf8), in: head) == 0)
    }

    private static func count(of part: [UInt8], in bytes: [UInt8]) -> Int {
        guard bytes.count >= part.count else { return 0 }
        return (0...bytes.count - part.count).count { bytes[$0..<$0 + part.count].elementsEqual(part) }
    }

    @Test("a track without samples is omitted; a movie without samples is an error")
    func empty() throws {
        let (tracks, _) = try Self.tracks(Self.fragmented([(0, Self.fragment(1, at: 0, data: 0, [(1, 1)]))]))
        #expect(tracks.map(\.handler) == ["vide"])
        for movie in [Self.movie, Self.box("moov", Self.box("mvhd", Self.zeros(100)))] {
            #expect(throws: MP4FormatError("it has no sample")) {
                try OrdinaryMovie(FragmentedMovie(movie: movie))
            }
        }
    }

    @Test(
        "every frame lasts a whole number of units",
        arguments: [
            ("30", 30_000), ("25", 25_000), ("60", 60_000), ("24000/1001", 24_000), ("59.94", 60_000), ("0.1", 10_000),
            ("12.5", 25_000), ("15", 15_000), ("120", 12_000),
        ])
    func timescale(_ rate: String, _ expected: UInt32) {
        #expect(VideoTimescale.of(Rate(parsing: rate)) == expected)
    }

    @Test("without a declared rate it is 90,000") func undeclared() { #expect(VideoTimescale.of(nil) == 90_000) }
}
