import Foundation
import StudioTestSupport
import Testing

/// Audio is at its time to the millisecond: what encoders insert in front is removed, and what precedes the first frame is trimmed to the
/// sample. `psstudio probe` measures it, ffprobe reads the times of the packets.
@Suite(.endToEnd)
struct AudioOffsetTests {
    private func send(_ arguments: [String], _ folder: TestFolder) throws -> CodedReport {
        let out = folder.file("out.mkv")
        let outcome = try StudioProgram.run(["start", "--fast", "--force", "--out", out] + arguments)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return try CodedReport(out)
    }

    private func expect(_ report: CodedReport, ahead milliseconds: Double) throws {
        let offsets = try report.offsets
        #expect(abs(offsets.lowerBound - milliseconds) < 1, "\(offsets), expected \(milliseconds)")
        #expect(abs(offsets.upperBound - milliseconds) < 1, "\(offsets), expected \(milliseconds)")
    }

    /// The start of a stream in seconds, as ffprobe reads it.
    private func start(of stream: String, _ path: String) throws -> Double {
        let text = try Tool.run(
            "ffprobe",
            ["-v", "error", "-select_streams", stream, "-show_entries", "stream=start_time", "-of", "csv=p=0", path])
        return try #require(Double(String(decoding: text, as: UTF8.self).filter { !$0.isWhitespace && $0 != "," }))
    }

    @Test(
        "Video that begins up to 0.1 s after its audio: the audio before it is trimmed to the sample",
        arguments: ["mp4", "mkv"], [30, 50, 90, 100])
    func lateVideo(_ container: String, _ milliseconds: Int) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        let path = folder.file("late.\(container)")
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-itsoffset", "\(Double(milliseconds) / 1000)", "-i", clip.path, "-i",
                clip.path,
                "-map", "0:v", "-map", "1:a", "-c", "copy", path,
            ])
        let late = try start(of: "v:0", path) - start(of: "a:0", path)
        #expect(abs(late * 1000 - Double(milliseconds)) < 1.1)
        try expect(CodedReport(path), ahead: late * 1000)
        try expect(send(["--video", path], folder), ahead: late * 1000)
    }

    @Test(
        "The codec delay of a Matroska track is subtracted from its times",
        arguments: [["-c", "copy"], ["-c:a", "libmp3lame"]])
    func codecDelay(_ codec: [String]) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        let path = try clip.encode(folder, "delayed.mkv", ["-c:v", "copy"] + codec)
        let before = try CodedReport(path).offsets.lowerBound
        let first = try start(of: "a:0", path)
        try Tool.run("mkvpropedit", ["-q", path, "--edit", "track:a1", "--set", "codec-delay=21333333"])
        #expect(abs(try start(of: "a:0", path) - first + 0.021) < 0.0015)
        let report = try CodedReport(path)
        try expect(report, ahead: before + 21.3)
        try expect(send(["--video", path], folder), ahead: before + 21.3)
        // Without its video, the audio begins behind the delay.
        guard codec == ["-c", "copy"] else { return }
        let sent = try send(["--video", clip.path, "--audio", path], folder)
        try expect(sent, ahead: before + 21.3)
    }

    @Test(
        "Reordered video in AVI is due when ffmpeg shows it, also for probe",
        arguments: [["mpeg4", "-bf", "2", "-b:v", "4M"], ["libx264", "-bf", "1"], ["libx264", "-bf", "3"]])
    func reorderedAVI(_ codec: [String]) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        let path = try clip.encode(folder, "a.avi", ["-c:v"] + codec + ["-c:a", "pcm_s16le"])
        let judged = folder.file("judge.mkv")
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", path, "-c:v", "libx264", "-preset", "veryfast", "-c:a", "pcm_s16le",
                judged,
            ])
        let wanted = try CodedReport(judged).offsets.lowerBound
        #expect(wanted > 30, "AVI shows reordered frames later")
        try expect(CodedReport(path), ahead: wanted)
        try expect(send(["--video", path], folder), ahead: wanted)
    }

    @Test("Opus in MPEG-TS begins with its first sample, as its control header tells")
    func opus() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        let path = try clip.encode(folder, "a.ts", ["-c:v", "copy", "-c:a", "libopus", "-b:a", "160k"])
        try expect(CodedReport(path), ahead: 0)
        try expect(send(["--video", path], folder), ahead: 0)
        try expect(send(["--video", clip.path, "--audio", path], folder), ahead: 0)
    }

    @Test("MP3 begins with its first sample, as its header tells", arguments: ["48000", "44100", "22050"])
    func mp3(_ rate: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        for (name, more) in [("plain.mp3", ["-id3v2_version", "0"]), ("tagged.mp3", ["-metadata", "title=title"])] {
            let path = try clip.encode(folder, name, ["-vn", "-ar", rate, "-c:a", "libmp3lame", "-b:a", "160k"] + more)
            try expect(send(["--video", clip.path, "--audio", path], folder), ahead: 0)
        }
    }
}
