import AVFoundation
import Testing

#if swift(>=6)
    @testable import CaptureGuide
#else
    @testable import CaptureGuideSwift5
#endif

@Suite("Capture symbols")
struct ClientSymbolTests {
    @Test("the symbols of public clients exist, and their calls succeed")
    func symbols() throws {
        let front = EmulatedCameras.Camera("Front", position: .front, width: 640, height: 480)
        let cameras = try EmulatedCameras([.exact(width: 640, height: 480), front])
        try AVCaptureSession.emulation.withCameras(cameras) { cameras in
            let capture = VideoCapture()
            capture.keepAudioSession()
            #expect(!capture.captureSession.usesApplicationAudioSession)
            #expect(capture.setUpCamera(sessionPreset: .vga640x480))
            capture.start()
            cameras.advance(seconds: 0.49)
            #expect(capture.lumas.count == 15)
            #expect(capture.ages.count == 15)
            #expect(capture.ages.allSatisfy { $0 >= 0 && $0.isFinite })
            let device = try #require(
                AVCaptureDevice.DiscoverySession(
                    deviceTypes: [.builtInWideAngleCamera], mediaType: .video, position: .front
                ).devices.first)
            capture.setCaptureDevice(device)
            cameras.advance(seconds: 0.5)
            #expect(capture.lumas.count >= 29)
            capture.stop()
            #expect(!capture.captureSession.isRunning)
            #expect(AVCaptureSession.emulation.violations.isEmpty)
        }
    }

    @Test("a client with portrait frames at 60 per second, a layer and an interruption gets what it asks for")
    func portrait() throws {
        let cameras = try EmulatedCameras()
        AVCaptureSession.emulation.withCameras(cameras) { cameras in
            let recorder = PortraitRecorder()
            #expect(recorder.setUp())
            recorder.session.startRunning()
            cameras.advance(seconds: 0.5)
            #expect(recorder.sizes.last == "720x1280")
            #expect((28...32).contains(recorder.sizes.count))
            cameras.interrupt(.audioDeviceInUseByAnotherClient)
            #expect(recorder.interruptions == [.audioDeviceInUseByAnotherClient])
            #expect(recorder.session.isInterrupted)
            cameras.endInterruption()
            #expect(recorder.session.isRunning)
            recorder.stop()
            let layer = AVCaptureSession.emulation.statistics(of: recorder.layer)
            #expect(layer.enqueued == recorder.sizes.count)
            #expect(AVCaptureSession.emulation.violations.isEmpty)
        }
    }

    @Test("a client with frames and audio tells them apart by their output, and measures the level")
    func movie() throws {
        let cameras = try EmulatedCameras([.exact(width: 64, height: 32)])
        try AVCaptureSession.emulation.withCameras(cameras) { cameras in
            let recorder = MovieRecorder()
            let isReady = try recorder.setUp()
            #expect(isReady)
            #expect(recorder.writerSettings?[AVSampleRateKey] as? Double == 44_100)
            recorder.session.startRunning()
            cameras.advance(seconds: 1)
            #expect(recorder.frameTimes.count == 31)
            #expect(recorder.audioTimes.count == 42)
            #expect(recorder.audioTimes.map(\.seconds).allSatisfy { (0...1).contains($0) })
            // A tone of a fifth of full scale.
            #expect((-18 ... -16).contains(recorder.level))
            recorder.session.stopRunning()
            #expect(AVCaptureSession.emulation.violations.isEmpty)
        }
    }

    @Test("names that are only mentioned")
    func names() {
        let presets: [AVCaptureSession.Preset] = [
            .high, .medium, .low, .photo, .vga640x480, .hd1280x720, .hd1920x1080, .iFrame960x540,
        ]
        #expect(Set(presets).count == 8)
        let names: [Notification.Name] = [
            .AVCaptureSessionRuntimeError, .AVCaptureSessionWasInterrupted, .AVCaptureSessionInterruptionEnded,
        ]
        #expect(Set(names).count == 3)
        #expect(AVCaptureSession.runtimeErrorNotification == .AVCaptureSessionRuntimeError)
        let reasons: [AVCaptureOutput.DataDroppedReason] = [.none, .lateData, .outOfBuffers, .discontinuity]
        #expect(reasons.map(\.rawValue) == [0, 1, 2, 3])
        #expect(kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo == "DroppedFrameReasonInfo")
        #expect(kCMSampleBufferDroppedFrameReasonInfo_CameraModeSwitch == "CameraModeSwitch")
        #expect(CMSampleBuffer.AttachmentKey.droppedFrameReasonInfo.rawValue == "DroppedFrameReasonInfo")
    }
}
