import StudioTestSupport
import Testing

/// GStreamer's own log counts the copies of frames inside a pipeline.
@Suite(.endToEnd)
struct DecodingCopyTests {
    private static let frames = 30

    private func copies(_ arguments: [String]) throws -> Int {
        let outcome = try StudioProgram.run(
            arguments, environment: ["GST_DEBUG": "GST_PERFORMANCE:6", "GST_DEBUG_NO_COLOR": "1"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        // The category logs each copied plane; the first one is written once a frame.
        return outcome.errors.count(of: "copy plane 0")
    }

    private func makeClip(_ folder: TestFolder) throws -> String {
        let path = folder.file("clip.mp4")
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=322x182:rate=30", "-frames:v",
                "\(Self.frames)", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-bf", "2",
                path,
            ])
        return path
    }

    @Test("a frame that needs no conversion passes the filters behind its decoder without a copy")
    func upright() throws {
        let folder = try TestFolder()
        let clip = try makeClip(folder)
        let arguments = ["start", "--fast", "--quiet", "--no-audio", "--video", clip, "--out", "null:"]
        #expect(try copies(arguments) == 0)
    }
}
