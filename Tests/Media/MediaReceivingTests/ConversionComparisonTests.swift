import Foundation
import MediaReceiving
import ProductionStudioTesting
import StudioCore
import StudioTestSupport
import Testing

/// Compares conversions with ffmpeg's, which is another code base.
@Suite("Conversion compared with ffmpeg")
struct ConversionComparisonTests {
    /// The differences of two frames, in steps of 8 bits.
    private struct Difference: CustomStringConvertible {
        let mean: Double
        let maximum: Int

        init(_ one: [UInt8], _ other: [UInt8]) throws {
            guard one.count == other.count else {
                throw TestFailure("\(one.count) bytes cannot be compared with \(other.count)")
            }
            // Without optimization, iterators over eight million bytes take seconds.
            var (sum, maximum, index) = (0, 0, 0)
            one.withUnsafeBufferPointer { one in
                other.withUnsafeBufferPointer { other in
                    while index < one.count {
                        let difference = abs(Int(one[index]) - Int(other[index]))
                        sum += difference
                        if difference > maximum { maximum = difference }
                        index += 1
                    }
                }
            }
            mean = Double(sum) / Double(one.count)
            self.maximum = maximum
        }

        var description: String { "mean \(mean), maximum \(maximum)" }
    }

    private static let input = "testsrc2=s=1920x1080:r=30,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"
    private static let blur = ",gblur=sigma=8"

    private func ffmpeg(_ filters: String) throws -> [UInt8] {
        Array(
            try Tool.run(
                "ffmpeg",
                [
                    "-nostdin", "-v", "error", "-f", "lavfi", "-i", filters, "-frames:v", "1", "-f", "rawvideo", "-",
                ]))
    }

    /// The frame in the form of a request, converted here.
    private func received(_ bytes: [UInt8], _ request: VideoRequest) throws -> FrameCopy {
        let fixture = try ReceivingFixture()
        let frames = Recorder<FrameCopy>()
        try fixture.subscriptions.video(.camera, of: fixture.ada.id, VideoSubscriptionOptions(request)) {
            frames.record(FrameCopy($0))
        }
        bytes.withUnsafeBytes {
            _ = fixture.camera.publish(
                frame: $0, layout: .tight(width: 1920, height: 1080), range: .limited, time: .zero)
        }
        try fixture.test.settle()
        return try #require(frames.all.first)
    }

    @Test("identity keeps every byte; NV12 has the same samples in another order")
    func unchanged() throws {
        let bytes = try ffmpeg(Self.input)
        #expect(try received(bytes, VideoRequest()).bytes == bytes)
        #expect(try received(bytes, VideoRequest(format: .nv12)).bytes == (try ffmpeg(Self.input + ",format=nv12")))
    }

    /// Both interpolate chroma, in different ways: the maximum occurs at coloured edges.
    @Test("BGRA, of a soft and of a sharp pattern", arguments: [(blur, 1.0, 10), ("", 1.5, 192)])
    func bgra(_ blur: String, _ mean: Double, _ maximum: Int) throws {
        let frame = try received(try ffmpeg(Self.input + blur), VideoRequest(format: .bgra))
        let filters = ",scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=accurate_rnd,format=bgra"
        let difference = try Difference(frame.bytes, try ffmpeg(Self.input + blur + filters))
        #expect(difference.mean <= mean, "\(difference)")
        #expect(difference.maximum <= maximum, "\(difference)")
    }

    /// ffmpeg uses more than two samples at 720 lines: the maximum occurs at sharp edges.
    @Test(
        "1080 to 720 and to 180 lines, of a soft and of a sharp pattern",
        arguments: [(blur, 720, 0.1, 4), ("", 720, 0.5, 72), ("", 180, 0.1, 4)])
    func scaling(_ blur: String, _ height: Int, _ mean: Double, _ maximum: Int) throws {
        let frame = try received(try ffmpeg(Self.input + blur), VideoRequest(size: .fit(height: height)))
        #expect(frame.description.layout.width == height * 16 / 9)
        let scaled = try ffmpeg(Self.input + blur + ",scale=-2:\(height):flags=bilinear")
        let difference = try Difference(frame.bytes, scaled)
        #expect(difference.mean <= mean, "\(difference)")
        #expect(difference.maximum <= maximum, "\(difference)")
    }
}
