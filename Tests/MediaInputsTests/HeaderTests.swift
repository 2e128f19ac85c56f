import StudioCore
import StudioTestSupport
import Testing

@testable import MediaInputs

/// The first line of a y4m stream, as several programs write it, and invalid variants.
struct Y4MHeaderTests {
    @Test("Headers of ffmpeg, GStreamer, mjpegtools and by hand")
    func good() throws {
        let ffmpeg = try Y4MHeader(
            parsing: "YUV4MPEG2 W1920 H1080 F30000:1001 Ip A1:1 C420mpeg2 XYSCSS=420MPEG2 XCOLORRANGE=LIMITED")
        #expect(ffmpeg.width == 1920)
        #expect(ffmpeg.height == 1080)
        #expect(ffmpeg.range == .limited)
        #expect(ffmpeg.rate == Rate(30_000, over: 1001))
        let full = try Y4MHeader(parsing: "YUV4MPEG2 W2 H2 F25:1 C420jpeg XCOLORRANGE=FULL")
        #expect(full.range == .full)
        #expect(full.rate == Rate(25))
        let short = try Y4MHeader(parsing: "YUV4MPEG2 W640 H360")
        #expect(short.rate == nil)
        #expect(short.range == .limited)
        #expect(try Y4MHeader(parsing: "YUV4MPEG2 H36 W64 I? A0:0 C420paldv").width == 64)
    }

    @Test(
        "Rejected headers and their messages",
        arguments: [
            ("RIFF", "YUV4MPEG2"), ("YUV4MPEG2", "YUV4MPEG2"), ("YUV4MPEG2 ", "width"), ("YUV4MPEG2 W64", "width"),
            ("YUV4MPEG2 W0 H36", "width"), ("YUV4MPEG2 W-64 H36", "width"), ("YUV4MPEG2 W4294967360 H36", "width"),
            ("YUV4MPEG2 W64 H36 F0:1", "rate"), ("YUV4MPEG2 W64 H36 F30", "rate"), ("YUV4MPEG2 W64 H36 F30:0", "rate"),
            ("YUV4MPEG2 W64 H36 C422", "yuv420p"), ("YUV4MPEG2 W64 H36 C420p10", "yuv420p"),
            ("YUV4MPEG2 W64 H36 It", "yadif"),
        ])
    func bad(_ line: String, _ word: String) {
        let error = #expect(throws: SourceError.self) { try Y4MHeader(parsing: line) }
        #expect(error?.description.contains(word) == true, "\(String(describing: error))")
        #expect(error?.hint.isEmpty == false)
    }

    @Test("Random headers are rejected or valid and never crash", arguments: 0..<8)
    func fuzzed(_ seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let fields = [
            "W64", "H36", "F30:1", "F30000:1001", "Ip", "C420jpeg", "A1:1", "XCOLORRANGE=FULL", "", "W", "H", "F", "F:",
            "F1:", "F9223372036854775807:1", "F1:9223372036854775807", "F-1:-1", "W99999999999999999999", "H\u{0}",
            "C", "I", "X", "Ü", "F0x10:1",
        ]
        var accepted = 0
        for _ in 0..<2000 {
            var line = "YUV4MPEG2"
            for _ in 0..<Int.random(in: 0..<8, using: &generator) { line += " " + generator.pick(fields) }
            if generator.chance(percent: 30) {
                var bytes = Array(line.utf8)
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = generator.bytes(1)[0]
                line = String(decoding: bytes, as: UTF8.self)
            }
            guard let header = try? Y4MHeader(parsing: line) else { continue }  // A rejected header is a valid outcome.
            accepted += 1
            #expect(header.width > 0, "\(line)")
            #expect(header.height > 0, "\(line)")
            #expect(header.rate.map { (0.1...1000).contains($0.perSecond) } ?? true, "\(line)")
        }
        #expect(accepted > 0, "some random headers must be valid")
    }
}

/// The head of a WAV file.
struct WAVHeaderTests {
    private let good = TestMedia.wav([1, 2, 3, 4])

    @Test("16-bit PCM of any rate; chunks before the samples are skipped, also odd ones")
    func wellFormed() throws {
        let header = try #require(try WAVHeader.parse(good))
        #expect(header.format == AudioFormat(sampleRate: 48_000, channels: 2))
        #expect(header.dataBytes == 8)
        #expect(header.byteCount == 44)
        let list = Array("LIST".utf8) + [3, 0, 0, 0] + Array("abc".utf8) + [0]
        let longer = try #require(try WAVHeader.parse(Array(good[..<12]) + list + good[12...]))
        #expect(longer.byteCount == 44 + list.count)
        let slow = try WAVHeader.parse(TestMedia.wav([1], rate: 44_100, channels: 1))
        #expect(
            slow?.format == AudioFormat(sampleRate: 44_100, channels: 1), "the parser does not check the contract")
    }

    @Test("An incomplete header is not parsed")
    func incremental() throws {
        for count in 0..<44 { #expect(try WAVHeader.parse(Array(good.prefix(count))) == nil, "\(count) bytes") }
        #expect(try WAVHeader.parse(Array(good.prefix(44))) != nil)
    }

    @Test("A length unknown to the writer", arguments: [UInt32(0), .max, .max - 255])
    func unknownLength(_ size: UInt32) throws {
        var bytes = good
        for place in 0..<4 { bytes[40 + place] = UInt8(truncatingIfNeeded: size >> (8 * UInt32(place))) }
        #expect(try #require(try WAVHeader.parse(bytes)).dataBytes == nil)
    }

    @Test("Random headers are rejected or valid", arguments: 0..<8)
    func fuzzed(_ seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var accepted = 0
        for _ in 0..<4000 {
            var bytes = good
            for _ in 0..<Int.random(in: 0..<6, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = generator.bytes(1)[0]
            }
            if generator.chance(percent: 20) { bytes = Array(bytes.prefix(Int.random(in: 0..<60, using: &generator))) }
            if generator.chance(percent: 20) { bytes += generator.bytes(50) }
            guard let header = (try? WAVHeader.parse(bytes)) ?? nil else { continue }  // Rejected or incomplete.
            accepted += 1
            #expect((1...2).contains(header.format.channels))
            #expect(header.format.sampleRate > 0)
            #expect(header.byteCount <= bytes.count)
            #expect(header.dataBytes ?? 0 >= 0)
        }
        #expect(accepted > 0)
    }
}
