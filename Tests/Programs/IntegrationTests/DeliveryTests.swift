import Foundation
import Glibc
import StudioCore
import StudioTestSupport
import Testing

/// Slow readers, dying servers and FIFOs: every frame is delivered or counted as lost, and nothing waits forever.
@Suite(.endToEnd)
struct DeliveryTests {
    private static let (width, height) = (320, 180)
    private static let size = ["--width", "\(width)", "--height", "\(height)"]

    /// Noise, so that the encoder uses its full bitrate.
    private func noise(_ folder: TestFolder, frames: Int) throws -> String {
        var generator = SeededRandom(seed: 3)
        return try folder.write("noise.yuv", generator.bytes(Self.width * Self.height * 3 / 2 * frames))
    }

    private func packets(_ path: String, _ track: String) throws -> Int {
        let output = try Tool.run(
            "ffprobe",
            [
                "-v", "error", "-count_packets", "-select_streams", track, "-show_entries", "stream=nb_read_packets",
                "-of", "csv=p=0", path,
            ])
        let text = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return try #require(Int(text), "\(path): \(text)")
    }

    @Test("A slow but steady reader of a pipe gets everything, even if it takes longer than the time-out")
    func slowReader() throws {
        let (folder, pipe) = (try TestFolder(), try PipePair())
        // About 500 kB, in 8 s.
        let program = try StudioProgram(
            ["start", "--fast", "--video", try noise(folder, frames: 60), "--bitrate", "2M", "--out", "mkv:-"]
                + Self.size + ["--finish-timeout", "3s"], output: pipe.writeEnd)
        pipe.closeWriteEnd()
        let reader = try SlowReader(pipe.readEnd, bytesPerSecond: 60_000)
        let outcome = try program.finish()
        let path = try folder.write("got.mkv", try reader.finish())
        #expect(outcome.status == .exited(0), "\(outcome.errors)")
        #expect(try packets(path, "v") == 60)
        #expect(try packets(path, "a") == 94)
    }

    @Test("Non-blocking standard output, raw and muxed: everything arrives", arguments: ["-", "mkv:-"])
    func nonBlocking(_ destination: String) throws {
        let (folder, pipe) = (try TestFolder(), try PipePair())
        _ = fcntl(pipe.writeEnd, F_SETFL, fcntl(pipe.writeEnd, F_GETFL) | O_NONBLOCK)
        let program = try StudioProgram(
            ["start", "--fast", "--video", try noise(folder, frames: 30), "--out", destination] + Self.size,
            output: pipe.writeEnd)
        pipe.closeWriteEnd()
        let reader = try SlowReader(pipe.readEnd, bytesPerSecond: destination == "-" ? 2_000_000 : 400_000)
        let outcome = try program.finish()
        let path = try folder.write("got", try reader.finish())
        #expect(outcome.status == .exited(0), "\(outcome.errors)")
        #expect(try packets(path, "v") == 30)
    }

