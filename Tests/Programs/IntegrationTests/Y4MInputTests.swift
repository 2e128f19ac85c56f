import Foundation
import StudioTestSupport
import Testing

/// y4m, which signals neither matrix nor errors of its producer. ffmpeg judges the colours.
@Suite(.endToEnd)
struct Y4MInputTests {
    private static let tolerance = 8
    /// Colours in which BT.601 and BT.709 differ: 00C16B, its complement, and both primaries.
    private static let colors = [(0x00, 0xC1, 0x6B), (0xFF, 0x3E, 0x94), (0, 255, 0), (255, 0, 0)]

    private func make(_ folder: TestFolder, _ arguments: [String], size: String = "320x180") throws -> String {
        let boxes = Self.colors.enumerated().map { index, color in
            let name = String(format: "0x%02X%02X%02X", color.0, color.1, color.2)
            return "drawbox=iw/4*\(index):0:iw/4:ih:\(name):fill"
        }
        let graph = "color=black:s=\(size):r=10:d=0.3,format=rgb24," + boxes.joined(separator: ",")
        let path = folder.file("in.y4m")
        try Tool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", graph] + arguments + ["-f", "yuv4mpegpipe", path])
        return path
    }

    private func send(_ path: String, _ folder: TestFolder, _ more: [String] = []) throws -> DecodedPicture {
        let out = folder.file("out.mkv")
        let outcome = try StudioProgram.run(
            ["start", "--fast", "--video", path, "--no-audio", "--bitrate", "8M", "--force", "--out", out] + more)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return try DecodedPicture(out)
    }

    private func expectColors(_ picture: DecodedPicture) {
        for (index, color) in Self.colors.enumerated() {
            let found = picture.color((Double(index) + 0.5) / 4, 0.5)
            let wanted = DecodedPicture.Color(color.0, color.1, color.2)
            #expect(found.distance(to: wanted) <= Self.tolerance, "\(found) instead of \(wanted)")
        }
    }

    @Test("The documented recipe of ffmpeg keeps colours", .endToEnd(weight: 2), arguments: ["320x180", "1280x720"])
    func recipe(_ size: String) throws {
        let folder = try TestFolder()
        let path = try make(
            folder, ["-vf", "scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", "yuv420p"], size: size)
        expectColors(try send(path, folder))
    }

    @Test("The recipe is the one in the documentation and in --help-all")
    func documented() throws {
        let recipe = "-vf scale=out_color_matrix=bt709:out_range=tv"
        #expect(try PackageFolder.text("docs/inputs.md").contains(recipe))
        #expect(try StudioProgram.run(["start", "--help-all"]).outputText.contains(recipe))
    }

    @Test(
        "--matrix bt601 converts what ffmpeg writes by default, in both ranges",
        arguments: [["-pix_fmt", "yuv420p"], ["-vf", "scale=out_range=full", "-pix_fmt", "yuvj420p"]])
    func matrix(_ options: [String]) throws {
        let folder = try TestFolder()
        let path = try make(folder, options)
        expectColors(try send(path, folder, ["--matrix", "bt601"]))
        let raw = folder.file("in.yuv")
        try Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-f", "rawvideo", raw])
        let range = options.contains("yuvj420p") ? "full" : "limited"
        expectColors(
            try send(
                raw, folder, ["--matrix", "bt601", "--width", "320", "--height", "180", "--format", "i420-\(range)"]))
    }

    @Test("--matrix without y4m or raw video is rejected")
    func misplaced() throws {
        let folder = try TestFolder()
        let pattern = try StudioProgram.run(
            ["start", "--fast", "--duration", "1s", "--matrix", "bt601", "--out", "null:"])
        #expect(pattern.exitCode == 2, "\(pattern.errors)")
        #expect(pattern.errors.contains("--matrix requires y4m or raw video"), "\(pattern.errors)")
        let clip = folder.file("clip.mp4")
        try Tool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:d=0.2", "-pix_fmt", "yuv420p", clip])
        let file = try StudioProgram.run(["start", "--fast", "--video", clip, "--matrix", "bt601", "--out", "null:"])
        #expect(file.exitCode == 5, "\(file.errors)")
        #expect(file.errors.contains("remove --matrix"), "\(file.errors)")
    }

    @Test("Pixels that are not square become square, as for files", arguments: [("16/11", 256), ("12/11", 192)])
    func pixelAspect(_ aspect: String, _ width: Int) throws {
        let folder = try TestFolder()
        let path = try make(
            folder,
            [
                "-vf", "scale=176:144:out_color_matrix=bt709:out_range=tv,setsar=\(aspect)", "-pix_fmt", "yuv420p",
            ])
        let picture = try send(path, folder)
        #expect(picture.width == width)
        #expect(picture.height == 144)
        expectColors(picture)
        let wrong = try StudioProgram.run(
            ["start", "--fast", "--video", path, "--width", "176", "--height", "144", "--out", "null:"])
        #expect(wrong.exitCode == 3, "\(wrong.errors)")
        #expect(wrong.errors.contains("\(width)x144"), "\(wrong.errors)")
    }

    @Test("A producer that dies after the header: 5, and no file without media")
    func dead() throws {
        let folder = try TestFolder()
        let pipe = try PipePair()
        let program = try StudioProgram(
            ["start", "--fast", "--video", "-", "--out", folder.file("out.mp4"), "--json"], input: pipe.readEnd)
        pipe.closeReadEnd()
        #expect(pipe.write(Array("YUV4MPEG2 W64 H36 F30:1 Ip A1:1 C420jpeg\n".utf8)))
        pipe.closeWriteEnd()
        let outcome = try program.finish()
        #expect(outcome.exitCode == 5, "\(outcome.errors)")
        #expect(outcome.errors.contains("before the first frame"), "\(outcome.errors)")
        #expect(try outcome.summary.video.accepted == 0)
        #expect(try !folder.names.contains("out.mp4"))
    }
}
