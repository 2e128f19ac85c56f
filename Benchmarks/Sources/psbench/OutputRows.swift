import Foundation
import Glibc

/// Processor time of four outputs of one encode, and the segments of a publication.
struct OutputRows {
    private static let size = Size(width: 1280, height: 720)
    private static let rate = 30
    /// Live, because a network takes media in real time. Each round has eight such sessions.
    private static let seconds = 6
    private static let kilobits = 3000
    private static let rounds = 3

    private struct Command {
        let words: [String]
        /// Has the encoder's options.
        let file: String
    }

    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    /// RTMP, SRT, MP4 and HLS, against one MP4 output, the same muxers in gst-launch, and ffmpeg's tee muxer.
    ///
    /// GStreamer's muxers have a thread each, which the queues before and behind them wake for every frame. ffmpeg muxes in
    /// one thread. The outputs themselves cost 3 to 4 % of a core, the same with gst-launch.
    func processorTime() throws -> [Measurement] {
        let raw = try makeClip()
        let server = try RTMPFixture(in: settings)
        defer { server.close() }
        let port = try Loopback.freePort()
        let srt = "srt://127.0.0.1:\(port)"
        let commands = [
            ours(raw, name: "one", outputs: []),
            ours(raw, name: "four", outputs: [server.url("ours"), srt, settings.work("hls/index.m3u8")]),
            try gstreamer(raw, server.url("gstreamer"), srt),
            try ffmpeg(raw, server.url("ffmpeg"), srt),
        ]
        var times: [[Double]] = commands.map { _ in [] }
        for round in 0..<min(Self.rounds, settings.iterations) {
            var sums = commands.map { _ in 0.0 }
            // There and back, so that a steady change of the machine's speed cancels out.
            let order = commands.indices.map { ($0 + round) % commands.count }
            for index in order + order.reversed() {
                // A new one each time: it has to be ready for the first connection.
                let receiver = try SRTFixture(port: port)
                defer { receiver.close() }
                sums[index] += try run(commands[index]) / 2
            }
            for index in commands.indices { times[index].append(sums[index]) }
        }
        let options = try commands.map { try X264Options.read(from: $0.file) }
        guard Set(options).count == 1 else {
            throw Invalid("the encoders' options differ:\n\(options.joined(separator: "\n"))")
        }
        print("  x264 of all four: \(options[0])")
        let detail = "\(Self.size), \(Self.seconds) s live"
        return [
            Measurement("four outputs CPU / one output", detail, .seconds, ours: times[1], twin: times[0]),
            Measurement("four outputs CPU / gst-launch", detail, .seconds, ours: times[1], twin: times[2]),
            Measurement("four outputs CPU / ffmpeg tee", detail, .seconds, ours: times[1], twin: times[3]),
        ]
    }

    /// Data segments a second of an RTMP publication at 6 Mbit/s, as the receiving kernel counts them.
    func segments() throws -> [Measurement] {
        let raw = try makeClip()
        let server = try RTMPFixture(in: settings)
        defer { server.close() }
        var (ours, twin): ([Double], [Double]) = ([], [])
        for _ in 0..<min(3, settings.iterations) {
            let relay = try SegmentRelay(to: server.port)
            try ChildProcess(
                source(raw) + ["--bitrate", "6M", "--out", "rtmp://127.0.0.1:\(relay.port)/live/ours"]
            ).succeed()
            ours.append(Double(relay.finish()) / Double(Self.seconds))
            let peer = try SegmentRelay(to: server.port)
            try ChildProcess(
                input(raw) + encoder(kilobits: 6000)
                    + ["-f", "flv", "rtmp://127.0.0.1:\(peer.port)/live/ffmpeg"]
            ).succeed()
            twin.append(Double(peer.finish()) / Double(Self.seconds))
        }
        let detail = "6 Mbit/s, loopback"
        return [Measurement("RTMP segments per second", detail, .segments, ours: ours, twin: twin)]
    }

    // MARK: Commands