    @Test("Standard output is a socket: everything arrives, and its flags are unchanged")
    func socketOutput() throws {
        let folder = try TestFolder()
        var ends: (Int32, Int32) = (-1, -1)
        let isMade = withUnsafeMutablePointer(to: &ends) {
            $0.withMemoryRebound(to: Int32.self, capacity: 2) {
                socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, $0)
            }
        }
        try #require(isMade == 0)
        let program = try StudioProgram(
            ["start", "--fast", "--video", try noise(folder, frames: 30), "--out", "mkv:-"] + Self.size, output: ends.1)
        let reader = try SlowReader(ends.0, bytesPerSecond: 400_000)
        let outcome = try program.finish()
        #expect(fcntl(ends.1, F_GETFL) & O_NONBLOCK == 0)
        close(ends.1)
        let path = try folder.write("got.mkv", try reader.finish())
        close(ends.0)
        #expect(outcome.status == .exited(0), "\(outcome.errors)")
        #expect(try packets(path, "v") == 30)
    }

    @Test("A reader that reads nothing times out, and its frames are counted as lost")
    func stuckReader() throws {
        let (folder, pipe) = (try TestFolder(), try PipePair())
        let program = try StudioProgram(
            [
                "start", "--video", try noise(folder, frames: 60), "--bitrate", "4M", "--out", "mkv:-", "--out",
                folder.file("a.mp4"), "--finish-timeout", "1s", "--progress", folder.file("progress"), "--verbose",
            ] + Self.size, output: pipe.writeEnd)
        pipe.closeWriteEnd()
        let outcome = try program.finish()
        #expect(outcome.status == .exited(6), "\(outcome.errors)")
        #expect(outcome.errors.contains("mkv:-: the peer took no bytes for 1 s at the end"), "\(outcome.errors)")
        // On a busy machine frames are lost before they are encoded.
        let progress = try lastProgress(folder.file("progress"))
        #expect(progress["frame"] == 60)
        let encoded = try #require(progress["frame"]) - #require(progress["drop_frames"])
        #expect(try packets(folder.file("a.mp4"), "v") == encoded + #require(progress["dup_frames"]))
    }

    /// The whole numbers of the last block of `--progress`.
    private func lastProgress(_ path: String) throws -> [String: Int] {
        let data = try #require(FileManager.default.contents(atPath: path))
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        let values = lines.compactMap { line -> (String, Int)? in
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let value = Int(parts[1]) else { return nil }
            return (String(parts[0]), value)
        }
        return Dictionary(values) { $1 }
    }

    // MARK: FIFOs

    @Test("A FIFO is opened once: its reader sees one stream, from a key frame, and one end")
    func fifo() throws {
        let folder = try TestFolder()
        try #require(mkfifo(folder.file("a.mkv"), 0o600) == 0)
        let reader = try ChildProcess("cp", [folder.file("a.mkv"), folder.file("got.mkv")])
        let outcome = try StudioProgram.run(
            [
                "start", "--fast", "--video", try noise(folder, frames: 60), "--out", folder.file("a.mkv"), "--json",
            ] + Self.size)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try reader.wait() == .exited(0))
        let output = try #require(try outcome.summary.outputs.first)
        #expect(output.outputSkippedFrames == 0)
        #expect(try packets(folder.file("got.mkv"), "v") == 60)
    }

    @Test("Every container goes through a FIFO", arguments: ["a.mp4", "a.mkv", "a.flv"])
    func fifoContainers(_ name: String) throws {
        let folder = try TestFolder()
        try #require(mkfifo(folder.file(name), 0o600) == 0)
        let reader = try ChildProcess("cp", [folder.file(name), folder.file("got-" + name)])
        let outcome = try StudioProgram.run(
            ["start", "--fast", "--duration", "2s", "--out", folder.file(name)] + Self.size)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try reader.wait() == .exited(0))
        #expect(try packets(folder.file("got-" + name), "v") == 60)
        #expect(try packets(folder.file("got-" + name), "a") == 94)
    }

    @Test("Many FIFOs without reads: all time-outs run in parallel")
    func stuckFIFOs() throws {
        let folder = try TestFolder()
        let names = (0..<8).map { folder.file("\($0).mkv") }
        var readers: [Int32] = []
        defer { for reader in readers { close(reader) } }
        for name in names {
            try #require(mkfifo(name, 0o600) == 0)
            readers.append(open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
        }
        // Sequentially they would take 80 s.
        let outcome = try StudioProgram.run(
            ["start", "--video", try noise(folder, frames: 60), "--bitrate", "4M", "--finish-timeout", "10s", "--json"]
                + Self.size + names.flatMap { ["--out", $0] }, seconds: 40)
        #expect(outcome.exitCode == 6, "\(outcome.errors)")
        #expect(try outcome.summary.outputs.map(\.cause) == names.map { _ in "finishTimedOut" })
        for output in try outcome.summary.outputs { #expect(output.outputSkippedFrames > 0) }
    }

    @Test("A FIFO whose reader closes fails immediately, and the file beside it is complete")
    func fifoReaderGone() throws {
        let folder = try TestFolder()
        try #require(mkfifo(folder.file("a.mkv"), 0o600) == 0)
        let reader = try ChildProcess("head", ["-c", "20000", folder.file("a.mkv")])
        let outcome = try StudioProgram.run(
            [
                "start", "--fast", "--video", try noise(folder, frames: 60), "--bitrate", "4M", "--json", "--out",
                folder.file("a.mkv"), "--out", folder.file("b.mkv"),
            ] + Self.size)
        #expect(try reader.wait() == .exited(0))
        #expect(outcome.exitCode == 6, "\(outcome.errors)")
        let output = try #require(try outcome.summary.outputs.first)
        #expect(output.cause == "readerGone")
        #expect(output.outputSkippedFrames > 0)
        #expect(try packets(folder.file("b.mkv"), "v") == 60)
    }
}

extension RealTime {
    /// The same with a server.
    struct ServerDeliveryTests {
        private func packets(_ path: String) throws -> (video: Int, audio: Int) {
            let probe = try MediaProbe(path)
            return (probe.videoFrames.count, probe.audioFrames.count)
        }

        @Test("A server behind a slow link gets everything, even long after the end of the session")
        func slowLink() throws {
            let (real, folder, feed) = (try RTMPServer(), try TestFolder(), try LiveFeed())
            let server = try HostileServer(.slow(server: real.port, bytesPerSecond: 150_000))
            let program = try StudioProgram(
                ["start", "--bitrate", "4M", "--json", "--finish-timeout", "5s", "--out", server.url()]
                    + feed.arguments, input: feed.input)
            try feed.begin()
            try feed.wait(frames: 90)
            _ = try feed.end()
            let outcome = try program.finish()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let output = try #require(try outcome.summary.outputs.first)
            #expect(output.outputSkippedFrames == 0)
            #expect(output.outputSkippedAudio == 0)
            let recording = try #require(try real.recordings.first)
            #expect(try packets(recording).video == output.outputTotalFrames)
            withExtendedLifetime(folder) {}
        }

        @Test(
            "A server that dies and returns: recorded and lost frames add up to all frames",
            arguments: [1, 2] as [UInt64])
        func dyingServer(seed: UInt64) throws {
            var generator = SeededRandom(seed: seed)
            let (real, folder, feed) = (try RTMPServer(), try TestFolder(), try LiveFeed())
            // Each connection dies after at least a quarter of a second of these frames, anywhere inside a frame.
            let bytes = Int.random(in: 150_000...400_000, using: &generator)
            let server = try HostileServer(.dying(server: real.port, afterBytes: bytes))
            let program = try StudioProgram(
                ["start", "--bitrate", "4M", "--json", "--out", server.url(), "--out", folder.file("a.mkv")]
                    + feed.arguments, input: feed.input)
            try feed.begin()
            try program.waitForError("live again")
            let frames = try feed.end()
            let outcome = try program.finish()
            let outputs = try outcome.summary.outputs
            let output = try #require(outputs.first)
            #expect(frames > 0)
            #expect(output.outputTotalFrames == outputs.last?.outputTotalFrames)
            #expect(outputs.last?.outputSkippedFrames == 0)
            let recorded = try real.recordings.map { try packets($0).video }.reduce(0, +)
            let taken = output.outputTotalFrames - output.outputSkippedFrames
            // Each death discards the buffers of the dying server, which hold at most 64 kB or four frames here. The
            // recording server may drop a partial frame. Frames that the sink has not yet reported as written count as
            // lost: the last frame, which the sink keeps, and up to four more.
            let deaths = output.reconnects + 1
            #expect(recorded - taken <= 5 * deaths, "\(recorded) of \(taken), \(deaths) connections")
            #expect(taken - recorded <= 8 * deaths, "\(recorded) of \(taken), \(deaths) connections")
        }

        @Test("A server that dies during the connection check has not rejected the stream: it is retried")
        func dyingAtOnce() throws {
            let (real, feed) = (try RTMPServer(), try LiveFeed())
            // The first frames, which are sent in one burst.
            let server = try HostileServer(.dying(server: real.port, afterBytes: 150_000))
            let program = try StudioProgram(
                ["start", "--bitrate", "4M", "--json", "--out", server.url(), "--out", "null:"] + feed.arguments,
                input: feed.input)
            try feed.begin()
            try program.waitForError("attempt 1 in 1 s")
            _ = try feed.end()
            let outcome = try program.finish()
            #expect(try outcome.summary.outputs.first?.cause == "disconnected")
        }
    }
}
