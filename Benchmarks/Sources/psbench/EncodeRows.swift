import Foundation

/// Processor time of encoding a clip, and the time to the first byte.
struct EncodeRows {
    private static let size = Size(width: 1280, height: 720)
    private static let rate = 30
    private static let frames = 150
    /// GStreamer loads its decoders as plugins, which costs as much as ten frames; ffmpeg has them built in. The
    /// clip is long enough to hide that.
    private static let filmFrames = 600
    /// psstudio's defaults for 720p; the peers get the same.
    private static let kilobits = 3000
    private static let keyFrameDistance = 60

    private struct Encoder {
        let name: String
        let command: [String]
        let file: String
        let frames: Int
    }

    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    // MARK: Processor time

    func processorTime() throws -> [Measurement] {
        let raw = try makeClip("clip.yuv", format: "rawvideo", Self.size, frames: Self.frames)
        return try processorTime("encoding CPU", encoders(raw), frames: Self.frames)
    }

    /// The same with a media file, which is decoded first.
    func fileProcessorTime() throws -> [Measurement] {
        try processorTime("media file CPU", fileEncoders(try makeFile()), frames: Self.filmFrames)
    }

    private func processorTime(_ row: String, _ encoders: [Encoder], frames: Int) throws -> [Measurement] {
        for encoder in encoders { _ = try encode(encoder) }
        let options = try encoders.map { try X264Options.read(from: $0.file) }
        guard Set(options).count == 1 else {
            throw Invalid("the encoders' options differ:\n\(options.joined(separator: "\n"))")
        }
        print("  x264 of all three: \(options[0])")
        for encoder in encoders { try checkFrames(of: encoder) }
        var times: [String: [Double]] = [:]
        for iteration in 0..<settings.iterations {
            for step in encoders.indices {
                let encoder = encoders[(step + iteration) % encoders.count]
                times[encoder.name, default: []].append(try encode(encoder))
            }
        }
        return ["gst-launch", "ffmpeg"].map { name in
            Measurement(
                "\(row) / \(name)", "\(Self.size), \(frames) frames", .seconds,
                ours: times["ours"] ?? [], twin: times[name] ?? [])
        }
    }

    private func encoders(_ raw: String) -> [Encoder] {
        let files = ["ours.mkv", "gst.mkv", "ffmpeg.mkv"].map { settings.work($0) }
        let ours = [
            settings.program, "start", "--fast", "--quiet", "--json", "--force", "--no-audio", "--video", raw,
            "--width", "\(Self.size.width)", "--height", "\(Self.size.height)", "--fps", "\(Self.rate)", "--format",
            "i420-limited", "--out", files[0],
        ]
        // One block is one frame, so that the parser passes it on unchanged. This is the fastest form of such a
        // command line.
        let parser = [
            "gst-launch-1.0", "-q", "filesrc", "location=\(raw)", "blocksize=\(Self.size.frameBytes)", "!",
            "rawvideoparse", "format=i420", "width=\(Self.size.width)", "height=\(Self.size.height)",
            "framerate=\(Self.rate)/1", "colorimetry=bt709", "!",
        ]
        let input = [
            "-f", "rawvideo", "-pixel_format", "yuv420p", "-video_size", "\(Self.size)", "-framerate", "\(Self.rate)",
            "-i", raw,
        ]
        return encoders(ours, gstreamer: parser, ffmpeg: input, files, frames: Self.frames)
    }

    private func fileEncoders(_ clip: String) -> [Encoder] {
        let files = ["ours.mkv", "gst.mkv", "ffmpeg.mkv"].map { settings.work($0) }
        let ours = [
            settings.program, "start", "--fast", "--quiet", "--json", "--force", "--no-audio", "--video", clip, "--out",
            files[0],
        ]
        // An equivalent command line has to do the same conversions as psstudio's pipeline.
        let decoder = [
            "gst-launch-1.0", "-q", "filesrc", "location=\(clip)", "!", "decodebin", "!", "videoconvert", "!",
            "videoscale", "!", "video/x-raw,format=I420", "!",
        ]
        return encoders(ours, gstreamer: decoder, ffmpeg: ["-i", clip, "-an"], files, frames: Self.filmFrames)
    }