    private func source(_ raw: String) -> [String] {
        [
            settings.program, "start", "--quiet", "--force", "--no-audio", "--video", raw, "--width",
            "\(Self.size.width)", "--height", "\(Self.size.height)", "--fps",
            "\(Self.rate)", "--format", "i420-limited",
        ]
    }

    private func ours(_ raw: String, name: String, outputs: [String]) -> Command {
        let file = settings.work("\(name).mp4")
        // The remux at the end is not a part of the comparison.
        let words = source(raw) + ["--mp4", "fragmented"] + ([file] + outputs).flatMap { ["--out", $0] }
        return Command(words: words, file: file)
    }

    private func input(_ raw: String) -> [String] {
        [
            "ffmpeg", "-v", "error", "-nostdin", "-y", "-re", "-f", "rawvideo", "-pixel_format", "yuv420p",
            "-video_size", "\(Self.size)", "-framerate", "\(Self.rate)", "-i", raw, "-an",
        ]
    }

    /// psstudio's options for live sessions: the buffer of the rate control holds 600 ms.
    private func encoder(kilobits: Int) -> [String] {
        [
            "-c:v", "libx264", "-preset", "veryfast", "-tune", "zerolatency", "-b:v", "\(kilobits)k", "-g", "60",
            "-maxrate", "\(kilobits)k", "-bufsize", "\(kilobits * 6 / 10)k",
        ]
    }

    private func gstreamer(_ raw: String, _ rtmp: String, _ srt: String) throws -> Command {
        let (file, folder) = (settings.work("gstreamer.mp4"), settings.work("gstreamer-hls"))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let encoder =
            "rawvideoparse format=i420 width=\(Self.size.width) height=\(Self.size.height) framerate=\(Self.rate)/1 "
            + "colorimetry=bt709 ! clocksync ! queue max-size-buffers=2 ! x264enc tune=zerolatency speed-preset=veryfast "
            + "bitrate=\(Self.kilobits) key-int-max=60 ! tee name=t"
        let outputs = [
            "mp4mux fragment-duration=500 ! filesink location=\(file)",
            "flvmux streamable=true ! rtmp2sink location=\(rtmp)",
            "mpegtsmux alignment=7 ! srtsink uri=\(srt)",
            "hlssink2 target-duration=2 location=\(folder)/%05d.ts playlist-location=\(folder)/index.m3u8",
        ]
        let branches = outputs.map { "t. ! queue ! h264parse config-interval=-1 ! \($0)" }
        let pipeline =
            "filesrc location=\(raw) blocksize=\(Self.size.frameBytes) ! \(encoder) \(branches.joined(separator: " "))"
        let words = ["gst-launch-1.0", "-q"] + pipeline.split(separator: " ").map(String.init)
        return Command(words: words, file: file)
    }

    private func ffmpeg(_ raw: String, _ rtmp: String, _ srt: String) throws -> Command {
        let (file, folder) = (settings.work("tee.mp4"), settings.work("tee-hls"))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let slaves = [
            "[f=mp4:movflags=frag_keyframe+empty_moov]\(file)", "[f=flv]\(rtmp)",
            "[f=mpegts]\(srt)", "[f=hls:hls_time=2]\(folder)/index.m3u8",
        ]
        let words =
            input(raw) + encoder(kilobits: Self.kilobits) + [
                "-map", "0:v", "-flags", "+global_header", "-f", "tee", slaves.joined(separator: "|"),
            ]
        return Command(words: words, file: file)
    }

    /// Seconds, summed over all processors.
    private func run(_ command: Command) throws -> Double {
        let log = settings.work("outputs.log")
        return try ChildProcess(command.words, errors: Descriptor(writing: log)).succeed(log: log).processorSeconds
    }

    /// In memory if possible: the page cache may lose a part of the file, and reading that again costs processor time.
    private func makeClip() throws -> String {
        let path = settings.memoryFolder.appendingPathComponent("outputs.yuv").path
        if access(path, R_OK) == 0 { return path }
        try ChildProcess([
            "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=\(Self.size):rate=\(Self.rate)",
            "-frames:v", "\(Self.seconds * Self.rate)", "-pix_fmt", "yuv420p", "-f", "rawvideo", path,
        ]).succeed()
        return path
    }
}
