import AVFoundation
import MotionDetector
import Testing

@Suite("Motion detector")
struct MotionDetectorTests {
    /// Runs a detector for 30 frames of a camera; each call takes `occupancy` seconds of the camera's time.
    private func withCamera(occupancy: Double, _ body: (EmulatedCameras) throws -> Void) throws {
        let cameras = try EmulatedCameras([.exact(width: 320, height: 180)])
        cameras.occupancy = occupancy
        try AVCaptureSession.emulation.withCameras(cameras, body)
    }

    /// The rules of the violations and warnings so far.
    private var rules: [String] { AVCaptureSession.emulation.violations.map(\.error.rule.id.rawValue) }

    @Test("the detector gets every second frame, and reports the others as late")
    func slow() throws {
        try withCamera(occupancy: MotionDetector.analysisTime) { cameras in
            let detector = MotionDetector()
            try detector.start()
            cameras.advance(seconds: 0.99)
            print(detector.report)
            #expect(detector.report == "15 of 30 frames analysed, 14 with motion; dropped: 15 FrameWasLate")
            cameras.loseFrames(3)
            cameras.advance(seconds: 0.5)
            #expect(detector.drops["Discontinuity"] == 1)
            #expect(rules == [])
            let finding = try #require(AVCaptureSession.emulation.qualityFindings.first)
            #expect(finding.error.rule.id.rawValue == "AV-QUALITY-001")
            #expect(finding.error.message.hasPrefix("22 of 45 frames were dropped as late"))
        }
    }

    @Test("one that keeps every buffer stops after 15 frames; the violation says how many it keeps, and since when")
    func hoarding() throws {
        try withCamera(occupancy: 0) { cameras in
            let detector = HoardingDetector()
            try detector.start()
            cameras.advance(seconds: 0.99)
            print(detector.report)
            #expect(detector.report == "15 of 30 frames analysed, 14 with motion; dropped: 15 OutOfBuffers")
            #expect(rules == ["AV-BUFFER-001"])
            let message = AVCaptureSession.emulation.violations.first?.error.message
            #expect(message == "15 of 15 buffers are kept, the oldest since 00:00:00.000")
        }
    }

    @Test("one that handles frames in didDrop never sees an image; the violation says that no method gets the frames")
    func drops() throws {
        try withCamera(occupancy: MotionDetector.analysisTime) { cameras in
            let detector = DropDetector()
            try detector.start()
            cameras.advance(seconds: 0.99)
            #expect(detector.calls == 15)
            #expect(detector.images == 0)
            #expect(rules == ["AV-CALL-001"])
        }
    }
}
