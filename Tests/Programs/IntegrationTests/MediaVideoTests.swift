import Foundation
import StudioTestSupport
import Testing

/// Conversion of a file's video: size, aspect ratio, rotation, deinterlacing, and still images.
@Suite(.endToEnd)
struct MediaVideoTests {
    private static let h264 = ["-c:v", "libx264", "-an"]

    private func send(_ path: String, _ folder: TestFolder, _ more: [String] = []) throws -> String {
        let out = folder.file("out.mkv")
        let outcome = try StudioProgram.run(["start", "--fast", "--video", path, "--force", "--out", out] + more)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return out
    }

    private func size(_ path: String) throws -> [Int?] {
        let video = try MediaProbe(path).video
        return [video.width, video.height]
    }

    @Test("Odd sizes become even, non-square pixels become square")
    func ownSize() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 1)
        let odd = try clip.encode(folder, "odd.mp4", Self.h264 + ["-vf", "scale=321:181,format=yuv444p"])
        let wide = try clip.encode(folder, "wide.mp4", Self.h264 + ["-vf", "scale=240:180,setsar=4/3"])
        #expect(try size(send(odd, folder)) == [322, 182])
        #expect(try CodedReport(folder.file("out.mkv")).video.readable == clip.frames)
        #expect(try size(send(wide, folder)) == [320, 180])
        #expect(try CodedReport(folder.file("out.mkv")).video.readable == clip.frames)
    }

    @Test("Bars beside video of full range have the black of full range")
    func fullRangeBars() throws {
        let folder = try TestFolder()
        let clip = folder.file("in.mkv")
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=white:s=160x90:r=10:d=0.4", "-vf",
                "scale=out_range=full", "-c:v", "ffv1", "-pix_fmt", "yuv420p", "-color_range", "pc", clip,
            ])
        let outcome = try StudioProgram.run([
            "start", "--fast", "--no-audio", "--video", clip, "--width", "160", "--height", "160", "--format",
            "i420-full", "--out", "-",
        ])
        let frame = try #require(Y4MStream(Array(outcome.output), frameBytes: 160 * 160 * 3 / 2).frames.last)
        #expect(frame[0] == 0)
        #expect(frame[159] == 0)
        #expect(frame[160 * 160 - 1] == 0)
        #expect(frame[80 * 160 + 80] == 255)
    }

    @Test(
        "A declared size with another aspect ratio adds black bars of its range and does not crop",
        arguments: [(640, 640), (640, 240)], ["i420-full", "i420-limited"])
    func bars(_ size: (Int, Int), _ format: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 1)
        let asked = ["--width", "\(size.0)", "--height", "\(size.1)", "--format", format]
        #expect(try CodedReport(send(clip.path, folder, asked)).video.readable == clip.frames)
        let outcome = try StudioProgram.run(["start", "--fast", "--video", clip.path, "--out", "-"] + asked)
        let frame = try #require(
            Y4MStream(Array(outcome.output), frameBytes: size.0 * size.1 * 3 / 2).frames.last)
        let black: UInt8 = format == "i420-full" ? 0 : 16
        let (luma, chroma) = (size.0 * size.1, size.0 * size.1 / 4)
        // Rows at the top and at the bottom, or columns at the left and at the right.
        let corners = [0, size.0 - 1, luma - size.0, luma - 1]
        #expect(corners.allSatisfy { frame[$0] == black }, "\(corners.map { frame[$0] })")
        #expect(frame[luma] == 128)
        #expect(frame[luma + chroma - 1] == 128)
        #expect(frame.last == 128)
        let barWidth = (size.0 - min(size.0, size.1 * 16 / 9)) / 2
        let barHeight = (size.1 - min(size.1, size.0 * 9 / 16)) / 2
        let inside = (barHeight + 3) * size.0 + barWidth + 3
        let outside = barWidth > 0 ? barWidth - 4 : (barHeight - 4) * size.0
        #expect(frame[outside] == black, "\(frame[outside]), \(frame[inside])")
        #expect(frame[inside] != black, "\(frame[outside]), \(frame[inside])")
    }

    @Test("--width or --height alone keeps the aspect ratio")
    func oneLength() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 1)
        #expect(try size(send(clip.path, folder, ["--width", "640"])) == [640, 360])
        #expect(try size(send(clip.path, folder, ["--height", "90"])) == [160, 90])
    }

    @Test("A size that violates the contract: 3, before the file is opened")
    func refusedSize() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 1)
        let outcome = try StudioProgram.run([
            "start", "--fast", "--video", clip.path, "--width", "641", "--height", "360", "--out", "null:",
        ])
        #expect(outcome.exitCode == 3, "\(outcome.errors)")
        #expect(outcome.errors.contains("PS-START-"), "\(outcome.errors)")
    }

    @Test("Rotated video is turned upright, as in ffmpeg", arguments: ["90", "180", "270"])
    func rotation(_ angle: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 1)
        let flat = try clip.encode(folder, "flat.mp4", Self.h264)
        let turned = folder.file("turned.mp4")
        try Tool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-i", flat, "-c", "copy", "-metadata:s:v:0", "rotate=\(angle)", turned])
        let judge = folder.file("judge.mkv")
        try Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-i", turned, "-c:v", "libx264", "-qp", "8", judge])
        let out = try send(turned, folder)
        #expect(try size(out) == size(judge))
        #expect(try structuralSimilarity(out, to: judge) > 0.98)
    }

    @Test("Interlaced video is deinterlaced, one frame per frame", arguments: ["a.mpg", "a.mp4"])
    func interlaced(_ name: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, size: (640, 360), seconds: 4)
        let codec = name.hasSuffix("mpg") ? ["-c:v", "mpeg2video", "-b:v", "8M"] : ["-c:v", "libx264"]
        let fields = ["-vf", "fps=60,scale=720:576,interlace", "-flags", "+ildct+ilme"]
        let path = try clip.encode(folder, name, codec + fields)
        let report = try CodedReport(try send(path, folder))
        #expect(report.video.count == clip.frames)
        #expect(report.video.readable == clip.frames)
        #expect(report.video.missing == 0)
        #expect(report.video.repeated.isEmpty)
        let offsets = try report.offsets
        #expect(abs(offsets.lowerBound) < 2, "\(offsets)")
        #expect(abs(offsets.upperBound) < 2, "\(offsets)")
    }

    @Test("Still images last for the requested duration", arguments: ["a.png", "a.jpg", "a.webp"])
    func still(_ name: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 1)
        let path = try clip.encode(folder, name, ["-frames:v", "1"])
        let report = try CodedReport(try send(path, folder, ["--duration", "2s"]))
        #expect(report.video.count == 60)
        #expect(report.video.highest == 0)
        let endless = try StudioProgram.run(["start", "--fast", "--video", path, "--out", "null:"])
        #expect(endless.exitCode == 2, "\(endless.errors)")
        #expect(endless.errors.contains("--duration"), "\(endless.errors)")
    }
}
