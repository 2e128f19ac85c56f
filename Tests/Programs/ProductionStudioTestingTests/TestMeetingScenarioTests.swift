import Foundation
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import Testing

@Suite("A TestMeeting with a scenario")
struct TestMeetingScenarioTests {
    private static let capability = VideoCapability(width: 16, height: 8)

    /// A meeting whose recorder has called start.
    private func started(_ scenario: String) throws -> TestMeeting {
        let test = try TestMeeting(scenario: scenario, options: .init(seed: 3))
        test.studio.delegate = test.recorder
        test.meeting.delegate = test.recorder
        try test.studio.start(Self.capability)
        try test.settle()
        return test
    }

    /// Sends frames at 30 a second until one is rejected; returns how many were accepted.
    private func send(_ limit: Int, _ test: TestMeeting) throws -> Int {
        let bytes = TestFrame.plain(width: 16, height: 8, luma: 90)
        let start = test.clock.now
        for count in 0..<limit {
            do {
                try bytes.withUnsafeBytes { bytes in
                    guard let sender = test.recorder.senders.last else { throw CancellationError() }
                    try sender.sendVideo(bytes, width: 16, height: 8, format: .i420Full)
                }
            } catch {
                return count
            }
            try test.turn(by: start + MediaTime(count: Int64(count + 1), rate: .thirty) - test.clock.now)
        }
        return limit
    }

