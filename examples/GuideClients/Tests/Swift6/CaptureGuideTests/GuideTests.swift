import AVFoundation
import Testing

#if swift(>=6)
    @testable import CaptureGuide
#else
    @testable import CaptureGuideSwift5
#endif

@Suite("Capture guide")
struct GuideTests {
    private typealias Client = Notes & AVCaptureVideoDataOutputSampleBufferDelegate

    /// A running session with the client, on a camera of exactly 30 frames per second.
    private func run(_ client: any Client, _ body: (EmulatedCameras, AVCaptureVideoDataOutput) -> Void) throws {
        let cameras = try EmulatedCameras([.exact(width: 64, height: 32)])
        try AVCaptureSession.emulation.withCameras(cameras) { cameras in
            let session = AVCaptureSession()
            let device = try #require(AVCaptureDevice.default(for: .video))
            session.addInput(try AVCaptureDeviceInput(device: device))
            let output = AVCaptureVideoDataOutput()
            output.videoSettings = [
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
            ]
            output.setSampleBufferDelegate(client, queue: client.queue)
            session.addOutput(output)
            session.startRunning()
            body(cameras, output)
            session.stopRunning()
        }
    }

    @Test("all spellings of the delegate are called, and all forms of the reason are read", arguments: 0..<7)
    func spellings(number: Int) throws {
        let clients: [any Client] = [
            Swift2Client(), Swift3Client(), Swift4Client(), TypedClient(), DictionaryClient(), PropagatedClient(),
            PropagatedValueClient(),
        ]
        let client = clients[number]
        try run(client) { cameras, _ in
            cameras.occupancy = 0.05
            cameras.advance(seconds: 0.19)
            cameras.occupancy = 0
            cameras.advance(seconds: 0.1)
            cameras.loseFrames(2)
            cameras.advance(seconds: 0.1)
            #expect(client.reasons == ["late", "late", "late", "discontinuity"])
            #expect(client.frames == 7)
            #expect(client.images == 7)
        }
    }

    @Test("a client that implements neither method fails nowhere, and is reported")
    func silent() throws {
        let client = SilentClient()
        try run(client) { cameras, output in
            cameras.advance(seconds: 1)
            #expect(AVCaptureSession.emulation.statistics(of: output).delivered == 31)
            #expect(AVCaptureSession.emulation.violations.map(\.error.rule.id.rawValue) == ["AV-CALL-001"])
        }
    }

    @Test("a client that handles frames in didDrop gets buffers without an image")
    func dropHandler() throws {
        let client = DropHandler()
        try run(client) { cameras, _ in
            cameras.occupancy = 0.05
            cameras.advance(seconds: 0.99)
            #expect(client.frames == 15)
            #expect(client.images == 0)
            #expect(AVCaptureSession.emulation.violations.map(\.error.rule.id.rawValue) == ["AV-CALL-001"])
            #expect(AVCaptureSession.emulation.qualityFindings.map(\.error.rule.id.rawValue) == ["AV-QUALITY-001"])
        }
    }
}
