import ZegoExpressEngine

/// A client of the guide's three steps, with the callbacks as the guide spells them.
class GuideClient: NSObject, ZegoEventHandler, ZegoCustomVideoRenderHandler {
    var bufferType = ZegoVideoBufferType.cvPixelBuffer
    var frameFormatSeries = ZegoVideoFrameFormatSeries.RGB
    var enableEngineRender = true
    var calls: [String: Int] = [:]
    var formats: Set<ZegoVideoFrameFormat> = []
    var flips: Set<ZegoVideoFlipMode> = []
    var sizes: Set<String> = []
    var errors: [Int32] = []
    var states: [ZegoEngineState] = []
    private let lock = NSLock()

    // Step 1.
    func enableCustomRender() {
        let renderConfig = ZegoCustomVideoRenderConfig()
        renderConfig.bufferType = bufferType
        renderConfig.frameFormatSeries = frameFormatSeries
        renderConfig.enableEngineRender = enableEngineRender
        ZegoExpressEngine.shared().enableCustomVideoRender(true, config: renderConfig)
    }

    func createEngine() {
        let profile = ZegoEngineProfile()
        profile.appID = 1
        profile.appSign = "sign"
        profile.scenario = .default
        ZegoExpressEngine.createEngine(with: profile, eventHandler: self)
    }

    // Step 2.
    func setHandler() {
        ZegoExpressEngine.shared().setCustomVideoRenderHandler(self)
    }

    // Step 3.
    func start(_ previewCanvas: ZegoCanvas?, playing streamID: String, _ playCanvas: ZegoCanvas?) {
        ZegoExpressEngine.shared().loginRoom("room", user: ZegoUser(userID: "user", userName: "User"))
        ZegoExpressEngine.shared().startPreview(previewCanvas)
        ZegoExpressEngine.shared().startPublishing("streamID")
        ZegoExpressEngine.shared().startPlayingStream(streamID, canvas: playCanvas)
    }

    private func note(_ name: String, _ param: ZegoVideoFrameParam) {
        lock.lock()
        defer { lock.unlock() }
        calls[name, default: 0] += 1
        formats.insert(param.format)
        sizes.insert(
            "\(name): \(Int(param.size.width))x\(Int(param.size.height)), "
                + "\(param.strides[0]) \(param.strides[1]) \(param.strides[2])")
    }

    func onCapturedVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode
    ) {
        note("captured raw", param)
        lock.lock()
        flips.insert(flipMode)
        lock.unlock()
    }

    func onRemoteVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, streamID: String
    ) {
        note("raw of \(streamID)", param)
    }

    func onCapturedVideoFrameCVPixelBuffer(
        _ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode
    ) {
        note("captured buffer", param)
    }

    func onRemoteVideoFrameCVPixelBuffer(_ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, streamID: String) {
        note("buffer of \(streamID)", param)
    }

    func onDebugError(_ errorCode: Int32, funcName: String, info: String) {
        errors.append(errorCode)
    }

    func onEngineStateUpdate(_ state: ZegoEngineState) {
        states.append(state)
    }
}

/// A client of the captured callback in its newest spelling.
class ChannelClient: NSObject, ZegoCustomVideoRenderHandler {
    var channels: [ZegoPublishChannel: Int] = [:]

    func onCapturedVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode, channel: ZegoPublishChannel
    ) {
        channels[channel, default: 0] += 1
    }
}

/// A client of the oldest spellings: streams without their labels of today, lists without extended data.
class OldClient: NSObject, ZegoEventHandler, ZegoCustomVideoRenderHandler {
    var calls: [String: Int] = [:]
    private let lock = NSLock()

    private func note(_ name: String) {
        lock.lock()
        defer { lock.unlock() }
        calls[name, default: 0] += 1
    }

    func onRemoteVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, stream: String
    ) {
        note("raw of \(stream), rotated by \(param.rotation)")
    }

    func onRemoteVideoFrameCVPixelBuffer(_ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, stream: String) {
        note("buffer of \(stream), rotated by \(param.rotation)")
    }

    func onRemoteVideoFrameEncodedData(
        _ data: UnsafeMutablePointer<UInt8>, dataLength: UInt32, param: ZegoVideoEncodedFrameParam,
        referenceTimeMillisecond: UInt64, streamID: String
    ) {
        note("encoded \(param.isKeyFrame) \(param.isExternalClock) \(param.SEIData?.count ?? 0)")
    }

    func onRoomStreamUpdate(_ updateType: ZegoUpdateType, streamList: [ZegoStream], roomID: String) {
        for stream in streamList { note("\(updateType) \(stream.streamID) of \(stream.user.userName)") }
    }
}

/// Keeps the latest pixel buffer of each stream, and reads it later, as picture-in-picture code does.
class PictureClient: NSObject, ZegoCustomVideoRenderHandler {
    private var latest: [String: CVPixelBuffer] = [:]
    private let lock = NSLock()

    func onCapturedVideoFrameCVPixelBuffer(
        _ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode, channel: ZegoPublishChannel
    ) {
        keep(buffer, "local")
    }

    func onRemoteVideoFrameCVPixelBuffer(_ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, streamID: String) {
        keep(buffer, streamID)
    }

    private func keep(_ buffer: CVPixelBuffer, _ streamID: String) {
        lock.lock()
        defer { lock.unlock() }
        latest[streamID] = buffer
    }

    /// Width, height, stride and the first pixel.
    func describe(_ streamID: String) -> [Int] {
        lock.lock()
        defer { lock.unlock() }
        guard let buffer = latest[streamID] else { return [] }
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA,
            let base = CVPixelBufferGetBaseAddress(buffer)
        else { return [] }
        let pixel = base.assumingMemoryBound(to: UInt8.self)
        return [
            CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer), CVPixelBufferGetBytesPerRow(buffer),
            Int(pixel[3]),
        ]
    }
}
