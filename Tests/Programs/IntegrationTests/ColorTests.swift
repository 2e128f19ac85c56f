import StudioTestSupport
import Testing

/// Colours survive encoding, including range conversion.
@Suite(.endToEnd)
struct ColorTests {
    struct Patch: Sendable {
        let y: UInt8
        let u: UInt8
        let v: UInt8
    }

    /// Greys that show a wrong conversion, white, black, and three colours. White alone would not show it, because
    /// it clips.
    static let patches =
        [0, 16, 64, 128, 200, 240, 255].map { Patch(y: $0, u: 128, v: 128) }
        + [Patch(y: 100, u: 60, v: 200), Patch(y: 60, u: 220, v: 90), Patch(y: 180, u: 128, v: 40)]

    private let side = 64

    private var frames: [UInt8] {
        Self.patches.flatMap { TestMedia.frame(side, side, y: $0.y, u: $0.u, v: $0.v) }
    }

    private func decode(_ path: String) throws -> [Patch] {
        let bytes = try decodedFrames(path)
        let frameBytes = side * side * 3 / 2
        #expect(bytes.count == frameBytes * Self.patches.count)
        // The centre of each plane.
        return stride(from: 0, to: bytes.count, by: frameBytes).map { start in
            let luma = start + side * side / 2 + side / 2
            let chroma = start + side * side + side * side / 8 + side / 4
            return Patch(y: bytes[luma], u: bytes[chroma], v: bytes[chroma + side * side / 4])
        }
    }

    private func expand(_ patch: Patch) -> (y: Double, u: Double, v: Double) {
        func clip(_ value: Double) -> Double { max(0, min(255, value)) }
        return (
            clip((Double(patch.y) - 16) * 255 / 219), clip((Double(patch.u) - 128) * 255 / 224 + 128),
            clip((Double(patch.v) - 128) * 255 / 224 + 128)
        )
    }

    private func expect(_ found: (y: Double, u: Double, v: Double), near wanted: (y: Double, u: Double, v: Double)) {
        #expect(abs(found.y - wanted.y) <= 3, "luma \(wanted.y) came back as \(found.y)")
        #expect(abs(found.u - wanted.u) <= 3, "U \(wanted.u) came back as \(found.u)")
        #expect(abs(found.v - wanted.v) <= 3, "V \(wanted.v) came back as \(found.v)")
    }

    private func plain(_ patch: Patch) -> (y: Double, u: Double, v: Double) {
        (Double(patch.y), Double(patch.u), Double(patch.v))
    }

    @Test("Full range encoded as limited range and expanded again: within 3", arguments: ["a.mp4", "a.mkv"])
    func fullToLimited(_ name: String) throws {
        let folder = try TestFolder()
        let source = try folder.write("in.yuv", frames)
        let outcome = try StudioProgram.run([
            "start", "--fast", "--video", source, "--width", "\(side)", "--height", "\(side)", "--format", "i420-full",
            "--bitrate", "4M", "--out", folder.file(name),
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try MediaProbe(folder.file(name)).video.color_range == "tv")
        for (found, sent) in zip(try decode(folder.file(name)), Self.patches) {
            expect(expand(found), near: plain(sent))
        }
    }

    @Test("Limited range encoded as full range: expanded once, within 3")
    func limitedToFull() throws {
        let folder = try TestFolder()
        let source = try folder.write("in.yuv", frames)
        let outcome = try StudioProgram.run([
            "start", "--fast", "--video", source, "--width", "\(side)", "--height", "\(side)", "--format",
            "i420-limited", "--range", "full", "--bitrate", "4M", "--out", folder.file("a.mp4"),
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try MediaProbe(folder.file("a.mp4")).video.color_range == "pc")
        for (found, sent) in zip(try decode(folder.file("a.mp4")), Self.patches) {
            expect(plain(found), near: expand(sent))
        }
    }

    @Test("An equal range is not converted", arguments: [("i420-full", "full"), ("i420-limited", "limited")])
    func unchanged(_ format: String, _ range: String) throws {
        let folder = try TestFolder()
        let source = try folder.write("in.yuv", frames)
        let outcome = try StudioProgram.run([
            "start", "--fast", "--video", source, "--width", "\(side)", "--height", "\(side)", "--format", format,
            "--range", range, "--bitrate", "4M", "--out", folder.file("a.mp4"),
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for (found, sent) in zip(try decode(folder.file("a.mp4")), Self.patches) {
            expect(plain(found), near: plain(sent))
        }
    }

    @Test("y4m is converted to the declared format exactly", arguments: ["limited", "full"])
    func declaredFormat(_ origin: String) throws {
        let folder = try TestFolder()
        let header = "YUV4MPEG2 W\(side) H\(side) F30:1 Ip C420jpeg XCOLORRANGE=\(origin.uppercased())\n"
        let body = Self.patches.flatMap { patch in
            Array("FRAME\n".utf8) + TestMedia.frame(side, side, y: patch.y, u: patch.u, v: patch.v)
        }
        let source = try folder.write("in.y4m", Array(header.utf8) + body)
        let target = origin == "limited" ? "i420-full" : "i420-limited"
        let outcome = try StudioProgram.run(["start", "--fast", "--video", source, "--format", target, "--out", "-"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let result = try Y4MStream(Array(outcome.output), frameBytes: side * side * 3 / 2)
        #expect(result.header.hasSuffix(origin == "limited" ? "XCOLORRANGE=FULL" : "XCOLORRANGE=LIMITED"))
        for (frame, sent) in zip(result.frames, Self.patches) {
            let found = Patch(y: frame[0], u: frame[side * side], v: frame[side * side * 5 / 4])
            if origin == "limited" {
                let wanted = expand(sent)
                #expect(Double(found.y) == wanted.y.rounded())
                #expect(Double(found.u) == wanted.u.rounded())
            } else {
                #expect(Double(found.y) == (Double(sent.y) * 219 / 255 + 16).rounded())
                #expect(Double(found.v) == ((Double(sent.v) - 128) * 224 / 255 + 128).rounded())
            }
        }
    }
}
