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

    @Test("The pixel aspect ratio changes the width")
    func pixelAspect() throws {
        for (field, width) in [("A1:1", 720), ("A0:0", 720), ("A16:15", 768), ("A64:45", 1024), ("A1:2", 360)] {
            #expect(try Y4MHeader(parsing: "YUV4MPEG2 W720 H576 \(field)").squareWidth == Int32(width), "\(field)")
        }
        for field in ["A1:0", "A0:1", "A-1:-1", "A1", "Ax:y", "A99999999999:1"] {
            #expect(throws: SourceError.self) { try Y4MHeader(parsing: "YUV4MPEG2 W720 H576 \(field)") }
        }
    }

    @Test("a size is written with its pixels where they are not square")
    func squareSize() throws {
        #expect(try Y4MHeader(parsing: "YUV4MPEG2 W404 H710").squareSize == "404x710")
        #expect(
            try Y4MHeader(parsing: "YUV4MPEG2 W404 H710 A7100:1717").squareSize
                == "1670x710 in square pixels (404x710 with pixels of 7100:1717)")
    }

    @Test("a missing decoder: packages that are not installed, otherwise a conversion")
    func missingDecoder() {
        func remedy(_ installed: Set<String>) -> String {
            FileRemedy.forMissingDecoder("a.mov", isOnlyAudio: false) { installed.contains($0) }
        }
        #expect(remedy(["avdec_h264", "h264parse", "a52dec"]) == "convert it: ffmpeg -i a.mov clip.mp4")
        #expect(remedy(["h264parse", "a52dec"]) == "apt-get install gstreamer1.0-libav")
        #expect(remedy([]) == "apt-get install gstreamer1.0-libav gstreamer1.0-plugins-bad gstreamer1.0-plugins-ugly")
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
