import Foundation

/// The processor time of encoding a clip, and the time to the first byte.
struct EncodeRows {
    private static let size = Size(width: 1280, height: 720)
    private static let rate = 30
    private static let pictures = 150
    /// Loading the decoders takes GStreamer as long as ten pictures, ffmpeg has them inside: a film is longer than that.
    private static let filmPictures = 600
    /// psstudio's defaults for 720p; the peers are given the same.
    private static let kilobits = 3000
    private static let keyFrameDistance = 60

    private struct Encoder {
        let name: String
        let command: [String]
        let file: String
        let pictures: Int
    }

    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    // MARK: Processor time

    func processorTime() throws -> [Measurement] {
        let raw = try makeClip("clip.yuv", format: "rawvideo", Self.size, pictures: Self.pictures)
        return try processorTime("encoding CPU", encoders(raw), pictures: Self.pictures)
    }

    /// The same with a media file, decoded on the way.
    func fileProcessorTime() throws -> [Measurement] {
        try processorTime("media file CPU", fileEncoders(try makeFile()), pictures: Self.filmPictures)
    }

    private func processorTime(_ row: String, _ encoders: [Encoder], pictures: Int) throws -> [Measurement] {
        for encoder in encoders { _ = try encode(encoder) }
        let options = try encoders.map { try x264Options(of: $0) }
        guard Set(options).count == 1 else {
            throw Invalid("the encoders' options differ:\n\(options.joined(separator: "\n"))")
        }
        print("  x264 of all three: \(options[0])")
        for encoder in encoders { try checkPictures(of: encoder) }
        var times: [String: [Double]] = [:]
        for round in 0..<settings.rounds {
            for step in encoders.indices {
                let encoder = encoders[(step + round) % encoders.count]
                times[encoder.name, default: []].append(try encode(encoder))
            }
        }
        return ["gst-launch", "ffmpeg"].map { name in
            Measurement(
                "\(row) / \(name)", "\(Self.size), \(pictures) pictures", .seconds,
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
        // A block is a picture: the parser then passes it on as it is, which is the best that this line can do.
        let parser = [
            "gst-launch-1.0", "-q", "filesrc", "location=\(raw)", "blocksize=\(Self.size.frameBytes)", "!",
            "rawvideoparse", "format=i420", "width=\(Self.size.width)", "height=\(Self.size.height)",
            "framerate=\(Self.rate)/1", "colorimetry=bt709", "!",
        ]
        let input = [
            "-f", "rawvideo", "-pixel_format", "yuv420p", "-video_size", "\(Self.size)", "-framerate", "\(Self.rate)",
            "-i", raw,
        ]
        return encoders(ours, gstreamer: parser, ffmpeg: input, files, pictures: Self.pictures)
    }

    private func fileEncoders(_ clip: String) -> [Encoder] {
        let files = ["ours.mkv", "gst.mkv", "ffmpeg.mkv"].map { settings.work($0) }
        let ours = [
            settings.program, "start", "--fast", "--quiet", "--json", "--force", "--no-audio", "--video", clip, "--out",
            files[0],
        ]
        // What psstudio's pipeline converts, a line of this kind has to convert as well.
        let decoder = [
            "gst-launch-1.0", "-q", "filesrc", "location=\(clip)", "!", "decodebin", "!", "videoconvert", "!",
            "videoscale", "!", "video/x-raw,format=I420", "!",
        ]
        return encoders(ours, gstreamer: decoder, ffmpeg: ["-i", clip, "-an"], files, pictures: Self.filmPictures)
    }

    private func encoders(_ ours: [String], gstreamer: [String], ffmpeg: [String], _ files: [String], pictures: Int)
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
            Encoder(name: "ours", command: ours, file: files[0], pictures: pictures),
            Encoder(name: "gst-launch", command: gstreamer, file: files[1], pictures: pictures),
            Encoder(name: "ffmpeg", command: ffmpeg, file: files[2], pictures: pictures),
        ]
    }

    /// What `--fast` uses, so that a run on any day gives the same bits: threads for pictures, no buffer model.
    private static func x264enc(_ kilobits: Int) -> [String] {
        [
            "x264enc", "tune=zerolatency", "speed-preset=veryfast", "bitrate=\(kilobits)",
            "key-int-max=\(keyFrameDistance)", "sliced-threads=false", "vbv-buf-capacity=0",
        ]
    }

    /// The same for ffmpeg; its bitrate is not bounded by a buffer unless it is told so.
    private static let x264Parameters = "sliced-threads=0"

