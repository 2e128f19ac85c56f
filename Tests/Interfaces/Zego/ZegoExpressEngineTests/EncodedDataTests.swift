import CoreMedia
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing
import ZegoExpressEngine

/// An encoded frame as a callback got it, copied.
private struct SeenUnit: Sendable {
    let stream: String
    var bytes: [UInt8]
    let format: ZegoVideoEncodedFrameFormat
    let isKeyFrame: Bool
    /// Width and height in pixels.
    let size: [Int]
    let rotation: Int32
    let milliseconds: UInt64

    /// The NAL units.
    var units: [ArraySlice<UInt8>] {
        var starts = bytes.indices.filter { bytes[$0...].starts(with: [0, 0, 0, 1]) }
        starts.append(bytes.endIndex)
        return zip(starts, starts.dropFirst()).map { bytes[($0 + 4)..<$1] }
    }

    /// What the NAL units are.
    var kinds: Set<UInt8> { Set(units.compactMap(\.first).map { $0 & 0x1F }) }

    /// The same with lengths.
    var lengthPrefixed: [UInt8] {
        units.flatMap { unit in
            withUnsafeBytes(of: UInt32(unit.count).bigEndian) { Array($0) } + Array(unit)
        }
    }
}

/// A client that asks for encoded frames.
private final class UnitClient: NSObject, ZegoCustomVideoRenderHandler {
    let units = Recorder<SeenUnit>()

    func onRemoteVideoFrameEncodedData(
        _ data: UnsafeMutablePointer<UInt8>, dataLength: UInt32, param: ZegoVideoEncodedFrameParam,
        referenceTimeMillisecond: UInt64, streamID: String
    ) {
        units.record(
            SeenUnit(
                stream: streamID, bytes: Array(UnsafeBufferPointer(start: data, count: Int(dataLength))),
                format: param.format, isKeyFrame: param.isKeyFrame,
                size: [Int(param.size.width), Int(param.size.height)], rotation: param.rotation,
                milliseconds: referenceTimeMillisecond))
    }
}

@Suite("ZEGO: encoded data")
struct EncodedDataTests {
    private let emulation = ZegoExpressEngine.emulation
    private static let video = EmulatedVideo.pattern(width: 64, height: 36, framesPerSecond: 15)

