import AVFoundation
import StudioTestSupport
import Testing

@Suite("CoreMedia: times")
struct TimeTests {
    @Test("sums have the smallest common time scale, or are rounded to the larger one")
    func sums() {
        let third = CMTimeMake(value: 1, timescale: 3)
        let quarter = CMTime(value: 1, timescale: 4)
        #expect(third + quarter == CMTime(value: 7, timescale: 12))
        #expect((third + quarter).timescale == 12)
        #expect((third - quarter).value == 1)
        let nano = CMTime(value: 1, timescale: 1_000_000_000)
        let sum = nano + third
        #expect(sum.timescale == 1_000_000_000)
        #expect(sum.value == 333_333_334)
        #expect(sum.hasBeenRounded)
        let video = CMTime(value: 1001, timescale: 30_000) + CMTime(value: -1001, timescale: 30_000)
        #expect(video == .zero)
        #expect(!video.hasBeenRounded)
        let huge = CMTime(value: .max, timescale: 1)
        #expect((huge + huge).isPositiveInfinity)
        #expect((.zero - huge - huge).isNegativeInfinity)
        #expect(CMTimeAdd(third, third) == CMTimeSubtract(CMTimeMake(1, 1), third))
    }

    @Test("times are ordered in whatever time scale; equal times have equal hashes")
    func order() {
        let sorted: [CMTime] = [
            .negativeInfinity, CMTime(value: -1, timescale: 2), .zero, CMTime(value: 1, timescale: 3),
            CMTime(value: 1, timescale: 2), .positiveInfinity, .indefinite, .invalid,
        ]
        #expect(sorted.reversed().sorted() == sorted)
        for (index, time) in sorted.enumerated() {
            for (other, second) in sorted.enumerated() {
                #expect(CMTimeCompare(time, second) == Int32((index - other).signum()))
            }
        }
        #expect(CMTime(value: 2, timescale: 4) == CMTime(value: 1, timescale: 2))
        #expect(Set([CMTime(value: 2, timescale: 4), CMTime(value: 1, timescale: 2)]).count == 1)
        #expect(Set([CMTime(value: 0, timescale: 4), CMTime(value: 0, timescale: 9)]).count == 1)
        #expect(CMTime(value: 3, timescale: 1) >= CMTimeMake(value: 5, timescale: 2))
    }

    @Test("seconds, invalid and infinite times")
    func seconds() {
        #expect(CMTime(value: 3, timescale: 2).seconds == 1.5)
        #expect(CMTimeGetSeconds(kCMTimeZero) == 0)
        #expect(CMTime(seconds: 0.25, preferredTimescale: 600) == CMTime(value: 150, timescale: 600))
        #expect(CMTimeMakeWithSeconds(1.0 / 3, preferredTimescale: 10).hasBeenRounded)
        #expect(CMTime(seconds: .infinity, preferredTimescale: 10).isPositiveInfinity)
        #expect(CMTime(seconds: -1e300, preferredTimescale: 10).isNegativeInfinity)
        #expect(!CMTime(seconds: .nan, preferredTimescale: 10).isValid)
        #expect(!CMTime(value: 1, timescale: 0).isValid)
        #expect(!kCMTimeInvalid.isValid)
        #expect(CMTime.invalid.seconds.isNaN)
        #expect(CMTime.positiveInfinity.seconds == .infinity)
        #expect(!(CMTime.invalid + .zero).isValid)
        #expect((CMTime.indefinite + .positiveInfinity).isIndefinite)
        #expect(!(CMTime.positiveInfinity - .positiveInfinity).isValid)
        #expect((CMTime.positiveInfinity + .zero).isPositiveInfinity)
        #expect((CMTime.zero - .positiveInfinity).isNegativeInfinity)
        #expect(!CMTime.indefinite.isNumeric)
        #expect(CMTime.indefinite.isValid)
    }

    @Test("a frame's age on the host's clock is exact, finite and not negative, whichever way it is converted")
    func age() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            let ages = Recorder<Double>()
            client.onFrame = { buffer in
                guard let clock = fixture.session.synchronizationClock else { return }
                let host = CMClockGetHostTimeClock()
                let captured = CMSyncConvertTime(buffer.presentationTimeStamp, from: clock, to: host)
                ages.record((CMClockGetTime(host) - captured).seconds)
                ages.record((host.time - clock.convertTime(buffer.presentationTimeStamp, to: host)).seconds)
            }
            cameras.advance(seconds: 0.1)
            cameras.stall()
            cameras.advance(seconds: 0.1)
            cameras.resume(catchesUp: true)
            cameras.advance(seconds: 0.05)
            #expect(ages.count == 10)
            #expect(ages.all.prefix(8).allSatisfy { $0 == 0 })
            // Captured at 133 ms, delivered at 233 ms.
            #expect(Array(ages.all.suffix(2)) == [0.1, 0.1])
            #expect(cameras.now == CMClockGetTime(CMClockGetHostTimeClock()))
        }
    }

    @Test("values of all kinds are compared")
    func equality() {
        let reason: Any? = kCMSampleBufferDroppedFrameReason_FrameWasLate
        #expect(CFEqual(reason, kCMSampleBufferDroppedFrameReason_FrameWasLate))
        #expect(!CFEqual(reason, kCMSampleBufferDroppedFrameReason_OutOfBuffers))
        #expect(!CFEqual(reason, nil))
        #expect(CFEqual(nil, nil))
        #expect(CFEqual(1, 1))
        let object = NSObject()
        #expect(CFEqual(object, object))
        #expect(!CFEqual(object, NSObject()))
    }
}
