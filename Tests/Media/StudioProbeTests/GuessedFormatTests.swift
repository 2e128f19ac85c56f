import CGStreamer
import GStreamer
import StudioTestSupport
import Testing

@testable import StudioProbe

/// GStreamer 1.26 takes y4m for MPEG audio when its frames look like it. A typefinder that always does stands in for it.
@Suite("A format that GStreamer guesses wrongly")
struct GuessedFormatTests {
    @Test(
        "y4m is probed although GStreamer takes it for MPEG audio, from a file and from a pipe",
        arguments: [false, true])
    func y4m(isPipe: Bool) throws {
        try GStreamerRuntime.start()
        let rank = guint(GST_RANK_PRIMARY.rawValue) + 1
        #expect(gst_type_find_register(nil, "psstudio-test-y4m", rank, guessAudio, nil, nil, nil, nil) != 0)
        let files = try CodedFiles(seconds: 2)
        // Without the suffix, which GStreamer prefers.
        let path = files.folder.file("card")
        let show = try files.encode("show.mkv")
        try Tool.run(
            "ffmpeg", ["-nostdin", "-v", "error", "-i", show, "-an", "-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe", path])
        let source = isPipe ? try files.makePipe() : path
        let writer = isPipe ? try ChildProcess("sh", ["-c", "cat '\(path)' >'\(source)'"]) : nil
        let report = try probe(source)
        if let writer { #expect(try writer.wait() == .exited(0)) }
        #expect(report.interruption == nil)
        #expect(try #require(report.video).readable == 60)
    }
}

private func guessAudio(_ find: UnsafeMutablePointer<GstTypeFind>?, _ context: gpointer?) {
    guard let find, let bytes = gst_type_find_peek(find, 0, 8),
        UnsafeBufferPointer(start: bytes, count: 8).elementsEqual("YUV4MPEG".utf8),
        let caps = gst_caps_from_string("audio/mpeg,mpegversion=(int)1,layer=(int)3")
    else { return }
    gst_type_find_suggest(find, guint(GST_TYPE_FIND_MAXIMUM.rawValue), caps)
    psgst_caps_unref(caps)
}
