import Foundation
import StudioTestSupport
import Testing

/// Media files of all kinds, encoded by ffmpeg: every frame and every sample arrives, in order, in sync, with its
/// colours.
///
/// Serialized, because each case encodes on all cores.
@Suite(.endToEnd)
struct MediaFileTests {
    struct Format: Sendable, CustomTestStringConvertible {
        let name: String
        let arguments: [String]
        /// Codecs that keep colours less exactly.
        var lumaError = 1.5
        var testDescription: String { name }

        init(_ name: String, _ arguments: String, lumaError: Double = 1.5) {
            self.name = name
            self.arguments = arguments.split(separator: " ").map(String.init)
            self.lumaError = lumaError
        }
    }

    static let formats = [
        Format("a.mp4", "-c:v libx264 -bf 3 -c:a aac"),
        Format("a.mov", "-c:v libx264 -bf 3 -c:a libmp3lame"),
        Format("a.ts", "-c:v libx264 -bf 2 -c:a aac"),
        Format("b.ts", "-c:v mpeg2video -b:v 6M -bf 2 -c:a mp2"),
        Format("a.flv", "-c:v libx264 -bf 2 -c:a aac"),
        Format("a.mkv", "-c:v libx264 -bf 3 -c:a flac"),
        Format("aac.mkv", "-c:v libx264 -bf 3 -c:a aac"),
        Format("hevc.mp4", "-c:v libx265 -x265-params log-level=error -c:a aac"),
        Format("hevc10.mkv", "-c:v libx265 -x265-params log-level=error -pix_fmt yuv420p10le -c:a libopus"),
        Format("vp9.webm", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 3M -c:a libopus"),
        Format("av1.mp4", "-c:v libsvtav1 -preset 10 -b:v 3M -c:a aac"),
        Format("prores.mov", "-c:v prores_ks -c:a pcm_s16le"),
        Format("prores24.mov", "-c:v prores_ks -pix_fmt yuv422p10le -c:a pcm_s24le"),
        Format("422.mp4", "-c:v libx264 -pix_fmt yuv422p -c:a aac"),
        Format("422p10.mp4", "-c:v libx264 -pix_fmt yuv422p10le -c:a aac"),
        Format("444.mp4", "-c:v libx264 -pix_fmt yuv444p -c:a aac"),
        // Motion JPEG is always BT.601, and ffmpeg does not convert to it.
        Format("mjpeg.avi", "-c:v mjpeg -q:v 3 -c:a pcm_s16le", lumaError: 8),
    ]

    /// Opus in WebM: ffmpeg shifts the video by the audio's priming, and time stamps are in milliseconds.
    private static let syncTolerance = 8.0

    private func expectWhole(_ path: String, _ clip: CodedClip, lumaError: Double = 1.5) throws {
        let report = try CodedReport(path)
        #expect(report.video.count == clip.frames)
        #expect(report.video.readable == clip.frames)
        #expect(report.video.missing == 0)
        #expect(report.video.repeated.isEmpty)
        #expect(report.video.outOfOrder.isEmpty)
        let audio = try #require(report.audio)
        #expect(audio.gaps.isEmpty)
        #expect(audio.overlaps.isEmpty)
        let offsets = try report.offsets
        #expect(abs(offsets.lowerBound) <= Self.syncTolerance)
        #expect(abs(offsets.upperBound) <= Self.syncTolerance)
        #expect(offsets.upperBound - offsets.lowerBound <= 2, "the audio drifts: \(offsets)")
        let color = try #require(report.color)
        #expect(color.range == "limited")
        #expect(color.isAsSignalled)
        #expect(color.lumaError <= lumaError)
    }

    private func send(_ path: String, _ folder: TestFolder, _ more: [String] = []) throws -> String {
        let out = folder.file("out.mkv")
        let outcome = try StudioProgram.run(["start", "--fast", "--video", path, "--force", "--out", out] + more)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return out
    }

    @Test("MPEG-PS: small frames that share a packet, and a time stamp in GStreamer 1.22, are all sent")
    func sharedPackets() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, size: (320, 240))
        let path = try clip.encode(folder, "a.mpg", ["-c:v", "mpeg2video", "-b:v", "200k", "-bf", "2", "-c:a", "mp2"])
        let out = folder.file("o.mkv")
        let outcome = try StudioProgram.run(["start", "--fast", "--quiet", "--video", path, "--out", out])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let frames = try #require(try ProbedMedia(out).video)
        #expect(frames.count == clip.frames)
        #expect(frames.missing == 0)
        #expect(frames.repeated.isEmpty)
    }

    @Test(
        "MPEG-PS: frames that share a packet share a time stamp in GStreamer 1.22; two are lost, the rest is in sync"
    )
    func programStream() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        let path = try clip.encode(folder, "a.mpg", ["-c:v", "mpeg2video", "-b:v", "6M", "-bf", "2", "-c:a", "mp2"])
        let outcome = try StudioProgram.run([
            "start", "--fast", "--quiet", "--video", path, "--out", folder.file("o.mkv"),
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let media = try ProbedMedia(folder.file("o.mkv"))
        let frames = try #require(media.video)
        #expect(frames.count == clip.frames)
        #expect(frames.missing == frames.repeated.count)
        #expect(frames.missing == 2)
        #expect(frames.outOfOrder.isEmpty)
        #expect(abs(try #require(media.sync).worst) < 20)
    }

    @Test("Codecs and containers", arguments: formats)
    func everyFormat(_ format: Format) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        let path = try clip.encode(folder, format.name, format.arguments)
        try expectWhole(try send(path, folder), clip, lumaError: format.lumaError)
    }

    @Test(
        "Frame rates, in containers with and without millisecond time stamps",
        arguments: ["23.976", "25", "29.97", "50", "59.94"], ["a.mp4", "a.mkv"])
    func everyRate(_ rate: String, _ name: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, rate: rate)
        let path = try clip.encode(folder, name, ["-c:v", "libx264", "-bf", "3", "-c:a", "aac"])
        let out = try send(path, folder)
        try expectWhole(out, clip)
        let exact = ["23.976": "24000/1001", "29.97": "30000/1001", "59.94": "60000/1001"][rate] ?? "\(rate)/1"
        #expect(abs(fraction(try MediaProbe(out).video.avg_frame_rate) - fraction(exact)) < 0.02)
    }

    @Test("Frames are converted if the declared range differs, in both directions", arguments: ["full", "limited"])
    func ranges(_ declared: String) throws {
        let folder = try TestFolder()
        let levels: [UInt8] = [16, 40, 128, 200, 235]
        let raw = try folder.write("grey.yuv", levels.flatMap { TestMedia.frame(64, 64, y: $0) })
        let (name, origin, format) = declared == "full" ? ("tv", "tv", "yuv420p") : ("pc", "pc", "yuvj420p")
        let path = folder.file("\(name).mp4")
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "rawvideo", "-pix_fmt", format, "-s", "64x64", "-r", "30",
                "-color_range", origin, "-i", raw, "-c:v", "libx264", "-qp", "1", "-pix_fmt", format, "-color_range",
                origin, "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", path,
            ])
        let outcome = try StudioProgram.run([
            "start", "--fast", "--video", path, "--format", "i420-\(declared)", "--out", "-",
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let result = try Y4MStream(Array(outcome.output), frameBytes: 64 * 64 * 3 / 2)
        #expect(result.header.hasSuffix("XCOLORRANGE=\(declared.uppercased())"))
        #expect(result.frames.count == levels.count)
        for (frame, level) in zip(result.frames, levels) {
            let wanted =
                declared == "full" ? (Double(level) - 16) * 255 / 219 : Double(level) * 219 / 255 + 16
            #expect(abs(Double(frame[64 * 32 + 32]) - wanted) <= 1.5, "\(level) became \(frame[64 * 32 + 32])")
        }
    }

    @Test("Without --format the contract has the range of the file")
    func ownRange() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 1)
        let full = try clip.encode(
            folder, "full.mp4",
            [
                "-an", "-vf", "scale=out_range=full:in_range=limited,format=yuvj420p", "-color_range", "pc", "-c:v",
                "libx264",
            ])
        for (path, range) in [(clip.path, "LIMITED"), (full, "FULL")] {
            let outcome = try StudioProgram.run([
                "start", "--fast", "--video", path, "--duration", "100ms", "--out", "-",
            ])
            let header = outcome.output.prefix { $0 != 0x0A }
            #expect(String(decoding: header, as: UTF8.self).hasSuffix("XCOLORRANGE=\(range)"))
        }
    }

    /// x265 options for BT.2020 with a transfer function.
    private static func x265(_ transfer: String) -> [String] {
        let colors = "colorprim=bt2020:transfer=\(transfer):colormatrix=bt2020nc:range=limited"
        return ["-c:v", "libx265", "-crf", "4", "-x265-params", "log-level=error:\(colors)"]
    }

    @Test(
        "HDR and BT.2020 encoded by ffmpeg are converted back, up to the compressed highlights",
        arguments: ["smpte2084", "bt2020-10"])
    func wideColors(_ transfer: String) throws {
        let folder = try TestFolder()
        // Patches of 32 × 32 with three levels of each component: above 88 of 203 cd/m², 70 % of the signal,
        // brightness is compressed; near 0 the display gamma amplifies a step of 10 bits.
        let levels: [UInt8] = [70, 110, 170]
        let patches = levels.flatMap { red in levels.flatMap { green in levels.map { [red, green, $0] } } }
        let rgb = (0..<32).flatMap { _ in patches.flatMap { patch in (0..<32).flatMap { _ in patch } } }
        let size = "\(32 * patches.count)x32"
        let source = [
            "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size, "-r", "30", "-i", try folder.write("a.rgb", rgb),
        ]
        let path = folder.file("wide.mkv")
        let convert =
            "format=gbrp,zscale=min=gbr:rin=full:pin=bt709:tin=bt709:m=bt2020nc:r=limited:p=bt2020:t=\(transfer):npl=203,format=yuv420p10le"
        try Tool.run(
            "ffmpeg", ["-nostdin", "-v", "error"] + source + ["-vf", convert] + Self.x265(transfer) + [path])
        let outcome = try StudioProgram.run(["start", "--fast", "--quiet", "--video", path, "--out", "-"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let (sent, back) = (try folder.write("sent.y4m", outcome.output), folder.file("back.rgb"))
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", sent, "-frames:v", "1", "-vf",
                "scale=in_color_matrix=bt709:in_range=limited:flags=accurate_rnd", "-pix_fmt", "rgb24", "-f",
                "rawvideo", back,
            ])
        let result = try folder.read("back.rgb")
        for (number, patch) in patches.enumerated() {
            let place = (16 * 32 * patches.count + 32 * number + 16) * 3
            let shown = (0..<3).map { Int(result[result.startIndex + place + $0]) }
            #expect(
                zip(shown, patch).allSatisfy { abs($0 - Int($1)) <= 5 }, "\(patch) became \(shown)")
        }
    }

    @Test("The coded card survives HDR: every frame is read", arguments: ["smpte2084", "arib-std-b67"])
    func highRange(_ transfer: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        let convert =
            "zscale=min=bt709:rin=limited:pin=bt709:tin=bt709:m=bt2020nc:r=limited:p=bt2020:t=\(transfer):npl=203,format=yuv420p10le"
        let path = try clip.encode(
            folder, "high.mp4", ["-vf", convert] + Self.x265(transfer) + ["-c:a", "aac"])
        let report = try CodedReport(try send(path, folder))
        #expect(report.video.count == clip.frames)
        #expect(report.video.readable == clip.frames)
        #expect(report.video.missing == 0)
        #expect(report.video.damaged.isEmpty)
    }

    @Test(
        "5.1 audio is mixed down to stereo, mono is sent on both channels, 44.1 kHz is resampled to 48 kHz",
        arguments: [6, 1])
    func audio(_ channels: Int) throws {
        let folder = try TestFolder()
        let path = folder.file("a.mp4")
        let layout = channels == 6 ? "5.1" : "mono"
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x96:r=30:d=2", "-f", "lavfi", "-i",
                "sine=f=1000:r=44100:d=2", "-af", "volume=6dB,aformat=channel_layouts=\(layout)", "-c:v", "libx264",
                "-c:a", "aac", path,
            ])
        let out = try send(path, folder)
        let audio = try MediaProbe(out).audio
        #expect(audio.sample_rate == "48000")
        #expect(audio.channels == 2)
        let data = try Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-i", out, "-map", "0:a", "-f", "s16le", "-"])
        let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        let middle = samples[48_000..<144_000]
        let left = stride(from: middle.startIndex, to: middle.endIndex, by: 2).map { samples[$0] }
        let right = stride(from: middle.startIndex + 1, to: middle.endIndex, by: 2).map { samples[$0] }
        for side in [left, right] {
            #expect(try #require(side.max()) > 1_000)
            // 1 kHz has a thousand upward zero crossings per second.
            let crossings = zip(side, side.dropFirst()).count { $0 < 0 && $1 >= 0 }
            #expect(abs(crossings - 1000) <= 3, "\(crossings) Hz")
        }
    }

    @Test(
        "A file without audio gets silence, --no-audio no track at all, in every container",
        arguments: ["mp4", "mkv", "ts", "flv", "avi", "mpg"])
    func mute(_ suffix: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 2)
        let codec = suffix == "mpg" ? "mpeg2video" : "libx264"
        let path = try clip.encode(folder, "mute.\(suffix)", ["-an", "-c:v", codec, "-b:v", "6M", "-bf", "0"])
        let probe = try MediaProbe(try send(path, folder))
        #expect(probe.videoFrames.count == clip.frames)
        #expect(abs(probe.audioSeconds - 2) < 0.05)
        #expect(try !MediaProbe(try send(path, folder, ["--no-audio"])).hasAudio)
    }

    @Test(
        "A file without video is rejected by --video and accepted by --audio",
        arguments: ["mp3", "m4a", "flac", "mkv", "ts", "flv", "mpg"])
    func audioOnly(_ suffix: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 2)
        let codec = ["mp3": "libmp3lame", "flac": "flac", "mpg": "mp2"][suffix] ?? "aac"
        let song = try clip.encode(folder, "song.\(suffix)", ["-vn", "-c:a", codec])
        let refused = try StudioProgram.run(["start", "--fast", "--video", song, "--out", "null:"])
        #expect(refused.exitCode == 5)
        #expect(refused.errors.contains("contains audio but no video; use it with --audio"))
        let card = ["--video", "coded:", "--width", "320", "--height", "180", "--duration", "2s"]
        let sent = try StudioProgram.run(["start", "--fast", "--audio", song, "--out", folder.file("o.mkv")] + card)
        #expect(sent.exitCode == 0, "\(sent.errors)")
        #expect(try CodedReport(folder.file("o.mkv")).audio?.gaps.isEmpty == true)
    }

    @Test("Audio of one file with video of another file, of the pattern and of the coded card")
    func otherAudio() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 3)
        let mute = try clip.encode(folder, "mute.mp4", ["-an", "-c:v", "copy"])
        for (name, codec) in [("a.mp3", "libmp3lame"), ("a.opus", "libopus"), ("a.flac", "flac"), ("a.m4a", "aac")] {
            let song = try clip.encode(folder, name, ["-vn", "-c:a", codec])
            let report = try CodedReport(try send(mute, folder, ["--audio", song]))
            #expect(report.video.missing == 0)
            #expect(report.video.highest == clip.frames - 1)
            // GStreamer 1.22 does not remove the priming of MP3 without container metadata: 1105 samples of LAME and
            // 529 of the decoder.
            let offsets = try report.offsets
            #expect(offsets.lowerBound > -35, "\(name): \(offsets)")
            #expect(offsets.upperBound < 2, "\(name): \(offsets)")
            let card = ["--video", "coded:", "--width", "320", "--height", "180", "--duration", "3s"]
            let made = try StudioProgram.run(
                ["start", "--fast", "--force", "--audio", song, "--out", folder.file("card.mkv")] + card)
            #expect(made.exitCode == 0, "\(made.errors)")
            #expect(try CodedReport(folder.file("card.mkv")).audio?.gaps.isEmpty == true)
        }
        let both = try send(mute, folder, ["--audio", clip.path])
        #expect(try abs(CodedReport(both).offsets.upperBound) < 2)
    }
}