    /// Seconds of all processors.
    private func encode(_ encoder: Encoder) throws -> Double {
        let (output, log) = (settings.work("encode.json"), settings.work("encode.log"))
        let end = try ChildProcess(
            encoder.command, output: Descriptor(writing: output), errors: Descriptor(writing: log)
        ).succeed(log: log)
        if encoder.name == "ours" {
            let video = try Summary(parsing: String(contentsOfFile: output, encoding: .utf8)).video
            guard video.accepted == encoder.pictures, video.dropped == 0 else {
                throw Invalid("\(encoder.pictures) pictures were offered, psstudio counts \(video)")
            }
        }
        return end.processorSeconds
    }

    /// The options as the encoder wrote them into its first access unit.
    private func x264Options(of encoder: Encoder) throws -> String {
        let data = try Data(contentsOf: URL(fileURLWithPath: encoder.file), options: .mappedIfSafe)
        guard let mark = data.range(of: Data("options: ".utf8)) else {
            throw Invalid("\(encoder.file) does not tell x264's options")
        }
        return String(decoding: data[mark.upperBound...].prefix { $0 != 0 && $0 < 0x80 }, as: UTF8.self)
    }

    private func checkPictures(of encoder: Encoder) throws {
        let output = settings.work("packets.txt")
        let command = [
            "ffprobe", "-v", "error", "-select_streams", "v", "-count_packets", "-show_entries",
            "stream=nb_read_packets", "-of", "csv=p=0", encoder.file,
        ]
        try ChildProcess(command, output: Descriptor(writing: output)).succeed()
        let text = try String(contentsOfFile: output, encoding: .utf8)
        guard text.hasPrefix("\(encoder.pictures)") else {
            throw Invalid("\(encoder.name) wrote \(text) of \(encoder.pictures) pictures")
        }
    }

    // MARK: First byte

    /// Starts are short, so each round has some.
    private static let startsPerRound = 3
    /// Small, because the start is meant: at 720p the encoder's threads fill two cores from the first picture on, and the
    /// muxer's thread, which gst-launch does not have, waits for its turn.
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

    /// Milliseconds of many starts, one after the other in turns.
    private func startTimes(_ size: Size, _ kilobits: Int) throws -> StartTimes {
        let clip = try makeClip("clip.y4m", format: "yuv4mpegpipe", size, pictures: Self.rate)
        let ours = [settings.program, "start", "--fast", "--quiet", "--no-audio", "--video", clip, "--out", "mkv:-"]
        let gstreamer =
            ["gst-launch-1.0", "-q", "filesrc", "location=\(clip)", "!", "y4mdec", "!"] + Self.x264enc(kilobits)
            + ["!", "h264parse", "!", "matroskamux", "streamable=true", "!", "fdsink", "fd=1", "sync=false"]
        // Flushing gives it the earliest first byte that it can have.
        let ffmpeg = [
            "ffmpeg", "-v", "error", "-nostdin", "-i", clip, "-c:v", "libx264", "-preset", "veryfast", "-tune",
            "zerolatency", "-b:v", "\(kilobits)k", "-g", "\(Self.keyFrameDistance)", "-x264-params",
            Self.x264Parameters, "-f", "matroska", "-flush_packets", "1", "-",
        ]
        // The first start warms the registry of plugins and the page cache.
        _ = try [ours, gstreamer, ffmpeg].map(firstByte)
        var times = StartTimes()
        for _ in 0..<settings.rounds * Self.startsPerRound {
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
        // This process holds a writing end, too: a child that dies silently must not be waited for for ever.
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

    /// A film as cameras and editors make it: H.264 with B-frames, and sound that stays behind.
    private func makeFile() throws -> String {
        let path = settings.work("clip.mp4")
        try ChildProcess([
            "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=\(Self.size):rate=\(Self.rate)", "-f",
            "lavfi", "-i", "sine=r=48000", "-frames:v", "\(Self.filmPictures)", "-shortest", "-c:v", "libx264", "-bf",
            "3",
            "-b:v", "6M",
            "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-c:a",
            "aac", path,
        ]).succeed()
        return path
    }

    private func makeClip(_ name: String, format: String, _ size: Size, pictures: Int) throws -> String {
        let path = settings.work(name)
        let source = "testsrc2=size=\(size):rate=\(Self.rate)"
        let command = [
            "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", source, "-frames:v", "\(pictures)", "-pix_fmt",
            "yuv420p", "-f", format, path,
        ]
        try ChildProcess(command).succeed()
        return path
    }
}
