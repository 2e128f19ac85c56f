import CodedMedia
import ProductionStudioTesting
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaInputs

/// Changes of source on a manual clock: cuts at a frame, without a gap or an overlap.
struct SourceChangeTests {
    private static let (width, height) = (320, 192)

    /// A program with what happened.
    private final class Show: Sendable {
        let program: ProgramSwitch
        let events: Recorder<ProgramEvent>
        let results = Recorder<String>()

        init(_ options: ProgramOptions = ProgramOptions()) {
            let events = Recorder<ProgramEvent>()
            self.events = events
            program = ProgramSwitch(options, opensAtOnce: true) { events.record($0) }
        }

        func change(_ video: String?, audio: String? = nil, rate: Rate = .thirty) {
            let request = SourceChangeTests.request(video, audio: audio, rate: rate)
            program.change(to: request) { [results] failure in
                results.record(failure.map { "\($0)" } ?? "on air")
            }
        }
    }

    private static func request(_ video: String?, audio: String? = nil, rate: Rate = .thirty) -> SourceRequest {
        var options = VideoSourceOptions()
        (options.path, options.rate, options.range) = (video, rate, .full)
        (options.width, options.height) = (Int32(width), Int32(height))
        var sound = AudioSourceOptions()
        sound.path = audio
        return SourceRequest(video: options, audio: sound)
    }

    private func run(
        _ show: Show, video: String? = "coded:a", rate: Rate = .thirty, seconds: Double? = 3,
        _ steps: [(Double, @Sendable (Show) -> Void)]
    ) throws -> AcceptedMedia {
        let request = Self.request(video, rate: rate)
        let (media, outcome) = try ProducerFixture.run(
            request.video, request.audio, duration: seconds.map { .seconds($0) }, program: show.program,
            steps: steps.map { step in (.seconds(step.0), { step.1(show) }) })
        guard case .finished = outcome else { throw TestFailure("\(outcome)") }
        return media
    }

    /// The identity and the number of each frame.
    private func marks(_ media: AcceptedMedia) -> [String] {
        media.codedReadings(width: Self.width, height: Self.height).map { reading in
            reading.map { "\(String($0.session.identity, radix: 16)):\($0.number)" } ?? "-"
        }
    }

    /// Each block begins where the one before it ended.
    private func expectContinuousAudio(_ media: AcceptedMedia, seconds: Int) {
        expectContinuousAudio(media, samples: seconds * 48_000)
    }

    private func expectContinuousAudio(_ media: AcceptedMedia, samples: Int) {
        var position: Int64 = 0
        for block in media.audioBlocks {
            #expect(block.time.count(at: block.format.rate) == position)
            position += Int64(block.sampleCount)
        }
        #expect(position == Int64(samples))
    }

    private func times(_ media: AcceptedMedia, _ rate: Rate) -> Bool {
        media.frames.map(\.time) == media.frames.indices.map { MediaTime(count: Int64($0), rate: rate) }
    }

    @Test("A change at a time takes effect at the frame of this time, and its audio begins there")
    func cut() throws {
        let show = Show()
        let media = try run(show, [(1, { $0.change("coded:b") })])
        let marks = marks(media)
        #expect(marks == (0..<30).map { "a:\($0)" } + (0..<60).map { "b:\($0)" })
        #expect(times(media, .thirty))
        expectContinuousAudio(media, seconds: 3)
        #expect(show.results.all == ["on air"])
        #expect(show.events.all == [.sourceChanged(name: "coded:b", at: .seconds(1))])
        #expect(show.program.counts.sourceChanges == 1)
        // The audio of the second part is that of its own start.
        let alone = try run(Show(), video: "coded:b", seconds: 2, [])
        #expect(media.samples.suffix(2 * 2 * 48_000) == alone.samples[...])
    }

