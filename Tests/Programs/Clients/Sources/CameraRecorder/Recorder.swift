import AVFoundation

/// Records the camera and the microphone. One serial queue configures the session, another one gets the buffers.
final class Recorder: NSObject {
    private let session = AVCaptureSession()
    private let sessionQueue = DispatchQueue(label: "session")
    private let bufferQueue = DispatchQueue(label: "buffers")
    private let videoOutput = AVCaptureVideoDataOutput()
    private let audioOutput = AVCaptureAudioDataOutput()
    // The queue of the buffers owns these.
    private var frames = 0
    private var audioBuffers = 0
    private var checksum = 0

    func begin(seconds: Double) {
        AVCaptureDevice.requestAccess(for: .video) { [self] isGranted in
            guard isGranted else { return quit("the camera may not be used") }
            sessionQueue.async { [self] in start(seconds: seconds) }
        }
    }

    private func start(seconds: Double) {
        guard configure() else { return quit("the camera cannot be used") }
        for name in [AVCaptureSession.wasInterruptedNotification, AVCaptureSession.interruptionEndedNotification] {
            _ = NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
                print($0.name.rawValue)
            }
        }
        session.startRunning()
        sessionQueue.asyncAfter(deadline: .now() + seconds) { [self] in
            session.stopRunning()
            quit("recorded")
        }
    }

    private func configure() -> Bool {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        guard let camera = AVCaptureDevice.default(for: .video), let input = try? AVCaptureDeviceInput(device: camera),
            session.canAddInput(input)
        else { return false }
        session.addInput(input)
        if session.canSetSessionPreset(.vga640x480) { session.sessionPreset = .vga640x480 }
        videoOutput.videoSettings = [
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        ]
        videoOutput.setSampleBufferDelegate(self, queue: bufferQueue)
        guard session.canAddOutput(videoOutput) else { return false }
        session.addOutput(videoOutput)
        guard let microphone = AVCaptureDevice.default(for: .audio),
            let sound = try? AVCaptureDeviceInput(device: microphone), session.canAddInput(sound)
        else { return true }
        session.addInput(sound)
        audioOutput.setSampleBufferDelegate(self, queue: bufferQueue)
        if session.canAddOutput(audioOutput) { session.addOutput(audioOutput) }
        return true
    }

    private func quit(_ reason: String) {
        bufferQueue.sync { print("\(reason); \(frames) frames, \(audioBuffers) audio buffers") }
        DispatchQueue.main.async { exit(0) }
    }
}

extension Recorder: AVCaptureVideoDataOutputSampleBufferDelegate, AVCaptureAudioDataOutputSampleBufferDelegate {
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        if output === audioOutput {
            audioBuffers += CMSampleBufferGetDataBuffer(sampleBuffer) == nil ? 0 : 1
        } else if let image = CMSampleBufferGetImageBuffer(sampleBuffer) {
            frames += 1
            read(image)
        }
    }

    private func read(_ image: CVImageBuffer) {
        guard CVPixelBufferLockBaseAddress(image, .readOnly) == kCVReturnSuccess else { return }
        defer { CVPixelBufferUnlockBaseAddress(image, .readOnly) }
        guard let luma = CVPixelBufferGetBaseAddressOfPlane(image, 0) else { return }
        let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(image, 0)
        for y in stride(from: 0, to: CVPixelBufferGetHeightOfPlane(image, 0), by: 8) {
            checksum &+= Int(luma.load(fromByteOffset: y * bytesPerRow, as: UInt8.self))
        }
    }
}
