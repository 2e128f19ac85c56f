import ZegoExpressEngine

/// Plays all streams of a room, and shows their latest pictures 30 times a second.
final class Viewer: NSObject {
    private let pictures = Pictures()
    private var playing: Set<String> = []
    private var display: Task<Void, Never>?
    private var hasEnded = false
    private var waiter: CheckedContinuation<Void, Never>?
    private var waits = 0
    private var brightness = 0
    private(set) var shownPictures = 0

    func enter() {
        let profile = ZegoEngineProfile()
        profile.appID = 1
        let engine = ZegoExpressEngine.createEngine(with: profile, eventHandler: self)
        let config = ZegoCustomVideoRenderConfig()
        config.bufferType = .cvPixelBuffer
        config.frameFormatSeries = .RGB
        engine.enableCustomVideoRender(true, config: config)
        engine.setCustomVideoRenderHandler(pictures)
        engine.loginRoom("show", user: ZegoUser(userID: "viewer"))
        engine.startPreview()
        display = Task { await show() }
    }

    func leave() {
        let engine = ZegoExpressEngine.shared()
        for stream in playing { engine.stopPlayingStream(stream) }
        playing = []
        engine.stopPreview()
        engine.logoutRoom("show")
    }

    func end() {
        display?.cancel()
        ZegoExpressEngine.shared().setCustomVideoRenderHandler(nil)
        ZegoExpressEngine.destroy(nil)
    }

    /// - Returns: whether the room has ended.
    func waitForEnd(within limit: Duration) async -> Bool {
        if hasEnded { return true }
        waits += 1
        let number = waits
        let timer = Task {
            try await Task.sleep(for: limit)
            if waits == number { wake() }
        }
        await withCheckedContinuation { waiter = $0 }
        timer.cancel()
        return hasEnded
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }

    private func show() async {
        while !Task.isCancelled {
            for picture in pictures.takeLatest() { draw(picture) }
            try? await Task.sleep(for: .milliseconds(33))
        }
    }

    /// A real viewer uploads the bytes as a texture.
    private func draw(_ picture: CVPixelBuffer) {
        guard CVPixelBufferLockBaseAddress(picture, .readOnly) == kCVReturnSuccess else { return }
        defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(picture) else { return }
        let bytesPerRow = CVPixelBufferGetBytesPerRow(picture)
        for y in stride(from: 0, to: CVPixelBufferGetHeight(picture), by: 8) {
            brightness &+= Int(base.load(fromByteOffset: y * bytesPerRow, as: UInt8.self))
        }
        shownPictures += 1
    }
}

extension Viewer: ZegoEventHandler {
    func onRoomStateUpdate(
        _ state: ZegoRoomState, errorCode: Int32, extendedData: [AnyHashable: Any]?, roomID: String
    ) {
        guard state == .disconnected else { return }
        hasEnded = true
        wake()
    }

    func onRoomStreamUpdate(
        _ updateType: ZegoUpdateType, streamList: [ZegoStream], extendedData: [AnyHashable: Any]?, roomID: String
    ) {
        for stream in streamList {
            switch updateType {
            case .add where playing.insert(stream.streamID).inserted:
                ZegoExpressEngine.shared().startPlayingStream(stream.streamID)
            case .delete where playing.remove(stream.streamID) != nil:
                ZegoExpressEngine.shared().stopPlayingStream(stream.streamID)
            default: break
            }
        }
    }
}
