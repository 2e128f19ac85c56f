import Foundation
import Glibc
import StudioTestSupport
import Testing

/// Late and slow sources, duplicate files, closed descriptors, stopped readers: nothing is lost silently.
@Suite(.endToEnd)
struct RobustnessTests {
    private let header = "YUV4MPEG2 W64 H36 F30:1 Ip C420jpeg\n"
    private let frame = Array("FRAME\n".utf8) + TestMedia.frame(64, 36, y: 80)

    @Test("A low frame rate does not stall a file")
    func slowFrameRate() throws {
        let folder = try TestFolder()
        let input = try folder.write(
            "slow.y4m", Array("YUV4MPEG2 W64 H36 F1:9 Ip C420jpeg\n".utf8) + frame + frame)
        let outcome = try StudioProgram.run(
            ["start", "--video", input, "--out", folder.file("a.mp4"), "--json", "--duration", "10s"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try MediaProbe(folder.file("a.mp4")).videoFrames.count == 2)
    }

    @Test("Invalid y4m frame rates are rejected; unknown ones are replaced by --fps or 30")
    func rates() throws {
        for (rate, arguments, code) in [
            ("F1:2147483647", [], 5), ("F2147483647:1", [], 5), ("F0:0", [], 0), ("F0:0", ["--fps", "25"], 0),
            ("F30000:1000", ["--fps", "30"], 0), ("F25:1", ["--fps", "30"], 3),
        ] as [(String, [String], Int32)] {
            let folder = try TestFolder()
            let input = try folder.write(
                "in.y4m", Array("YUV4MPEG2 W64 H36 \(rate) Ip C420jpeg\n".utf8) + frame + frame)
            let outcome = try StudioProgram.run(
                ["start", "--fast", "--video", input, "--out", folder.file("a.mp4"), "--json"] + arguments)
            #expect(outcome.exitCode == code, "\(rate) \(arguments): \(outcome.errors)")
            if code == 3 { #expect(try outcome.summary.error?.rule == "PS-SEND-013") }
        }
    }

    @Test("PS-SEND-013 a y4m file with another rate than --fps is rejected with the rule")
    func rateDiffers() throws {
        let folder = try TestFolder()
        let input = try folder.write("in.y4m", Array(header.utf8) + frame)
        let outcome = try StudioProgram.run(["start", "--fast", "--video", input, "--fps", "25", "--out", "null:"])
        #expect(outcome.exitCode == 3)
        #expect(outcome.errors.contains("PS-SEND-013"), "\(outcome.errors)")
    }

    @Test("A file cannot be written twice, or read and written, under any spelling of its path")
    func sameFile() throws {
        let folder = try TestFolder()
        let source = try folder.write("v.y4m", Array(header.utf8) + frame)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link.mp4"), withDestinationPath: folder.file("a.mp4"))
        _ = try folder.write("a.mp4", "old")
        for arguments in [
            ["--out", "b.mp4", "--out", "./b.mp4"], ["--out", "a.mp4", "--out", "link.mp4"],
            ["--out", "a.mp4", "--progress", "a.mp4"], ["--out", "null:", "--video", "v.y4m", "--progress", "./v.y4m"],
        ] {
            let outcome = try StudioProgram.run(
                ["start", "--force", "--fast", "--duration", "100ms"] + arguments, in: folder.path)
            #expect(outcome.exitCode == 2, "\(arguments): \(outcome.errors)")
        }
        #expect(try folder.read("a.mp4") == Data("old".utf8), "nothing was opened")
        #expect(TestFolder.size(of: source) == header.utf8.count + frame.count)
    }

    @Test("A FIFO without a reader fails at the end, and the other output is complete")
    func fifo() throws {
        let folder = try TestFolder()
        #expect(mkfifo(folder.file("a.mp4"), 0o600) == 0)
        let outcome = try StudioProgram.run(
            [
                "start", "--fast", "--width", "64", "--height", "36", "--duration", "1s", "--out",
                folder.file("a.mp4"), "--out", folder.file("b.mp4"), "--json",
            ])
        #expect(outcome.exitCode == 6, "\(outcome.errors)")
        let outputs = try outcome.summary.outputs
        #expect(outputs.map(\.cause) == ["noReader", nil])
        #expect(outputs.first?.outputSkippedFrames == 30)
        #expect(outputs.first?.outputTotalFrames == 30)
        #expect(try MediaProbe(folder.file("b.mp4")).videoFrames.count == 30)
    }

    @Test("Closed standard descriptors do not affect the outputs")
    func closedDescriptors() throws {
        let folder = try TestFolder()
        let input = try folder.write("in.y4m", Array(header.utf8) + (0..<30).flatMap { _ in frame })
        let program = try StudioProgram.path
        let file = folder.file("a.mp4")
        for closing in ["<&- >&- 2>&-", ">&-", "2>&-"] {
            _ = try Tool.run(
                "/bin/sh", ["-c", "'\(program)' start --fast --force --video '\(input)' --out '\(file)' \(closing)"])
            #expect(try MediaProbe(file).videoFrames.count == 30, "\(closing)")
        }
    }

    @Test("A signal ends the program before the session starts")
    func earlySignal() throws {
        let folder = try TestFolder()
        #expect(mkfifo(folder.file("key"), 0o600) == 0)
        let program = try StudioProgram([
            "start", "--out", "rtmp://127.0.0.1:1/live/", "--stream-key-file", folder.file("key"),
        ])
        // Once the write end can be opened, the program waits for the key.
        let writer = open(folder.file("key"), O_WRONLY)
        #expect(writer >= 0)
        defer { close(writer) }
        program.process.signal(SIGTERM)
        #expect(try program.finish().exitCode == 143)
    }

    @Test(
        "A key in the address of a source is not printed",
        arguments: [
            ["start", "--video", "rtmp://u:S3CRET@host/live/S3CRET"], ["start", "--audio", "http://host/S3CRET"],
        ])
    func misplacedKey(_ arguments: [String]) throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run(arguments + ["--json"], in: folder.path)
        // An address in place of a source is a file that does not exist.
        #expect(outcome.exitCode == 5, "\(outcome.errors)")
        #expect(!outcome.errors.isEmpty)
        #expect(!outcome.errors.contains("S3CRET"), "\(outcome.errors)")
        #expect(!outcome.outputText.contains("S3CRET"), "\(outcome.outputText)")
    }

    @Test("The role is checked before the size, and an empty WAV is a failed source")
    func order() throws {
        let folder = try TestFolder()
        let role = try StudioProgram.run(["start", "--role", "attendee", "--width", "1921", "--out", "null:"])
        #expect(role.exitCode == 4, "\(role.errors)")
        #expect(role.errors.contains("PS-START-003"), "\(role.errors)")
        let wav = try folder.write("empty.wav", TestMedia.wav([]))
        let empty = try StudioProgram.run(
            ["start", "--fast", "--duration", "100ms", "--audio", wav, "--out", folder.file("a.mp4")])
        #expect(empty.exitCode == 5, "\(empty.errors)")
        #expect(empty.errors.contains("contains no audio"), "\(empty.errors)")
    }

    @Test("The progress ends when everything is written, and a closed reader is reported")
    func progress() throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run([
            "start", "--fast", "--width", "64", "--height", "36", "--duration", "1s", "--out", folder.file("a.mp4"),
            "--progress", folder.file("p"),
        ])
        #expect(outcome.exitCode == 0)
        let text = String(decoding: try folder.read("p"), as: UTF8.self)
        // At least the file's size: an MP4's head is rewritten at its end.
        let sizes = text.split(separator: "\n").filter { $0.hasPrefix("total_size=") }.compactMap {
            Int($0.dropFirst(11))
        }
        #expect(try #require(sizes.last) >= TestFolder.size(of: folder.file("a.mp4")), "\(text)")
        #expect(text.hasSuffix("progress=end\n"))
        let pipe = try PipePair()
        pipe.closeReadEnd()
        let gone = try StudioProgram(
            [
                "start", "--fast", "--width", "64", "--height", "36", "--duration", "1s", "--out", "null:",
                "--progress", "-",
            ],
            output: pipe.writeEnd)
        pipe.closeWriteEnd()
        #expect(try gone.finish().exitCode == 6)
    }

    @Test("A plugin's log message does not block on standard error")
    func pluginLog() throws {
        let (server, folder) = (try HostileServer(.garbage), try TestFolder())
        let errors = folder.file("errors")
        try #require(mkfifo(errors, 0o600) == 0)
        let descriptor = open(errors, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(descriptor) }
        let noise = [UInt8](repeating: 0x20, count: 4096)
        while write(descriptor, noise, noise.count) > 0 {}
        // rtmp2sink logs a critical warning about this server's response.
        let outcome = try StudioProgram.run(
            [
                "start", "--verbose", "--json", "--width", "128", "--height", "72", "--duration", "1s", "--out",
                server.url(), "--out", folder.file("a.mp4"),
            ], environment: ["G_DEBUG": ""], after: "exec 2>'\(errors)'")
        #expect(outcome.exitCode == 6)
        #expect(try outcome.summary.outputs.map(\.state) == ["failed", "finished"])
    }
}
