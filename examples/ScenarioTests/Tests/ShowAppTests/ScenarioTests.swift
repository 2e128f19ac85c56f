import Dispatch
import ProductionStudioTesting
import ShowApp
import Testing
import ZoomSDK

@Suite("The app in each ready scenario")
struct ScenarioTests {
    /// Stands for the app's main queue: callbacks are delivered on it, and the app runs on it.
    private let queue = DispatchQueue(label: "show.main")

    /// Runs the app for ten seconds in a scenario, from init to the fault and beyond.
    private func run(_ app: ShowApp, in scenario: Bug) throws -> TestMeeting {
        let test = try TestMeeting(scenario: scenario.rawValue, isJoined: false, callbackQueue: queue)
        try ZoomSDK.shared().emulation.withMeeting(test.studio) {
            queue.sync { app.begin() }
            try tick(app, in: test, seconds: 10)
        }
        return test
    }

    /// Fires the app's timer 30 times a second.
    private func tick(_ app: ShowApp, in test: TestMeeting, seconds: Int) throws {
        for _ in 0..<seconds * 30 {
            queue.sync { app.tick() }
            try test.turn(by: .seconds(1.0 / 30))
        }
    }

    private func violations(_ test: TestMeeting) -> Set<Rule> { Set(test.violations.map(\.error.rule)) }

    @Test("the correct app violates no rule, and displays what happened", arguments: Bug.allCases)
    func right(_ bug: Bug) throws {
        let app = ShowApp()
        let test = try run(app, in: bug)
        #expect(violations(test) == [])
        #expect(test.scenarioNotes == [])
        #expect(queue.sync { app.status } == bug.expectedStatus)
    }

    @Test("the app with the bug violates the rule", arguments: Bug.allCases)
    func wrong(_ bug: Bug) throws {
        let test = try run(bug.makeWrongApp(), in: bug)
        #expect(violations(test) == [bug.rule])
    }

    @Test("frames are accepted while the network is gone, and are dropped and counted")
    func networkDrop() throws {
        let app = ShowApp()
        let test = try run(app, in: .networkDrop)
        let video = test.studio.statistics.video
        #expect(video.accepted == queue.sync { app.sentFrames })
        #expect(video.dropped == 90)
        #expect(test.media.frames.count == video.accepted - video.dropped)
    }

    @Test("a start that is never answered can be stopped and repeated, and then succeeds")
    func startAgain() throws {
        let app = ShowApp()
        let test = try TestMeeting(scenario: Bug.startSendNeverComes.rawValue, isJoined: false, callbackQueue: queue)
        try ZoomSDK.shared().emulation.withMeeting(test.studio) {
            queue.sync { app.begin() }
            try tick(app, in: test, seconds: 10)
            #expect(queue.sync { app.status } == .failed("Production Studio does not start"))
            test.studio.responses.senderDelivery = .once
            queue.sync { app.startShow() }
            try tick(app, in: test, seconds: 1)
            #expect(queue.sync { app.status } == .live)
        }
        #expect(violations(test) == [])
    }

    @Test("an authentication that is never answered can be repeated, and then succeeds")
    func authenticateAgain() throws {
        let app = ShowApp()
        let test = try TestMeeting(scenario: Bug.authNeverAnswers.rawValue, isJoined: false, callbackQueue: queue)
        try ZoomSDK.shared().emulation.withMeeting(test.studio) {
            queue.sync { app.begin() }
            try tick(app, in: test, seconds: 10)
            ZoomSDK.shared().emulation.entry.authenticationDelivery = .once
            queue.sync { app.begin() }
            try tick(app, in: test, seconds: 1)
            #expect(queue.sync { app.status } == .live)
        }
        #expect(violations(test) == [])
    }
}
