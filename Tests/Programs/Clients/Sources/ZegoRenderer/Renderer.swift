import ZegoExpressEngine

/// Renders planes. Events come on the main queue, frames on a queue of each source.
final class Renderer: NSObject {
    private var isLeaving = false
    private var playing: Set<String> = []
    private let lock = NSLock()
    private var frames: [String: Int] = [:]
    private var checksum = 0

    func begin(seconds: Double) {
        let profile = ZegoEngineProfile()
        profile.appID = 1
        profile.scenario = .default
        let engine = ZegoExpressEngine.createEngine(with: profile, eventHandler: self)
        let config = ZegoCustomVideoRenderConfig()
        config.bufferType = .rawData
        config.frameFormatSeries = .YUV
        engine.enableCustomVideoRender(true, config: config)
        engine.setCustomVideoRenderHandler(self)
        engine.loginRoom("show", user: ZegoUser(userID: "renderer", userName: "Renderer"))
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [self] in leave() }
    }

    private func start() {
        let engine = ZegoExpressEngine.shared()
        engine.setVideoConfig(ZegoVideoConfig(preset: .preset180P))
        engine.startPreview(nil)
        engine.startPublishingStream("renderer-main")
    }

    private func leave() {
        guard !isLeaving else { return }
        isLeaving = true
        let engine = ZegoExpressEngine.shared()
        for stream in playing { engine.stopPlayingStream(stream) }
        playing = []
        engine.stopPublishingStream()
        engine.stopPreview()
        engine.logoutRoom { [self] _, _ in quit("the room was left") }
        DispatchQueue.main.asyncAfter(deadline: .now() + 2) { [self] in quit("the room does not end") }
    }

    private func quit(_ reason: String) {
        isLeaving = true
        print("\(reason); frames: \(lock.withLock { frames })")
        DispatchQueue.main.async {
            ZegoExpressEngine.shared().setCustomVideoRenderHandler(nil)
            ZegoExpressEngine.destroy { exit(0) }
        }
    }
}

extension Renderer: ZegoEventHandler {
    func onRoomStateUpdate(
        _ state: ZegoRoomState, errorCode: Int32, extendedData: [AnyHashable: Any]?, roomID: String
    ) {
        guard !isLeaving else { return }
        switch state {
        case .connected: start()
        case .disconnected: quit("the room has ended with \(errorCode)")
        case .connecting: break
        }
    }

    func onRoomStreamUpdate(
        _ updateType: ZegoUpdateType, streamList: [ZegoStream], extendedData: [AnyHashable: Any]?, roomID: String
    ) {
        guard !isLeaving else { return }
        for stream in streamList {
            switch updateType {
            case .add where playing.insert(stream.streamID).inserted:
                ZegoExpressEngine.shared().startPlayingStream(stream.streamID, canvas: nil)
            case .delete where playing.remove(stream.streamID) != nil:
                ZegoExpressEngine.shared().stopPlayingStream(stream.streamID)
            default: break
            }
        }
    }
}

extension Renderer: ZegoCustomVideoRenderHandler {
    func onCapturedVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode, channel: ZegoPublishChannel
    ) {
        render("preview", data, param)
    }

    func onRemoteVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, streamID: String
    ) {
        render(streamID, data, param)
    }

    private func render(
        _ source: String, _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, _ param: ZegoVideoFrameParam
    ) {
        let (width, height) = (Int(param.size.width), Int(param.size.height))
        guard width > 0, height > 0 else { return }
        lock.withLock {
            frames[source, default: 0] += 1
            for y in stride(from: 0, to: height, by: 8) {
                checksum &+= Int(data[0][y * Int(param.strides[0]) + width - 1])
            }
        }
    }
}
