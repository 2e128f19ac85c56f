import CodedMedia
import Foundation
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import StudioProbe

@Suite("Probing files")
struct ProbeFileTests {
    @Test("a complete coded session is good, including the last frame")
    func whole() throws {
        let files = try CodedFiles(seconds: 4)
        let report = try probe(try files.encode("show.mkv")) {
            $0.budgets = [
                ProbeBudget(.frames, 120), ProbeBudget(.missing, 0), ProbeBudget(.repeated, 0),
                ProbeBudget(.outOfOrder, 0),
                ProbeBudget(.damaged, 0), ProbeBudget(.gap, 0), ProbeBudget(.clipped, 0), ProbeBudget(.offset, 2),
                ProbeBudget(.drift, 5),
                ProbeBudget(.keyFrameInterval, 1001),
            ]
        }
        #expect(report.budgets.filter { !$0.isMet }.map(\.description) == [])
        #expect(report.findings == [])
        #expect(report.interruption == nil)
        #expect(report.verdict == "good: frames 0 to 119 and their audio arrived, in order and in sync")
        #expect(report.session == ProbeReport.Session(identity: "0000002a", width: 320, height: 192, rate: "30"))
        let video = try #require(report.video)
        #expect(video.count == 120)
        #expect(video.readable == 120)
        #expect(video.lowest == 0)
        #expect(video.highest == 119)
        #expect(video.visibleWidth == 1)
        #expect(video.visibleHeight == 1)
        #expect(video.scaleX == 1)
        #expect(abs(try #require(video.interval).mean - 1000 / 30) < 0.1)
        #expect(try #require(video.firstDelay) >= 0)
        let audio = try #require(report.audio)
        // Twenty in a second; the last one needs the samples after it.
        #expect(audio.marks == 79)
        #expect(abs(try #require(audio.level)) < 0.5)
        #expect(report.color?.isAsSignalled == true)
        #expect(report.color?.matrix == "bt709")
        #expect(report.delay == nil, "a file has no delay")
        #expect(report.streams.map(\.codec) == ["H.264", "PCM"])
        #expect(report.streams.map(\.units)[0] == 120)
        #expect(report.streams[0].width == 320)
        #expect(report.streams[0].rate == "30")
        #expect(report.streams[1].sampleRate == 48_000)
        #expect(report.streams[1].channels == 2)
        #expect(report.intervalTimeSeries.count == 119)
        _ = try JSONEncoder().encode(report)
    }

