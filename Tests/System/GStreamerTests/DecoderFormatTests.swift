import GStreamer
import StudioCore
import Testing

/// Corrections of what GStreamer 1.22 announces for coded and decoded video.
struct DecoderFormatTests {
    private func caps(_ text: String) throws -> Caps {
        try GStreamerRuntime.start()
        return try #require(Caps(text))
    }

    @Test("libav decodes into GStreamer's buffers only where the format is known to exist")
    func directRendering() throws {
        let parsed = "chroma-format=4:2:0,bit-depth-luma=(uint)8,bit-depth-chroma=(uint)8"
        for text in [
            "video/x-h264,\(parsed)", "video/x-h265,\(parsed)", "video/x-vp9,\(parsed)",
            "video/x-h265,chroma-format=4:4:4,bit-depth-luma=(uint)12,bit-depth-chroma=(uint)12", "video/mpeg",
            "video/x-vp8",
        ] {
            #expect(try DirectRendering(for: caps(text)) == .safe, "\(text)")
        }
        for text in [
            "video/x-h264", "video/x-h265,chroma-format=4:0:0,bit-depth-luma=(uint)8,bit-depth-chroma=(uint)8",
            "video/x-h264,chroma-format=4:2:0,bit-depth-luma=(uint)9,bit-depth-chroma=(uint)9",
            "video/x-h264,chroma-format=4:2:0,bit-depth-luma=(uint)8,bit-depth-chroma=(uint)10",
            "video/x-vp9,chroma-format=4:4:0,bit-depth-luma=(uint)8,bit-depth-chroma=(uint)8", "video/x-ffv",
            "video/x-prores", "image/png",
        ] {
            #expect(try DirectRendering(for: caps(text)) == .unsafe, "\(text)")
        }
        for text in ["video/x-rle, layout=quicktime", "video/x-cinepak", "video/x-unheard-of"] {
            #expect(try DirectRendering(for: caps(text)) == .unknown, "\(text)")
        }
    }

    @Test("streams that announce a format that GStreamer does not have are refused by name")
    func refusals() throws {
        for (type, sampling, depth, isRefused) in [
            ("h265", "4:2:0", 8, false), ("h265", "4:0:0", 8, false), ("h265", "4:0:0", 10, true),
            ("h265", "4:0:0", 12, true), ("h264", "4:0:0", 10, false), ("h264", "4:2:0", 9, true),
            ("h264", "4:4:4", 14, true), ("vp9", "4:4:0", 8, true), ("vp9", "4:4:4", 12, false),
        ] {
            let text = "video/x-\(type),chroma-format=\(sampling),bit-depth-luma=(uint)\(depth)"
            let refusal = try DirectRendering.refusal(of: caps(text))
            #expect((refusal != nil) == isRefused, "\(text)")
            #expect(refusal?.contains("video/x-\(type), \(sampling), \(depth) bits") ?? true)
        }
        #expect(try DirectRendering.refusal(of: caps("video/x-h265")) == nil)
        #expect(try DirectRendering.refusal(of: caps("video/x-ffv")) == nil)
    }

    @Test("an unknown matrix is that of video that signals nothing, and the range stays")
    func matrix() throws {
        for (format, height, matrix) in [
            ("I420", 480, Caps.SignalledMatrix.bt601), ("I420", 720, .bt709), ("GRAY8", 720, .bt601),
        ] {
            let unknown = try caps("video/x-raw,format=\(format),width=640,height=\(height),colorimetry=1:0:0:0")
            #expect(unknown.withKnownMatrix.colorimetry.matrix == matrix, "\(unknown)")
            #expect(unknown.withKnownMatrix.colorimetry.range == .full)
        }
        for text in [
            "video/x-raw,format=I420,width=64,height=64,colorimetry=bt709",
            "video/x-raw,format=I420,width=64,height=64", "video/x-h264,colorimetry=1:0:0:0",
        ] {
            #expect(try caps(text).withKnownMatrix == caps(text))
        }
    }

    @Test("a decoder is found for streams that can be decoded, and none for others")
    func decoders() throws {
        for text in ["audio/mpeg,mpegversion=4", "audio/x-raw", "audio/x-ac3", "video/x-h264"] {
            #expect(try ElementFactory.hasDecoder(for: caps(text)), "\(text)")
        }
        #expect(try !ElementFactory.hasDecoder(for: caps("audio/x-unknown,codec-id=A_XC3")))
    }
}
