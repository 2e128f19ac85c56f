import Foundation
import Glibc
import StudioTestSupport
import Testing

/// Files of every kind of output, judged by checks from the standards and by tools that share no code with psstudio.
@Suite(.endToEnd)
struct ContainerTests {
    /// What is recorded.
    struct Media: Sendable, CustomStringConvertible {
        let description: String
        var arguments: [String] = []
        var rate = (30, 1)
        var frames = 36
        var isFull = false
        var hasAudio = true

        static let all = [
            Media(description: "30 fps"),
            Media(description: "23.976 fps", arguments: ["--fps", "24000/1001"], rate: (24000, 1001), frames: 29),
            Media(description: "60 fps", arguments: ["--fps", "60"], rate: (60, 1), frames: 72),
            Media(description: "5 fps", arguments: ["--fps", "5"], rate: (5, 1), frames: 6),
            Media(description: "full range", arguments: ["--range", "full"], isFull: true),
            Media(description: "no audio", arguments: ["--no-audio"], hasAudio: false),
            Media(
                description: "no audio, 2 fps", arguments: ["--no-audio", "--fps", "2"], rate: (2, 1), frames: 4,
                hasAudio: false),
            Media(description: "one frame", arguments: ["--fps", "25"], rate: (25, 1), frames: 1),
        ]

        var seconds: Double { Double(frames * rate.1) / Double(rate.0) }
    }

    private static let names = ["a.mp4", "a.mkv", "a.flv", "a.ts", "hls/a.m3u8"]