    /// Plays the stream `ada` and returns what the handler got.
    private func play(seconds: Double, rotation: Int = 0) throws -> [SeenUnit] {
        try emulation.withRoom { room in
            let client = UnitClient()
            try room.addStream("ada", video: Self.video)
            if rotation != 0 { room.setRotation(rotation, of: "ada") }
            let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: nil)
            let config = ZegoCustomVideoRenderConfig()
            config.bufferType = .encodedData
            engine.enableCustomVideoRender(true, config: config)
            engine.setCustomVideoRenderHandler(client)
            engine.loginRoom("room", user: ZegoUser(userID: "me"))
            engine.startPlayingStream("ada")
            room.advance(seconds: seconds)
            #expect(emulation.statistics(of: "ada").delivered == client.units.count)
            #expect(emulation.statistics(of: "ada").dropped == [:])
            #expect(reported == [])
            return client.units.all
        }
    }

    /// Plays the stream `ada` and returns the luma samples of its frames.
    private func playRaw(seconds: Double) throws -> [[UInt8]] {
        try emulation.withRoom { room in
            let client = RenderClient()
            try room.addStream("ada", video: Self.video)
            let engine = ZegoExpressEngine.start(client)
            engine.startPlayingStream("ada")
            room.advance(seconds: seconds)
            return client.frames(of: "ada").map(\.luma)
        }
    }

    /// An engine in a room that captures the main channel itself, and plays it as raw YUV.
    private func withCapture(
        _ type: ZegoVideoBufferType = .encodedData,
        _ body: (EmulatedRoom, ZegoExpressEngine, RenderClient) throws -> Void
    ) throws {
        try emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            let config = ZegoCustomVideoCaptureConfig()
            config.bufferType = type
            engine.enableCustomVideoCapture(true, config: config)
            engine.startPublishingStream("own")
            engine.startPlayingStream("own")
            room.advance(seconds: 0.1)
            try body(room, engine, client)
        }
    }

    /// What the encoder says about a frame.
    private func param(
        _ unit: SeenUnit, _ format: ZegoVideoEncodedFrameFormat = .annexB
    ) -> ZegoVideoEncodedFrameParam {
        let param = ZegoVideoEncodedFrameParam()
        (param.format, param.isKeyFrame) = (format, unit.isKeyFrame)
        param.size = CGSize(width: 64, height: 36)
        return param
    }

    private func send(
        _ engine: ZegoExpressEngine, _ unit: SeenUnit, _ edit: (ZegoVideoEncodedFrameParam) -> Void = { _ in }
    ) {
        let params = param(unit)
        edit(params)
        engine.sendCustomVideoCaptureEncodedData(
            Data(unit.bytes), params: params, timestamp: CMTime(value: 1, timescale: 30))
    }

    // MARK: Played streams

    @Test("each frame of a played stream comes encoded, with a key frame at least every two seconds")
    func played() throws {
        let units = try play(seconds: 4.5)
        #expect((60...70).contains(units.count))
        #expect(units.allSatisfy { $0.stream == "ada" && $0.format == .annexB })
        #expect(units.allSatisfy { $0.size == [64, 36] && $0.rotation == 0 })
        let keys = units.filter(\.isKeyFrame)
        #expect(keys.count >= 3)
        #expect(units.first?.isKeyFrame == true)
        // SPS, PPS, IDR picture.
        #expect(keys.allSatisfy { $0.kinds.isSuperset(of: [7, 8, 5]) })
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $1.milliseconds - $0.milliseconds <= 2100 })
        #expect(zip(units, units.dropFirst()).allSatisfy { (60...70).contains($1.milliseconds - $0.milliseconds) })
    }

    @Test("the angle of an encoded frame is counter-clockwise")
    func rotation() throws {
        let units = try play(seconds: 0.5, rotation: 90)
        #expect(units.last?.rotation == 270)
    }

    @Test("a handler without the callback for encoded frames is told its name: ZG-CALL-002")
    func noCallback() throws {
        try emulation.withRoom { room in
            let client = RenderClient()
            try room.addStream("ada", video: Self.video)
            let engine = ZegoExpressEngine.start(client, .encodedData)
            engine.startPlayingStream("ada")
            room.advance(seconds: 0.5)
            #expect(reported == ["ZG-CALL-002"])
            #expect(emulation.violations.first?.error.description.contains("onRemoteVideoFrameEncodedData(_:") == true)
            #expect(emulation.statistics(of: "ada").unreached > 0)
        }
    }

    // MARK: Custom capture

    @Test("encoded frames that are sent are what others render, in both formats", arguments: [false, true])
    func rendered(hasLengths: Bool) throws {
        let units = try play(seconds: 1)
        let lumas = try playRaw(seconds: 1)
        #expect(units.count == lumas.count)
        try withCapture { room, engine, client in
            // Encoded frames are not scaled.
            engine.setVideoConfig(ZegoVideoConfig.default())
            for unit in units {
                engine.sendCustomVideoCaptureEncodedData(
                    Data(hasLengths ? unit.lengthPrefixed : unit.bytes),
                    params: param(unit, hasLengths ? .AVCC : .annexB), timestamp: CMTime(value: 1, timescale: 30))
                room.advance(seconds: 1.0 / 15)
            }
            #expect(client.frames.count == units.count)
            #expect(client.frames.all.allSatisfy { $0.source == "own" && $0.size == [64, 36] })
            #expect(reported == [])
            #expect(emulation.qualityFindings.isEmpty)
            for (frame, luma) in zip(client.frames.all, lumas) {
                let errors = zip(frame.luma, luma).map { abs(Int($0) - Int($1)) }
                #expect(errors.reduce(0, +) < 8 * errors.count)
            }
        }
    }

    @Test("the angle of a sent frame reaches who plays it")
    func sentRotation() throws {
        let units = try play(seconds: 0.2)
        try withCapture { room, engine, client in
            for unit in units { send(engine, unit) { $0.rotation = 90 } }
            room.advance(seconds: 0.1)
            #expect(client.frames.all.last?.rotation == 270)
            #expect(reported == [])
        }
    }

    @Test(
        "a call that is not that of the configured buffer type is rejected: ZG-CAPTURE-005",
        arguments: [ZegoVideoBufferType.unknown, .cvPixelBuffer, .encodedData, .glTexture2D])
    func wrongCall(type: ZegoVideoBufferType) throws {
        let unit = try #require(try play(seconds: 0.2).first)
        try withCapture(type) { _, engine, _ in
            var made: CVPixelBuffer?
            CVPixelBufferCreate(nil, 64, 36, kCVPixelFormatType_32BGRA, nil, &made)
            let buffer = try #require(made)
            engine.sendCustomVideoCapturePixelBuffer(buffer, timestamp: CMTime(value: 1, timescale: 30))
            let takesBuffers = type == .unknown || type == .cvPixelBuffer
            #expect(codes == (takesBuffers ? [] : [1_011_010]))
            send(engine, unit)
            #expect(codes.count == (type == .glTexture2D ? 2 : 1))
            #expect(reported == ["ZG-CAPTURE-005"])
        }
    }

    @Test("data in another format than its param names is rejected: ZG-CAPTURE-006")
    func form() throws {
        let units = try play(seconds: 0.2)
        try withCapture { room, engine, client in
            for unit in units { send(engine, unit) { $0.format = .AVCC } }
            room.advance(seconds: 0.1)
            #expect(codes == Array(repeating: 1_000_017, count: units.count))
            #expect(reported == ["ZG-CAPTURE-006"])
            #expect(client.frames.count == 0)
        }
    }

    @Test("faults of encoded frames are warnings, and a capture that begins anew needs a key frame")
    func faults() throws {
        let units = try play(seconds: 0.5)
        try withCapture { room, engine, client in
            send(engine, units[1])
            for unit in units { send(engine, unit) { $0.size = CGSize(width: 36, height: 64) } }
            room.advance(seconds: 0.1)
            #expect(reported == ["ZG-CAPTURE-009", "ZG-CAPTURE-008"])
            #expect(emulation.violations.map(\.count) == [1, units.count])
            #expect(emulation.violations.allSatisfy { !$0.isRefusal })
            #expect(codes == [])
            let count = client.frames.count
            #expect(count > 0)
            engine.stopPublishingStream()
            engine.stopPlayingStream("own")
            engine.startPublishingStream("own")
            engine.startPlayingStream("own")
            room.advance(seconds: 0.1)
            send(engine, units[1])
            room.advance(seconds: 0.1)
            #expect(client.frames.count == count)
            #expect(emulation.violations.map(\.count) == [2, units.count])
        }
    }

    @Test("a slow group of pictures is a finding of quality: ZG-QUALITY-002")
    func interval() throws {
        let units = try play(seconds: 1)
        try withCapture { room, engine, _ in
            for unit in units {
                send(engine, unit)
                room.advance(seconds: 0.25)
            }
            #expect(reported == [])
            #expect(emulation.qualityFindings.map(\.error.rule.id) == ["ZG-QUALITY-002"])
        }
    }
}
