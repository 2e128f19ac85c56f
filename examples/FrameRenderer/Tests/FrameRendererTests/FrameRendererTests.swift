import FrameRenderer
import Testing
import ZegoExpressEngine

@Suite("Frame renderer")
struct FrameRendererTests {
    /// Red, green and blue of a file, read by ffmpeg.
    private func pixels(_ file: URL) throws -> [UInt8] {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "ffmpeg", "-nostdin", "-v", "error", "-i", file.path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-",
        ]
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return Array(output)
    }

    /// The colours of the pattern's bars in a row of a file: which of red, green and blue are lit.
    private func bars(_ pixels: [UInt8], width: Int, row: Int) -> [String] {
        (0..<7).map { bar in
            let start = (row * width + (bar * 2 + 1) * width / 14) * 3
            return zip("RGB", pixels[start..<start + 3]).map { $1 > 95 ? "\($0)" : "-" }.joined()
        }
    }

    private static let expected = ["RGB", "RG-", "-GB", "-G-", "R-B", "R--", "--B"]

    /// Renders, and compares the bars at the top with those of a lower row.
    private func render(_ create: (URL) -> FrameRenderer) throws -> [String: [[String]]] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(error)") }
        }
        return try ZegoExpressEngine.emulation.withRoom { room in
            try room.addStream("ada", video: .pattern(width: 100, height: 60))
            let renderer = create(folder)
            let engine = renderer.start(playing: "ada")
            room.advance(seconds: 0.2)
            engine.logoutRoom()
            #expect(ZegoExpressEngine.emulation.violations.isEmpty)
            let (main, ada) = (
                try pixels(folder.appendingPathComponent("main-1.png")),
                try pixels(folder.appendingPathComponent("ada-1.png"))
            )
            #expect(main.count == 180 * 320 * 3)
            #expect(ada.count == 100 * 60 * 3)
            return [
                "main": [2, 32].map { bars(main, width: 180, row: $0) },
                "ada": [2, 6].map { bars(ada, width: 100, row: $0) },
            ]
        }
    }

    @Test("the files show the bars of the stream, and the mirrored bars of the front camera")
    func correct() throws {
        let seen = try render { FrameRenderer(folder: $0) }
        #expect(seen["ada"] == [Self.expected, Self.expected])
        #expect(seen["main"] == [Self.expected.reversed(), Self.expected.reversed()])
    }

    @Test("a renderer that ignores strides writes sheared frames")
    func faulty() throws {
        let seen = try render { FaultyFrameRenderer(folder: $0) }
        #expect(seen["ada"]?.last != Self.expected)
        #expect(seen["main"]?.last != Self.expected.reversed())
    }
}