    /// The path of a scenario in the temporary folder, for the duration of `body`.
    private func withFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).yaml")
        try ("version: 1\n" + text).write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file.path)
    }

    @Test("co-host-revoked stops the studio two seconds after onStartSend, with the same events twice")
    func revoked() throws {
        func events() throws -> [TestMeeting.Event] {
            let test = try started("co-host-revoked")
            #expect(test.meeting.localUser.role == .coHost)
            #expect(test.meeting.participants.map(\.name).contains("Ann"))
            #expect(try send(100, test) == 60)
            #expect(test.clock.now == .seconds(2))
            #expect(test.studioEvents.contains(.stoppedSending))
            #expect(test.meeting.localUser.role == .attendee)
            return test.events
        }
        let (first, second) = (try events(), try events())
        #expect(first == second)
    }

    @Test("breakout-room stops the studio twice; a client can start again between")
    func breakout() throws {
        let test = try started("breakout-room")
        #expect(try send(100, test) == 60)
        try test.studio.start(Self.capability)
        try test.wait(for: .sending)
        #expect(try send(200, test) == 90)
        #expect(test.studio.state == .idle)
        #expect(test.clock.now == .seconds(5))
    }

    @Test("host-ends-meeting ends the meeting for all")
    func ended() throws {
        let test = try started("host-ends-meeting")
        try test.turn(by: .seconds(2))
        #expect(test.meeting.status == .ended)
        #expect(test.meeting.endReason == .endedByHost)
        #expect(test.studioEvents.contains(.stoppedSending))
    }

    @Test("network-drop-3s: all frames are accepted, those of three seconds are lost")
    func network() throws {
        let test = try started("network-drop-3s")
        #expect(try send(240, test) == 240)
        #expect(test.studio.statistics.video.dropped == 90)
        #expect(test.meeting.status == .inMeeting)
    }

    @Test("the answers of the other ready scenarios")
    func answers() throws {
        #expect(try started("no-sender").studioEvents.contains(.startedSending(hasSender: false)))
        #expect(try started("start-rejected").studioEvents == [.answered(false)])
        let waiting = try started("start-send-never-comes")
        try waiting.turn(by: .seconds(3600))
        #expect(waiting.studio.state == .accepted)
        try waiting.studio.stop()
        try waiting.wait(for: .idle)
    }

    @Test("waiting for a state advances the clock to the next step")
    func waiting() throws {
        let test = try started("co-host-revoked")
        try test.wait(for: .idle)
        #expect(test.clock.now == .seconds(2))
    }

    @Test("an hour takes no time, and its events are the same twice")
    func hour() throws {
        let text = "meeting: {participants: [{name: Ann}]}\nsteps: [{every: 1m, rejoin: {user: Ann}}]\n"
        try withFile(text) { path in
            func events() throws -> [TestMeeting.Event] {
                let test = try started(path)
                try test.turn(by: .seconds(3600))
                return test.events
            }
            let (first, second) = (try events(), try events())
            #expect(first == second)
            let left = first.filter { if case .meeting(.left) = $0 { true } else { false } }
            #expect(left.count == 60)
        }
    }

    @Test("a step after three frames is performed when the test settles")
    func frames() throws {
        try withFile("steps: [{after: 3 frames, stopStudio: }]\n") { path in
            let test = try started(path)
            let bytes = TestFrame.plain(width: 16, height: 8, luma: 90)
            let sender = try #require(test.recorder.senders.last)
            for number in 1...3 {
                #expect(test.studio.state == .sending, "\(number)")
                try bytes.withUnsafeBytes { try sender.sendVideo($0, width: 16, height: 8, format: .i420Full) }
                try test.settle()
            }
            #expect(test.studio.state == .idle)
        }
    }

    @Test("code wins over the scenario, the scenario over the default")
    func precedence() throws {
        #expect(try TestMeeting(scenario: "co-host-revoked", role: .host).meeting.localUser.role == .host)
        #expect(try !TestMeeting(scenario: "no-sender").studio.responses.providesSender)
        #expect(try TestMeeting(scenario: "no-sender", responses: .immediate).studio.responses.providesSender)
        try withFile("steps: []\n") { path in
            let test = try TestMeeting(scenario: path)
            #expect(test.meeting.localUser.role == .host)
        }
    }

    @Test("an entrance through the waiting room, until a step admits the user")
    func entrance() throws {
        let text = "meeting: {entrance: waitingRoom, kind: webinar}\nrole: panelist\nsteps: [{at: 3s, admit: }]\n"
        try withFile(text) { path in
            let test = try TestMeeting(scenario: path)
            try test.settle()
            #expect(test.meeting.status == .inWaitingRoom)
            #expect(test.meeting.kind == .webinar)
            try test.turn(by: .seconds(3))
            #expect(test.meeting.status == .inMeeting)
            #expect(test.meeting.localUser.role == .panelist)
        }
    }

    @Test("joining fails with the cause of the scenario")
    func failure() throws {
        try withFile("answers: {join: {failure: meetingFull}}\n") { path in
            let test = try TestMeeting(scenario: path)
            try test.settle()
            #expect(test.meeting.status == .failed)
            #expect(test.meeting.joinFailure == .meetingFull)
        }
    }

    @Test("a participant publishes media, which steps mute, resize and stall; an invalid size is noted")
    func media() throws {
        let text = """
            meeting: {participants: [{name: Ada}]}
            steps:
              - {at: 50ms, setFrameRate: {user: Ada, fps: 30}}
              - {at: 100ms, publish: {user: Ada}}
              - {at: 250ms, setSize: {user: Ada, width: 320, height: 180}}
              - {at: 350ms, mute: {user: Ada}}
              - {at: 450ms, unmute: {user: Ada}}
              - {at: 500ms, setSize: {user: Ada, width: 321, height: 180}}
              - {at: 550ms, stall: {user: Ada}}
              - {at: 650ms, resume: {user: Ada, catchUp: false}}
              - {at: 720ms, silence: {user: Ada}}

            """
        try withFile(text) { path in
            let test = try TestMeeting(scenario: path)
            try test.settle()
            let ada = try #require(test.meeting.participants.first { $0.name == "Ada" })
            let media = AcceptedMedia()
            let camera = try #require(test.meeting.track(.camera, of: ada.id))
            camera.fanout.add(media)
            try test.turn(by: .milliseconds(740))
            let times = media.frames.map { ($0.time - .milliseconds(100)).count(at: .thirty) }
            #expect(times == [0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 17, 18, 19])
            #expect(media.frames.map(\.width) == Array(repeating: 640, count: 5) + Array(repeating: 320, count: 9))
            #expect(test.meeting.track(.microphone, of: ada.id)?.controls.isSpeaking == false)
            #expect(test.scenarioNotes == ["\(path):9: the size is 321x180; use even values from 2 to 8192"])
        }
    }

    @Test("a step without its participant is noted; a step for outputs is an error of the file")
    func rejected() throws {
        let text = "meeting: {participants: [{name: Ann}]}\nsteps:\n  - {at: 1s, removeParticipant: {user: Ann}}\n"
        try withFile(text + "  - {at: 2s, expel: {user: Ann}}\n") { path in
            let test = try TestMeeting(scenario: path)
            try test.turn(by: .seconds(2))
            #expect(test.scenarioNotes == ["\(path):5: no participant is named 'Ann' now; the step has no effect"])
        }
        try withFile("steps:\n  - {at: 1s, leave: }\n  - {at: 2s, stop: }\n") { path in
            let error = #expect(throws: ScenarioError.self) { try TestMeeting(scenario: path) }
            #expect(
                error?.description
                    == "\(path):4: the step is for psstudio start and StudioSession; a TestMeeting has no outputs; remove it"
            )
        }
        #expect(throws: ScenarioError.self) { try TestMeeting(scenario: "none") }
    }
}
