import AVFoundation

/// An output that knows what it is for, as clients with several outputs have them.
class PurposeOutput: AVCaptureVideoDataOutput, @unchecked Sendable {
    let purpose: String

    init(purpose: String) {
        self.purpose = purpose
        super.init()
    }
}

/// Shows portrait frames at 60 per second in a layer, and notes when the camera is taken away.
class PortraitRecorder: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    let session = AVCaptureSession()
    let output = PurposeOutput(purpose: "display")
    let layer = AVSampleBufferDisplayLayer()
    let queue = DispatchQueue(label: "portrait")
    var sizes: [String] = []
    var interruptions: [AVCaptureSession.InterruptionReason] = []
    private var observer: NSObjectProtocol?

    override init() {
        super.init()
        observer = NotificationCenter.default.addObserver(
            forName: AVCaptureSession.wasInterruptedNotification, object: session, queue: nil
        ) { [weak self] notification in
            guard let number = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int,
                let reason = AVCaptureSession.InterruptionReason(rawValue: number)
            else { return }
            self?.interruptions.append(reason)
        }
    }

    func setUp() -> Bool {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .hd1280x720
        guard let device = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back),
            let input = try? AVCaptureDeviceInput(device: device), session.canAddInput(input)
        else { return false }
        session.addInput(input)
        output.setSampleBufferDelegate(self, queue: queue)
        guard session.canAddOutput(output) else { return false }
        session.addOutput(output)
        guard let connection = output.connection(with: .video) else { return false }
        if connection.isVideoRotationAngleSupported(90) { connection.videoRotationAngle = 90 }
        if connection.isVideoMirroringSupported { connection.isVideoMirrored = device.position == .front }
        if connection.isVideoStabilizationSupported { connection.preferredVideoStabilizationMode = .auto }
        let fast = device.formats.first { format in
            let size = CMVideoFormatDescriptionGetDimensions(format.formatDescription)
            return size.height == 720 && format.videoSupportedFrameRateRanges.contains { $0.maxFrameRate >= 60 }
        }
        guard let fast, (try? device.lockForConfiguration()) != nil else { return false }
        device.activeFormat = fast
        device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 60)
        device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 60)
        device.unlockForConfiguration()
        return session.sessionPreset == .inputPriority
    }

    func stop() { session.stopRunning() }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard let image = CMSampleBufferGetImageBuffer(sampleBuffer), let copy = display(image, sampleBuffer) else {
            return
        }
        sizes.append("\(CVPixelBufferGetWidth(image))x\(CVPixelBufferGetHeight(image))")
        if layer.status == .failed { layer.flush() }
        layer.enqueue(copy)
    }

    /// The image in a sample buffer that is shown at once.
    private func display(_ image: CVImageBuffer, _ sampleBuffer: CMSampleBuffer) -> CMSampleBuffer? {
        var format: CMVideoFormatDescription?
        CMVideoFormatDescriptionCreateForImageBuffer(
            allocator: kCFAllocatorDefault, imageBuffer: image, formatDescriptionOut: &format)
        guard let format else { return nil }
        var timing = CMSampleTimingInfo(
            duration: CMSampleBufferGetDuration(sampleBuffer),
            presentationTimeStamp: CMSampleBufferGetPresentationTimeStamp(sampleBuffer), decodeTimeStamp: .invalid)
        var result: CMSampleBuffer?
        CMSampleBufferCreateForImageBuffer(
            allocator: kCFAllocatorDefault, imageBuffer: image, dataReady: true, makeDataReadyCallback: nil,
            refcon: nil, formatDescription: format, sampleTiming: &timing, sampleBufferOut: &result)
        guard let result else { return nil }
        if let attachments = CMSampleBufferGetSampleAttachmentsArray(result, createIfNecessary: true) {
            let dictionary = unsafeBitCast(CFArrayGetValueAtIndex(attachments, 0), to: CFMutableDictionary.self)
            CFDictionarySetValue(
                dictionary, Unmanaged.passUnretained(kCMSampleAttachmentKey_DisplayImmediately).toOpaque(),
                Unmanaged.passUnretained(kCFBooleanTrue).toOpaque())
        }
        return result
    }
}
