import Foundation
import StudioTestSupport
import Testing

/// The pixel formats, matrices and images that people send. ffmpeg judges the colours.
@Suite(.endToEnd)
struct InputFormatTests {
    private static let inputs = PackageFolder.url("Tests/Support/Inputs").path
    /// Left half lime, right half red.
    private static let halves = "color=red:s=160x96:r=10:d=0.4,format=rgb24,drawbox=0:0:80:96:lime:fill"
    /// Left half silver, right half brown: colours that no conversion clips.
    private static let tints = "color=0xB4783C:s=160x96:r=10:d=0.4,format=rgb24,drawbox=0:0:80:96:silver:fill"
    /// Encoders round.
    private static let tolerance = 8

    private func make(_ folder: TestFolder, _ name: String, _ arguments: [String], graph: String = halves) throws
        -> String
    {
        try Tool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", graph] + arguments + [folder.file(name)])
        return folder.file(name)
    }

    private func send(_ path: String, _ folder: TestFolder, _ more: [String] = []) throws -> DecodedPicture {
        let out = folder.file("out.mkv")
        let outcome = try StudioProgram.run(
            ["start", "--fast", "--video", path, "--no-audio", "--bitrate", "8M", "--force", "--out", out] + more)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return try DecodedPicture(out)
    }

    private func expectEqual(_ found: DecodedPicture, _ wanted: DecodedPicture) {
        for x in [0.25, 0.75] {
            let (here, there) = (found.color(x, 0.5), wanted.color(x, 0.5))
            #expect(here.distance(to: there) <= Self.tolerance, "\(here) instead of \(there) at \(x)")
        }
    }

    // MARK: Formats without a decoder

    @Test(
        "A pixel format that GStreamer does not have: 5 with its name, and no signal",
        arguments: [
            ("ffv1", "gray10le", "mkv"), ("ffv1", "gray12le", "mkv"), ("ffv1", "yuv420p16le", "mkv"),
            ("ffv1", "yuv444p14le", "mkv"), ("ffv1", "gbrp16le", "mkv"), ("ffv1", "yuva444p", "mkv"),
            ("ffv1", "ya8", "mkv"), ("ffv1", "yuv440p", "mkv"), ("libx265", "gray10le", "mp4"),
            ("libx265", "gray12le", "mp4"),
        ])
    func unknownFormat(_ codec: String, _ format: String, _ container: String) throws {
        let folder = try TestFolder()
        let path = try make(folder, "in.\(container)", ["-c:v", codec, "-pix_fmt", format])
        let outcome = try StudioProgram.run(["start", "--fast", "--video", path, "--out", folder.file("out.mp4")])
        #expect(outcome.status == .exited(5), "\(outcome.errors)")
        #expect(outcome.errors.contains("GStreamer does not decode its pixel format"), "\(outcome.errors)")
        #expect(outcome.errors.contains("-pix_fmt yuv420p"), "\(outcome.errors)")
        let probe = try StudioProgram.run(["probe", path])
        if case .exited = probe.status {} else { Issue.record("\(probe.status): \(probe.errors)") }
    }

    @Test("A participant with such a format does not end the process")
    func participant() throws {
        let folder = try TestFolder()
        let path = try make(folder, "in.mkv", ["-c:v", "ffv1", "-pix_fmt", "gray10le"])
        let outcome = try StudioProgram.run([
            "receive", "--participant", "Ada=\(path)", "--duration", "1s", "--folder", folder.file("received"),
        ])
        #expect(outcome.status == .exited(5), "\(outcome.errors)")
        #expect(outcome.errors.contains("pixel format"), "\(outcome.errors)")
    }

    @Test("A NUT file: 5 with a recipe; GStreamer's demuxer does not stop or ends the process")
    func nut() throws {
        let folder = try TestFolder()
        let path = try make(folder, "in.nut", ["-c:v", "libx264"])
        let outcome = try StudioProgram.run(["start", "--fast", "--video", path, "--out", "null:"])
        #expect(outcome.status == .exited(5), "\(outcome.errors)")
        #expect(outcome.errors.contains("ffmpeg -i \(path) -c copy clip.mkv"), "\(outcome.errors)")
    }

    @Test("A playlist: 5 with a recipe that names it, as a shell takes it")
    func playlist() throws {
        let folder = try TestFolder()
        let path = try folder.write("my show.m3u8", "#EXTM3U\n#EXTINF:2\nshow1.ts\n")
        let outcome = try StudioProgram.run(["start", "--fast", "--video", path, "--out", "null:"])
        #expect(outcome.status == .exited(5), "\(outcome.errors)")
        #expect(outcome.errors.contains("ffmpeg -i '\(path)' -c copy clip.mkv"), "\(outcome.errors)")
    }

    // MARK: Colours

    @Test(
        "Gray video is gray and as bright as its source",
        arguments: [
            ("ffv1", "gray", "mkv"), ("ffv1", "gray16le", "mkv"), ("libx265", "gray", "mp4"),
            ("libx264", "gray", "mp4"), ("libaom-av1", "gray", "mkv"), ("rawvideo", "gray", "mkv"),
            ("png", "gray", "mov"), ("png", "gray16be", "mov"),
        ])
    func gray(_ codec: String, _ format: String, _ container: String) throws {
        let folder = try TestFolder()
        let path = try make(folder, "in.\(container)", ["-c:v", codec, "-pix_fmt", format])
        let found = try send(path, folder)
        expectEqual(found, try DecodedPicture(path))
        for x in [0.25, 0.75] {
            let color = found.color(x, 0.5)
            #expect(color.distance(to: .init(color.red, color.red, color.red)) <= 2, "\(color)")
        }
    }

