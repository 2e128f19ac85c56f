import Foundation
import MediaReceiving
import ProductionStudioTesting
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Ten minutes of audio")
struct LongSessionTests {
    private static let duration = MediaTime.seconds(600)

    @Test(
        "block count × length is the elapsed time, within one block",
        arguments: [(48_000, 1024), (16_000, 1024), (44_100, 4410)])
    func blocks(_ rate: Int32, _ samples: Int) throws {
        let test = TestMeeting()
        let engine = AudioEngine(in: test.meeting, latency: .zero)
        let request = AudioRequest(AudioFormat(sampleRate: rate, channels: 1), blockSamples: samples)
        let last = Lock<AudioBlockDescription?>(nil)
        let observation = try engine.observe(.playback, request) { _, description in
            last.withLock { $0 = description }
        }
        test.clock.advance(by: Self.duration)
        let elapsed = Self.duration.count(at: request.format.rate)
        let count = Int64(observation.statistics.blocks)
        #expect((0..<Int64(samples)).contains(elapsed - count * Int64(samples)))
        #expect(observation.statistics.paddedSamples == 0)
        let block = try #require(last.withLock { $0 })
        #expect(block.number == count - 1)
        #expect(block.time == MediaTime(count: block.number * Int64(samples), rate: request.format.rate))
    }

    @Test("a recording of sparse audio, placed by its times, is as long as the session, within one block")
    func recording() throws {
        let folder = try TestFolder()
        let test = TestMeeting()
        let latency = MediaTime.milliseconds(40)
        let engine = AudioEngine(in: test.meeting, latency: latency)
        let ada = test.meeting.add("Ada")
        let microphone = try #require(test.meeting.publisher(.microphone, of: ada.id))
        let descriptor = open(folder.file("a.wav"), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        let recorder = WAVRecorder(ByteWriter(owning: descriptor), .program, origin: .zero, latency: latency)
        let request = AudioRequest(.program, blockSamples: 960, delivery: .sparse(hangOver: .milliseconds(300)))
        let observation = try engine.observe(.beforeMixing(ada.id), request) { recorder.record($0, $1) }
        // The participant says one word a minute, of 20 ms.
        let word = [Int16](repeating: 500, count: 960 * 2)
        for minute in 0..<10 as Range<Int64> {
            word.withUnsafeBytes {
                _ = microphone.publish(audio: $0, format: .program, time: .seconds(Double(minute) * 60))
            }
            test.clock.advance(to: .seconds(Double(minute + 1) * 60))
        }
        // 300 ms of hang-over and the word, ten times.
        #expect(observation.statistics.blocks == 10 * 16)
        #expect(observation.statistics.silentBlocks == 30_000 - 10 * 16)
        let sounding = recorder.sampleCount
        #expect(sounding == (MediaTime.seconds(540) + .milliseconds(320)).count(at: .samples(48_000)))
        #expect(recorder.finish(at: test.clock.now) == 0)
        let difference = recorder.sampleCount - Self.duration.count(at: .samples(48_000))
        #expect(abs(difference) <= 960)
    }
}
