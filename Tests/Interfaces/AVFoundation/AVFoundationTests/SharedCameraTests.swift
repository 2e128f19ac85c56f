import AVFoundation
import CameraCapture
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

/// Notes the interruptions of a session.
private final class Interruptions {
    let log = Recorder<String>()
    private var tokens: [any NSObjectProtocol] = []

    init(of session: AVCaptureSession) {
        let center = NotificationCenter.default
        tokens = [
            center.addObserver(forName: .AVCaptureSessionWasInterrupted, object: session, queue: nil) { [log] in
                let number = $0.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
                let reason = number.flatMap { AVCaptureSession.InterruptionReason(rawValue: $0) }
                log.record(reason.map { "\($0)" } ?? "no reason")
            },
            center.addObserver(forName: .AVCaptureSessionInterruptionEnded, object: session, queue: nil) { [log] _ in
                log.record("ended")
            },
        ]
    }

    deinit {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }
}

@Suite("Capture: two sessions and one camera")
struct SharedCameraTests {
    @Test("a second session interrupts the first one, which runs again when the second one stops: AV-SESSION-011")
    func interrupted() throws {
        try withCamera { cameras in
            let (first, second) = (FrameClient(), FrameClient())
            let (one, other) = (try CaptureFixture(first), try CaptureFixture(second, starts: false))
            let interruptions = Interruptions(of: one.session)
            cameras.advance(seconds: 0.05)
            #expect(reported == [])
            other.session.startRunning()
            #expect(reported == ["AV-SESSION-011"])
            #expect(one.session.isInterrupted)
            #expect(!one.session.isRunning)
            #expect(other.session.isRunning)
            cameras.advance(seconds: 0.1)
            #expect(first.frameTimes == [time(0), time(1)])
            #expect(second.frameTimes == [time(2), time(3), time(4)])
            other.end()
            #expect(one.session.isRunning)
            cameras.advance(seconds: 0.05)
            #expect(first.frameTimes.last == time(6))
            #expect(interruptions.log.all == ["videoDeviceInUseByAnotherClient", "ended"])
            one.end()
            #expect(AVCaptureSession.emulation.violations.map(\.count) == [1])
        }
    }

    @Test("a session that is started again takes the camera back; a released one gives it back")
    func turns() throws {
        try withCamera { cameras in
            let (first, second) = (FrameClient(), FrameClient())
            let one = try CaptureFixture(first)
            var other: CaptureFixture? = try CaptureFixture(second)
            one.end()
            one.session.startRunning()
            #expect(one.session.isRunning)
            #expect(other?.session.isInterrupted == true)
            one.end()
            #expect(other?.session.isRunning == true)
            one.session.startRunning()
            other?.session.startRunning()
            #expect(one.session.isRunning)
            one.end()
            one.session.startRunning()
            other?.end()
            other?.session.startRunning()
            #expect(one.session.isInterrupted)
            cameras.advance(seconds: 0.5)
            other = nil
            #expect(one.session.isRunning)
            one.end()
        }
    }

    @Test("sessions that follow each other, or have a camera each, are silent")
    func correct() throws {
        let front = EmulatedCameras.Camera("Front", position: .front, width: 32, height: 16)
        let cameras = try EmulatedCameras([.exact(width: 32, height: 16), front])
        try AVCaptureSession.emulation.withCameras(cameras) { cameras in
            let (first, second) = (FrameClient(), FrameClient())
            let (one, other) = (try CaptureFixture(first), try CaptureFixture(second, starts: false))
            cameras.advance(seconds: 0.1)
            one.end()
            other.session.startRunning()
            cameras.advance(seconds: 0.1)
            let device = try #require(
                AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front))
            let third = AVCaptureSession()
            third.addInput(try AVCaptureDeviceInput(device: device))
            third.startRunning()
            cameras.advance(seconds: 0.1)
            #expect(other.session.isRunning)
            #expect(third.isRunning)
            #expect(reported == [])
            other.end()
            third.stopRunning()
        }
    }
}
