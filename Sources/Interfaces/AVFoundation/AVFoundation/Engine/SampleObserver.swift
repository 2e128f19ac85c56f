import CameraCapture
import FacadeSupport
import MediaReceiving
import StudioCore

/// Connects a delegate to the native output: makes sample buffers of frames and of drops.
final class SampleObserver: CaptureObserver {
    private let delegate: WeakReference<any AVCaptureVideoDataOutputSampleBufferDelegate>
    private let output: WeakReference<AVCaptureVideoDataOutput>
    private let isolation = IsolationCheck<any AVCaptureVideoDataOutputSampleBufferDelegate>()

    init(_ delegate: any AVCaptureVideoDataOutputSampleBufferDelegate, of output: AVCaptureVideoDataOutput) {
        self.delegate = WeakReference(delegate)
        self.output = WeakReference(output)
    }

    var object: (any AVCaptureVideoDataOutputSampleBufferDelegate)? { delegate.object }

    func receive(_ frame: KeptFrame, duration: MediaTime) -> CaptureReception {
        guard let delegate = delegate.object else { return .gone }
        guard let output = output.object, let connection = output.deliveringConnection else { return .reached }
        let image = CVPixelBuffer(frame, PixelBufferRules.capture)
        let format = CMFormatDescription(
            CVPixelBufferGetPixelFormatType(image), width: CVPixelBufferGetWidth(image),
            height: CVPixelBufferGetHeight(image))
        let buffer = CMSampleBuffer(
            image, at: CMClock.hostTimeClock.time(of: frame.description.time), duration: CMTime(duration),
            format: format)
        delegate.captureOutput(output, didOutput: buffer, from: connection)
        if buffer.isUnreached { return .unreached }
        isolation.check(delegate) { CaptureEngine.shared.report($0, isRefusal: false) }
        return .reached
    }

    func receive(_ drop: CaptureDrop) -> CaptureReception {
        guard let delegate = delegate.object else { return .gone }
        guard let output = output.object, let connection = output.deliveringConnection else { return .reached }
        let format = CMFormatDescription(
            drop.layout.format.code(drop.range), width: drop.layout.width, height: drop.layout.height)
        let buffer = CMSampleBuffer(
            droppedAt: CMClock.hostTimeClock.time(of: drop.time), duration: CMTime(drop.duration), format: format,
            reason: drop.reason.text)
        delegate.captureOutput(output, didDrop: buffer, from: connection)
        return .reached
    }
}

/// Connects a delegate to the native output: makes sample buffers of audio.
final class AudioSampleObserver: CaptureAudioObserver {
    private let delegate: WeakReference<any AVCaptureAudioDataOutputSampleBufferDelegate>
    private let output: WeakReference<AVCaptureAudioDataOutput>
    private let isolation = IsolationCheck<any AVCaptureAudioDataOutputSampleBufferDelegate>()

    init(_ delegate: any AVCaptureAudioDataOutputSampleBufferDelegate, of output: AVCaptureAudioDataOutput) {
        self.delegate = WeakReference(delegate)
        self.output = WeakReference(output)
    }

    var object: (any AVCaptureAudioDataOutputSampleBufferDelegate)? { delegate.object }

    func receive(_ block: CaptureAudioBlock) -> CaptureReception {
        guard let delegate = delegate.object else { return .gone }
        guard let output = output.object, let connection = output.deliveringConnection else { return .reached }
        let data = CMBlockBuffer(block.bytes, owner: block)
        let time = CMClock.hostTimeClock.time(of: block.time)
        let buffer = CMSampleBuffer(data, at: time, AudioStreamBasicDescription(block.form))
        delegate.captureOutput(output, didOutput: buffer, from: connection)
        if buffer.isUnreached { return .unreached }
        isolation.check(delegate) { CaptureEngine.shared.report($0, isRefusal: false) }
        return .reached
    }
}

extension CaptureDrop.Reason {
    /// The vendor's text.
    var text: CFString {
        switch self {
        case .frameWasLate: kCMSampleBufferDroppedFrameReason_FrameWasLate
        case .outOfBuffers: kCMSampleBufferDroppedFrameReason_OutOfBuffers
        case .discontinuity: kCMSampleBufferDroppedFrameReason_Discontinuity
        }
    }
}

/// A pixel format of the output.
enum VideoPixelFormat: CaseIterable {
    // Efficient first.
    case biPlanarFull
    case biPlanarVideo
    case planar
    case bgra

    /// `nil` for a code that the output does not have.
    init?(_ code: Int) {
        guard let format = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = format
    }

    var code: OSType { native.format.code(native.range) }

    var native: (format: PixelFormat, range: VideoRange) {
        switch self {
        case .biPlanarFull: (.nv12, .full)
        case .biPlanarVideo: (.nv12, .limited)
        case .planar: (.i420, .limited)
        case .bgra: (.bgra, .full)
        }
    }
}