    @Test(
        "Full-range video that signals no matrix keeps its colours",
        arguments: [("libx264", "mp4"), ("libx265", "mp4"), ("ffv1", "mkv"), ("mjpeg", "avi")])
    func fullRange(_ codec: String, _ container: String) throws {
        let folder = try TestFolder()
        let format = codec == "mjpeg" || codec == "libx264" ? "yuvj420p" : "yuv420p"
        let path = try make(
            folder, "in.\(container)",
            ["-vf", "scale=out_range=full", "-c:v", codec, "-pix_fmt", format, "-color_range", "pc"], graph: Self.tints)
        expectEqual(try send(path, folder), try DecodedPicture(path))
    }

    @Test(
        "Deep and RGB formats keep their colours",
        arguments: [
            ("libx264", "yuv422p10le", "mp4"), ("libx265", "gbrp", "mp4"), ("ffv1", "gbrp10le", "mkv"),
            ("prores_ks", "yuva444p10le", "mov"), ("png", "rgb48be", "mov"), ("png", "rgba64be", "mov"),
            ("png", "pal8", "mov"), ("libvpx-vp9", "gbrp", "webm"),
        ])
    func deep(_ codec: String, _ format: String, _ container: String) throws {
        let folder = try TestFolder()
        let path = try make(folder, "in.\(container)", ["-c:v", codec, "-pix_fmt", format])
        expectEqual(try send(path, folder), try DecodedPicture(path))
    }

    // MARK: Images

    @Test("A 16-bit PNG keeps its colours", arguments: ["p16.png"])
    func deepImage(_ name: String) throws {
        let folder = try TestFolder()
        let found = try send("\(Self.inputs)/\(name)", folder, ["--duration", "200ms"])
        // Its lime part is at the top.
        #expect(found.color(0.25, 0.05).distance(to: .init(0, 255, 0)) <= Self.tolerance, "\(found.color(0.25, 0.05))")
        #expect(found.color(0.75, 0.05).distance(to: .init(255, 0, 0)) <= Self.tolerance, "\(found.color(0.75, 0.05))")
    }

    /// A picture with an orientation in EXIF. The left half is lime and the right one red before it is turned.
    private func photo(_ folder: TestFolder, _ kind: String, _ value: UInt8) throws -> String {
        let plain = try make(folder, "plain.\(kind)", ["-frames:v", "1"])
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: plain)))
        let exif =
            Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0]
        let length = UInt8(exif.count)
        func split(at count: Int) -> (head: [UInt8], rest: [UInt8]) {
            (Array(bytes[..<count]), Array(bytes[count...]))
        }
        let marked: [UInt8]
        switch kind {
        case "jpg":
            let (head, rest) = split(at: 2)
            marked = head + [0xFF, 0xE1, 0, length + 8] + Array("Exif\0\0".utf8) + exif + rest
        case "png":
            // Behind the header. Nobody reads the checksum.
            let (head, rest) = split(at: 33)
            marked = head + [0, 0, 0, length] + Array("eXIf".utf8) + exif + [0, 0, 0, 0] + rest
        default:
            // The extended form, whose first part states what follows, and the size less one.
            let extended: [UInt8] = [10, 0, 0, 0, 8, 0, 0, 0, 159, 0, 0, 95, 0, 0]
            let (_, image) = split(at: 12)
            let data = Array("EXIF".utf8) + [length, 0, 0, 0] + exif
            let parts = Array("WEBPVP8X".utf8) + extended + image + data
            marked = Array("RIFF".utf8) + [UInt8(parts.count & 255), UInt8(parts.count >> 8), 0, 0] + parts
        }
        return try folder.write("photo.\(kind)", marked)
    }

    @Test(
        "A photo is turned as its EXIF orientation says", arguments: ["jpg", "png", "webp"],
        [
            (1, "left"), (2, "right"), (3, "right"), (4, "left"), (5, "top"), (6, "top"), (7, "bottom"), (8, "bottom"),
        ] as [(UInt8, String)])
    func orientation(_ kind: String, _ turned: (UInt8, String)) throws {
        let folder = try TestFolder()
        let (value, lime) = turned
        let photo = try photo(folder, kind, value)
        let found = try send(photo, folder, ["--duration", "200ms"])
        let isTurned = value > 4
        #expect(found.width == (isTurned ? 96 : 160))
        #expect(found.height == (isTurned ? 160 : 96))
        let positions = ["left": (0.25, 0.5), "right": (0.75, 0.5), "top": (0.5, 0.25), "bottom": (0.5, 0.75)]
        for (name, (x, y)) in positions where isTurned == ["top", "bottom"].contains(name) {
            let wanted = name == lime ? DecodedPicture.Color(0, 255, 0) : .init(255, 0, 0)
            #expect(found.color(x, y).distance(to: wanted) <= 20, "\(name): \(found.color(x, y))")
        }
    }

    @Test("A photo of a camera with EXIF orientation 6 is upright")
    func camera() throws {
        let folder = try TestFolder()
        let found = try send("\(Self.inputs)/cam6.jpg", folder, ["--duration", "200ms"])
        #expect(found.width == 360)
        #expect(found.height == 640)
    }
}
