import GStreamer
import StudioCore
import Testing

@Suite("Caps fields")
struct CapsFieldTests {
    private func caps(_ text: String) throws -> Caps {
        try GStreamerRuntime.start()
        return try #require(Caps(text))
    }

    @Test("fields are typed, and another type yields nil")
    func fields() throws {
        let caps = try caps(
            "video/x-h264,width=(int)640,profile=(string)high,framerate=(fraction)30000/1001,parsed=(boolean)true")
        #expect(caps.mediaType == "video/x-h264")
        #expect(caps.integer("width") == 640)
        #expect(caps.text("profile") == "high")
        #expect(caps.rate("framerate") == Rate(30_000, over: 1001))
        for field in ["profile", "framerate", "parsed", "nothing", ""] { #expect(caps.integer(field) == nil) }
        for field in ["width", "framerate", "parsed", "nothing"] { #expect(caps.text(field) == nil) }
        for field in ["width", "profile", "nothing"] { #expect(caps.rate(field) == nil) }
    }

    @Test("buffers can be read and replaced")
    func buffers() throws {
        let caps = try caps("video/x-h264,width=64,codec_data=(buffer)0164000a")
        #expect(caps.bytes("codec_data") == [1, 0x64, 0, 0x0A])
        #expect(caps.bytes("width") == nil)
        #expect(caps.bytes("nothing") == nil)
        let replaced = caps.with("codec_data", bytes: [1, 2, 3])
        #expect(replaced.bytes("codec_data") == [1, 2, 3])
        #expect(replaced.integer("width") == 64)
        #expect(caps.bytes("codec_data") == [1, 0x64, 0, 0x0A], "others keep theirs")
        #expect(caps.without("codec_data").with("codec_data", bytes: [7]).bytes("codec_data") == [7])
    }

    @Test("lists and ranges yield nil")
    func unfixed() throws {
        let caps = try caps("audio/x-raw,rate=[1,2000],format={S16LE,F32LE},channels=(int)2; audio/mpeg,rate=7")
        #expect(caps.mediaType == "audio/x-raw")
        #expect(caps.integer("rate") == nil)
        #expect(caps.text("format") == nil)
        #expect(caps.integer("channels") == 2)
    }

    @Test("EMPTY and ANY caps have no fields", arguments: ["EMPTY", "ANY"])
    func nothing(_ text: String) throws {
        let caps = try caps(text)
        #expect(caps.mediaType == "")
        #expect(caps.integer("width") == nil)
        #expect(caps.text("format") == nil)
        #expect(caps.rate("framerate") == nil)
        #expect(caps.colorimetry.range == nil)
        #expect(caps.colorimetry.matrix == nil)
        #expect(caps.without("width") == caps)
    }

    @Test("a frame rate of zero is variable and yields nil", arguments: ["0/1", "0/30"])
    func variableRate(_ rate: String) throws {
        #expect(try caps("video/x-raw,framerate=\(rate)").rate("framerate") == nil)
    }

    @Test("removing a field keeps the others and does not change the original")
    func without() throws {
        let original = try caps("video/x-raw,width=4,colorimetry=(string)bt709")
        #expect(original.without("colorimetry") == (try caps("video/x-raw,width=4")))
        #expect(original.text("colorimetry") == "bt709")
        #expect(original.without("nothing") == original)
    }

    @Test(
        "range and matrix as signalled",
        arguments: [
            ("bt709", .limited, .bt709), ("bt601", .limited, .bt601), ("bt2020", .limited, .bt2020),
            ("1:3:5:1", .full, .bt709), ("1:4:0:0", .full, .bt601), ("2:0:0:0", .limited, nil),
            ("0:3:0:0", nil, .bt709),
            ("0:0:0:0", nil, nil), ("2:5:0:0", .limited, .other), ("1:1:0:0", .full, .rgb), ("nonsense", nil, nil),
            ("", nil, nil),
        ] as [(String, VideoRange?, Caps.SignalledMatrix?)])
    func colorimetry(_ text: String, _ range: VideoRange?, _ matrix: Caps.SignalledMatrix?) throws {
        let colorimetry = try caps("video/x-raw,colorimetry=(string)\"\(text)\"").colorimetry
        #expect(colorimetry.range == range)
        #expect(colorimetry.matrix == matrix)
    }

    @Test("without colorimetry there is no range and no matrix")
    func noColorimetry() throws {
        let colorimetry = try caps("video/x-raw,width=4").colorimetry
        #expect(colorimetry.range == nil)
        #expect(colorimetry.matrix == nil)
    }
}
