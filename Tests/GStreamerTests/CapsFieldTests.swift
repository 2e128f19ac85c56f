import GStreamer
import StudioCore
import Testing

@Suite("What caps say")
struct CapsFieldTests {
    private func caps(_ text: String) throws -> Caps {
        try GStreamerRuntime.start()
        return try #require(Caps(text))
    }

    @Test("fields have their kind, and one of another kind is none")
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

    @Test("what is not one value is none")
    func unfixed() throws {
        let caps = try caps("audio/x-raw,rate=[1,2000],format={S16LE,F32LE},channels=(int)2; audio/mpeg,rate=7")
        #expect(caps.mediaType == "audio/x-raw")
        #expect(caps.integer("rate") == nil && caps.text("format") == nil)
        #expect(caps.integer("channels") == 2)
    }

    @Test("caps of nothing say nothing", arguments: ["EMPTY", "ANY"])
    func nothing(_ text: String) throws {
        let caps = try caps(text)
        #expect(caps.mediaType == "")
        #expect(caps.integer("width") == nil && caps.text("format") == nil && caps.rate("framerate") == nil)
        #expect(caps.colorimetry.range == nil && caps.colorimetry.matrix == nil)
        #expect(caps.without("width") == caps)
    }

    @Test("a rate of zero is variable, thus none", arguments: ["0/1", "0/30"])
    func variableRate(_ rate: String) throws {
        #expect(try caps("video/x-raw,framerate=\(rate)").rate("framerate") == nil)
    }

    @Test("without a field everything else stays, and the original is not touched")
    func without() throws {
        let original = try caps("video/x-raw,width=4,colorimetry=(string)bt709")
        #expect(original.without("colorimetry") == (try caps("video/x-raw,width=4")))
        #expect(original.text("colorimetry") == "bt709")
        #expect(original.without("nothing") == original)
    }

    @Test(
        "range and matrix as they are signalled",
        arguments: [
            ("bt709", .limited, .bt709), ("bt601", .limited, .bt601), ("bt2020", .limited, .bt2020),
            ("1:3:5:1", .full, .bt709), ("1:4:0:0", .full, .bt601), ("2:0:0:0", .limited, nil),
            ("0:3:0:0", nil, .bt709),
            ("0:0:0:0", nil, nil), ("2:5:0:0", .limited, .other), ("1:1:0:0", .full, .rgb), ("nonsense", nil, nil),
            ("", nil, nil),
        ] as [(String, VideoRange?, Caps.SignalledMatrix?)])
    func colorimetry(_ text: String, _ range: VideoRange?, _ matrix: Caps.SignalledMatrix?) throws {
        let said = try caps("video/x-raw,colorimetry=(string)\"\(text)\"").colorimetry
        #expect(said.range == range)
        #expect(said.matrix == matrix)
    }

    @Test("without a word about colours there is no range and no matrix")
    func noColorimetry() throws {
        let said = try caps("video/x-raw,width=4").colorimetry
        #expect(said.range == nil && said.matrix == nil)
    }
}
