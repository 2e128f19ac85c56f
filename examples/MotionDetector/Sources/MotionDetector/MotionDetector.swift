import AVFoundation

/// Counts the frames in which something moves, and the frames that the camera dropped, by reason.
///
/// A test declares that its analysis takes ``analysisTime``, longer than the camera needs for the next frame.
public class MotionDetector: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    /// How long the analysis of a frame takes on the test's clock, in seconds; it does not wait.
    public static let analysisTime = 0.05

    /// The analysed frames.
    public private(set) var frames = 0
    /// The frames that differ from the one before.
    public private(set) var framesWithMotion = 0
    /// The dropped frames by reason.
    public private(set) var drops: [String: Int] = [:]
    let output = AVCaptureVideoDataOutput()
    let session = AVCaptureSession()
    let queue = DispatchQueue(label: "motion")
    private var previous: [UInt8] = []

    /// Captures with the default camera.
    public func start() throws {
        guard let camera = AVCaptureDevice.default(for: .video) else { return }
        session.addInput(try AVCaptureDeviceInput(device: camera))
        output.videoSettings = [
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        ]
        output.setSampleBufferDelegate(self, queue: queue)
        session.addOutput(output)
        session.startRunning()
    }

    /// Ends the capture.
    public func stop() { session.stopRunning() }

    /// `15 of 30 frames analysed, 14 with motion; dropped: 15 FrameWasLate`.
    public var report: String {
        let dropped = drops.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        let total = frames + drops.values.reduce(0, +)
        return "\(frames) of \(total) frames analysed, \(framesWithMotion) with motion; "
            + "dropped: \(dropped.isEmpty ? "none" : dropped)"
    }

    /// Copies the luma of every eighth row, and compares it with that of the previous frame.
    func analyse(_ sampleBuffer: CMSampleBuffer) {
        frames += 1
        guard let image = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        CVPixelBufferLockBaseAddress(image, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(image, .readOnly) }
        guard let start = CVPixelBufferGetBaseAddressOfPlane(image, 0) else { return }
        let (width, stride) = (CVPixelBufferGetWidth(image), CVPixelBufferGetBytesPerRowOfPlane(image, 0))
        var luma: [UInt8] = []
        for row in Swift.stride(from: 0, to: CVPixelBufferGetHeight(image), by: 8) {
            luma += UnsafeRawBufferPointer(start: start + row * stride, count: width)
        }
        if !previous.isEmpty, previous != luma { framesWithMotion += 1 }
        previous = luma
    }

    /// A new frame.
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        analyse(sampleBuffer)
    }

    /// A dropped frame.
    public func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        let reason = CMGetAttachment(
            sampleBuffer, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, attachmentModeOut: nil)
        drops[reason as? String ?? "unknown", default: 0] += 1
    }
}

/// The same with a bug: it keeps every sample buffer, so that the camera soon has none left.
public final class HoardingDetector: MotionDetector {
    private var history: [CMSampleBuffer] = []

    override func analyse(_ sampleBuffer: CMSampleBuffer) {
        super.analyse(sampleBuffer)
        history.append(sampleBuffer)
    }
}

/// Another bug: it handles frames in the method for dropped frames, which have no image.
public final class DropDetector: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    /// The calls of its only method.
    public private(set) var calls = 0
    /// The calls that had an image.
    public private(set) var images = 0
    let session = AVCaptureSession()
    let queue = DispatchQueue(label: "motion")

    /// Captures with the default camera.
    public func start() throws {
        guard let camera = AVCaptureDevice.default(for: .video) else { return }
        session.addInput(try AVCaptureDeviceInput(device: camera))
        let output = AVCaptureVideoDataOutput()
        output.setSampleBufferDelegate(self, queue: queue)
        session.addOutput(output)
        session.startRunning()
    }

    /// A dropped frame.
    public func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        calls += 1
        if CMSampleBufferGetImageBuffer(sampleBuffer) != nil { images += 1 }
    }
}
