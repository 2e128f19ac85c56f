import CoreMedia
import Foundation
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing
import ZegoExpressEngine

@Suite("ZEGO: custom capture of H.265")
struct EncodedHEVCTests {
    private let emulation = ZegoExpressEngine.emulation

    /// VPS, SPS, PPS, an IDR picture and two that follow it: 64x36, one colour, encoded by x265 without B-frames.
    private static let units = [
        "QAEMAf//AWAAAAMAkAAAAwAAAwAeugJA", "QgEBAWAAAAMAkAAAAwAAAwAeoCCDHz5bpKTC5oCAAAADAIAAAAeE", "RAHAc8CJ",
        "KAGsIYAky9Vs1j6ao8CQQ+C4", "AgHQCXiBDJ5M", "AgHQEf4gQZ5M",
    ].compactMap { Data(base64Encoded: $0) }

    /// The frames, of which the first one is a key frame with this number of parameter sets.
    private func frames(sets: Int = 3) -> [[Data]] {
        [Array(Self.units[(3 - sets)...3]), [Self.units[4]], [Self.units[5]]]
    }

    private func data(_ units: [Data], _ format: ZegoVideoEncodedFrameFormat) -> Data {
        units.reduce(into: Data()) { data, unit in
            let length = withUnsafeBytes(of: UInt32(unit.count).bigEndian) { Data($0) }
            data += (format == .HEVCAVCC ? length : Data([0, 0, 0, 1])) + unit
        }
    }

    /// Sends frames in a format, and checks what is rendered of them.
    ///
    /// - Parameter declared: the format that the param names; `nil` for that of the data.
    private func send(
        _ frames: [[Data]], _ format: ZegoVideoEncodedFrameFormat, declared: ZegoVideoEncodedFrameFormat? = nil,
        _ check: ([SeenFrame]) -> Void
    ) {
        emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            let config = ZegoCustomVideoCaptureConfig()
            config.bufferType = .encodedData
            engine.enableCustomVideoCapture(true, config: config)
            engine.startPublishingStream("own")
            engine.startPlayingStream("own")
            room.advance(seconds: 0.1)
            for (index, units) in frames.enumerated() {
                let param = ZegoVideoEncodedFrameParam()
                (param.format, param.isKeyFrame) = (declared ?? format, index == 0)
                param.size = CGSize(width: 64, height: 36)
                engine.sendCustomVideoCaptureEncodedData(
                    data(units, format), params: param, timestamp: CMTime(value: CMTimeValue(index), timescale: 15))
                room.advance(seconds: 1.0 / 15)
            }
            check(client.frames.all)
        }
    }

    @Test("frames of H.265 are what others render", arguments: [ZegoVideoEncodedFrameFormat.HEVCAVCC, .HEVCAnnexB])
    func rendered(format: ZegoVideoEncodedFrameFormat) {
        send(frames(), format) { rendered in
            #expect(rendered.count == 3)
            #expect(rendered.allSatisfy { $0.source == "own" && $0.size == [64, 36] })
            #expect(rendered.allSatisfy { zip($0.yuv(10, 10), [200, 110, 150]).allSatisfy { abs($0 - $1) <= 3 } })
            #expect(reported == [])
            #expect(emulation.qualityFindings.isEmpty)
            #expect(codes == [])
        }
    }

    @Test("a key frame of H.265 without a VPS is named, and is not decoded: ZG-CAPTURE-007")
    func parameterSets() {
        send(frames(sets: 2), .HEVCAnnexB) { rendered in
            #expect(rendered.isEmpty)
            #expect(reported == ["ZG-CAPTURE-007"])
            #expect(emulation.violations.first?.error.hint.contains("VPS") == true)
        }
    }

    @Test("H.265 with lengths that is declared as start codes is rejected: ZG-CAPTURE-006")
    func form() {
        send(frames(), .HEVCAVCC, declared: .HEVCAnnexB) { rendered in
            #expect(rendered.isEmpty)
            #expect(reported == ["ZG-CAPTURE-006"])
            #expect(codes == [1_000_017, 1_000_017, 1_000_017])
        }
    }
}
