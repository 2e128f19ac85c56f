import Foundation
import Glibc
import StudioTestSupport
import Testing

/// Existing files are never overwritten without `--force`.
@Suite(.endToEnd)
struct OverwritingTests {
    private static let source = ["start", "--fast", "--width", "64", "--height", "36", "--duration", "2s"]

    @Test("Sessions that start in the same folder at the same time write separate files")
    func sameSecond() throws {
        let folder = try TestFolder()
        let programs = try (0..<4).map { _ in try StudioProgram(Self.source + ["--json"], in: folder.path) }
        let outcomes = try programs.map { try $0.finish() }
        for outcome in outcomes { #expect(outcome.exitCode == 0, "\(outcome.errors)") }
        let names = try folder.names
        #expect(names.count == 4, "\(names)")
        for name in names { #expect(try MediaProbe(folder.file(name)).videoFrames.count == 60) }
        #expect(try Set(outcomes.map { try $0.summary.outputs[0].destination }).sorted() == names)
    }

    @Test("A session without --out that fails before its start leaves no file behind")
    func nothingLeft() throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run(["start", "--role", "attendee"], in: folder.path)
        #expect(outcome.exitCode == 4, "\(outcome.errors)")
        #expect(try folder.names.isEmpty)
    }

    @Test("A file that appears while the source still waits is kept: exists, 6")
    func appearsLater() throws {
        let folder = try TestFolder()
        try #require(mkfifo(folder.file("in.y4m"), 0o600) == 0)
        let program = try StudioProgram([
            "start", "--fast", "--video", folder.file("in.y4m"), "--out", folder.file("a.mp4"), "--out",
            folder.file("b.mp4"), "--json",
        ])
        let writer = open(folder.file("in.y4m"), O_WRONLY | O_CLOEXEC)
        try #require(writer >= 0)
        _ = try folder.write("a.mp4", "precious")
        let frame = Array("FRAME\n".utf8) + TestMedia.frame(64, 36, y: 80)
        let stream = Array("YUV4MPEG2 W64 H36 F30:1 Ip C420jpeg\n".utf8) + (0..<30).flatMap { _ in frame }
        var rest = stream[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(writer, $0.baseAddress, $0.count) }
            try #require(count > 0)
            rest = rest.dropFirst(count)
        }
        close(writer)
        let outcome = try program.finish()
        #expect(outcome.exitCode == 6, "\(outcome.errors)")
        #expect(try outcome.summary.outputs.map(\.cause) == ["exists", nil])
        #expect(try folder.read("a.mp4") == Data("precious".utf8))
        #expect(try MediaProbe(folder.file("b.mp4")).videoFrames.count == 30)
    }

    @Test("--progress keeps an existing file without --force; FIFOs and devices are allowed")
    func progress() throws {
        let folder = try TestFolder()
        let file = try folder.write("p", "precious")
        let refused = try StudioProgram.run(Self.source + ["--out", "null:", "--progress", file])
        #expect(refused.exitCode == 2)
        #expect(refused.errors.contains("exists; --force overwrites it"), "\(refused.errors)")
        #expect(try folder.read("p") == Data("precious".utf8))
        let forced = try StudioProgram.run(Self.source + ["--out", "null:", "--progress", file, "--force"])
        #expect(forced.exitCode == 0, "\(forced.errors)")
        #expect(String(decoding: try folder.read("p"), as: UTF8.self).hasSuffix("progress=end\n"))
        let device = try StudioProgram.run(Self.source + ["--out", "null:", "--progress", "/dev/null"])
        #expect(device.exitCode == 0, "\(device.errors)")
        try #require(mkfifo(folder.file("fifo"), 0o600) == 0)
        let reader = open(folder.file("fifo"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let fifo = try StudioProgram.run(Self.source + ["--out", "null:", "--progress", folder.file("fifo")])
        #expect(fifo.exitCode == 0, "\(fifo.errors)")
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(reader, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).hasSuffix("progress=end\n"))
    }
}