    @Test(
        "Between two frames, it takes effect at the next one; at a rate without whole samples, the last block is shorter"
    )
    func cutBetweenFrames() throws {
        let rate = try #require(Rate(parsing: "29.97"))
        let show = Show()
        let media = try run(
            show, rate: rate, [(1.005, { $0.change("coded:b", rate: Rate(30_000, over: 1001) ?? .thirty) })])
        let first = marks(media).firstIndex { $0.hasPrefix("b") }
        // Frame 31 begins at 1.0344 s; audio up to 1.02 s was sent before 1.005 s.
        #expect(first == 31)
        #expect(times(media, rate))
        expectContinuousAudio(media, seconds: 3)
        let start = MediaTime(count: 31, rate: rate).count(at: AudioFormat.program.rate)
        #expect(media.audioBlocks.contains { $0.time.count(at: $0.format.rate) == start })
        #expect(media.audioBlocks.contains { $0.sampleCount < 960 })
    }

    @Test("Equal changes give equal bytes")
    func repeatable() throws {
        let steps: [(Double, @Sendable (Show) -> Void)] = [
            (0.4, { $0.change("coded:b") }), (1.1, { $0.change(nil) }), (1.9, { $0.change("coded:c") }),
        ]
        let (one, two) = (try run(Show(), steps), try run(Show(), steps))
        #expect(one.frames == two.frames)
        #expect(one.audioBlocks == two.audioBlocks)
    }

    @Test("Of ten changes at once, the last one wins; the others are superseded")
    func tenChanges() throws {
        let show = Show()
        let media = try run(show, [(1, { show in for number in 0..<10 { show.change("coded:b\(number)") } })])
        #expect(show.results.all == [String](repeating: "superseded", count: 9) + ["on air"])
        #expect(marks(media)[30] == "b9:0")
        #expect(show.program.counts.sourceChanges == 1)
    }

    @Test("Changes are answered in the order of the decisions, while the first answer is held on another thread")
    func inversion() throws {
        let program = ProgramSwitch(opensAtOnce: true)
        let (answers, began, mayReturn) = (Recorder<String>(), Signal(), Signal())
        // Nothing is sent yet, so both changes fail.
        let first = try Worker("test.first") {
            program.change(to: Self.request("coded:b")) { _ in
                began.send()
                _ = mayReturn.wait()
                answers.record("first")
            }
        }
        #expect(began.wait())
        program.change(to: Self.request("coded:c")) { _ in answers.record("second") }
        #expect(answers.all == [])
        mayReturn.send()
        #expect(first.join(seconds: deadlineSeconds))
        #expect(answers.all == ["first", "second"])
    }

