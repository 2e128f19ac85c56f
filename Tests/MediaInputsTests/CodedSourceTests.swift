import CodedMedia
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaInputs

/// The coded card and the coded sound, from the options to what is accepted.
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

    private func accepted(
        _ video: VideoSourceOptions, _ audio: AudioSourceOptions = AudioSourceOptions(), seconds: Double = 1,
        isFast: Bool = true
    ) throws -> FrameRecorder {
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

    private func readings(_ recorder: FrameRecorder, width: Int, height: Int) -> [CodedReading?] {
        var reader = CodedPictureReader()
        let tight = I420Layout.tight(width: width, height: height)
        return recorder.pictures.all.map { picture in
            picture.bytes.withUnsafeBytes { bytes in
                func plane(_ plane: I420Layout.Plane) -> SamplePlane {
                    SamplePlane(UnsafeRawBufferPointer(rebasing: bytes[plane.offset...]), stride: plane.stride)
                }
                return PictureView(
                    width: width, height: height, y: plane(tight.y), u: plane(tight.u), v: plane(tight.v)
                ).flatMap { reader.read($0) }
            }
        }
    }

    // MARK: Names

    @Test(
        "A name holds an identity of up to eight hexadecimal digits, or none",
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
        "What is meant to be a coded source and is none is refused with the form that it has",
        arguments: [
            "coded:123456789", "coded:100000000", "coded:x", "coded:0x2a", "coded:-1", "coded:+1", "coded: 1",
            "coded:1 ",
            "coded:\u{FF11}", "coded:\u{0661}",
        ])
    func refusedNames(_ text: String) throws {
        #expect(CodedName(text) == nil)
        #expect(CodedName.isMeant(by: text))
        var audio = AudioSourceOptions()
        #expect("\(try #require(refusal(options(text), audio) as? SourceError))".contains("'\(text)' names no coded"))
        audio.path = text
        #expect(refusal(options(), audio) is SourceError)
    }

    @Test("Other names mean something else", arguments: ["", "coded", "Coded:", "CODED:1", "file.y4m", " coded:", "-"])
    func otherNames(_ text: String) {
        #expect(CodedName(text) == nil)
        #expect(!CodedName.isMeant(by: text))
    }

    @Test("A run without an identity in its name has one of its own, another one each time")
    func randomIdentity() throws {
        var video = options("coded:")
        #expect(VideoSourceOptions().codedIdentity != VideoSourceOptions().codedIdentity)
        video.codedIdentity = 0xABCD
        let recorder = try accepted(video, seconds: 0.1)
        #expect(readings(recorder, width: 320, height: 192).map { $0?.run.identity } == [0xABCD, 0xABCD, 0xABCD])
        video.path = "coded:7"
        let named = try accepted(video, seconds: 0.1)
        #expect(readings(named, width: 320, height: 192).first??.run.identity == 7, "the name goes first")
    }

    // MARK: Pictures and sound

    @Test(
        "Pictures are numbered from 0, each at its time, with the run that was asked for, and end with the duration",
        arguments: [
            (320, 192, "30", VideoRange.full), (168, 96, "25", .limited), (404, 710, "29.97", .limited),
            (640, 360, "60", .full), (96, 168, "10", .full),
        ])
    func pictures(_ width: Int, _ height: Int, _ rateText: String, _ range: VideoRange) throws {
        let rate = try #require(Rate(parsing: rateText))
        let recorder = try accepted(
            options(width: Int32(width), height: Int32(height), rate: rate, range: range), seconds: 1.5)
        let readings = readings(recorder, width: width, height: height)
        let expected = (0..<1000).prefix { MediaTime(count: $0, rate: rate) < .seconds(1.5) }
        #expect(readings.map { $0?.number } == expected.map { UInt32($0) })
        let run = CodedRun(identity: 0x2A, width: width, height: height, rate: rate)
        #expect(readings.allSatisfy { $0?.run == run }, "a run that is not in real time has no origin")
        #expect(readings.allSatisfy { $0?.readableMarks == 2 })
        #expect(recorder.pictures.all.map(\.time) == expected.map { MediaTime(count: $0, rate: rate) })
    }

    @Test("The sound beside coded pictures is coded, sample by sample, and as long as they are")
    func sound() throws {
        let recorder = try accepted(options(), seconds: 2)
        let samples = recorder.sound.all.flatMap(\.self)
        var expected = [Int16](repeating: 0, count: 2 * 48_000 * 2)
        let writer = try #require(CodedSoundWriter(.program, pictureRate: .thirty))
        expected.withUnsafeMutableBufferPointer { writer.write(from: 0, into: $0) }
        #expect(samples == expected)
        var reader = CodedSoundReader(sampleRate: 48_000)
        let left = stride(from: 0, to: samples.count, by: 2).map { Float(samples[$0]) / 32_768 }
        left.withUnsafeBufferPointer { reader.read($0) }
        #expect(reader.takeChirps().count >= 38)
    }

    @Test("Coded sound beside the test pattern, and coded pictures without any sound")
    func mixed() throws {
        var audio = AudioSourceOptions()
        audio.path = "coded:"
        var pattern = VideoSourceOptions()
        (pattern.width, pattern.height) = (64, 36)
        let recorder = try accepted(pattern, audio)
        var expected = [Int16](repeating: 0, count: 48_000 * 2)
        let writer = try #require(CodedSoundWriter(.program, pictureRate: .thirty))
        expected.withUnsafeMutableBufferPointer { writer.write(from: 0, into: $0) }
        #expect(recorder.sound.all.flatMap(\.self) == expected)
        audio.isEnabled = false
        let silent = try accepted(options(), audio)
        #expect(silent.sound.count == 0 && silent.pictures.count == 30)
    }

    @Test("In real time the pictures say when the first of them was due")
    func origin() throws {
        let before = WallTime.now
        let recorder = try accepted(options(), seconds: 0.5, isFast: false)
        let after = WallTime.now
        let origins = readings(recorder, width: 320, height: 192).map { $0?.run.origin }
        // The first picture is drawn before the clock counts.
        #expect(origins.count == 15 && origins.dropFirst().allSatisfy { $0 != nil })
        let period = Int64(CodedRun.originPeriod)
        for origin in origins.compactMap(\.self) {
            let age = (Int64(origin) - before.milliseconds % period + period) % period
            #expect(age <= after.milliseconds - before.milliseconds)
        }
    }

    // MARK: What marks cannot carry

    @Test(
        "A size or rate that the marks have no room for is refused, with what there is room for",
        arguments: [
            (166, 96, "30"), (168, 94, "30"), (96, 166, "30"), (94, 168, "30"), (2, 2, "30"), (640, 360, "0.97"),
        ])
    func refusedPictures(_ width: Int32, _ height: Int32, _ rateText: String) throws {
        // 97/100 has room, 970/1009 has; a denominator of 1009·1021 has none.
        let rate = try #require(rateText == "0.97" ? Rate(1_000_000, over: 1_030_189) : Rate(parsing: rateText))
        let error = try #require(refusal(options(width: width, height: height, rate: rate)) as? SourceError)
        #expect("\(error)".contains("coded pictures cannot be \(width)x\(height)"))
        #expect("\(error)".contains("168x96"))
    }

    @Test("Odd sizes are refused as for any source")
    func oddSizes() {
        #expect(refusal(options(width: 321)) is StudioError)
        #expect(refusal(options(height: 193)) is StudioError)
    }

    @Test("A sample rate without whole chirps is refused", arguments: [(44_101, false), (4000, false), (32_000, true)])
    func refusedSound(_ sampleRate: Int32, _ isTaken: Bool) throws {
        var audio = AudioSourceOptions()
        audio.sampleRate = sampleRate
        let error = refusal(options(), audio)
        #expect((error == nil) == isTaken)
        if !isTaken { #expect("\(try #require(error as? SourceError))".contains("coded sound cannot")) }
    }
}
