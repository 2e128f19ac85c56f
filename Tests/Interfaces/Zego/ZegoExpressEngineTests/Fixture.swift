import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing
import ZegoExpressEngine

typealias Emulation = ZegoExpressEngine.Emulation

/// The rules of the violations and warnings so far.
var reported: [String] { ZegoExpressEngine.emulation.violations.map(\.error.rule.id.rawValue) }
/// The codes of the rejected calls so far.
var codes: [Int32] { ZegoExpressEngine.emulation.debugErrors.map(\.errorCode) }

/// A frame as a callback got it, copied.
struct SeenFrame: Sendable {
    let source: String
    let format: ZegoVideoFrameFormat
    /// Width and height in pixels.
    let size: [Int]
    let strides: [Int]
    let lengths: [Int]
    let flip: ZegoVideoFlipMode?
    let rotation: Int32
    /// The bytes of each plane, padding included.
    let planes: [[UInt8]]
    let isMain: Bool

    /// The sample of a plane.
    func sample(_ plane: Int, _ x: Int, _ y: Int) -> Int { Int(planes[plane][y * strides[plane] + x]) }

    /// The samples of the first plane without padding.
    var luma: [UInt8] { (0..<size[1]).flatMap { planes[0][$0 * strides[0]..<$0 * strides[0] + size[0]] } }

    /// Y, U and V of a pixel.
    func yuv(_ x: Int, _ y: Int) -> [Int] { [sample(0, x, y), sample(1, x / 2, y / 2), sample(2, x / 2, y / 2)] }
}

/// A client that implements both protocols in the newest spelling.
final class RenderClient: NSObject, ZegoEventHandler, ZegoCustomVideoRenderHandler {
    let frames = Recorder<SeenFrame>()
    let events = Recorder<String>()
    let errors = Recorder<Int32>()
    let buffers = Recorder<KeptBuffer>()
    /// Called in each raw callback, after the frame was copied.
    var edit: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, UnsafeMutablePointer<UInt32>, String) -> Void = {
        _, _, _ in
    }
    var onRoomState: (ZegoRoomState) -> Void = { _ in }

    private func see(
        _ source: String, _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>,
        _ lengths: UnsafeMutablePointer<UInt32>, _ param: ZegoVideoFrameParam, _ flip: ZegoVideoFlipMode?
    ) {
        frames.record(
            SeenFrame(
                source: source, format: param.format, size: [Int(param.size.width), Int(param.size.height)],
                strides: (0..<4).map { Int(param.strides[$0]) }, lengths: (0..<4).map { Int(lengths[$0]) }, flip: flip,
                rotation: param.rotation,
                planes: (0..<4).map { Array(UnsafeBufferPointer(start: data[$0], count: Int(lengths[$0]))) },
                isMain: Thread.isMainThread))
        edit(data, lengths, source)
    }

    func onCapturedVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode, channel: ZegoPublishChannel
    ) { see("\(channel)", data, dataLength, param, flipMode) }

    func onRemoteVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, streamID: String
    ) { see(streamID, data, dataLength, param, nil) }

    func onCapturedVideoFrameCVPixelBuffer(
        _ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode, channel: ZegoPublishChannel
    ) { buffers.record(KeptBuffer(source: "\(channel)", buffer: buffer, format: param.format, flip: flipMode)) }

    func onRemoteVideoFrameCVPixelBuffer(_ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, streamID: String) {
        buffers.record(KeptBuffer(source: streamID, buffer: buffer, format: param.format, flip: nil))
    }

    func onDebugError(_ errorCode: Int32, funcName: String, info: String) { errors.record(errorCode) }
    func onEngineStateUpdate(_ state: ZegoEngineState) { events.record("engine \(state)") }
    func onRoomStateUpdate(
        _ state: ZegoRoomState, errorCode: Int32, extendedData: [AnyHashable: Any]?, roomID: String
    ) {
        events.record("\(roomID) \(state) \(errorCode)")
        onRoomState(state)
    }
    func onRoomStreamUpdate(
        _ updateType: ZegoUpdateType, streamList: [ZegoStream], extendedData: [AnyHashable: Any]?, roomID: String
    ) {
        let streams = streamList.map { "\($0.streamID) of \($0.user.userID)" }.joined(separator: ", ")
        events.record("\(updateType) \(streams)")
    }
    func onRoomUserUpdate(_ updateType: ZegoUpdateType, userList: [ZegoUser], roomID: String) {
        events.record("\(updateType) user \(userList.map(\.userID).joined(separator: ", "))")
    }
    func onPlayerStateUpdate(
        _ state: ZegoPlayerState, errorCode: Int32, extendedData: [AnyHashable: Any]?, streamID: String
    ) { events.record("\(streamID) \(state)") }
    func onPublisherStateUpdate(
        _ state: ZegoPublisherState, errorCode: Int32, extendedData: [AnyHashable: Any]?, streamID: String
    ) { events.record("\(streamID) \(state)") }
    func onPlayerVideoSizeChanged(_ size: CGSize, streamID: String) {
        events.record("\(streamID) \(Int(size.width))x\(Int(size.height))")
    }
    func onPublisherVideoSizeChanged(_ size: CGSize, channel: ZegoPublishChannel) {
        events.record("\(channel) \(Int(size.width))x\(Int(size.height))")
    }

    /// The frames of a source.
    func frames(of source: String) -> [SeenFrame] { frames.all.filter { $0.source == source } }
}

/// A pixel buffer that a client keeps.
struct KeptBuffer: Sendable {
    let source: String
    let buffer: CVPixelBuffer
    let format: ZegoVideoFrameFormat
    let flip: ZegoVideoFlipMode?

    /// All bytes.
    var bytes: [UInt8] {
        #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        for plane in 0..<max(1, CVPixelBufferGetPlaneCount(buffer)) {
            #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) > 0)
        }
        guard let start = CVPixelBufferGetBaseAddressOfPlane(buffer, 0) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: CVPixelBufferGetDataSize(buffer)))
    }
}

extension ZegoExpressEngine {
    /// An engine with custom rendering, in a room unless `roomID` is nil.
    static func start(
        _ client: RenderClient, _ type: ZegoVideoBufferType = .rawData, _ series: ZegoVideoFrameFormatSeries = .YUV,
        roomID: String? = "room"
    ) -> ZegoExpressEngine {
        let engine = createEngine(with: ZegoEngineProfile(), eventHandler: client)
        let config = ZegoCustomVideoRenderConfig()
        (config.bufferType, config.frameFormatSeries) = (type, series)
        engine.enableCustomVideoRender(true, config: config)
        engine.setCustomVideoRenderHandler(client)
        if let roomID { engine.loginRoom(roomID, user: ZegoUser(userID: "me")) }
        return engine
    }
}
