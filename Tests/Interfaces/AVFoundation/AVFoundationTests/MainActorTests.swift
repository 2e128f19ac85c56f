import AVFoundation
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

/// Clients on the main actor, as Swift 6 has them.
// One after the other: a test that occupies the main actor must not wait for one that awaits there.
@Suite("Capture: clients on the main actor", .serialized)
struct MainActorTests {
    @MainActor private final class Model: NSObject, @preconcurrency AVCaptureVideoDataOutputSampleBufferDelegate {
        private(set) var frames = 0

        func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
        ) { frames += 1 }
    }

    /// A class whose conformance is isolated, as default isolation makes it.
    @MainActor private final class Isolated: NSObject, @MainActor AVCaptureVideoDataOutputSampleBufferDelegate {
        func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
        ) {}
    }

    /// The same for audio.
    @MainActor private final class IsolatedHearer: NSObject, @MainActor AVCaptureAudioDataOutputSampleBufferDelegate {
        nonisolated let buffers = Recorder<Int>()

        func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
        ) { buffers.record(CMSampleBufferGetNumSamples(sampleBuffer)) }
    }

    @MainActor private func start(
        _ delegate: any AVCaptureVideoDataOutputSampleBufferDelegate, on queue: DispatchQueue
    ) throws -> AVCaptureSession {
        let session = AVCaptureSession()
        let output = AVCaptureVideoDataOutput()
        output.setSampleBufferDelegate(delegate, queue: queue)
        session.addInput(try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
        session.addOutput(output)
        session.startRunning()
        return session
    }

    @MainActor private func advance(_ cameras: EmulatedCameras) { cameras.advance(seconds: 0.5) }

    @Test("get frames on the main queue, whether or not a test occupies it", arguments: [true, false])
    @MainActor func frames(_ isOccupied: Bool) async throws {
        let model = Model()
        try await AVCaptureSession.emulation.withCamerasAsync(try EmulatedCameras([.exact()])) { cameras in
            let session = try start(model, on: .main)
            if isOccupied { advance(cameras) } else { await cameras.advance(seconds: 0.5) }
            session.stopRunning()
        }
        #expect(model.frames >= 14)
    }

    @Test("RX-CALL-001 frames on another queue than the main one are named for an isolated conformance")
    @MainActor func isolatedConformance() async throws {
        for (queue, expected) in [(DispatchQueue(label: "frames"), ["RX-CALL-001"]), (.main, [])] {
            try await AVCaptureSession.emulation.withCamerasAsync(try EmulatedCameras([.exact()])) { cameras in
                let delegate = Isolated()
                let session = try start(delegate, on: queue)
                advance(cameras)
                session.stopRunning()
                #expect(
                    AVCaptureSession.emulation.violations.map(\.error.rule.id.rawValue).filter { $0 == "RX-CALL-001" }
                        == expected)
                withExtendedLifetime(delegate) {}
            }
        }
    }

    @MainActor private func start(
        _ delegate: any AVCaptureAudioDataOutputSampleBufferDelegate, on queue: DispatchQueue
    ) throws -> AVCaptureSession {
        let session = AVCaptureSession()
        let output = AVCaptureAudioDataOutput()
        output.setSampleBufferDelegate(delegate, queue: queue)
        session.addInput(try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .audio))))
        session.addOutput(output)
        session.startRunning()
        return session
    }

    @Test("RX-CALL-001 audio on another queue than the main one is named for an isolated conformance")
    @MainActor func isolatedAudio() async throws {
        for (queue, expected) in [(DispatchQueue(label: "audio"), ["RX-CALL-001"]), (.main, [])] {
            try await AVCaptureSession.emulation.withCamerasAsync(try EmulatedCameras([.exact()])) { cameras in
                let delegate = IsolatedHearer()
                let session = try start(delegate, on: queue)
                advance(cameras)
                session.stopRunning()
                #expect(reported.filter { $0 == "RX-CALL-001" } == expected)
                #expect(delegate.buffers.count > 0)
            }
        }
    }
}
