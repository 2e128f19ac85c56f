import AVFoundation

/// Captures from the first camera.
///
/// A mode makes it end after some frames: `fast`, `slow` with calls that are longer than a frame, `main`, which starts on
/// the main thread, and `loop`, which starts in the run loop of the main thread.
final class CameraClient: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    enum Mode: String {
        case fast, slow, main, loop
    }

    private let session = AVCaptureSession()
    private let mode: Mode?
    private var frames = 0

    private init(_ mode: Mode?) {
        self.mode = mode
    }

    static func initialise() -> @Sendable () -> Void {
        let session = AVCaptureSession()
        return { session.stopRunning() }
    }

    static func join() throws -> Any {
        let client = CameraClient(CommandLine.arguments.dropFirst(2).first.flatMap { Mode(rawValue: $0) })
        guard let camera = AVCaptureDevice.default(for: .video) else { throw Rejected(call: "default(for:)") }
        client.session.addInput(try AVCaptureDeviceInput(device: camera))
        let output = AVCaptureVideoDataOutput()
        output.setSampleBufferDelegate(client, queue: DispatchQueue(label: "client"))
        client.session.addOutput(output)
        let session = client.session
        switch client.mode {
        case nil, .main: session.startRunning()
        case .loop: DispatchQueue.main.async { session.startRunning() }
        case .fast, .slow: DispatchQueue(label: "session").async { session.startRunning() }
        }
        return client
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard let mode else { return }
        // An analysis that takes nine frames: longer than what a busy machine delays.
        if mode == .slow { Thread.sleep(forTimeInterval: 0.3) }
        frames += 1
        if frames == (mode == .slow ? 10 : 20) { DispatchQueue.main.async { exit(0) } }
    }
}
