import GStreamer
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import ProgramEncoding

@Suite("An encoder that does not keep up")
struct OverloadTests {
    @Test("each frame of the app is encoded or dropped; repeats that are not encoded are counted apart")
    func frames() throws {
        let capability = VideoCapability(width: 1280, height: 720, format: .i420Limited)
        var settings = EncoderSettings(width: 1280, height: 720)
        settings.preset = .slow
        let statistics = Lock(ProgramEncoder.Statistics())
        let track = try VideoTrack(
            capability, frameRate: .thirty, settings: settings, counting: statistics, backpressure: Backpressure(),
            onUnit: { _, _, _ in })
        let layout = I420Layout.gstreamer(width: 1280, height: 720)
        for number in 0..<10 as Range<Int64> {
            guard let buffer = MediaBuffer(copying: [UInt8](repeating: 90, count: layout.byteCount)) else {
                throw TestFailure("no memory is left")
            }
            let time = MediaTime(count: number, rate: .thirty)
            buffer.time = time
            let frame = VideoFrame(buffer: buffer, layout: layout, format: .i420Limited, time: time)
            track.put(frame, at: time)
        }
        var filler = VideoGapFiller(origin: .zero, rate: .thirty)
        // The encoder still has frames, so that at least the first of these repeats are not taken.
        for second in 1...4 {
            let repeats = filler.fill(upTo: .seconds(Double(second)))
            track.repeatFrame(try #require(repeats), origin: .seconds(1), now: .seconds(Double(second)))
        }
        #expect(track.finish(seconds: 60))
        let counts = statistics.withLock { $0 }
        #expect(counts.overloadedFrames < 10)
        #expect(counts.repeatedFrames + counts.omittedRepeats == 120)
        #expect(counts.encodedFrames == 10 - counts.overloadedFrames + counts.repeatedFrames)
    }

    @Test("audio for which the encoder has no capacity is replaced by silence: the track stays gapless")
    func audio() throws {
        let fanout = EncodedFanout(.audio)
        let units = UnitTimes()
        fanout.receivers.add(units)
        fanout.begin(at: .zero)
        let statistics = Lock(ProgramEncoder.Statistics())
        let settings = EncoderSettings(width: 1280, height: 720)
        let track = try AudioTrack(
            settings, form: settings.forms()[1], to: fanout, counting: statistics, backpressure: Backpressure())
        let samples = [UInt8](repeating: 1, count: 960 * 4)
        var filler = AudioGapFiller(origin: .zero)
        for number in 0..<2000 as Range<Int64> {
            guard let buffer = MediaBuffer(copying: samples) else { throw TestFailure("no memory is left") }
            let start = MediaTime.milliseconds(number * 20)
            let block = AudioBlock(buffer: buffer, format: .program, sampleCount: 960, time: start)
            track.put(block, filler.place(start: start, samples: 960, rate: AudioFormat.program.rate), origin: .zero)
        }
        #expect(track.finish(seconds: 60))
        let counts = statistics.withLock { $0 }
        #expect(counts.silenceMilliseconds == counts.overloadedBlocks * 20)
        let times = units.times.withLock { $0 }
        // 40 s of 48,000 samples, 1024 in a unit.
        #expect(times.count == 1875)
        for (number, time) in times.enumerated() {
            let expected = MediaTime(count: Int64(number) * 1024, rate: AudioFormat.program.rate)
            #expect(abs((time - expected).nanoseconds) < 1_000_000, "unit \(number)")
        }
    }
}

/// The times of all units.
private final class UnitTimes: EncodedReceiver {
    let times = Lock<[MediaTime]>([])
    let hasCapacity = true
    func receive(_ unit: EncodedUnit) { times.withLock { $0.append(unit.time) } }
}
