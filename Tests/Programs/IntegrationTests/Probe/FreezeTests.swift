import StudioTestSupport
import Testing

/// Recordings of a sender that was suspended: the video shows one frame and the audio is silent, then both go on.
@Suite(.endToEnd)
struct FreezeTests {
    /// How the video stands still: by repeating a frame, or by showing it for longer.
    private static let videos = [
        "loop=loop=300:size=1:start=68,setpts=N/30/TB,select='not(between(n,368,372))',fps=30",
        "select='not(between(n,68,72))',setpts='PTS+if(gt(N,67),10/TB,0)'",
    ]

    @Test("After ten seconds without media, audio is not compared with a frame from before them", arguments: videos)
    func suspended(_ video: String) throws {
        let folder = try TestFolder()
        let audio = """
            asplit[a][b];[a]atrim=0:2.25[first];[b]atrim=2.25,asetpts=PTS-STARTPTS[second];\
            anullsrc=r=48000:cl=stereo,atrim=0:10[silence];[first][silence][second]concat=n=3:v=0:a=1
            """
        let path = try CodedClip(folder, seconds: 6).encode(
            folder, "stopped.mp4",
            ["-filter_complex", "[0:v]\(video)[v];[0:a]\(audio)[a0]", "-map", "[v]", "-map", "[a0]"]
                + ["-fps_mode", "passthrough", "-c:v", "libx264", "-crf", "20", "-c:a", "aac", "-b:a", "160k"])
        let report = try CodedReport(path)
        #expect(abs(try report.offsets.lowerBound) < 1)
        #expect(abs(try report.offsets.upperBound) < 1)
        #expect(abs(try #require(report.sync).worst) < 1)
        #expect(report.video.frozen.map(\.number) == [67])
        let media = try ProbedMedia(path, ["--max-offset", "20ms"])
        #expect(media.exitCode == 0)
        #expect(!media.findings.contains { $0.kind == "offset" })
    }
}