    private func encoders(_ ours: [String], gstreamer: [String], ffmpeg: [String], _ files: [String], frames: Int)
        -> [Encoder]
    {
        let muxer = ["!", "h264parse", "!", "matroskamux", "!", "filesink", "location=\(files[1])"]
        let gstreamer = gstreamer + Self.x264enc(Self.kilobits) + muxer
        let ffmpeg =
            ["ffmpeg", "-v", "error", "-y"] + ffmpeg + [
                "-c:v", "libx264", "-preset", "veryfast", "-tune", "zerolatency", "-b:v", "\(Self.kilobits)k", "-g",
                "\(Self.keyFrameDistance)", "-x264-params", Self.x264Parameters, files[2],
            ]
        return [
            Encoder(name: "ours", command: ours, file: files[0], frames: frames),
            Encoder(name: "gst-launch", command: gstreamer, file: files[1], frames: frames),
            Encoder(name: "ffmpeg", command: ffmpeg, file: files[2], frames: frames),
        ]
    }

    /// The settings of `--fast` are bit-exact: frame threads, no VBV.
    private static func x264enc(_ kilobits: Int) -> [String] {
        [
            "x264enc", "tune=zerolatency", "speed-preset=veryfast", "bitrate=\(kilobits)",
            "key-int-max=\(keyFrameDistance)", "sliced-threads=false", "vbv-buf-capacity=0",
        ]
    }

    /// The same for ffmpeg, whose bitrate is not limited by VBV by default.
    private static let x264Parameters = "sliced-threads=0"

    /// Seconds, summed over all processors.
    private func encode(_ encoder: Encoder) throws -> Double {
        let (output, log) = (settings.work("encode.json"), settings.work("encode.log"))
        let end = try ChildProcess(
            encoder.command, output: Descriptor(writing: output), errors: Descriptor(writing: log)
        ).succeed(log: log)
        if encoder.name == "ours" {
            let video = try Summary(parsing: String(contentsOfFile: output, encoding: .utf8)).video
            guard video.accepted == encoder.frames, video.dropped == 0 else {
                throw Invalid("\(encoder.frames) frames were offered, psstudio counts \(video)")
            }
        }
        return end.processorSeconds
    }

    private func checkFrames(of encoder: Encoder) throws {
        let output = settings.work("packets.txt")
        let command = [
            "ffprobe", "-v", "error", "-select_streams", "v", "-count_packets", "-show_entries",
            "stream=nb_read_packets", "-of", "csv=p=0", encoder.file,
        ]
        try ChildProcess(command, output: Descriptor(writing: output)).succeed()
        let text = try String(contentsOfFile: output, encoding: .utf8)
        guard text.hasPrefix("\(encoder.frames)") else {
            throw Invalid("\(encoder.name) wrote \(text) of \(encoder.frames) frames")
        }
    }

    // MARK: First byte

    /// Starts are short, so each iteration has several.
    private static let startsPerIteration = 3
    /// Small, because the start is measured: at 720p the encoder's threads use two cores from the first frame on,
    /// and the muxer's thread, which gst-launch does not have, has to wait.
    private static let small = (size: Size(width: 640, height: 360), kilobits: 1000)

    func firstByte() throws -> [Measurement] {
        let small = try startTimes(Self.small.size, Self.small.kilobits)
        let full = try startTimes(Self.size, Self.kilobits)
        return [
            Measurement(
                "start to first byte / gst-launch", "\(Self.small.size)", .milliseconds, ours: small.ours,
                twin: small.gstreamer),
            Measurement(
                "start to first byte / ffmpeg", "\(Self.small.size)", .milliseconds, ours: small.ours,
                twin: small.ffmpeg),
            Measurement(
                "start to first byte, cores full", "\(Self.size)", .milliseconds, ours: full.ours,
                twin: full.gstreamer),
        ]
    }

