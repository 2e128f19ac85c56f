import Foundation
import StudioTestSupport
import Testing

/// The inputs of `scripts/odd-inputs/formats.sh`: rare codecs, samples and orientations. ffmpeg is the judge.
@Suite(.endToEnd)
struct OddFormatTests {
    /// Writes an input, or several.
    private func write(_ pattern: String, _ folder: TestFolder) throws {
        try Tool.run(PackageFolder.url("scripts/odd-inputs/formats.sh").path, [folder.path, pattern])
    }

    private func input(_ name: String, _ folder: TestFolder) throws -> String {
        try write(name, folder)
        return folder.file(name)
    }

    private func send(_ path: String, _ folder: TestFolder, _ more: [String] = []) throws -> String {
        let out = folder.file("out.mkv")
        let outcome = try StudioProgram.run(
            ["start", "--fast", "--video", path, "--bitrate", "8M", "--force", "--out", out] + more)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return out
    }

    // MARK: Decoders that keep their picture

    /// The frames that differ from the one before them.
    private func differentFrames(_ path: String) throws -> Int {
        let filter = "mpdecimate=hi=200:lo=100:frac=0.01"
        let input = ["-nostdin", "-v", "error", "-i", path, "-map", "0:v", "-vf", filter]
        let lines = try Tool.run("ffmpeg", input + ["-fps_mode", "passthrough", "-f", "framemd5", "-"])
        return String(decoding: lines, as: UTF8.self).split(separator: "\n").count { !$0.hasPrefix("#") }
    }

    @Test(
        "A decoder that keeps its picture delivers each frame at its time, also after a seek",
        arguments: ["qtrle.mov", "cinepak.avi", "rpza.mov", "smc.mov", "msvideo1.avi", "flashsv.flv", "zmbv.avi"])
    func keptPicture(_ name: String) throws {
        let folder = try TestFolder()
        let path = try input("kept-\(name)", folder)
        #expect(try differentFrames(send(path, folder)) == 60)
        // The test picture of the second half differs in each frame, too.
        let half = try send(path, folder, ["--start-at", "1s"])
        #expect(try differentFrames(half) == 30)
    }

