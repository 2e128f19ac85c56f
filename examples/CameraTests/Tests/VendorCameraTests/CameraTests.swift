import Dispatch
import ProductionStudioTesting
import Testing
import VendorCamera
import ZoomSDK

@Suite("The camera for the vendor's SDK")
struct CameraTests {
    /// Stands for the app's main queue: callbacks are delivered on it, and the app runs on it.
    private let queue = DispatchQueue(label: "camera.main")

    private func makeMeeting(
        _ role: MeetingRole = .host, _ options: StudioController.Options = .init(),
        _ responses: StudioResponses = .immediate
    ) -> TestMeeting {
        TestMeeting(role: role, options: options, responses: responses, callbackQueue: queue)
    }

    /// A typical day of a camera: start, capture, restart, capture, stop; its timer still fires afterwards.
    private func live(_ camera: Camera, in test: TestMeeting) throws {
        try ZoomSDK.shared().emulation.withMeeting(test.studio) {
            queue.sync { camera.begin() }
            try test.settle()
            try capture(5, camera, test)
            queue.sync { camera.restart() }
            try test.settle()
            try capture(5, camera, test)
            queue.sync { camera.end() }
            queue.sync { camera.end() }
            try test.settle()
            try capture(1, camera, test)
        }
    }

    private func capture(_ count: Int, _ camera: Camera, _ test: TestMeeting) throws {
        for _ in 0..<count {
            queue.sync { camera.capture() }
            try test.turn(by: .milliseconds(34))
        }
    }

    @Test("the correct camera violates no rule in the situation of each mistake", arguments: Mistake.allCases)
    func right(_ mistake: Mistake) throws {
        let test = makeMeeting(mistake.role, mistake.options)
        let camera = Camera()
        try live(camera, in: test)
        try test.requireNoViolations()
        let mayStart = mistake.role == .host
        #expect(test.media.frames.count == (mayStart ? 10 : 0))
        #expect(test.media.audioBlocks.count == (mayStart ? 10 : 0))
        #expect(test.studioEvents.filter { $0 == .stoppedSending }.count == (mayStart ? 2 : 0))
    }

    @Test("each mistake violates its rule", arguments: Mistake.allCases)
    func wrong(_ mistake: Mistake) throws {
        var test = makeMeeting(mistake.role, mistake.options)
        try live(mistake.makeWrongCamera(), in: test)
        // Overlapping threads depend on timing; all other mistakes show the first time.
        for _ in 0..<100 where test.violations.isEmpty {
            test = makeMeeting(mistake.role, mistake.options)
            try live(mistake.makeWrongCamera(), in: test)
        }
        #expect(Set(test.violations.map(\.error.rule)) == [mistake.rule])
        #expect(throws: TestMeetingError.self) { try test.requireNoViolations() }
    }

    @Test("a camera is ready with its sender, not with the accepted start", arguments: [true, false])
    func readiness(isRight: Bool) throws {
        var responses = StudioResponses.immediate
        responses.providesSender = false
        let test = makeMeeting(.host, .init(), responses)
        let camera = isRight ? Camera() : BoastfulCamera()
        try ZoomSDK.shared().emulation.withMeeting(test.studio) {
            queue.sync { camera.begin() }
            try test.settle()
            #expect(queue.sync { camera.isReady } == !isRight)
        }
    }

    @Test("a released camera receives no callbacks, because the delegate is not retained", arguments: [true, false])
    func keptAlive(isKept: Bool) throws {
        let test = makeMeeting()
        try ZoomSDK.shared().emulation.withMeeting(test.studio) {
            var camera: Camera? = Camera()
            weak let watched = camera
            queue.sync { camera?.begin() }
            if !isKept { camera = nil }
            try test.settle()
            #expect(queue.sync { watched?.isReady } == (isKept ? true : nil))
            _ = camera
        }
    }

    @Test("losing the role stops the camera without violations")
    func roleLoss() throws {
        let test = makeMeeting(.coHost)
        let camera = Camera()
        try ZoomSDK.shared().emulation.withMeeting(test.studio) {
            queue.sync { camera.begin() }
            try test.wait(for: .sending)
            try capture(3, camera, test)
            test.meeting.revokeCoHost()
            try test.wait(for: .idle)
            try capture(3, camera, test)
        }
        #expect(!camera.isReady)
        #expect(test.media.frames.count == 3)
        try test.requireNoViolations()
    }
}
