import Foundation
import StudioTestSupport
import Testing

/// Output files, checked with ffprobe and ffmpeg.
@Suite(.endToEnd)
struct FileTests {
    struct Size: Sendable, CustomTestStringConvertible {
        let width: Int
        let height: Int
        let frames: Int
        var frameBytes: Int { width * height * 3 / 2 }
        var testDescription: String { "\(width)x\(height)" }
    }

    // With rows of 18, 404, 426 and 1366 pixels tight planes differ from GStreamer's padded ones.
    static let sizes = [
        Size(width: 16, height: 16, frames: 15), Size(width: 18, height: 22, frames: 15),
        Size(width: 404, height: 710, frames: 15),
        Size(width: 426, height: 240, frames: 15), Size(width: 640, height: 360, frames: 15),
        Size(width: 1366, height: 768, frames: 8), Size(width: 1920, height: 1080, frames: 6),
    ]

    @Test("y4m into MP4, MKV, FLV and y4m at once: every frame arrives, in all four", arguments: sizes)
    func allFiles(_ size: Size) throws {
        let folder = try TestFolder()
        let source = folder.file("in.y4m")
        try TestMedia.y4m(size.width, size.height, frames: size.frames, into: source)
        let outcome = try StudioProgram.run([
            "start", "--fast", "--video", source, "--out", folder.file("a.mp4"), "--out", folder.file("a.mkv"),
            "--out", folder.file("a.flv"), "--out", "-", "--bitrate", "8M",
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")

        for name in ["a.mp4", "a.mkv", "a.flv"] {
            let probe = try MediaProbe(folder.file(name))
            try checkTracks(of: probe, size)
            // Detects tearing, shearing and swapped planes only.
            #expect(try structuralSimilarity(folder.file(name), to: source) > 0.95, "\(name)")
        }

        let sent = try Y4MStream(Array(folder.read("in.y4m")), frameBytes: size.frameBytes)
        let received = try Y4MStream(Array(outcome.output), frameBytes: size.frameBytes)
        #expect(received.frames.count == size.frames)
        #expect(received.frames == sent.frames, "the bytes of the planes differ")
        #expect(received.header.contains(" F30:1 "))
        #expect(received.header.hasSuffix("XCOLORRANGE=LIMITED"))
    }

    private func checkTracks(of probe: MediaProbe, _ size: Size) throws {
        let (video, audio) = (try probe.video, try probe.audio)
        #expect(video.codec_name == "h264")
        #expect(audio.codec_name == "aac")
        #expect(video.width == size.width)
        #expect(video.height == size.height)
        #expect(video.nb_read_frames == "\(size.frames)")
        #expect(fraction(video.avg_frame_rate) == 30)
        #expect(video.color_range == "tv")
        #expect(video.color_space == "bt709")
        #expect(video.color_primaries == "bt709")
        #expect(video.color_transfer == "bt709")
        #expect(audio.sample_rate == "48000")
        #expect(audio.channels == 2)
        let seconds = Double(size.frames) / 30
        #expect(probe.videoFrames.first?.time == 0)
        #expect(abs(probe.videoEnd() - seconds) < 0.002)
        // The last AAC frame may exceed the video.
        #expect(abs(probe.audioSeconds - seconds) < 0.0214)
        #expect(abs(probe.seconds - seconds) < 0.0214)
        // Without B-frames the times are increasing.
        #expect(probe.videoFrames.allSatisfy { $0.pict_type != "B" })
    }

    @Test("2x2, the smallest size of the contract, works raw; encoders report that they cannot encode it")
    func smallest() throws {
        let folder = try TestFolder()
        let frames = (0..<5).map { TestMedia.frame(2, 2, y: 16 + UInt8($0) * 40, u: 90, v: UInt8($0)) }
        let source = try folder.write("in.yuv", frames.flatMap { $0 })
        let arguments = ["start", "--fast", "--video", source, "--width", "2", "--height", "2"]
        let raw = try StudioProgram.run(arguments + ["--out", "-"])
        #expect(raw.exitCode == 0, "\(raw.errors)")
        #expect(try Y4MStream(Array(raw.output), frameBytes: 6).frames == frames)
        let encoded = try StudioProgram.run(arguments + ["--out", folder.file("a.mp4")])
        #expect(encoded.exitCode == 6, "\(encoded.errors)")
        #expect(encoded.errors.contains("16x16"), "\(encoded.errors)")
    }

    @Test("Frame rates are preserved", arguments: ["25", "30000/1001", "60"])
    func rates(_ rate: String) throws {
        let folder = try TestFolder()
        // At 1080p29.97 the header has 86 bytes, which GStreamer's own y4m parser rejects.
        try TestMedia.y4m(128, 72, frames: 30, rate: rate, into: folder.file("in.y4m"))
        let outcome = try StudioProgram.run([
            "start", "--fast", "--video", folder.file("in.y4m"), "--out", folder.file("a.mp4"), "--out",
            folder.file("a.mkv"), "--out", folder.file("a.flv"),
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let expected = rate.contains("/") ? fraction(rate) : Double(rate) ?? .nan
        for name in ["a.mp4", "a.mkv", "a.flv"] {
            let probe = try MediaProbe(folder.file(name))
            let video = try probe.video
            #expect(video.nb_read_frames == "30")
            // Matroska and FLV have time stamps in milliseconds, so that ffprobe's average is not exact.
            let tolerance = name == "a.mp4" ? 1e-9 : 0.05
            #expect(abs(fraction(video.avg_frame_rate) - expected) < tolerance, "\(name): \(video.avg_frame_rate)")
            #expect(abs(probe.videoEnd(rate: expected) - 30 / expected) < 0.002)
        }
    }

    @Test("--range full is signalled, and the pattern has the requested number of frames and samples")
    func patternInFullRange() throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run([
            "start", "--fast", "--duration", "2s", "--width", "426", "--height", "240", "--range", "full", "--out",
            folder.file("a.mp4"), "--out", folder.file("a.mkv"), "--out", folder.file("a.flv"), "--json",
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let summary = try outcome.summary
        #expect(summary.video.accepted == 60)
        #expect(summary.audio.accepted == 100)
        for name in ["a.mp4", "a.mkv", "a.flv"] {
            let probe = try MediaProbe(folder.file(name))
            #expect(try probe.video.color_range == "pc")
            #expect(try probe.video.nb_read_frames == "60")
            #expect(abs(probe.audioSeconds - 2) < 0.0214)
        }
    }

    @Test("--no-audio writes one track; 32 kHz mono audio is converted to 48 kHz stereo")
    func tracks() throws {
        let folder = try TestFolder()
        let common = ["start", "--fast", "--duration", "1s", "--width", "128", "--height", "72", "--out"]
        let silent = try StudioProgram.run(common + [folder.file("silent.mkv"), "--no-audio"])
        #expect(silent.exitCode == 0, "\(silent.errors)")
        #expect(try !MediaProbe(folder.file("silent.mkv")).hasAudio)

        let wav = try folder.write(
            "tone.wav", TestMedia.wav(TestMedia.sine(1, rate: 32_000, channels: 1), rate: 32_000, channels: 1))
        let mono = try StudioProgram.run(common + [folder.file("mono.mp4"), "--audio", wav])
        #expect(mono.exitCode == 0, "\(mono.errors)")
        let probe = try MediaProbe(folder.file("mono.mp4"))
        #expect(try probe.audio.sample_rate == "48000")
        #expect(try probe.audio.channels == 2)
        #expect(abs(probe.audioSeconds - 1) < 0.0214)
        let level = try meanVolume(folder.file("mono.mp4"))
        // A sine of amplitude 8000 peaks at -12.2 dBFS; its mean is 3 dB lower.
        #expect(abs(level + 15.2) < 1.5, "\(level) dB")
    }

    private func meanVolume(_ path: String) throws -> Double {
        let text = try Tool.runForBoth(
            "ffmpeg", ["-nostdin", "-hide_banner", "-i", path, "-af", "volumedetect", "-f", "null", "-"]
        ).errors
        guard let range = text.range(of: "mean_volume: ") else { throw TestFailure("no volume:\n\(text)") }
        return Double(text[range.upperBound...].prefix { $0 != " " }) ?? .nan
    }

    @Test("Odd, oversized and changing sizes violate the contract: 3, with the rule")
    func sizesAgainstTheContract() throws {
        let folder = try TestFolder()
        let null = ["--fast", "--duration", "1s", "--out", "null:", "--json"]
        let sizes = [
            ("641", "360", "PS-START-007"), ("640", "361", "PS-START-007"), ("3842", "2160", "PS-START-009"),
            ("99998", "2", "PS-START-009"),
        ]
        for (width, height, rule) in sizes {
            let outcome = try StudioProgram.run(["start", "--width", width, "--height", height] + null)
            #expect(outcome.exitCode == 3, "\(width)x\(height): \(outcome.errors)")
            let summary = try outcome.summary
            #expect(summary.exitCode == 3)
            #expect(summary.error?.rule == rule)
            #expect(outcome.errors.contains(rule), "\(outcome.errors)")
        }
        try TestMedia.y4m(64, 36, frames: 2, into: folder.file("in.y4m"))
        let differing = try StudioProgram.run(
            ["start", "--video", folder.file("in.y4m"), "--width", "66"] + null)
        #expect(differing.exitCode == 3, "\(differing.errors)")
        #expect(try differing.summary.error?.rule == "PS-SEND-005")
        let faster = try StudioProgram.run(["start", "--video", folder.file("in.y4m"), "--fps", "25"] + null)
        #expect(faster.exitCode == 3, "\(faster.errors)")
        for outcome in [differing, faster] { #expect(outcome.errors.contains("; "), "no hint: \(outcome.errors)") }
    }

    @Test("Without --out a file with date and time appears in the current folder")
    func defaultFile() throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run(
            ["start", "--fast", "--duration", "500ms", "--width", "128", "--height", "72"], in: folder.path)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let names = try folder.names
        #expect(names.count == 1)
        let name = try #require(names.first)
        #expect(name.wholeMatch(of: /psstudio-\d{8}-\d{6}\.mp4/) != nil, "\(name)")
        #expect(try MediaProbe(folder.file(name)).video.nb_read_frames == "15")
    }
}
