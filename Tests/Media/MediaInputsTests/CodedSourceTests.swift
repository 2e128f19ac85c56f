import CodedMedia
import ProductionStudioTesting
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaInputs

/// The coded card and the coded audio, from the options to the accepted media.
struct CodedSourceTests {
    private func options(
        _ path: String = "coded:2a", width: Int32 = 320, height: Int32 = 192, rate: Rate = .thirty,
        range: VideoRange = .full
    ) -> VideoSourceOptions {
        var video = VideoSourceOptions()
        video.path = path
        (video.width, video.height, video.rate, video.range) = (width, height, rate, range)
        return video
    }

    @Test(
        "a size is rejected before the source is opened, as when it is opened",
        arguments: [
            (nil, 321, 192), (nil, 320, 191), (nil, 3842, 192), ("coded:", 321, 192), ("coded:", 64, 64),
        ] as [(String?, Int32, Int32)])
    func sizeCheck(_ path: String?, _ width: Int32, _ height: Int32) throws {
        var video = options(width: width, height: height)
        video.path = path
        let opened = try #require(refusal(video))
        let error = try #require(throws: (any Error).self) { try video.checkSize() }
        #expect("\(error)" == "\(opened)")
    }

    @Test("a size of which the source knows a part is checked as far as it is given")
    func partOfSize() throws {
        var video = VideoSourceOptions()
        video.path = "clip.mkv"
        video.width = 321
        let odd = try #require(throws: StudioError.self) { try video.checkSize() }
        #expect(odd.rule == .startSizeOdd)
        #expect(odd.message == "declared a width of 321")
        (video.width, video.height) = (nil, 2162)
        let tall = try #require(throws: StudioError.self) { try video.checkSize() }
        #expect(tall.rule == .startSizeTooLarge)
        #expect(tall.message == "declared a height of 2162")
        (video.width, video.height) = (320, nil)
        try video.checkSize()
        (video.width, video.height) = (nil, nil)
        try video.checkSize()
    }

    @Test("a stream has no position")
    func position() throws {
        for path in ["-", "a.y4m", "a.YUV"] {
            var video = VideoSourceOptions()
            video.path = path
            try video.checkPosition()
            video.loops = true
            #expect(throws: SourceError.self) { try video.checkPosition() }
            (video.loops, video.startAt) = (false, .seconds(1))
            #expect(throws: SourceError.self) { try video.checkPosition() }
            video.path = "a.mkv"
            try video.checkPosition()
        }
    }

    private func accepted(
        _ video: VideoSourceOptions, _ audio: AudioSourceOptions = AudioSourceOptions(), seconds: Double = 1,
        isFast: Bool = true
    ) throws -> AcceptedMedia {
        let (recorder, outcome) = try ProducerFixture.run(video, audio, duration: .seconds(seconds), isFast: isFast)
        guard case .finished = outcome else { throw TestFailure("\(outcome)") }
        return recorder
    }

    private func refusal(_ video: VideoSourceOptions, _ audio: AudioSourceOptions = AudioSourceOptions()) -> (
        any Error
    )? {
        do {
            _ = try MediaSources(video: video, audio: audio, cancellation: Cancellation())
            return nil
        } catch {
            return error
        }
    }

    // MARK: Names

    @Test(
        "A name has an identity of up to eight hexadecimal digits, or none",
        arguments: [
            ("coded:", nil), ("coded:0", 0), ("coded:2a", 0x2A), ("coded:2A", 0x2A), ("coded:1f3a9c02", 0x1F3A_9C02),
            ("coded:ffffffff", .max), ("coded:0000002a", 0x2A),
        ] as [(String, UInt32?)])
    func names(_ text: String, _ identity: UInt32?) throws {
        #expect(try #require(CodedName(text)).identity == identity)
        #expect(CodedName.isMeant(by: text))
        #expect(options(text).isEndless)
    }

