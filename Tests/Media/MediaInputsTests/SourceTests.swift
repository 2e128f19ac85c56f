import Glibc
import ProductionStudioTesting
import StudioCore
import StudioTestSupport
import Testing

@testable import MediaInputs

/// Sources, from the options to the accepted media.
struct SourceTests {
    // MARK: The test pattern

    private func pattern(
        _ width: Int32, _ height: Int32, _ range: VideoRange, rate: Rate = .thirty, seconds: Double = 2
    ) throws -> AcceptedMedia {
        var video = VideoSourceOptions()
        (video.width, video.height, video.rate, video.range) = (width, height, rate, range)
        let (recorder, outcome) = try ProducerFixture.run(video, AudioSourceOptions(), duration: .seconds(seconds))
        guard case .finished = outcome else { throw TestFailure("\(outcome)") }
        return recorder
    }

    @Test("The pattern changes in every frame and has the colours of its range", arguments: VideoRange.allCases)
    func patternColors(_ range: VideoRange) throws {
        let frames = try pattern(640, 360, range).frames
        #expect(frames.count == 60)
        #expect(frames.map(\.time) == (0..<60).map { MediaTime(count: $0, rate: .thirty) })
        for (one, next) in zip(frames, frames.dropFirst()) {
            #expect(one.bytes != next.bytes, "the pattern does not change")
        }
        // The first bar is 75 % white, the last one 75 % blue; BT.709.
        let quiet = frames[15].bytes
        let (u, v) = (640 * 360, 640 * 360 * 5 / 4)
        let white: UInt8 = range == .full ? 191 : 180
        #expect(quiet[640 * 20 + 10] == white)
        #expect(quiet[u + 320 * 10 + 5] == 128)
        #expect(quiet[v + 320 * 10 + 5] == 128)
        let blue = (y: range == .full ? 14 : 28, u: range == .full ? 224 : 212)
        #expect(abs(Int(quiet[640 * 20 + 630]) - blue.y) <= 1)
        #expect(abs(Int(quiet[u + 320 * 10 + 315]) - blue.u) <= 1)
        guard range == .limited else { return }
        // Counted per value in one pass of the C library each: a closure for each of 20 million bytes takes a minute without optimization.
        let outside = Array(0..<16) + Array(241...255) as [UInt8]
        for frame in frames {
            let found = frame.bytes.withUnsafeBytes { bytes in
                outside.filter { memchr(bytes.baseAddress!, Int32($0), bytes.count) != nil }
            }
            #expect(found == [])
        }
    }

    @Test(
        "Flash and beep start with the first frame of each second", arguments: ["30", "29.97", "25", "23.976", "60"])
    func marks(_ text: String) throws {
        let rate = try #require(Rate(parsing: text))
        let recorder = try pattern(320, 180, .full, rate: rate, seconds: 4)
        let isFlash = recorder.frames.map { $0.bytes[320 * 60 + 160] > 250 }
        let times = recorder.frames.map(\.time)
        let flashes = isFlash.indices.filter { isFlash[$0] && ($0 == 0 || !isFlash[$0 - 1]) }
        let samples = recorder.samples
        let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        #expect(flashes.map { times[$0] } == (0..<4).map { TestPattern.flashTime(second: $0, rate: rate) })
        for second in 0..<4 {
            let expected = TestPattern.flashTime(second: Int64(second), rate: rate)
            let onset = Int(expected.count(at: Rate.thirty) >= 0 ? (expected.seconds * 48_000).rounded() : 0)
            // The sine starts at zero: its first sample is silence.
            #expect(left[max(0, onset - 480)..<onset].allSatisfy { $0 == 0 })
            #expect(left[(onset + 1)..<(onset + 20)].allSatisfy { $0 > 0 })
        }
    }

    @Test("Sizes down to 2x2, also with padded rows", arguments: [(2, 2), (62, 34), (64, 36), (404, 710), (1366, 768)])
    func patternSizes(_ width: Int, _ height: Int) throws {
        let recorder = try pattern(Int32(width), Int32(height), .limited, seconds: 0.5)
        #expect(recorder.frames.count == 15)
        #expect(recorder.frames.allSatisfy { $0.bytes.count == width * height * 3 / 2 })
    }

    // MARK: Files

    @Test(
        "Random y4m files are rejected or read frame by frame and never crash", arguments: 0..<6)
    func fuzzedFile(_ seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let folder = try TestFolder()
        let frame = Array("FRAME\n".utf8) + TestMedia.frame(16, 8, y: 50)
        let good = Array("YUV4MPEG2 W16 H8 F30:1 C420jpeg\n".utf8) + frame + frame + frame
        var (taken, refused) = (0, 0)
        for _ in 0..<100 {
            var bytes = good
            for _ in 0..<Int.random(in: 1..<4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = generator.bytes(1)[0]
            }
            if generator.chance(percent: 40) {
                bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator)))
            }
            var video = VideoSourceOptions()
            video.path = try folder.write("in.y4m", bytes)
            do {
                let (recorder, outcome) = try ProducerFixture.run(video, AudioSourceOptions(), duration: nil)
                taken += recorder.frames.count
                switch outcome {
                case .finished, .sourceFailed: break
                case .cancelled, .refused: Issue.record("\(outcome) for \(bytes.prefix(40))")
                }
            } catch is SourceError {
                refused += 1
            } catch is StudioError {
                refused += 1
            }
        }
        #expect(taken > 0, "taken \(taken), refused \(refused)")
        #expect(refused > 0, "taken \(taken), refused \(refused)")
    }

    @Test("Samples of a WAV file arrive unchanged, in blocks of 20 ms")
    func wav() throws {
        let folder = try TestFolder()
        var generator = SeededRandom(seed: 3)
        let samples = (0..<48_000 * 2 + 700).map { _ in Int16.random(in: .min ... .max, using: &generator) }
        var (video, audio) = (VideoSourceOptions(), AudioSourceOptions())
        (video.width, video.height) = (16, 16)
        audio.path = try folder.write("in.wav", TestMedia.wav(samples))
        let (recorder, outcome) = try ProducerFixture.run(video, audio, duration: .seconds(2))
        guard case .finished = outcome else { throw TestFailure("\(outcome)") }
        #expect(recorder.samples == samples)
        #expect(recorder.audioBlocks.dropLast().allSatisfy { $0.sampleCount == 960 })
    }
}
