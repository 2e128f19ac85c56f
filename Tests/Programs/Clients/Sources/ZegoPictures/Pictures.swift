import ZegoExpressEngine

/// Keeps the latest picture of each source, which comes on a thread of the SDK.
nonisolated final class Pictures: NSObject, ZegoCustomVideoRenderHandler, @unchecked Sendable {
    // Safety: the lock.
    private let lock = NSLock()
    private var latest: [String: CVPixelBuffer] = [:]

    /// The pictures that came since the last call.
    func takeLatest() -> [CVPixelBuffer] {
        lock.withLock {
            defer { latest = [:] }
            return Array(latest.values)
        }
    }

    func onCapturedVideoFrameCVPixelBuffer(
        _ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode, channel: ZegoPublishChannel
    ) {
        keep(buffer, of: "preview")
    }

    func onRemoteVideoFrameCVPixelBuffer(_ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, streamID: String) {
        keep(buffer, of: streamID)
    }

    private func keep(_ buffer: CVPixelBuffer, of source: String) {
        lock.withLock { latest[source] = buffer }
    }
}