    @Test("an uncoded file gives no number, whatever its content")
    func unmarked() throws {
        let folder = try TestFolder()
        let path = folder.file("plain.mkv")
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:d=2:r=30", "-f", "lavfi", "-i",
                "sine=440:d=2", "-c:v", "libx264", "-preset", "ultrafast", "-g", "10", "-c:a", "pcm_s16le", "-y", path,
            ])
        let report = try probe(path) { $0.budgets = ProbeQuantity.allCases.map { ProbeBudget($0, 1e9) } }
        #expect(!report.hasMarks)
        #expect(report.session == nil)
        #expect(report.color == nil)
        #expect(report.sync == nil)
        #expect(report.delay == nil)
        #expect(report.findings == [])
        let video = try #require(report.video)
        #expect(video.count == 60)
        #expect(video.readable == 0)
        #expect(video.unreadable.count == 60)
        #expect(video.lowest == nil)
        #expect(video.missing == 0)
        #expect(video.visibleWidth == nil)
        let audio = try #require(report.audio)
        #expect(audio.marks == 0)
        #expect(audio.level == nil)
        #expect(audio.gaps == [])
        #expect(audio.overlaps == [])
        // Properties that do not require marks are reported.
        #expect(Set(report.budgets.filter(\.isMet).map(\.name)) == [.firstFrame, .keyFrameInterval])
        #expect(report.verdict.hasPrefix("nothing measured"))
    }

    @Test("files with only video or only audio are measured")
    func halves() throws {
        let files = try CodedFiles(seconds: 3)
        let silent = try probe(try files.encode("silent.mkv", inputs: ["video"]))
        #expect(silent.audio == nil)
        #expect(silent.sync == nil)
        #expect(silent.verdict == "good: frames 0 to 89 arrived, in order")
        let dark = try probe(try files.encode("dark.wav", inputs: ["audio"]))
        #expect(dark.video == nil)
        #expect(dark.session == nil)
        #expect(dark.color == nil)
        #expect(dark.verdict == "good: audio arrived without gaps")
    }

    @Test("a late stream is reported with its true times, also in the time series")
    func begins() throws {
        let files = try CodedFiles(seconds: 3)
        let report = try probe(try files.encode("late.mkv", ["-vf", "setpts=PTS+2/TB"]))
        #expect(abs(try #require(report.video?.begins) - 2) < 0.01)
        #expect(abs(try #require(report.audio?.begins)) < 0.01)
        #expect(report.findings.map(\.kind) == [.offset, .gap, .uneven])
        #expect(abs(try #require(report.sync).start - 2000) < 1)
        let starts = report.streams.map { $0.bitrateTimeSeries.first?.time ?? 0 }
        #expect(abs(starts[0] - 2.5) < 0.01)
        #expect(abs(starts[1] - 0.5) < 0.01)
        #expect((0..<0.5).contains(try #require(report.sync?.timeSeries.first).time))
    }

    @Test("one stream may start long after the other", arguments: ["v", "a"])
    func longSilence(_ stream: String) throws {
        let files = try CodedFiles(seconds: 4)
        let filter = stream == "v" ? ["-vf", "setpts=PTS+3.5/TB"] : ["-af", "asetpts=PTS+3.5/TB"]
        let report = try probe(try files.encode("late.mkv", filter))
        #expect(report.video?.count == 120)
        #expect(abs(try #require(report.video?.begins) - (stream == "v" ? 3.5 : 0)) < 0.01)
        #expect(abs(try #require(report.audio?.begins) - (stream == "v" ? 0 : 3.5)) < 0.05)
    }

    @Test(
        "a transport stream truncated at the start is read from its first key frame on, and its audio is not delayed"
    )
    func joinedLate() throws {
        let files = try CodedFiles(seconds: 8)
        let path = try files.encode("show.ts", ["-g", "150", "-keyint_min", "150", "-c:a", "aac", "-b:a", "192k"])
        let bytes = Array(try files.folder.read("show.ts"))
        let report = try probe(try files.folder.write("joined.ts", bytes.suffix(bytes.count * 4 / 5 / 188 * 188)))
        #expect(report.video?.lowest == 150)
        #expect(report.video?.highest == 239)
        #expect(report.video?.missing == 0)
        let audio = try #require(report.audio)
        // Twenty in a second.
        let span = try #require(audio.ends) - (try #require(audio.begins))
        #expect(abs(Double(audio.marks) - span * 20) < 1.5, "\(audio.marks) marks in \(span) s")
        #expect(try #require(audio.begins) < (try #require(report.video?.begins)) - 2)
        #expect(abs(try #require(report.sync).worst) < 5)
        #expect(try probe(path).video?.count == 240)
    }

    @Test("an unknown format is an error with the file's name")
    func noMedia() throws {
        let folder = try TestFolder()
        for path in [
            try folder.write("words.txt", String(repeating: "These are words. ", count: 1000)),
            try folder.write("empty.mp4", ""), try folder.write("noise.mkv", [0x1A, 0x45, 0xDF, 0xA3, 0xFF]),
            folder.file("missing.mp4"), folder.path,
        ] {
            let error = #expect(throws: ProbeError.self) { try probe(path) }
            #expect(error?.description.contains(path) ?? false, "\(String(describing: error))")
        }
    }

    @Test("NaN samples do not stop the probe and give no number")
    func brokenSamples() throws {
        let files = try CodedFiles(seconds: 4)
        let path = try files.encode("audio.wav", inputs: ["audio"], ["-c:a", "pcm_f32le"])
        var bytes = Array(try files.folder.read("audio.wav"))
        var generator = SeededRandom(seed: 5)
        for value: Float in [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude] {
            for _ in 0..<40 {
                let place = 200 + Int.random(in: 0..<(bytes.count - 300) / 4, using: &generator) * 4
                withUnsafeBytes(of: value) { bytes.replaceSubrange(place..<place + 4, with: $0) }
            }
        }
        _ = try files.folder.write("broken.wav", bytes)
        let report = try probe(files.folder.file("broken.wav"))
        #expect(report.audio != nil)
        _ = try JSONEncoder().encode(report)
        #expect(!report.text.contains("nan"))
        #expect(try probe(path).findings == [])
    }

    @Test(
        "any sample rate and number of channels is supported",
        arguments: [(1000, 1), (8000, 1), (11_025, 2), (96_000, 6), (192_000, 2)])
    func formats(_ rate: Int, _ channels: Int) throws {
        let files = try CodedFiles(seconds: 3)
        let path = try files.encode("audio.wav", inputs: ["audio"], ["-ar", "\(rate)", "-ac", "\(channels)"])
        let report = try probe(path)
        #expect(report.streams.first?.sampleRate == rate)
        #expect(report.streams.first?.channels == channels)
        // The chirps need 7 kHz. Of twenty in a second the last one may need samples that the resampler does not add.
        let marks = try #require(report.audio).marks
        #expect((rate >= 8000 ? 59...60 : 0...0).contains(marks))
        #expect(report.findings == [])
    }

    // MARK: Duration

    @Test("the requested duration is read of both streams, whatever their relative speed")
    func duration() throws {
        let files = try CodedFiles(seconds: 5)
        // Large frames, so that the audio is far ahead.
        let path = try files.encode("large.mkv", ["-vf", "scale=1920:1152:flags=neighbor"])
        let report = try probe(path) {
            $0.duration = .seconds(2)
            $0.budgets = [ProbeBudget(.frames, 60)]
        }
        #expect(report.video?.count == 60)
        #expect(report.meetsBudgets, "\(report.budgets)")
        #expect(abs(try #require(report.audio?.ends) - 2) < 0.1)
        #expect(report.findings == [])
        #expect(report.interruption == nil)
    }

    @Test("a short stream does not delay the other, and a longer duration reads the whole file")
    func shortStreams() throws {
        let files = try CodedFiles(seconds: 4)
        let path = try files.encode("short.mkv", ["-af", "atrim=end=1"])
        let part = try probe(path) { $0.duration = .seconds(2) }
        #expect(part.video?.count == 60)
        #expect(abs(try #require(part.audio?.ends) - 1) < 0.1)
        let all = try probe(path) { $0.duration = .seconds(1000) }
        #expect(all.video?.count == 120)
        #expect(all.interruption == nil)
    }

    @Test("a reader is freed with its pipeline at the end")
    func freed() throws {
        let files = try CodedFiles(seconds: 1)
        weak var weakReader: MediaReader?
        do {
            let reader = try MediaReader(ProbeSource(try files.encode("show.mkv")), duration: nil)
            #expect(reader.run(timeout: deadlineSeconds) == .end)
            weakReader = reader
        }
        try waitUntil("the reader is freed") { weakReader == nil }
    }

    @Test("the time-out counts from the opening, not from the creation of the probe")
    func timeout() throws {
        let files = try CodedFiles(seconds: 1)
        let clock = ManualClock()
        let reader = try MediaReader(ProbeSource(try files.encode("show.mkv")), duration: nil, clock: clock)
        clock.advance(to: .seconds(3600))
        #expect(reader.run(timeout: 5) == .end)
        #expect(reader.video.withLock { $0.analyzer.count } == 30)
        #expect(reader.video.withLock { $0.firstDelay } == 0)
    }
    @Test("the time-out counts from the moment the source is open: a busy machine may need longer to open it")
    func slowOpening() throws {
        let clock = SlowOpeningClock()
        let source = try ProbeSource("udp://127.0.0.1:\(unusedPort())")
        #expect(try MediaReader(source, duration: nil, clock: clock).run(timeout: 5) == .silent)
        #expect(clock.readings == 8, "8 s were the opening; it was silent at 9, 10, 11, 12, 13 and 14 s")
    }
}

/// Opening takes 8 s on this clock; each later reading is a second after the last one.
private final class SlowOpeningClock: StudioClock {
    private let count = Lock(0)

    var readings: Int { count.withLock { $0 } }

    var now: MediaTime {
        let reading = count.withLock {
            $0 += 1
            return $0
        }
        return reading == 1 ? .zero : .seconds(Double(6 + reading))
    }

    func schedule(at time: MediaTime, _ body: @escaping @Sendable () -> Void) {}
}
