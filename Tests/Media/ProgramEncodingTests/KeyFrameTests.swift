import Foundation
import GStreamer
import PipelineFiles
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import ProgramEncoding

@Suite("Key frames of the encoder")
struct KeyFrameTests {
    private struct Unit: Sendable {
        let seconds: Double
        let isKeyFrame: Bool
        /// The types of its NAL units.
        let types: [UInt8]
    }

    /// Encodes one frame after the other at `rate`.
    ///
    /// - Parameter bytes: the samples of the next frame.
    private func encode(
        sent rate: Rate, declared: Rate?, count: Int64, isReproducible: Bool = false, pipelines: PipelineSet = .ready,
        _ bytes: (_ byteCount: Int) -> [UInt8] = { [UInt8](repeating: 90, count: $0) }
    ) throws -> [Unit] {
        let capability = VideoCapability(width: 64, height: 48, format: .i420Limited)
        var settings = EncoderSettings(width: 64, height: 48)
        settings.isReproducible = isReproducible
        settings.pipelines = pipelines
        let (units, backpressure) = (Lock<[Unit]>([]), Backpressure())
        let track = try VideoTrack(
            capability, frameRate: declared, settings: settings, backpressure: backpressure,
            onUnit: { unit, time, _ in
                let types = unit.withBytes { Self.unitTypes($0) } ?? []
                let encoded = Unit(seconds: time.seconds, isKeyFrame: unit.isKeyFrame, types: types)
                units.withLock { $0.append(encoded) }
            })
        let layout = I420Layout.gstreamer(width: 64, height: 48)
        for number in 0..<count {
            guard let buffer = MediaBuffer(copying: bytes(layout.byteCount)) else {
                throw TestFailure("no memory is left")
            }
            let time = MediaTime(count: number, rate: rate)
            buffer.time = time
            let hasCapacity = backpressure.wait(seconds: deadlineSeconds) { track.hasCapacity }
            #expect(hasCapacity)
            track.put(VideoFrame(buffer: buffer, layout: layout, format: .i420Limited, time: time), at: time)
        }
        #expect(track.finish(seconds: deadlineSeconds))
        return units.withLock { $0 }
    }

    /// The times of the key frames in seconds.
    private func keyFrames(
        sent rate: Rate, declared: Rate?, count: Int64, isReproducible: Bool = false
    ) throws -> [Double] {
        try encode(sent: rate, declared: declared, count: count, isReproducible: isReproducible)
            .filter(\.isKeyFrame).map(\.seconds)
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
        // Noise: no frame resembles another.
        var generator = SeededRandom(seed: 3)
        let encoded = try encode(sent: .thirty, declared: .thirty, count: 60) { generator.bytes($0) }
        #expect(encoded.count == 60)
        #expect(encoded.map(\.isKeyFrame) == encoded.map { $0.types.contains(5) })
        #expect(encoded.first?.isKeyFrame == true)
        #expect(encoded.count(where: \.isKeyFrame) < 30, "the encoder has not chosen another I picture")
    }

    @Test("Without a declared rate too", arguments: [60, 30, 8])
    func undeclared(_ rate: Int) throws {
        let rate = try #require(Rate(Int64(rate)))
        #expect(try keyFrames(sent: rate, declared: nil, count: Int64(4.5 * rate.perSecond)) == [0, 2, 4])
    }

    /// The example that replaces x264.
    private static func openh264() throws -> PipelineSet {
        let url = PackageFolder.url("examples/pipelines/openh264/encode-h264.pipeline")
        let source = try String(contentsOf: url, encoding: .utf8)
        return PipelineSet(replacing: [PipelineFile(name: "encode-h264", source: source, path: url.path)])
    }

    @Test("An encoder in place of x264 too", arguments: [30, 10, 5], [false, true])
    func replaced(_ rate: Int, isReproducible: Bool) throws {
        let rate = try #require(Rate(Int64(rate)))
        let count = Int64(4.5 * rate.perSecond)
        let units = try encode(
            sent: rate, declared: .thirty, count: count, isReproducible: isReproducible, pipelines: Self.openh264())
        #expect(units.count == Int(count))
        #expect(units.filter(\.isKeyFrame).map(\.seconds) == [0, 2, 4])
        #expect(units.map(\.isKeyFrame) == units.map { $0.types.contains(5) })
    }
}
