import ZoomVideoSDK

/// Gets the frames of a user, on a thread of the SDK.
nonisolated final class Watcher: NSObject, ZoomVideoSDKRawDataPipeDelegate, @unchecked Sendable {
    // Safety: the lock.
    private let lock = NSLock()
    private var count = 0
    private var checksum = 0

    var frames: Int { lock.withLock { count } }

    func onPixelBuffer(_ pixelBuffer: CVPixelBuffer?, rotation: ZoomVideoSDKVideoRawDataRotation) {
        guard let pixelBuffer, CVPixelBufferLockBaseAddress(pixelBuffer, .readOnly) == kCVReturnSuccess else { return }
        defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly) }
        guard let luma = CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, 0) else { return }
        let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(pixelBuffer, 0)
        lock.withLock {
            count += 1
            for y in stride(from: 0, to: CVPixelBufferGetHeight(pixelBuffer), by: 8) {
                checksum &+= Int(luma.load(fromByteOffset: y * bytesPerRow, as: UInt8.self))
            }
        }
    }
}