    private struct StartTimes {
        var ours: [Double] = []
        var gstreamer: [Double] = []
        var ffmpeg: [Double] = []
    }

    /// Milliseconds of many starts, taken in turns.
    private func startTimes(_ size: Size, _ kilobits: Int) throws -> StartTimes {
        let clip = try makeClip("clip.y4m", format: "yuv4mpegpipe", size, frames: Self.rate)
        let ours = [settings.program, "start", "--fast", "--quiet", "--no-audio", "--video", clip, "--out", "mkv:-"]
        let gstreamer =
            ["gst-launch-1.0", "-q", "filesrc", "location=\(clip)", "!", "y4mdec", "!"] + Self.x264enc(kilobits)
            + ["!", "h264parse", "!", "matroskamux", "streamable=true", "!", "fdsink", "fd=1", "sync=false"]
        // Flushing gives it the earliest possible first byte.
        let ffmpeg = [
            "ffmpeg", "-v", "error", "-nostdin", "-i", clip, "-c:v", "libx264", "-preset", "veryfast", "-tune",
            "zerolatency", "-b:v", "\(kilobits)k", "-g", "\(Self.keyFrameDistance)", "-x264-params",
            Self.x264Parameters, "-f", "matroska", "-flush_packets", "1", "-",
        ]
        // The first start fills the plugin registry and the page cache.
        _ = try [ours, gstreamer, ffmpeg].map(firstByte)
        var times = StartTimes()
        for _ in 0..<settings.iterations * Self.startsPerIteration {
            times.ours.append(try firstByte(of: ours) * 1000)
            times.gstreamer.append(try firstByte(of: gstreamer) * 1000)
            times.ffmpeg.append(try firstByte(of: ffmpeg) * 1000)
        }
        return times
    }

    private func firstByte(of command: [String]) throws -> Double {
        let pipe = try Descriptor.pipe()
        let log = settings.work("start.log")
        let logFile = try Descriptor(writing: log)
        let start = monotonicSeconds()
        let child = try ChildProcess(command, output: pipe.writing, errors: logFile)
        var byte: UInt8 = 0
        // This process holds a write end, too. Do not wait forever for a child that dies silently.
        let count = poll(pipe.reading.number, seconds: 20) ? read(pipe.reading.number, &byte, 1) : 0
        let elapsed = monotonicSeconds() - start
        child.kill()
        try child.wait()
        guard count == 1, byte == 0x1A else {
            let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            throw Invalid("\(command[0]) wrote no Matroska: \(text)")
        }
        return elapsed
    }

    private func poll(_ descriptor: Int32, seconds: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return Foundation.poll(&wait, 1, seconds * 1000) == 1
    }

    // MARK: Clips

    /// A film as cameras and editors write it: H.264 with B-frames, and late audio.
    private func makeFile() throws -> String {
        let path = settings.work("clip.mp4")
        try ChildProcess([
            "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=\(Self.size):rate=\(Self.rate)", "-f",
            "lavfi", "-i", "sine=r=48000", "-frames:v", "\(Self.filmFrames)", "-shortest", "-c:v", "libx264", "-bf",
            "3",
            "-b:v", "6M",
            "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-c:a",
            "aac", path,
        ]).succeed()
        return path
    }

    private func makeClip(_ name: String, format: String, _ size: Size, frames: Int) throws -> String {
        let path = settings.work(name)
        let source = "testsrc2=size=\(size):rate=\(Self.rate)"
        let command = [
            "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", source, "-frames:v", "\(frames)", "-pix_fmt",
            "yuv420p", "-f", format, path,
        ]
        try ChildProcess(command).succeed()
        return path
    }
}
