import AVFoundation

/// Gets the frames of the camera on the main queue.
final class Preview: NSObject {
    private let session = AVCaptureSession()
    /// Starting and stopping block.
    private let sessionQueue = DispatchQueue(label: "session")
    private let output = AVCaptureVideoDataOutput()
    private var brightness = 0
    private(set) var shownFrames = 0
    private(set) var droppedFrames = 0

    func configure() -> Bool {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        guard let camera = AVCaptureDevice.default(for: .video), let input = try? AVCaptureDeviceInput(device: camera),
            session.canAddInput(input)
        else { return false }
        session.addInput(input)
        output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
        output.alwaysDiscardsLateVideoFrames = true
        output.setSampleBufferDelegate(self, queue: .main)
        guard session.canAddOutput(output) else { return false }
        session.addOutput(output)
        return true
    }

    func start() async { await onSessionQueue { $0.startRunning() } }
    func stop() async { await onSessionQueue { $0.stopRunning() } }

    private func onSessionQueue(_ body: @escaping @Sendable (AVCaptureSession) -> Void) async {
        let session = session
        await withCheckedContinuation { continuation in
            sessionQueue.async {
                body(session)
                continuation.resume()
            }
        }
    }
}

extension Preview: AVCaptureVideoDataOutputSampleBufferDelegate {
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard let image = CMSampleBufferGetImageBuffer(sampleBuffer),
            CVPixelBufferLockBaseAddress(image, .readOnly) == kCVReturnSuccess
        else { return }
        defer { CVPixelBufferUnlockBaseAddress(image, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(image) else { return }
        let bytesPerRow = CVPixelBufferGetBytesPerRow(image)
        for y in stride(from: 0, to: CVPixelBufferGetHeight(image), by: 8) {
            brightness &+= Int(base.load(fromByteOffset: y * bytesPerRow, as: UInt8.self))
        }
        shownFrames += 1
    }

    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        droppedFrames += 1
    }
}
