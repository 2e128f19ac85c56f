import Foundation

/// Raw pictures from a pipe, as fast as they are taken: psstudio, bare read(2), gst-launch and ffmpeg.
struct PipeRows {
    /// About a second for the fastest, so that the start of a program, 15 ms, counts little.
    private static let bytes = 4_000_000_000

    private struct Reader {
        let name: String
        let command: [String]
        /// It gets this part of the pictures, and its time counts as often: gst-launch takes several times as long.
        var part = 1
        /// The number of pictures that it says it took; `nil` when it does not say.
        let count: (String) throws -> Int?
    }

    private let settings: Settings
    private let size: Size
    private let pictures: Int

    init(_ settings: Settings, _ size: Size) {
        self.settings = settings
        self.size = size
        pictures = Self.bytes / size.frameBytes
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
        for round in 0..<settings.rounds {
            for step in readers.indices {
                let reader = readers[(step + round) % readers.count]
                times[reader.name, default: []].append(try time(reader))
            }
        }
        return [("read(2), three buffers", "read"), ("gst-launch", "gst"), ("ffmpeg", "ffmpeg")].map { title, name in
            Measurement(
                "from a pipe / \(title)", "\(size), \(pictures) pictures", .seconds, ours: times["ours"] ?? [],
                twin: times[name] ?? [])
        }
    }

    private func time(_ reader: Reader) throws -> Double {
        let (output, log) = (settings.work("pipe.txt"), settings.work("pipe.log"))
        let pictures = pictures / reader.part
        let (outputFile, logFile) = (try Descriptor(writing: output), try Descriptor(writing: log))
        let elapsed = try seconds {
            let children = try { () -> (ChildProcess, ChildProcess) in
                let pipe = try Descriptor.pipe()
                let reading = try ChildProcess(
                    reader.command, input: pipe.reading, output: outputFile, errors: logFile)
                let writing = try ChildProcess(
                    [settings.sibling("pipe-writer"), "\(size.frameBytes)", "\(pictures)"], output: pipe.writing)
                return (reading, writing)
            }()
            try children.0.succeed(log: log)
            try children.1.succeed()
        }
        let text = try String(contentsOfFile: output, encoding: .utf8)
        if let count = try reader.count(text), count != pictures {
            throw Invalid("\(reader.name) took \(count) of \(pictures) pictures: \(text.suffix(300))")
        }
        return elapsed * Double(reader.part)
    }
}

/// What `psstudio start --json` prints, as far as it is looked at.
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
