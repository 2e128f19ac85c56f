import AVFoundation

/// The symbols that public clients use, in the forms in which they use them.
class VideoCapture: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    let captureSession = AVCaptureSession()
    let videoOutput = AVCaptureVideoDataOutput()
    let queue = DispatchQueue(label: "camera-queue")
    var previewLayer: AVCaptureVideoPreviewLayer?
    var desiredFrameRate = 30
    var lastTimestamp = CMTime()
    var ages: [Double] = []
    var lumas: [Int] = []

    /// As clients do that share the audio session with others.
    func keepAudioSession() { captureSession.usesApplicationAudioSession = false }

    func setUpCamera(sessionPreset: AVCaptureSession.Preset) -> Bool {
        captureSession.beginConfiguration()
        captureSession.sessionPreset = sessionPreset
        guard let captureDevice = AVCaptureDevice.default(for: AVMediaType.video) else { return false }
        guard let videoInput = try? AVCaptureDeviceInput(device: captureDevice) else { return false }
        if captureSession.canAddInput(videoInput) { captureSession.addInput(videoInput) }

        let previewLayer = AVCaptureVideoPreviewLayer(session: captureSession)
        previewLayer.videoGravity = AVLayerVideoGravity.resizeAspect
        previewLayer.connection?.videoOrientation = .portrait
        previewLayer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        self.previewLayer = previewLayer

        let settings: [String: Any] = [
            kCVPixelBufferPixelFormatTypeKey as String: NSNumber(value: kCVPixelFormatType_32BGRA)
        ]
        videoOutput.videoSettings = settings
        videoOutput.alwaysDiscardsLateVideoFrames = true
        videoOutput.setSampleBufferDelegate(self, queue: queue)
        if captureSession.canAddOutput(videoOutput) { captureSession.addOutput(videoOutput) }
        if let connection = videoOutput.connection(with: AVMediaType.video) {
            if connection.isVideoOrientationSupported { connection.videoOrientation = .portrait }
            if connection.isVideoRotationAngleSupported(90) { connection.videoRotationAngle = 90 }
            if connection.isVideoMirroringSupported { connection.isVideoMirrored = true }
        }
        let activeDimensions = CMVideoFormatDescriptionGetDimensions(captureDevice.activeFormat.formatDescription)
        for vFormat in captureDevice.formats {
            let dimensions = CMVideoFormatDescriptionGetDimensions(vFormat.formatDescription)
            let ranges = vFormat.videoSupportedFrameRateRanges as [AVFrameRateRange]
            if let frameRate = ranges.first, frameRate.maxFrameRate >= Double(desiredFrameRate),
                frameRate.minFrameRate <= Double(desiredFrameRate), activeDimensions.width == dimensions.width,
                activeDimensions.height == dimensions.height,
                CMFormatDescriptionGetMediaSubType(vFormat.formatDescription) == 875704422
            {
                do {
                    try captureDevice.lockForConfiguration()
                    captureDevice.activeFormat = vFormat as AVCaptureDevice.Format
                    captureDevice.activeVideoMinFrameDuration = CMTimeMake(
                        value: 1, timescale: Int32(desiredFrameRate))
                    captureDevice.activeVideoMaxFrameDuration = CMTimeMake(
                        value: 1, timescale: Int32(desiredFrameRate))
                    captureDevice.unlockForConfiguration()
                    break
                } catch {
                    continue
                }
            }
        }
        captureSession.commitConfiguration()
        return true
    }

    /// Switches the camera, as clients of video calls do.
    func setCaptureDevice(_ device: AVCaptureDevice) {
        let currentInput = (captureSession.inputs as? [AVCaptureDeviceInput])?.first
        if let name = currentInput?.device.localizedName, name == device.uniqueID { return }
        guard let newInput = try? AVCaptureDeviceInput(device: device) else { return }
        captureSession.beginConfiguration()
        if let currentInput { captureSession.removeInput(currentInput) }
        if captureSession.canAddInput(newInput) { captureSession.addInput(newInput) }
        if captureSession.canSetSessionPreset(.vga640x480) { captureSession.sessionPreset = .vga640x480 }
        captureSession.commitConfiguration()
    }

    func start() { if !captureSession.isRunning { captureSession.startRunning() } }
    func stop() { if captureSession.isRunning { captureSession.stopRunning() } }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        let timestamp = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
        let deltaTime = timestamp - lastTimestamp
        if deltaTime.isValid, deltaTime <= CMTimeMake(value: 0, timescale: Int32(desiredFrameRate)) { return }
        lastTimestamp = timestamp
        if let clock = captureSession.synchronizationClock {
            let host = CMSyncConvertTime(timestamp, from: clock, to: CMClockGetHostTimeClock())
            ages.append(CMTimeGetSeconds(CMClockGetTime(CMClockGetHostTimeClock()) - host))
        }
        guard let imageBuffer: CVImageBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        CVPixelBufferLockBaseAddress(imageBuffer, CVPixelBufferLockFlags(rawValue: 0))
        defer { CVPixelBufferUnlockBaseAddress(imageBuffer, CVPixelBufferLockFlags(rawValue: 0)) }
        guard let base = CVPixelBufferGetBaseAddress(imageBuffer) else { return }
        let bytesPerRow = CVPixelBufferGetBytesPerRow(imageBuffer)
        let buffer = base.assumingMemoryBound(to: UInt8.self)
        lumas.append(Int(buffer[(CVPixelBufferGetHeight(imageBuffer) / 2) * bytesPerRow + 1]))
    }
}
