import Foundation
import Glibc
import StudioTestSupport
import Testing

/// Extreme frame rates, exhausted descriptors, blocked standard error, silent audio pipes: no session hangs or
/// busy-loops.
@Suite(.endToEnd)
struct ExhaustionTests {
    @Test("Fast sessions end at any frame rate", arguments: ["600", "1000", "0.1", "0.25"])
    func rates(_ rate: String) throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run([
            "start", "--fast", "--fps", rate, "--width", "64", "--height", "36", "--duration", "20s", "--out",
            folder.file("a.mp4"), "--out", folder.file("a.mkv"), "--out", folder.file("a.flv"),
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let frames = Int(20 * (Double(rate) ?? 0))
        for name in ["a.mp4", "a.mkv", "a.flv"] {
            #expect(try MediaProbe(folder.file(name)).videoFrames.count == frames, "\(name)")
        }
    }

    @Test("Out of descriptors: outputs that cannot open fail with the cause, the others are complete")
    func descriptors() throws {
        let folder = try TestFolder()
        let outputs = (0..<40).flatMap { ["--out", folder.file("\($0).mkv")] }
        let arguments = [
            "start", "--fast", "--width", "64", "--height", "36", "--duration", "2s", "--json", "--quiet",
        ]
        let (output, status) = try run("ulimit -n 96", arguments + outputs)
        #expect(status == .exited(6))
        let summary = try JSONDecoder().decode(SessionReport.self, from: output)
        let failed = summary.outputs.filter { $0.state == "failed" }
        #expect(!failed.isEmpty)
        for output in failed { #expect(output.cause == "descriptorLimit") }
        let finished = summary.outputs.indices.filter { summary.outputs[$0].state == "finished" }
        #expect(finished.count + failed.count == 40)
        // How many outputs get all their descriptors depends on the order of their threads.
        #expect(finished.count >= 5)
        for index in finished { #expect(try MediaProbe(folder.file("\(index).mkv")).videoFrames.count == 60) }
    }

    @Test("Out of descriptors: a signal still ends the session properly")
    func descriptorsAndSignal() throws {
        let folder = try TestFolder()
        let outputs = (0..<40).flatMap { ["--out", folder.file("\($0).mkv")] }
        let program = try shell(
            "ulimit -n 96", ["start", "--width", "64", "--height", "36", "--json"] + outputs, folder)
        // It is random which outputs got a descriptor.
        try waitUntil("a file grows") { (0..<40).contains { TestFolder.size(of: folder.file("\($0).mkv")) > 2000 } }
        program.signal(SIGTERM)
        // A failed output has precedence over the signal.
        #expect(try program.wait() == .exited(6))
    }

    @Test("A file that reaches the size limit: storageFull, and SIGXFSZ does not kill the program")
    func fileSize() throws {
        let folder = try TestFolder()
        let (output, status) = try run(
            "ulimit -f 20",
            [
                "start", "--fast", "--width", "320", "--height", "180", "--duration", "20s", "--json", "--quiet",
                "--out",
                folder.file("a.mkv"),
            ])
        #expect(status == .exited(6))
        let summary = try JSONDecoder().decode(SessionReport.self, from: output)
        #expect(summary.outputs.first?.cause == "storageFull")
        #expect(summary.outputs.first?.outputSkippedFrames ?? 0 > 0)
    }

    @Test("Standard error is blocked: the session continues, and the first signal ends it")
    func stuckErrors() throws {
        let folder = try TestFolder()
        let pipe = try PipePair()
        // One page: the output about so many outputs does not fit.
        _ = fcntl(pipe.writeEnd, 1031, 4096)
        let outputs = (0..<60).flatMap { ["--out", folder.file("\(String(repeating: "x", count: 80))\($0).mkv")] }
        let program = try ChildProcess(
            try StudioProgram.path,
            ["start", "--width", "64", "--height", "36", "--progress", folder.file("progress")] + outputs,
            errors: pipe.writeEnd)
        pipe.closeWriteEnd()
        try waitUntil("frames are sent") {
            String(decoding: FileManager.default.contents(atPath: folder.file("progress")) ?? Data(), as: UTF8.self)
                .contains("out_time=00:00:06")
        }
        program.signal(SIGINT)
        #expect(try program.wait() == .exited(130))
    }

    // MARK: Programs with limits

    private func shell(
        _ limit: String, _ arguments: [String], _ folder: TestFolder, output: Int32? = nil
    ) throws -> ChildProcess {
        try ChildProcess(
            "/bin/sh", ["-c", "\(limit); exec \"$@\"", "sh", try StudioProgram.path] + arguments, output: output)
    }

    private func run(_ limit: String, _ arguments: [String]) throws -> (output: Data, status: ChildProcess.Status) {
        let folder = try TestFolder()
        let file = open(folder.file("out"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        let status = try shell(limit, arguments, folder, output: file).wait()
        return (try folder.read("out"), status)
    }
}

extension RealTime {
    /// Audio pipes that deliver nothing for a while.
    struct SilentPipeTests {
        private static let arguments = ["start", "--width", "64", "--height", "36", "--json"]

        private func samples(_ seconds: Double) -> [UInt8] {
            TestMedia.sine(seconds, frequency: 440).withUnsafeBytes { Array($0) }
        }

        /// Opens a FIFO as soon as the program reads from it.
        private func writer(_ path: String) throws -> Int32 {
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            try #require(descriptor >= 0)
            return descriptor
        }

        private func write(_ bytes: [UInt8], to descriptor: Int32) throws {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                try #require(count > 0)
                rest = rest.dropFirst(count)
            }
        }

        @Test("A stalled audio pipe does not freeze the video, and is used again when it recovers")
        func silence() throws {
            let folder = try TestFolder()
            try #require(mkfifo(folder.file("a.pcm"), 0o600) == 0)
            let program = try StudioProgram(
                Self.arguments + [
                    "--duration", "6s", "--audio", folder.file("a.pcm"), "--out", folder.file("a.mkv"),
                ])
            let pipe = try writer(folder.file("a.pcm"))
            defer { close(pipe) }
            try write(samples(1), to: pipe)
            try program.waitForError("delivers no audio and is replaced by silence")
            try write(samples(1), to: pipe)
            let outcome = try program.finish()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(outcome.errors.count(of: "delivers no audio") == 1)
            let summary = try outcome.summary
            // The session may end before its second second is over; then the pipe has stalled again.
            #expect((1...2).contains(summary.audioPipeSilences))
            #expect(summary.video.accepted == 180)
            #expect(summary.audio.accepted == 100)
            let probe = try MediaProbe(folder.file("a.mkv"))
            #expect(probe.videoFrames.count == summary.encodedFrames)
            // When the pipe counts as silent depends on scheduling. Silence and audio fill the track up to a frame interval
            // and an audio block.
            let audio = (summary.audio.accepted - summary.audio.dropped) * 20 - summary.trimmedMilliseconds
            #expect(abs(Double(summary.silenceMilliseconds + audio) - probe.videoEnd() * 1000) < 33.4 + 20)
        }

        @Test("An audio pipe without data delays the start, and the session is complete")
        func never() throws {
            let folder = try TestFolder()
            try #require(mkfifo(folder.file("a.pcm"), 0o600) == 0)
            let outcome = try StudioProgram.run(
                Self.arguments + [
                    "--duration", "2s", "--audio", folder.file("a.pcm"), "--out", folder.file("a.mkv"),
                ])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let summary = try outcome.summary
            #expect(summary.audioPipeSilences == 1)
            #expect(summary.video.accepted == 60)
            #expect(summary.audio.accepted == 0)
            let probe = try MediaProbe(folder.file("a.mkv"))
            #expect(abs(probe.audioSeconds - probe.videoEnd()) < 0.05)
        }

        @Test("The end of the video ends a session with a stalled audio pipe")
        func videoEnds() throws {
            let folder = try TestFolder()
            try #require(mkfifo(folder.file("a.pcm"), 0o600) == 0)
            let frame = Array("FRAME\n".utf8) + TestMedia.frame(64, 36, y: 80)
            let video = try folder.write(
                "in.y4m", Array("YUV4MPEG2 W64 H36 F30:1 Ip C420jpeg\n".utf8) + (0..<45).flatMap { _ in frame })
            let program = try StudioProgram([
                "start", "--json", "--video", video, "--audio", folder.file("a.pcm"), "--out", folder.file("a.mkv"),
            ])
            let pipe = try writer(folder.file("a.pcm"))
            defer { close(pipe) }
            try write(samples(0.5), to: pipe)
            let outcome = try program.finish()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(try outcome.summary.video.accepted == 45)
        }
    }
}
