import FacadeSupport
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import AVFoundation

/// An app that shows whether its camera is away, as the vendor's sample does.
private final class InterruptibleApp: NSObject, @unchecked Sendable {
    // Safety: the test calls it from one thread, and waits for callbacks.
    let session: AVCaptureSession
    let log = Recorder<String>()
    /// Whether it starts the session when it learns of the interruption, instead of waiting for its end.
    private let restarts: Bool
    /// Whether it stops the session first.
    var stopsFirst = false
    /// Whether it starts the session at each error.
    var restartsAtErrors = false
    private var tokens: [any NSObjectProtocol] = []

    init(_ session: AVCaptureSession, restarts: Bool = false) {
        (self.session, self.restarts) = (session, restarts)
        super.init()
        let center = NotificationCenter.default
        tokens = [
            center.addObserver(forName: .AVCaptureSessionWasInterrupted, object: session, queue: nil) { [weak self] in
                self?.wasInterrupted($0)
            },
            center.addObserver(
                forName: AVCaptureSession.interruptionEndedNotification, object: session, queue: nil
            ) { [weak self] _ in self?.log.record("ended, running \(self?.session.isRunning ?? false)") },
            center.addObserver(forName: .AVCaptureSessionRuntimeError, object: session, queue: nil) { [weak self] in
                let error = $0.userInfo?[AVCaptureSessionErrorKey] as? AVError
                self?.log.record("error \(error?.code.rawValue ?? 0)")
                if self?.restartsAtErrors == true { self?.session.startRunning() }
            },
        ]
    }

    deinit {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }

    private func wasInterrupted(_ notification: Notification) {
        let number = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
        let reason = number.flatMap { AVCaptureSession.InterruptionReason(rawValue: $0) }
        log.record("\(reason.map { "\($0)" } ?? "no reason"), interrupted \(session.isInterrupted)")
        if stopsFirst { session.stopRunning() }
        if restarts { session.startRunning() }
    }
}

