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

    @Test("A unit is a key frame if its picture is an IDR picture; other I pictures are none")
    func scenes() throws {
        let (units, backpressure) = (Lock<[(isKeyFrame: Bool, types: [UInt8])]>([]), Backpressure())
        let track = try VideoTrack(
            VideoCapability(width: 64, height: 48, format: .i420Limited), frameRate: .thirty,
            settings: EncoderSettings(width: 64, height: 48), backpressure: backpressure,
            onUnit: { unit, _, _ in
                let isKeyFrame = unit.isKeyFrame
                let types = unit.withBytes { Self.unitTypes($0) } ?? []
                units.withLock { $0.append((isKeyFrame, types)) }
            })
        let layout = I420Layout.gstreamer(width: 64, height: 48)
        var generator = SeededRandom(seed: 3)
        for number in 0..<60 {
            // Noise: no frame resembles another.
            guard let buffer = MediaBuffer(copying: generator.bytes(layout.byteCount)) else {
                throw TestFailure("no memory is left")
            }
            let time = MediaTime(count: Int64(number), rate: .thirty)
            buffer.time = time
            let hasCapacity = backpressure.wait(seconds: deadlineSeconds) { track.hasCapacity }
            #expect(hasCapacity)
            track.put(VideoFrame(buffer: buffer, layout: layout, format: .i420Limited, time: time), at: time)
        }
        #expect(track.finish(seconds: deadlineSeconds))
        let encoded = units.withLock { $0 }
        #expect(encoded.count == 60)
        #expect(encoded.map(\.isKeyFrame) == encoded.map { $0.types.contains(5) })
        #expect(encoded.first?.isKeyFrame == true)
        #expect(encoded.count(where: \.isKeyFrame) < 30, "the encoder has not chosen another I picture")
    }

    /// The types of the NAL units of an access unit in AVC format.
    private static func unitTypes(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var (types, position): ([UInt8], Int) = ([], 0)
        while position + 4 < bytes.count {
            types.append(bytes[position + 4] & 0x1F)
            position += 4 + bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        return types
    }

    @Test("Without a declared rate too", arguments: [60, 30, 8])
    func undeclared(_ rate: Int) throws {
        let rate = try #require(Rate(Int64(rate)))
        #expect(try keyFrames(sent: rate, declared: nil, count: Int64(4.5 * rate.perSecond)) == [0, 2, 4])
    }
}
