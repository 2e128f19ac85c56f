import StudioTestSupport
import Testing

/// Small sources that would take gigabytes of memory: they are refused in one line.
@Suite(.serialized, .endToEnd)
struct MemoryLimitTests {
    private func check(_ outcome: StudioProgram.Outcome, _ texts: [String]) {
        #expect(outcome.exitCode == 5, "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        for text in texts { #expect(outcome.errors.contains(text), "\(outcome.errors)") }
    }

    @Test(
        "An image with too many pixels is not decoded",
        arguments: ["a.png", "a.jpg", "a.webp", "a.ppm"])
    func images(_ name: String) throws {
        let folder = try TestFolder()
        let path = folder.file(name)
        let source = ["-f", "lavfi", "-i", "color=red:s=9000x8000"]
        try Tool.run("ffmpeg", ["-nostdin", "-v", "error"] + source + ["-frames:v", "1", path])
        let size = "frames of 9000x8000 are too large; at most 67 million pixels are decoded"
        check(try StudioProgram.run(["probe", path]), [path, size])
        let out = ["--width", "320", "--height", "180", "--duration", "1s", "--fast", "--out", folder.file("out.mkv")]
        check(try StudioProgram.run(["start", "--video", path] + out), [path, size, "; convert it"])
    }

    @Test("An image whose size is not known before it is decoded is not decoded")
    func unknownSize() throws {
        let folder = try TestFolder()
        let path = try folder.write(
            "a.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='20000' height='20000'><rect/></svg>\n")
        check(try StudioProgram.run(["probe", path]), [path, "the size of image/svg+xml is unknown"])
    }

    @Test("Motion JPEG whose frames are larger than its container says")
    func frames() throws {
        let folder = try TestFolder()
        let (image, path) = (folder.file("a.jpg"), folder.file("a.avi"))
        let source = ["-f", "lavfi", "-i", "color=red:s=9000x8000"]
        try Tool.run("ffmpeg", ["-nostdin", "-v", "error"] + source + ["-frames:v", "1", image])
        try Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-i", image, "-c", "copy", path])
        check(try StudioProgram.run(["probe", path]), ["frames of 9000x8000 are too large"])
    }

    @Test(
        "A playlist without an end, also one that another playlist names", arguments: ["/endless.m3u8", "/main.m3u8"])
    func playlists(_ path: String) throws {
        let server = try HTTPAnswers { path in
            var answer = HTTPAnswers.Answer()
            answer.type = "application/vnd.apple.mpegurl"
            if path.hasPrefix("/main") {
                answer.body = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100000\nendless.m3u8\n"
            } else {
                answer.body = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n"
                answer.repeated = String(repeating: "#EXTINF:2.0,\nsegment.ts\n", count: 40_000)
            }
            return answer
        }
        let outcome = try StudioProgram.run(["probe", "http://127.0.0.1:\(server.port)\(path)"])
        // A playlist that a demuxer loads itself takes as much as arrives until the timeout, at most 1 GiB.
        check(outcome, path == "/main.m3u8" ? [] : ["longer than 64 MiB"])
    }
}