    private func record(_ media: Media, _ more: [String] = []) throws -> TestFolder {
        let folder = try TestFolder()
        let size = ["start", "--fast", "--width", "64", "--height", "48"]
        let outcome = try StudioProgram.run(
            size + media.arguments + more + ["--duration", "\(media.seconds)s", "--json"]
                + Self.names.flatMap { ["--out", folder.file($0)] })
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("warning"), "\(outcome.errors)")
        let outputs = try outcome.summary.outputs
        #expect(outputs.map(\.outputTotalFrames) == Array(repeating: media.frames, count: Self.names.count))
        for (name, output) in zip(Self.names, outputs) where !name.hasPrefix("hls") {
            #expect(output.outputBytes == TestFolder.size(of: folder.file(name)), "\(name)")
        }
        return folder
    }

    /// The checks from the standards.
    private func check(_ folder: TestFolder, _ media: Media) throws {
        let faults = [
            try BoxFile(folder.file("a.mp4")).faults(isFull: media.isFull, rate: media.rate),
            try MatroskaFile(folder.file("a.mkv")).faults(isFull: media.isFull),
            try FLVFile(folder.file("a.flv")).faults(hasAudio: media.hasAudio),
            try TransportStreamFile(folder.file("a.ts")).faults(),
        ]
        for (name, faults) in zip(Self.names, faults) { #expect(faults == [], "\(name)") }
        for name in Self.names {
            let probe = try MediaProbe(folder.file(name))
            #expect(probe.videoFrames.count == media.frames, "\(name)")
            #expect(probe.hasAudio == media.hasAudio, "\(name)")
            #expect(try probe.video.color_range == (media.isFull ? "pc" : "tv"), "\(name)")
            #expect(ContainerTools.faults(of: folder.file(name)) == [], "\(name)")
        }
        let video = try MediaProbe(folder.file("a.mp4")).video
        #expect(video.r_frame_rate == "\(media.rate.0)/\(media.rate.1)")
        #expect(video.avg_frame_rate == "\(media.rate.0)/\(media.rate.1)")
        #expect(abs(try MediaProbe(folder.file("a.mp4")).seconds - media.seconds) < 0.0001)
    }

    @Test("Every kind of output", arguments: Media.all)
    func every(_ media: Media) throws {
        try check(try record(media), media)
    }

    @Test("Audio of 32 kHz, mono: not a sample is missing", arguments: [1.0, 1.5, 2.3])
    func mono(_ seconds: Double) throws {
        let source = try TestFolder()
        let wave = source.file("a.wav")
        try Tool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=r=32000:d=\(seconds)", "-ac", "1", wave])
        let media = Media(description: "mono", frames: Int((seconds * 30).rounded()))
        let folder = try record(media, ["--audio", wave])
        try check(folder, media)
        let tracks = try BoxFile(folder.file("a.mp4")).tracks
        let audio = try #require(tracks.first { $0.handler == "soun" })
        #expect(audio.timescale == 48_000)
        #expect(audio.durations.reduce(0) { $0 + $1.count * $1.duration } == Int((seconds * 48_000).rounded()))
    }

    @Test("Fragments in a file and in a FIFO, and Matroska on standard output")
    func streamed() throws {
        let folder = try TestFolder()
        try #require(mkfifo(folder.file("fifo.mp4"), 0o600) == 0)
        let reader = try ChildProcess("cp", [folder.file("fifo.mp4"), folder.file("got.mp4")])
        let outcome = try StudioProgram.run([
            "start", "--fast", "--width", "64", "--height", "48", "--range", "full", "--duration", "1.2s", "--mp4",
            "fragmented", "--out", folder.file("a.mp4"), "--out", folder.file("fifo.mp4"), "--out", "mkv:-",
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try reader.wait() == .exited(0))
        for name in ["a.mp4", "got.mp4"] {
            #expect(try BoxFile(folder.file(name)).faults(isFull: true, rate: (30, 1)) == [], "\(name)")
            // ExifTool regards a second fragment as an error.
            #expect(ContainerTools.playerFaults(of: folder.file(name)) == [], "\(name)")
        }
        let path = try folder.write("a.mkv", outcome.output)
        #expect(try MatroskaFile(path).faults(isFull: true, isFinished: false) == [])
        #expect(ContainerTools.faults(of: path, isFinished: false) == [])
    }

    @Test("After a kill the files are as correct, without their last second")
    func killed() throws {
        let folder = try TestFolder()
        let names = ["a.mp4", "a.mkv", "a.ts"]
        let program = try StudioProgram(
            ["start", "--width", "64", "--height", "48", "--range", "full", "--duration", "60s"]
                + names.flatMap { ["--out", folder.file($0)] })
        try waitUntil("the files have media") {
            names.allSatisfy { TestFolder.size(of: folder.file($0)) > 100_000 }
        }
        program.process.signal(SIGKILL)
        #expect(try program.finish().status == .killed(signal: SIGKILL))
        #expect(try BoxFile(folder.file("a.mp4"), isWhole: false).faults(isFull: true, rate: (30, 1)) == [])
        #expect(try MatroskaFile(folder.file("a.mkv"), isWhole: false).faults(isFull: true, isFinished: false) == [])
        #expect(try TransportStreamFile(folder.file("a.ts")).faults(isWhole: false) == [])
        for name in names {
            let probe = try MediaProbe(folder.file(name), isWhole: false)
            #expect(probe.videoFrames.count > 10, "\(name)")
            #expect(try probe.video.color_range == "pc", "\(name)")
        }
    }
}

extension RealTime {
    /// Frames that arrive at another rate than declared, and at uneven intervals.
    struct UnevenFrameTests {
        /// Every seventh and every eleventh of 30 frames a second, in real time.
        private func feed(_ pipe: PipePair, seconds: Int) throws -> ChildProcess {
            try ChildProcess(
                "ffmpeg",
                [
                    "-nostdin", "-v", "error", "-re", "-f", "lavfi", "-i", "testsrc=s=64x48:r=30:d=\(seconds)", "-vf",
                    "select='not(mod(n,7))+not(mod(n,11))',format=yuv420p", "-fps_mode", "passthrough", "-f",
                    "yuv4mpegpipe", "-",
                ], output: pipe.writeEnd)
        }

        private func keyFrames(_ path: String) throws -> [Double] {
            try MediaProbe(path).videoFrames.filter { $0.key_frame == 1 }.map(\.time)
        }

        @Test("A key frame every two seconds, one sample description, and a constant HLS target duration")
        func uneven() throws {
            let (folder, pipe) = (try TestFolder(), try PipePair())
            let names = ["a.mp4", "a.mkv", "a.ts", "a.m3u8"]
            let program = try StudioProgram(
                ["start", "--video", "-"] + names.flatMap { ["--out", folder.file($0)] }, input: pipe.readEnd)
            pipe.closeReadEnd()
            let source = try feed(pipe, seconds: 7)
            pipe.closeWriteEnd()
            let outcome = try program.finish()
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(try source.wait() == .exited(0))
            #expect(try BoxFile(folder.file("a.mp4")).faults() == [])
            #expect(try MatroskaFile(folder.file("a.mkv")).faults() == [])
            #expect(try TransportStreamFile(folder.file("a.ts")).faults() == [])
            for name in names.prefix(3) {
                let times = try keyFrames(folder.file(name))
                #expect(times.count >= 4, "\(name): \(times)")
                // A frame every 0.23 s at most.
                #expect(zip(times.dropFirst(), times).allSatisfy { $0 - $1 < 2.3 }, "\(name): \(times)")
            }
            let playlist = try folder.readText("a.m3u8")
            #expect(playlist.contains("#EXT-X-TARGETDURATION:3\n"), "\(playlist)")
        }
    }
}