    @Test("probe finds each frame of a decoder that keeps its picture")
    func probedPicture() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 5)
        // More frames than may have the same time.
        let report = try CodedReport(clip.encode(folder, "in.mov", ["-c:v", "qtrle", "-an"]))
        #expect(report.video.readable == clip.frames)
        #expect(report.video.missing == 0)
    }

    // MARK: Uncompressed audio

    private func level(_ path: String) throws -> Double {
        let samples = try decodedSamples(path)
        let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count))
        return 10 * log10(power / (32_768 * 32_768))
    }

    @Test(
        "PCM arrives at its level, whatever its container, byte order and sample rate",
        arguments: ["mov", "avi", "mkv", "wav", "aiff", "au"])
    func samples(_ container: String) throws {
        let folder = try TestFolder()
        try write("pcm-*.\(container)", folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names.count >= 6)
        for name in names {
            // GStreamer does not know 8 bits in AIFF; they are rejected by name.
            if container == "aiff" && name.hasPrefix("pcm-u8") { continue }
            let path = folder.file(name)
            let out = folder.file("out.mkv")
            let outcome = try StudioProgram.run([
                "start", "--fast", "--width", "64", "--height", "64", "--audio", path, "--duration", "2s", "--force",
                "--out", out,
            ])
            #expect(outcome.exitCode == 0, "\(name): \(outcome.errors)")
            let (found, wanted) = (try level(out), try level(path))
            #expect(abs(found - wanted) < 0.3, "\(name): \(found) instead of \(wanted) dBFS")
        }
    }

    @Test(
        "Samples that are not numbers are silent, and a note names the first one, from files and pipes",
        arguments: [
            ("f32le.wav", false), ("f64le.wav", false), ("f32be.mov", false), ("f32le.mkv", false), ("f32le.wav", true),
            ("f64le.wav", true),
        ])
    func infinite(_ name: String, isPipe: Bool) throws {
        let folder = try TestFolder()
        let path = try input("infinite-\(name)", folder)
        let (source, out) = (isPipe ? folder.file("fifo") : path, folder.file("out.mkv"))
        if isPipe { try Tool.run("mkfifo", [source]) }
        let writer = isPipe ? try ChildProcess("sh", ["-c", "cat '\(path)' >'\(source)'"]) : nil
        let outcome = try StudioProgram.run([
            "start", "--fast", "--width", "64", "--height", "64", "--audio", source, "--duration", "2s", "--out", out,
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        if let writer { #expect(try writer.wait() == .exited(0)) }
        let note = "'\(source)' has samples that are not numbers, the first at "
        #expect(outcome.errors.count(of: note) == 1, "\(outcome.errors)")
        // Matroska rounds times to milliseconds.
        let place = name.hasSuffix("mkv") ? "" : "0.500 s; they are silent"
        #expect(outcome.errors.contains(note + place), "\(outcome.errors)")
        // 0.3 of full scale, and the ringing of AAC; silence where no frame of AAC reaches over its ends.
        let samples = try decodedSamples(out)
        #expect(samples.allSatisfy { $0.magnitude < 20_000 })
        #expect(samples[(2 * 26_200)..<(2 * 26_600)].allSatisfy { $0.magnitude < 300 })
    }

    @Test("probe finds samples that are not numbers as silence")
    func probedInfinite() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 4)
        let path = try clip.encode(folder, "in.wav", ["-vn", "-c:a", "pcm_f32le"])
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        // 10 ms of stereo, behind two seconds.
        let start = try #require(Data(bytes).range(of: Data("data".utf8))).upperBound + 4 + 2 * 48_000 * 8
        for offset in stride(from: start, to: start + 480 * 8, by: 4) {
            bytes.replaceSubrange(offset..<offset + 4, with: [0, 0, 0xC0, 0x7F])
        }
        try Data(bytes).write(to: URL(filePath: path))
        let audio = try #require(try ProbedMedia(path).audio)
        #expect(audio.gaps.count == 1, "\(audio.gaps)")
    }

    /// A movie with PCM of 96 kHz, beside video in chunks of several lengths.
    private func highRateMovie(_ folder: TestFolder, hasVideo: Bool = true) throws -> String {
        let path = folder.file("a.mov")
        let video = ["-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=2", "-c:v", "mpeg4"]
        try Tool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=400:d=2:r=96000"] + (hasVideo ? video : [])
                + ["-c:a", "pcm_s24le", path])
        return path
    }

    @Test("high-rate PCM in MOV arrives in each of twenty runs, with and without video", arguments: [false, true])
    func highRate(hasVideo: Bool) throws {
        let folder = try TestFolder()
        let (path, out) = (try highRateMovie(folder, hasVideo: hasVideo), folder.file("out.mkv"))
        let wanted = try level(path)
        for run in 1...20 {
            let source = hasVideo ? ["--video", path] : ["--audio", path, "--width", "64", "--height", "64"]
            let outcome = try StudioProgram.run(
                ["start", "--fast", "--duration", "2s", "--force", "--out", out] + source)
            #expect(outcome.exitCode == 0, "run \(run): \(outcome.errors)")
            let found = try level(out)
            #expect(abs(found - wanted) < 0.3, "run \(run): \(found) instead of \(wanted) dBFS")
        }
    }

    @Test("high-rate PCM in MOV without a channel layout is refused with a recipe")
    func lostTimes() throws {
        let folder = try TestFolder()
        let path = try highRateMovie(folder)
        var bytes = try Data(contentsOf: URL(filePath: path))
        let layout = try #require(bytes.range(of: Data("chan".utf8), options: .backwards))
        bytes.replaceSubrange(layout, with: Data("free".utf8))
        try bytes.write(to: URL(filePath: path))
        let outcome = try StudioProgram.run([
            "start", "--fast", "--width", "64", "--height", "64", "--audio", path, "--duration", "1s", "--out",
            folder.file("out.mkv"),
        ])
        #expect(outcome.exitCode == 5)
        #expect(outcome.errors.contains("whose times GStreamer 1.22 cannot read"), "\(outcome.errors)")
        #expect(outcome.errors.contains("convert it: ffmpeg -i \(path) clip.mp4"), "\(outcome.errors)")
    }

    // MARK: Orientation

    @Test("Each of the eight orientations is upright", arguments: ["mp4", "mov", "mkv"], 1...8)
    func orientation(_ container: String, _ number: Int) throws {
        let folder = try TestFolder()
        let filters = [
            "null", "hflip", "hflip,vflip", "vflip", "transpose=cclock_flip", "transpose=clock", "transpose=clock_flip",
            "transpose=cclock",
        ]
        let path = try input("turned-\(number).\(container)", folder)
        let judge = folder.file("judge.mkv")
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", folder.file("upright.mp4"), "-vf", filters[number - 1], "-c:v",
                "libx264", "-qp",
                "8", judge,
            ])
        let out = try send(path, folder)
        let (found, wanted) = (try MediaProbe(out).video, try MediaProbe(judge).video)
        #expect([found.width, found.height] == [wanted.width, wanted.height])
        // The matrix of the colours differs. Another orientation has at most 0.6.
        #expect(try structuralSimilarity(out, to: judge) > 0.9)
    }

    @Test(
        "The crop of a Matroska file is left out, in the shape that it declares",
        arguments: [
            ("cropped.mkv", "null"), ("cropped-wide.mkv", "scale=544:150"), ("cropped-turned.mkv", "transpose=clock"),
        ])
    func crop(_ name: String, _ filter: String) throws {
        let folder = try TestFolder()
        let path = try input(name, folder)
        let judge = folder.file("judge.mkv")
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", folder.file("upright.mp4"), "-vf", "crop=272:150:40:20,\(filter)",
                "-c:v",
                "libx264", "-qp", "8", judge,
            ])
        let out = try send(path, folder)
        let (found, wanted) = (try MediaProbe(out).video, try MediaProbe(judge).video)
        #expect([found.width, found.height] == [wanted.width, wanted.height])
        #expect(try structuralSimilarity(out, to: judge) > 0.9)
        // Bars fit the rest, not the coded picture.
        let square = try send(path, folder, ["--width", "320", "--height", "320", "--start-at", "200ms"])
        #expect([try MediaProbe(square).video.width, try MediaProbe(square).video.height] == [320, 320])
        let content = name == "cropped-wide.mkv" ? 320 * 150 / 544 : name == "cropped.mkv" ? 320 * 150 / 272 : 320
        let edge = Double(320 - content) / 2 / 320
        let picture = try DecodedPicture(square)
        if edge > 0 {
            #expect(picture.color(0.3, edge - 0.03).distance(to: .init(0, 0, 0)) <= 8)
            #expect(picture.color(0.3, edge + 0.03).distance(to: .init(0, 0, 0)) > 60)
        }
    }

    // MARK: Colours

    @Test(
        "JPEG has its colours, whatever the sampling of its chroma", arguments: ["420", "422", "444"],
        ["jpg", "avi", "mov", "mkv"])
    func sampling(_ sampling: String, _ suffix: String) throws {
        let folder = try TestFolder()
        let path = try input("sampled-\(sampling).\(suffix)", folder)
        let more = suffix == "jpg" ? ["--duration", "200ms"] : []
        let (found, wanted) = (try DecodedPicture(send(path, folder, more)), try DecodedPicture(path))
        for row in [4, 12, 20, 28, 84, 92] {
            let (here, there) = (found.color(0.5, Double(row) / 96), wanted.color(0.5, Double(row) / 96))
            #expect(here.distance(to: there) <= 40, "\(here) instead of \(there) in row \(row)")
        }
    }

    @Test("The indexed colours of a movie are those of its table")
    func palette() throws {
        let folder = try TestFolder()
        let path = try input("kept-smc.mov", folder)
        // 4:2:0 changes saturated colours by up to 15.
        let judge = folder.file("judge.mkv")
        try Tool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-i", path, "-pix_fmt", "yuv420p", "-c:v", "libx264", "-qp", "1", judge])
        let (found, wanted) = (try DecodedPicture(send(path, folder)), try DecodedPicture(judge))
        for bar in 0..<6 {
            let x = (Double(bar) + 0.5) / 6
            let (here, there) = (found.color(x, 0.92), wanted.color(x, 0.92))
            #expect(here.distance(to: there) <= 16, "\(here) instead of \(there) in bar \(bar)")
        }
    }

    // MARK: Messages

    @Test(
        "A complete file that GStreamer does not decode: 5 with a conversion, not a word of damage or packages",
        arguments: [
            "image-moving.webp", "image-still.avif", "image-j2k.mov", "video-dnxhr.mov", "video-ffvhuff.avi",
            "video-utvideo.avi", "video-magicyuv.avi", "video-jpegls.avi", "kept-flashsv2.flv",
        ])
    func undecoded(_ name: String) throws {
        let folder = try TestFolder()
        let path = try input(name, folder)
        try #require(FileManager.default.fileExists(atPath: path), "ffmpeg here cannot write it")
        let outcome = try StudioProgram.run(["start", "--fast", "--video", path, "--out", "null:"])
        guard outcome.exitCode != 0 else {
            // This GStreamer decodes it: each frame is sent.
            #expect(try differentFrames(send(path, folder)) == differentFrames(path))
            return
        }
        #expect(outcome.exitCode == 5, "\(outcome.errors)")
        #expect(outcome.errors.contains("ffmpeg -i \(path) clip.mp4"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("apt-get"), "\(outcome.errors)")
        if !name.hasSuffix("flv") { #expect(!outcome.errors.contains("complete"), "\(outcome.errors)") }
    }

    @Test("AAC in WAV and 8-bit AIFF: 5 with a conversion to audio", arguments: ["audio-aac.wav", "pcm-u8-48000.aiff"])
    func undecodedAudio(_ name: String) throws {
        let folder = try TestFolder()
        let path = try input(name, folder)
        let outcome = try StudioProgram.run(["start", "--fast", "--audio", path, "--duration", "1s", "--out", "null:"])
        #expect(outcome.exitCode == 5, "\(outcome.errors)")
        #expect(!outcome.errors.contains("complete"), "\(outcome.errors)")
        #expect(outcome.errors.contains("convert it: ffmpeg -i \(path)"), "\(outcome.errors)")
    }
}