    @Test("A source that cannot be opened leaves the one on air")
    func failure() throws {
        let show = Show()
        let media = try run(show, [(1, { $0.change("/nonexistent.mp4") })])
        #expect(marks(media) == (0..<90).map { "a:\($0)" })
        #expect(
            show.results.all == [
                #"source("cannot open \'/nonexistent.mp4\': No such file or directory; check the path")"#
            ])
        #expect(show.program.counts == ProgramCounts())
    }

    @Test(
        "y4m of another size, rate and range is converted, with bars and repeated frames; it has no audio",
        arguments: [25, 60])
    func y4m(_ rate: Int) throws {
        let folder = try TestFolder()
        try TestMedia.y4m(128, 128, frames: rate * 2, rate: "\(rate)", into: folder.file("a.y4m"))
        let show = Show()
        let path = folder.file("a.y4m")
        let media = try run(show, seconds: 3, [(1, { $0.change(path) })])
        #expect(media.frames.count == 90)
        #expect(times(media, .thirty))
        expectContinuousAudio(media, seconds: 3)
        #expect(media.samples.suffix(2 * 2 * 48_000).allSatisfy { $0 == 0 })
        // Bars of 64 pixels; black in full range.
        let frame = media.frames[60].bytes
        #expect((0..<64).allSatisfy { frame[Self.width * 96 + $0] == 0 })
        #expect((256..<320).allSatisfy { frame[Self.width * 96 + $0] == 0 })
        #expect((64..<256).contains { frame[Self.width * 96 + $0] > 100 })
        let different = Set(media.frames.suffix(60).map(\.hash)).count
        #expect(different == (rate == 25 ? 50 : 60))
    }

    @Test("The bars around an image are black in full range", arguments: [(200, 100), (100, 100)])
    func bars(_ width: Int, _ height: Int) throws {
        let folder = try TestFolder()
        let (show, path) = (Show(), folder.file("red.png"))
        try Tool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=red:s=\(width)x\(height)", "-frames:v", "1", path])
        let frame = try run(show, seconds: 2, [(1, { $0.change(path) })]).frames[45].bytes
        // 320x160 or 192x192 within 320x192.
        let (rows, columns) = width == 200 ? (16..<176, 0..<320) : (0..<192, 64..<256)
        for row in 0..<Self.height {
            for column in 0..<Self.width {
                let luma = frame[row * Self.width + column]
                #expect(rows.contains(row) && columns.contains(column) ? luma > 40 : luma == 0, "\(row), \(column)")
            }
        }
    }

    @Test("The end of a y4m source ends the program, after all its frames")
    func endOfSecond() throws {
        let folder = try TestFolder()
        try TestMedia.y4m(320, 192, frames: 50, rate: "25", into: folder.file("a.y4m"))
        let (show, path) = (Show(), folder.file("a.y4m"))
        let media = try run(show, seconds: nil, [(1, { $0.change(path) })])
        #expect(media.frames.count == 90)
        // The block that precedes the frame that does not come.
        expectContinuousAudio(media, samples: 3 * 48_000 + 960)
    }

    @Test(
        "Without a change requested, the end of the source is followed by a slate where one is wanted",
        arguments: [SourceEnd.hold, .slate])
    func atEnd(_ atEnd: SourceEnd) throws {
        let folder = try TestFolder()
        try TestMedia.y4m(320, 192, frames: 30, into: folder.file("a.y4m"))
        var options = ProgramOptions()
        options.atEnd = atEnd
        let show = Show(options)
        let request = Self.request(folder.file("a.y4m"))
        var video = request.video
        (video.range, video.width, video.height, video.rate) = (nil, nil, nil, nil)
        let (media, outcome) = try ProducerFixture.run(
            video, request.audio, duration: .seconds(2), program: show.program)
        guard case .finished = outcome else { throw TestFailure("\(outcome)") }
        #expect(media.frames.count == 60)
        #expect(times(media, .thirty))
        #expect(Set(media.frames.suffix(30).map(\.hash)).count == 1)
        #expect((media.frames[59].hash == media.frames[29].hash) == (atEnd == .hold))
        #expect(show.events.all == [.slateShown(.ended, at: .seconds(1))])
        #expect(show.program.counts == ProgramCounts(sourceChanges: 0, slates: 1, slateFrames: 30, isSlateOnAir: true))
    }

    @Test("A requested slate replaces frames and audio of a source that goes on, in sync")
    func slate() throws {
        let show = Show()
        let media = try run(
            show,
            [
                (1, { #expect($0.program.showSlate()) }), (1.5, { #expect(!$0.program.showSlate()) }),
                (2, { #expect($0.program.endSlate()) }), (2.5, { #expect(!$0.program.endSlate()) }),
            ])
        #expect(marks(media) == (0..<90).map { (30..<60).contains($0) ? "-" : "a:\($0)" })
        #expect(times(media, .thirty))
        expectContinuousAudio(media, seconds: 3)
        #expect(media.frames[40].bytes.prefix(Self.width * Self.height).allSatisfy { $0 == 0 })
        let alone = try run(Show(), [])
        #expect(media.samples.prefix(96_000) == alone.samples.prefix(96_000))
        #expect(media.samples[96_000..<192_000].allSatisfy { $0 == 0 })
        #expect(media.samples.suffix(96_000) == alone.samples.suffix(96_000))
        #expect(
            show.events.all == [.slateShown(.command, at: .seconds(1)), .slateEnded(at: .seconds(2))])
        #expect(show.program.counts == ProgramCounts(sourceChanges: 0, slates: 1, slateFrames: 30, isSlateOnAir: false))
    }
}
