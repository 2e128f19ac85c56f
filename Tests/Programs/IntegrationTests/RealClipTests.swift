import Foundation
import StudioTestSupport
import Testing

private let clipFolder = ProcessInfo.processInfo.environment["PSSTUDIO_CLIPS"]

/// Third-party clips: all of their media arrives, as ffmpeg decodes it.
///
/// `scripts/fetch-clips.sh` downloads them; `make test` explains how.
@Suite(.endToEnd(weight: 2), .enabled(if: clipFolder != nil, "PSSTUDIO_CLIPS is not set to the folder with the clips"))
struct RealClipTests {
    static let clips = ["bigbuckbunny.mp4", "bikes.mp4", "carphone_pristine.mp4", "carphone_distorted.mp4"]

    private func path(_ clip: String) throws -> String { try #require(clipFolder) + "/" + clip }

    private func send(_ clip: String, to out: String, _ more: [String] = []) throws {
        let outcome = try StudioProgram.run(
            ["start", "--fast", "--force", "--bitrate", "12M", "--video", try path(clip), "--out", out] + more)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }

    /// The clip as ffmpeg decodes it, with square pixels, in the colours that are sent. Untagged video is BT.601 up
    /// to 576 rows.
    private func judge(_ clip: String, in folder: TestFolder, _ more: [String] = []) throws -> String {
        let rows = try #require(try MediaProbe(try path(clip)).video.height)
        let colors = rows <= 576 ? ":in_color_matrix=bt601:out_color_matrix=bt709" : ""
        let judge = folder.file("judge.mkv")
        try Tool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-y"] + more + [
                "-i", try path(clip), "-an", "-vf", "scale=iw*sar:ih\(colors),setsar=1", "-c:v", "libx264",
                "-preset", "ultrafast", "-qp", "4", judge,
            ])
        return judge
    }

    @Test("Every frame equals ffmpeg's, at the same rate and with the same duration", arguments: clips)
    func frames(_ clip: String) throws {
        let folder = try TestFolder()
        let (source, out) = (try MediaProbe(try path(clip)), folder.file("out.mkv"))
        try send(clip, to: out)
        let sent = try MediaProbe(out)
        #expect(sent.videoFrames.count == source.videoFrames.count)
        #expect(abs(fraction(try sent.video.avg_frame_rate) - fraction(try source.video.avg_frame_rate)) < 0.01)
        let (first, last) = (try #require(sent.videoFrames.first).time, try #require(sent.videoFrames.last).time)
        let (begin, end) = (try #require(source.videoFrames.first).time, try #require(source.videoFrames.last).time)
        #expect(abs((last - first) - (end - begin)) < 0.002)
        let judge = try judge(clip, in: folder)
        let wanted = try MediaProbe(judge).video
        #expect(try sent.video.width == wanted.width)
        #expect(try sent.video.height == wanted.height)
        #expect(try structuralSimilarity(out, to: judge) > 0.97)
    }

    @Test("5.1 audio is mixed down to stereo in sync, as in ffmpeg")
    func audio() throws {
        let folder = try TestFolder()
        try send("bigbuckbunny.mp4", to: folder.file("out.mkv"))
        let (sent, judged) = (try samples(folder.file("out.mkv")), try samples(try path("bigbuckbunny.mp4")))
        #expect(abs(sent.count - judged.count) < Self.rate / 20)
        let (lag, correlation) = bestLag(sent, judged)
        #expect(abs(lag) <= 1, "the audio is \(lag) ms late and like ffmpeg's by \(correlation)")
        #expect(correlation > 0.97, "the audio is \(lag) ms late and like ffmpeg's by \(correlation)")
    }

    @Test("--start-at starts with the same frame as ffmpeg")
    func start() throws {
        let folder = try TestFolder()
        try send("bigbuckbunny.mp4", to: folder.file("out.mkv"), ["--start-at", "2s"])
        #expect(try MediaProbe(folder.file("out.mkv")).videoFrames.count == 132 - 50)
        let judge = try judge("bigbuckbunny.mp4", in: folder, ["-ss", "2"])
        #expect(try structuralSimilarity(folder.file("out.mkv"), to: judge) > 0.97)
    }

    @Test("--loop plays a clip again without a gap")
    func loop() throws {
        let folder = try TestFolder()
        try send("bigbuckbunny.mp4", to: folder.file("out.mkv"), ["--loop", "--duration", "15840ms"])
        let sent = try MediaProbe(folder.file("out.mkv"))
        let times = sent.videoFrames.map(\.time)
        #expect(times.count == 3 * 132)
        #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 0.04) < 0.002 })
        #expect(abs(sent.audioSeconds - 15.84) < 0.05)
    }

    // MARK: Audio

    /// Eight samples per millisecond, which is sufficient and fast.
    private static let rate = 8_000

    private func samples(_ path: String) throws -> [Double] {
        let data = try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", path, "-map", "0:a", "-ac", "2", "-ar", "\(Self.rate)", "-f", "s16le",
                "-",
            ])
        let pairs = data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        return stride(from: 0, to: pairs.count - 1, by: 2).map { Double(pairs[$0]) + Double(pairs[$0 + 1]) }
    }

    /// The lag of the first signal in milliseconds, and the correlation at that lag; 1 means equal.
    private func bestLag(_ first: [Double], _ second: [Double]) -> (milliseconds: Double, correlation: Double) {
        let reach = Self.rate / 50
        let count = min(first.count, second.count) - 2 * reach
        func sum(_ body: (Int) -> Double) -> Double { (reach..<reach + count).reduce(0) { $0 + body($1) } }
        let energy = sum { second[$0] * second[$0] }
        let correlation = (-reach...reach).map { lag in
            let own = sum { first[$0 + lag] * first[$0 + lag] }
            return (lag, sum { first[$0 + lag] * second[$0] } / (own * energy).squareRoot())
        }
        let best = correlation.max { $0.1 < $1.1 } ?? (0, 0)
        return (Double(best.0) * 1000 / Double(Self.rate), best.1)
    }
}
