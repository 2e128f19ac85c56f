import Foundation

/// Raw video from a pipe at full speed: psstudio, plain read(2), gst-launch and ffmpeg.
struct PipeRows {
    /// About a second for the fastest, so that the 15 ms of a program's start hardly count.
    private static let bytes = 4_000_000_000

    private struct Reader {
        let name: String
        let command: [String]
        /// It gets this fraction of the frames and its time is scaled accordingly: gst-launch is several times
        /// slower.
        var part = 1
        /// The number of frames in its report; `nil` if it reports none.
        let count: (String) throws -> Int?
    }

    private let settings: Settings
    private let size: Size
    private let frames: Int

    init(_ settings: Settings, _ size: Size) {
        self.settings = settings
        self.size = size
        frames = Self.bytes / size.frameBytes
    }

    private var readers: [Reader] {
        let ours = [
            settings.program, "start", "--fast", "--quiet", "--json", "--no-audio", "--video", "-", "--width",
            "\(size.width)", "--height", "\(size.height)", "--fps", "30", "--format", "i420-limited", "--out", "null:",
        ]
        let gstreamer = [
            "gst-launch-1.0", "-q", "fdsrc", "!", "rawvideoparse", "format=i420", "width=\(size.width)",
            "height=\(size.height)", "framerate=30/1", "!", "fakesink",
        ]
        let ffmpeg = [
            "ffmpeg", "-v", "error", "-nostats", "-progress", "pipe:1", "-f", "rawvideo", "-pixel_format", "yuv420p",
            "-video_size", "\(size)", "-framerate", "30", "-i", "-", "-f", "null", "-",
        ]
        return [
            Reader(name: "ours", command: ours) { try Summary(parsing: $0).video.accepted },
            Reader(name: "read", command: [settings.sibling("pipe-reader"), "\(size.frameBytes)"]) {
                Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
            },
            Reader(name: "gst", command: gstreamer, part: 4) { _ in nil },
            Reader(name: "ffmpeg", command: ffmpeg) { text in
                text.split(separator: "\n").last { $0.hasPrefix("frame=") }.flatMap { Int($0.dropFirst(6)) }
            },
        ]
    }

    func measure() throws -> [Measurement] {
        var times: [String: [Double]] = [:]
        let readers = readers
        for iteration in 0..<settings.iterations {
            for step in readers.indices {
                let reader = readers[(step + iteration) % readers.count]
                times[reader.name, default: []].append(try time(reader))
            }
        }
        return [("read(2), three buffers", "read"), ("gst-launch", "gst"), ("ffmpeg", "ffmpeg")].map { title, name in
            Measurement(
                "from a pipe / \(title)", "\(size), \(frames) frames", .seconds, ours: times["ours"] ?? [],
                twin: times[name] ?? [])
        }
    }

    private func time(_ reader: Reader) throws -> Double {
        let (output, log) = (settings.work("pipe.txt"), settings.work("pipe.log"))
        let frames = frames / reader.part
        let (outputFile, logFile) = (try Descriptor(writing: output), try Descriptor(writing: log))
        let elapsed = try seconds {
            let children = try { () -> (ChildProcess, ChildProcess) in
                let pipe = try Descriptor.pipe()
                let reading = try ChildProcess(
                    reader.command, input: pipe.reading, output: outputFile, errors: logFile)
                let writing = try ChildProcess(
                    [settings.sibling("pipe-writer"), "\(size.frameBytes)", "\(frames)"], output: pipe.writing)
                return (reading, writing)
            }()
            try children.0.succeed(log: log)
            try children.1.succeed()
        }
        let text = try String(contentsOfFile: output, encoding: .utf8)
        if let count = try reader.count(text), count != frames {
            throw Invalid("\(reader.name) took \(count) of \(frames) frames: \(text.suffix(300))")
        }
        return elapsed * Double(reader.part)
    }
}

/// The fields used of the output of `psstudio start --json`.
struct Summary: Decodable {
    struct Media: Decodable {
        let accepted: Int
        let refused: Int
        let dropped: Int
    }

    let video: Media

    init(parsing text: String) throws {
        self = try JSONDecoder().decode(Summary.self, from: Data(text.utf8))
    }
}
