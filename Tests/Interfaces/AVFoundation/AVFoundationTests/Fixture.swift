import AVFoundation
import CameraCapture
import ProductionStudio
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

/// What a delegate got.
enum CaptureEvent: Hashable, Sendable, CustomStringConvertible {
    case frame(Int64)
    case drop(Int64, String)

    var time: Int64 {
        switch self {
        case .frame(let time), .drop(let time, _): time
        }
    }

    var isFrame: Bool { if case .frame = self { true } else { false } }

    var description: String {
        switch self {
        case .frame(let time): "frame \(time)"
        case .drop(let time, let reason): "\(reason) \(time)"
        }
    }
}

/// A delegate in the current spelling, with its behaviour as closures.
final class FrameClient: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    // Safety: the closures are set before frames arrive.
    let events = Recorder<CaptureEvent>()
    let drops = Recorder<CMSampleBuffer>()
    var onFrame: (CMSampleBuffer) -> Void = { _ in }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        events.record(.frame(sampleBuffer.presentationTimeStamp.value))
        onFrame(sampleBuffer)
    }

    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        let reason = CMGetAttachment(
            sampleBuffer, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, attachmentModeOut: nil)
        events.record(.drop(sampleBuffer.presentationTimeStamp.value, reason as? String ?? "none"))
        drops.record(sampleBuffer)
    }

    var frameTimes: [Int64] { events.all.filter(\.isFrame).map(\.time) }
    var reasons: [String] {
        events.all.compactMap { if case .drop(_, let reason) = $0 { reason } else { nil } }
    }
}

/// A running session with a camera, an output and a delegate.
struct CaptureFixture {
    let session = AVCaptureSession()
    let output = AVCaptureVideoDataOutput()
    let queue: DispatchQueue

    init(
        _ client: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
        queue: DispatchQueue = DispatchQueue(label: "test.capture"), starts: Bool = true,
        _ prepare: (AVCaptureVideoDataOutput) -> Void = { _ in }
    ) throws {
        self.queue = queue
        let device = try #require(AVCaptureDevice.default(for: .video))
        session.addInput(try AVCaptureDeviceInput(device: device))
        prepare(output)
        if let client { output.setSampleBufferDelegate(client, queue: queue) }
        session.addOutput(output)
        if starts { session.startRunning() }
    }

    /// Ends the session, which must exist as long as frames are wanted.
    func end() { session.stopRunning() }

    var statistics: AVCaptureSession.Statistics { AVCaptureSession.emulation.statistics(of: output) }
}

/// The rules of the violations and warnings so far.
var reported: [String] { AVCaptureSession.emulation.violations.map(\.error.rule.id.rawValue) }

/// The capture time of a frame at exactly 30 per second.
func time(_ frame: Int64) -> Int64 { MediaTime(count: frame, rate: .thirty).nanoseconds }

/// Runs `body` with a small camera of exactly 30 frames per second.
func withCamera(
    poolSize: Int = 15, endsProgram: Bool = true, width: Int = 32, height: Int = 16,
    _ body: (EmulatedCameras) throws -> Void
) throws {
    let cameras = try EmulatedCameras([.exact(width: width, height: height)], poolSize: poolSize)
    try AVCaptureSession.emulation.withCameras(cameras, endsProgram: endsProgram, body)
}

extension CVPixelBuffer {
    /// The bytes of a plane, padding included.
    func bytes(ofPlane plane: Int = 0) -> [UInt8] {
        CVPixelBufferLockBaseAddress(self, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
        guard let start = CVPixelBufferGetBaseAddressOfPlane(self, plane) else { return [] }
        let count = CVPixelBufferGetBytesPerRowOfPlane(self, plane) * CVPixelBufferGetHeightOfPlane(self, plane)
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
