import Foundation
import StudioTestSupport

/// A fault that ffmpeg creates in a known-good file, and the expected findings.
struct Fault: Sendable {
    /// The kinds of findings; the columns of the table.
    enum Kind: String, CaseIterable {
        case missing, repeated, disordered, frozen, damaged, unreadable, offset, drift, gap, overlap, range, scale, crop
    }

    /// The expected measurements; the defaults are those of a faultless file.
    struct Expectation: Sendable {
        var missing: [Int] = []
        var repeated: [Int] = []
        var disordered: [Int] = []
        var damaged: [Int] = []
        /// The older number of each torn frame, which counts as damaged.
        var torn: [Int] = []
        /// The number of the frozen frame.
        var frozen: Int?
        /// Milliseconds, positive where the audio is ahead.
        var offset = 0.0
        /// Parts per million.
        var drift = 0.0
        /// Milliseconds of silence.
        var gap: Double?
        var isRangeWrong = false
        /// Whether a patch is still visible.
        var hasColors = true
        var scale = (x: 1.0, y: 1.0)
        var visible = (width: 1.0, height: 1.0)
    }

    let name: String
    /// How the file ends.
    var form = "mp4"
    /// ffmpeg's arguments between the source and the destination; `GOOD` is replaced by the source's path.
    let recipe: [String]
    var expected = Expectation()

    init(_ name: String, form: String = "mp4", _ recipe: [String], _ change: (inout Expectation) -> Void = { _ in }) {
        self.name = name
        self.form = form
        self.recipe = recipe
        change(&expected)
    }

    /// Creates the file.
    func make(of good: String, in folder: TestFolder) throws -> String {
        let path = folder.file("faulty." + form)
        let recipe = recipe.map { $0 == "GOOD" ? good : $0 }
        try Tool.run("ffmpeg", ["-v", "error", "-y", "-i", good] + recipe + [path])
        return path
    }
}

extension Fault {
    private static let encoder = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-bf", "0"]
    private static let audioEncoder = ["-c:a", "aac", "-b:a", "160k"]

    private static func frames(_ filter: String) -> [String] {
        ["-vf", filter, "-fps_mode", "passthrough"] + encoder + ["-c:a", "copy"]
    }

    private static func graph(_ text: String) -> [String] {
        ["-filter_complex", "[0:v]\(text)[v]", "-map", "[v]", "-map", "0:a", "-fps_mode", "passthrough"] + encoder
            + ["-c:a", "copy"]
    }

    private static func audio(_ filter: String) -> [String] { ["-af", filter, "-c:v", "copy"] + audioEncoder }

    /// Above 48 kHz, so that whole hertz are small enough: 480,024 instead of 480,000 is 50 ppm.
    private static func resampled(partsPerMillion: Int) -> [String] {
        audio("aresample=480000,asetrate=\(480_000 + partsPerMillion * 480_000 / 1_000_000),aresample=48000")
    }

    private static func shifted(_ milliseconds: Int) -> [String] {
        ["-itsoffset", "\(Double(milliseconds) / 1000)", "-i", "GOOD", "-map", "0:v", "-map", "1:a", "-c", "copy"]
    }

    /// The good file in other formats: no findings are expected.
    static let none: [Fault] = [
        Fault("unchanged", ["-c", "copy"]),
        Fault("as Matroska", form: "mkv", ["-c", "copy"]),
        Fault("as FLV", form: "flv", ["-c", "copy"]),
        Fault("as MPEG-TS", form: "ts", ["-c", "copy"]),
        Fault("with B frames", ["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-bf", "3", "-c:a", "copy"]),
        Fault("at 300 kbit/s", ["-c:v", "libx264", "-preset", "veryfast", "-b:v", "300k", "-c:a", "copy"]),
        Fault("as MPEG-2", form: "ts", ["-c:v", "mpeg2video", "-b:v", "4M", "-bf", "2", "-c:a", "mp2"]),
        Fault(
            "as full range",
            ["-vf", "scale=out_range=full,format=yuvj420p"] + encoder + ["-color_range", "pc", "-c:a", "copy"]),
        Fault("with quiet audio", audio("volume=-20dB")),
    ]

    static let all: [Fault] = [
        Fault("frames dropped", frames("select='not(eq(n,40)+eq(n,41)+eq(n,100)+between(n,200,202))'")) {
            $0.missing = [40, 41, 100, 200, 201, 202]
        },
        Fault(
            "frames doubled",
            graph("split[a][b];[b]select='between(n,98,99)',setpts=PTS+0.5/30/TB[d];[a][d]interleave")
        ) { $0.repeated = [98, 99] },
        Fault("frames swapped", frames("shuffleframes=0 2 1 3 4 5 6 7 8 9,select='1'")) {
            $0.disordered = (0..<30).map { $0 * 10 + 1 }
        },
        Fault("a frame frozen", graph("split[a][b];[a][b]freezeframes=first=100:last=129:replace=99")) {
            $0.missing = Array(100...129)
            $0.repeated = Array(repeating: 99, count: 30)
            $0.frozen = 99
        },
        Fault(
            "frames damaged",
            frames("drawbox=x=iw*0.39:y=ih*0.28:w=iw*0.16:h=ih*0.21:color=gray:t=fill:enable='between(n,90,92)'")
        ) {
            $0.damaged = [90, 91, 92]
        },
        // The upper half shows the frame before the last one.
        Fault(
            "frames torn",
            graph(
                "split[a][b];[b]setpts=PTS+2/30/TB,crop=iw:ih/2:0:0[c];"
                    + "[a][c]overlay=0:0:eof_action=pass:enable='between(n,100,109)'")
        ) {
            $0.damaged = Array(100...109)
            $0.torn = Array(98...107)
        },
        Fault("audio 45 ms early", shifted(-45)) { $0.offset = 45 },
        Fault("audio 7 ms early", shifted(-7)) { $0.offset = 7 },
        Fault("audio 3 ms late", shifted(3)) { $0.offset = -3 },
        Fault("audio 80 ms late", shifted(80)) { $0.offset = -80 },
        Fault("resampled by 50 ppm", resampled(partsPerMillion: 50)) { $0.drift = 50 },
        Fault("resampled by 200 ppm", resampled(partsPerMillion: 200)) { $0.drift = 200 },
        // In frames of 1 ms, because the filter is toggled between frames only.
        Fault("muted for 100 ms", audio("asetnsamples=48,volume=0:enable='between(t,5,5.0995)'")) { $0.gap = 100 },
        Fault("range relabelled", ["-c", "copy", "-bsf:v", "h264_metadata=video_full_range_flag=1"]) {
            $0.isRangeWrong = true
        },
        Fault("scaled to a quarter", frames("scale=iw/4:ih/4")) { $0.scale = (0.25, 0.25) },
        Fault("half cropped", frames("crop=iw/2:ih:0:0")) { $0.visible = (0.5, 1) },
        Fault("middle cropped", frames("crop=iw/2:ih/2")) {
            $0.visible = (0.5, 0.5)
            $0.hasColors = false
        },
    ]
}