    @Test(
        "An invalid name of a coded source is rejected with the valid form",
        arguments: [
            "coded:123456789", "coded:100000000", "coded:x", "coded:0x2a", "coded:-1", "coded:+1", "coded: 1",
            "coded:1 ",
            "coded:\u{FF11}", "coded:\u{0661}",
        ])
    func refusedNames(_ text: String) throws {
        #expect(CodedName(text) == nil)
        #expect(CodedName.isMeant(by: text))
        var audio = AudioSourceOptions()
        #expect(
            "\(try #require(refusal(options(text), audio) as? SourceError))".contains("'\(text)' is not a coded source")
        )
        audio.path = text
        #expect(refusal(options(), audio) is SourceError)
    }

    @Test(
        "Other names are not coded sources", arguments: ["", "coded", "Coded:", "CODED:1", "file.y4m", " coded:", "-"])
    func otherNames(_ text: String) {
        #expect(CodedName(text) == nil)
        #expect(!CodedName.isMeant(by: text))
    }

    @Test("A session without an identity in its name gets a random one")
    func randomIdentity() throws {
        var video = options("coded:")
        #expect(VideoSourceOptions().codedIdentity != VideoSourceOptions().codedIdentity)
        video.codedIdentity = 0xABCD
        let recorder = try accepted(video, seconds: 0.1)
        #expect(
            recorder.codedReadings(width: 320, height: 192).map { $0?.session.identity } == [0xABCD, 0xABCD, 0xABCD])
        video.path = "coded:7"
        let named = try accepted(video, seconds: 0.1)
        #expect(named.codedReadings(width: 320, height: 192).first??.session.identity == 7, "the name has precedence")
    }

    // MARK: Video and audio

    @Test(
        "Frames are numbered from 0, each at its time, with the requested session, up to the duration",
        arguments: [
            (320, 192, "30", VideoRange.full), (168, 96, "25", .limited), (404, 710, "29.97", .limited),
            (640, 360, "60", .full), (96, 168, "10", .full),
        ])
    func frames(_ width: Int, _ height: Int, _ rateText: String, _ range: VideoRange) throws {
        let rate = try #require(Rate(parsing: rateText))
        let recorder = try accepted(
            options(width: Int32(width), height: Int32(height), rate: rate, range: range), seconds: 1.5)
        let readings = recorder.codedReadings(width: width, height: height)
        let expected = (0..<1000).prefix { MediaTime(count: $0, rate: rate) < .seconds(1.5) }
        #expect(readings.map { $0?.number } == expected.map { UInt32($0) })
        let session = CodedSession(identity: 0x2A, width: width, height: height, rate: rate)
        #expect(readings.allSatisfy { $0?.session == session }, "a session with --fast has no origin")
        #expect(readings.allSatisfy { $0?.readableMarks == 2 })
        #expect(recorder.frames.map(\.time) == expected.map { MediaTime(count: $0, rate: rate) })
    }

    @Test("The audio beside coded frames is coded sample-exactly and has the same duration")
    func audio() throws {
        let recorder = try accepted(options(), seconds: 2)
        let samples = recorder.samples
        var expected = [Int16](repeating: 0, count: 2 * 48_000 * 2)
        let writer = try #require(CodedAudioWriter(.program, frameRate: .thirty))
        expected.withUnsafeMutableBufferPointer { writer.write(from: 0, into: $0) }
        #expect(samples == expected)
        var reader = CodedAudioReader(sampleRate: 48_000)
        let left = stride(from: 0, to: samples.count, by: 2).map { Float(samples[$0]) / 32_768 }
        left.withUnsafeBufferPointer { reader.read($0) }
        // Twenty in a second; the last one needs the samples after it.
        #expect(reader.takeChirps().count == 39)
    }

    @Test("Coded audio beside the test pattern, and coded frames without audio")
    func mixed() throws {
        var audio = AudioSourceOptions()
        audio.path = "coded:"
        var pattern = VideoSourceOptions()
        (pattern.width, pattern.height) = (64, 36)
        let recorder = try accepted(pattern, audio)
        var expected = [Int16](repeating: 0, count: 48_000 * 2)
        let writer = try #require(CodedAudioWriter(.program, frameRate: .thirty))
        expected.withUnsafeMutableBufferPointer { writer.write(from: 0, into: $0) }
        #expect(recorder.samples == expected)
        audio.isEnabled = false
        let silent = try accepted(options(), audio)
        #expect(silent.audioBlocks.isEmpty)
        #expect(silent.frames.count == 30)
    }

    @Test("In real time the frames contain the due time of the first frame")
    func origin() throws {
        let before = WallTime.now
        let recorder = try accepted(options(), seconds: 0.5, isFast: false)
        let after = WallTime.now
        let origins = recorder.codedReadings(width: 320, height: 192).map { $0?.session.origin }
        // The first frame is drawn before the clock starts.
        #expect(origins.count == 15)
        #expect(origins.dropFirst().allSatisfy { $0 != nil })
        let period = Int64(CodedSession.originPeriod)
        for origin in origins.compactMap(\.self) {
            let age = (Int64(origin) - before.milliseconds % period + period) % period
            #expect(age <= after.milliseconds - before.milliseconds)
        }
    }

    // MARK: Limits of the marks

    @Test(
        "A size or rate that does not fit into the marks is rejected with the limits",
        arguments: [
            (166, 96, "30"), (168, 94, "30"), (96, 166, "30"), (94, 168, "30"), (2, 2, "30"), (640, 360, "0.97"),
        ])
    func refusedFrames(_ width: Int32, _ height: Int32, _ rateText: String) throws {
        // 97/100 and 970/1009 fit; a denominator of 1009·1021 does not.
        let rate = try #require(rateText == "0.97" ? Rate(1_000_000, over: 1_030_189) : Rate(parsing: rateText))
        let error = try #require(refusal(options(width: width, height: height, rate: rate)) as? SourceError)
        #expect("\(error)".contains("coded video cannot be \(width)x\(height)"))
        #expect("\(error)".contains("168x96"))
    }

    @Test("Odd sizes are rejected as for any source")
    func oddSizes() {
        #expect(refusal(options(width: 321)) is StudioError)
        #expect(refusal(options(height: 193)) is StudioError)
    }

    @Test(
        "A sample rate without whole chirps is rejected", arguments: [(44_101, false), (4000, false), (32_000, true)])
    func refusedAudio(_ sampleRate: Int32, _ isTaken: Bool) throws {
        var audio = AudioSourceOptions()
        audio.sampleRate = sampleRate
        let error = refusal(options(), audio)
        #expect((error == nil) == isTaken)
        if !isTaken { #expect("\(try #require(error as? SourceError))".contains("coded audio cannot")) }
    }
}