@Suite("Capture: interruptions")
struct InterruptionTests {
    @Test("an app that waits for the end of an interruption gets frames again, and violates nothing")
    func patient() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            let app = InterruptibleApp(fixture.session)
            cameras.advance(seconds: 0.05)
            cameras.interrupt(.videoDeviceInUseByAnotherClient)
            #expect(!fixture.session.isRunning)
            #expect(fixture.session.isInterrupted)
            cameras.advance(seconds: 0.1)
            #expect(client.frameTimes == [time(0), time(1)])
            cameras.endInterruption()
            #expect(fixture.session.isRunning)
            cameras.advance(seconds: 0.05)
            #expect(client.frameTimes == [time(0), time(1), time(5), time(6)])
            #expect(client.reasons == [])
            #expect(
                app.log.all == ["videoDeviceInUseByAnotherClient, interrupted true", "ended, running true"])
            #expect(reported == [])
        }
    }

    @Test(
        "an app that starts the session meanwhile gets an error, and a diagnosis with the reason: AV-SESSION-007",
        arguments: [
            .videoDeviceInUseByAnotherClient, .videoDeviceNotAvailableWithMultipleForegroundApps,
            .videoDeviceNotAvailableDueToSystemPressure,
        ] as [AVCaptureSession.InterruptionReason])
    func impatient(reason: AVCaptureSession.InterruptionReason) throws {
        try withCamera { cameras in
            let fixture = try CaptureFixture(FrameClient())
            let app = InterruptibleApp(fixture.session, restarts: true)
            cameras.interrupt(reason)
            #expect(app.log.all == ["\(reason), interrupted true", "error -11818"])
            #expect(reported == ["AV-SESSION-007"])
            let violation = try #require(AVCaptureSession.emulation.violations.first)
            #expect(!violation.isRefusal)
            #expect(violation.error.message.contains("'Back Camera'"))
            #expect(violation.error.message.contains("(\(reason.native.rawValue))"))
        }
    }

    @Test(
        "a start in the background is told by an interruption, once, and not by an error: AV-SESSION-007",
        arguments: [false, true])
    func background(restarts: Bool) throws {
        try withCamera { cameras in
            let fixture = try CaptureFixture(FrameClient())
            let app = InterruptibleApp(fixture.session, restarts: restarts)
            let told = "videoDeviceNotAvailableInBackground, interrupted true"
            for _ in 0..<2 {
                cameras.interrupt(.videoDeviceNotAvailableInBackground)
                if !restarts { fixture.session.startRunning() }
                #expect(!fixture.session.isRunning)
                cameras.endInterruption()
            }
            #expect(app.log.all == [told, told, "ended, running true", told, told, "ended, running true"])
            #expect(reported == ["AV-SESSION-007"])
            let violation = try #require(AVCaptureSession.emulation.violations.first)
            #expect(!violation.isRefusal)
            #expect(violation.count == (restarts ? 4 : 2))
            #expect(violation.error.message.contains("(background)"))
        }
    }

    @Test(
        "an app that stops and starts the session meanwhile is told once, and gets an error: AV-SESSION-007",
        arguments: [
            AVCaptureSession.InterruptionReason.videoDeviceInUseByAnotherClient, .videoDeviceNotAvailableInBackground,
        ])
    func restart(reason: AVCaptureSession.InterruptionReason) throws {
        try withCamera { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            let app = InterruptibleApp(fixture.session, restarts: true)
            app.stopsFirst = true
            cameras.interrupt(reason)
            let told = "\(reason), interrupted true"
            let isBackground = reason == .videoDeviceNotAvailableInBackground
            #expect(app.log.all == [told, isBackground ? told : "error -11818"])
            #expect(reported == ["AV-SESSION-007"])
            cameras.endInterruption()
            #expect(app.log.all.last == "ended, running true")
            cameras.advance(seconds: 0.05)
            #expect(client.frameTimes.count == 2)
        }
    }

    @Test("an app that starts the session at each error gets one error for each of its own starts: AV-SESSION-007")
    func persistent() throws {
        try withCamera { cameras in
            let fixture = try CaptureFixture(FrameClient())
            let app = InterruptibleApp(fixture.session)
            app.restartsAtErrors = true
            cameras.interrupt(.videoDeviceInUseByAnotherClient)
            for _ in 0..<2 { fixture.session.startRunning() }
            #expect(app.log.all.dropFirst() == ["error -11818", "error -11818"])
            #expect(AVCaptureSession.emulation.violations.map(\.count) == [4])
        }
    }

    @Test(
        "a call interrupts sessions with the microphone, also those without a camera; other reasons do not: AV-SESSION-007"
    )
    func call() throws {
        for isImpatient in [false, true] {
            try withMicrophone { cameras in
                let client = MovieClient()
                let fixture = try AudioFixture(client)
                let app = InterruptibleApp(fixture.session, restarts: isImpatient)
                cameras.interrupt(.videoDeviceInUseByAnotherClient)
                cameras.advance(seconds: 0.2)
                #expect(app.log.all == [])
                let count = client.audio.all.count
                #expect(count > 0)
                cameras.interrupt(.audioDeviceInUseByAnotherClient)
                cameras.advance(seconds: 0.5)
                #expect(client.audio.all.count == count)
                cameras.endInterruption()
                cameras.advance(seconds: 0.5)
                #expect(client.audio.all.count > count)
                let told = ["audioDeviceInUseByAnotherClient, interrupted true"]
                #expect(app.log.all == told + (isImpatient ? ["error -11818"] : []) + ["ended, running true"])
                #expect(reported == (isImpatient ? ["AV-SESSION-007"] : []))
                fixture.session.stopRunning()
                let messages = AVCaptureSession.emulation.violations.map(\.error.message)
                #expect(messages.allSatisfy { $0.contains("has taken 'Microphone' away (microphoneInUse)") })
            }
        }
    }

    @Test("an input that is removed during an interruption and added after it delivers again")
    func readded() throws {
        try withCamera { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            let input = try #require(fixture.session.inputs.first)
            cameras.interrupt(.videoDeviceInUseByAnotherClient)
            fixture.session.removeInput(input)
            cameras.endInterruption()
            fixture.session.addInput(input)
            #expect(!fixture.session.isInterrupted)
            #expect(fixture.session.isRunning)
            cameras.advance(seconds: 0.05)
            #expect(client.frameTimes.count == 2)
        }
    }

    @Test(
        "a session that starts with a camera that was taken away is interrupted; a stopped one is not told of the end")
    func early() throws {
        try withCamera { cameras in
            cameras.interrupt(.videoDeviceNotAvailableDueToSystemPressure)
            let fixture = try CaptureFixture(FrameClient(), starts: false)
            let app = InterruptibleApp(fixture.session)
            #expect(!fixture.session.isInterrupted)
            fixture.session.startRunning()
            #expect(fixture.session.isInterrupted)
            #expect(app.log.all == ["videoDeviceNotAvailableDueToSystemPressure, interrupted true"])
            fixture.session.stopRunning()
            cameras.endInterruption()
            #expect(!fixture.session.isInterrupted)
            #expect(!fixture.session.isRunning)
            #expect(app.log.count == 1)
            #expect(reported == [])
        }
    }

    @Test(
        "an interruption is a change of a participant's camera, also outside the world of a test",
        arguments: CameraInterruption.allCases)
    func change(reason: CameraInterruption) throws {
        let meeting = Meeting(clock: ManualClock(), callbackQueue: DispatchQueue(label: "test.meeting"))
        let user = meeting.add("Ada").id
        try meeting.change(.camera, of: user, .interrupt(reason: reason))
        #expect(meeting.track(.camera, of: user)?.controls.interruption == reason)
        #expect(AVCaptureSession.InterruptionReason(reason).native == reason)
        try meeting.change(.camera, of: user, .endInterruption)
        #expect(meeting.track(.camera, of: user)?.controls.interruption == nil)
        #expect(throws: TrackChangeError.self) {
            try meeting.change(.microphone, of: user, .interrupt(reason: reason))
        }
    }
}
