import AVFoundation

/// Captures from the first camera.
final class CameraClient: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
    private let session = AVCaptureSession()

    static func initialise() -> @Sendable () -> Void {
        let session = AVCaptureSession()
        return { session.stopRunning() }
    }

    static func join() throws -> Any {
        let client = CameraClient()
        guard let camera = AVCaptureDevice.default(for: .video) else { throw Rejected(call: "default(for:)") }
        client.session.addInput(try AVCaptureDeviceInput(device: camera))
        let output = AVCaptureVideoDataOutput()
        output.setSampleBufferDelegate(client, queue: DispatchQueue(label: "client"))
        client.session.addOutput(output)
        client.session.startRunning()
        return client
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}
}
