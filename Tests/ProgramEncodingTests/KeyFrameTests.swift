import GStreamer
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import ProgramEncoding

@Suite("Key frames of the encoder")
struct KeyFrameTests {
    /// Encodes one frame after the other at `rate`, and returns the times of the key frames in seconds.
    private func keyFrames(
        sent rate: Rate, declared: Rate?, count: Int64, isReproducible: Bool = false
    ) throws -> [Double] {
        let capability = VideoCapability(width: 64, height: 48, format: .i420Limited)
        var settings = EncoderSettings(width: 64, height: 48)
        settings.isReproducible = isReproducible
        let (times, backpressure) = (Lock<[Double]>([]), Backpressure())
        let track = try VideoTrack(
            capability, frameRate: declared, settings: settings, backpressure: backpressure,
            onUnit: { unit, time, _ in if unit.isKeyFrame { times.withLock { $0.append(time.seconds) } } })
        let layout = I420Layout.gstreamer(width: 64, height: 48)
        for number in 0..<count {
            guard let buffer = MediaBuffer(copying: [UInt8](repeating: 90, count: layout.byteCount)) else {
                throw TestFailure("no memory is left")
            }
            let time = MediaTime(count: number, rate: rate)
            buffer.time = time
            let hasCapacity = backpressure.wait(seconds: deadlineSeconds) { track.hasCapacity }
            #expect(hasCapacity)
            track.put(VideoFrame(buffer: buffer, layout: layout, format: .i420Limited, time: time), at: time)
        }
        #expect(track.finish(seconds: deadlineSeconds))
        return times.withLock { $0 }
    }

    @Test(
        "One every two seconds, also for a source that delivers a part of the declared frames",
        arguments: [30, 15, 10, 5], [false, true])
    func slowSource(_ rate: Int, isReproducible: Bool) throws {
        let rate = try #require(Rate(Int64(rate)))
        let count = Int64(6.5 * rate.perSecond)
        #expect(
            try keyFrames(sent: rate, declared: .thirty, count: count, isReproducible: isReproducible) == [0, 2, 4, 6])
    }

    @Test("Without a declared rate too", arguments: [60, 30, 8])
    func undeclared(_ rate: Int) throws {
        let rate = try #require(Rate(Int64(rate)))
        #expect(try keyFrames(sent: rate, declared: nil, count: Int64(4.5 * rate.perSecond)) == [0, 2, 4])
    }
}
