import FoundationEssentials
import MediaInputs
import MediaOutputs
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import StudioEngine
@testable import StudioScenario

@Suite("Sessions that perform a scenario")
struct SessionScenarioTests {
    private struct Outcome {
        let snapshot: SessionSnapshot
        let failures: [SessionFailure]
        let events: [SessionEvent]

        /// The JSON of all events but those of outputs, whose numbers and times depend on their threads.
        func lines() throws -> [String] {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return try events.compactMap { event in
                if case .outputChanged = event.event { return nil }
                let event = SessionEvent(sequence: 0, time: event.time, event: event.event)
                return String(decoding: try encoder.encode(event), as: UTF8.self)
            }
        }

        func has(_ kind: SessionEvent.Kind) -> Bool { events.contains { $0.event == kind } }

        func time(_ isWanted: (SessionEvent.Kind) -> Bool) -> MediaTime? { events.first { isWanted($0.event) }?.time }
    }

    private func configuration(
        _ scenario: Scenario, duration: MediaTime = .seconds(8), rate: Rate = .thirty, hasAudio: Bool = true,
        isFast: Bool = true
    ) throws -> SessionConfiguration {
        var (video, audio) = (VideoSourceOptions(), AudioSourceOptions())
        (video.width, video.height, video.rate) = (64, 36, rate)
        audio.isEnabled = hasAudio
        var configuration = try SessionConfiguration(
            .inputs(video: video, audio: audio, duration: duration), variable: { _ in nil })
        configuration.isFast = isFast
        configuration.hasAudio = hasAudio
        configuration.seed = 7
        configuration.outputs = ["null:"]
        configuration.scenario = scenario
        return configuration
    }

    private func run(_ configuration: SessionConfiguration) throws -> Outcome {
        let session = try StudioSession(configuration)
        let subscription = session.subscribe(limit: 100_000)
        session.begin()
        var events: [SessionEvent] = []
        while let event = subscription.next(seconds: 60) { events.append(event) }
        return Outcome(snapshot: session.snapshot, failures: session.failures, events: events)
    }

    private func scenario(_ text: String) throws -> Scenario {
        try Scenario(text: "version: 1\n" + text, name: "test.yaml")
    }

    static let outcomes: [(name: String, reason: StopReason, failure: String?)] = [
        ("auth-never-answers", .error(code: "authenticationTimedOut"), "authenticationTimedOut"),
        ("breakout-room", .roleLost, "roleLost"),
        ("co-host-revoked", .roleLost, "roleLost"),
        ("host-ends-meeting", .meetingEnded, nil),
        ("network-drop-3s", .endOfStream, nil),
        ("no-sender", .error(code: "refused"), "refused"),
        ("start-rejected", .error(code: "refused"), "refused"),
        ("start-send-never-comes", .error(code: "startTimedOut"), "startTimedOut"),
    ]

    @Test("each ready scenario causes its fault within 10 s, with the same events twice", arguments: outcomes)
    func ready(_ name: String, _ reason: StopReason, _ failure: String?) throws {
        let configuration = try configuration(Scenario(name))
        let (first, second) = (try run(configuration), try run(configuration))
        #expect(try first.lines() == second.lines())
        #expect(first.snapshot.stopReason == reason)
        #expect(first.failures.map(\.code) == (failure.map { [$0] } ?? []))
        #expect(first.failures.allSatisfy { $0.category == .refused })
        let end = try #require(first.time { $0 == .stopped(reason: reason) })
        #expect(end <= .seconds(10))
        #expect(first.snapshot.violations.isEmpty)
    }

    @Test("every ready scenario has an expected outcome")
    func complete() {
        #expect(Self.outcomes.map(\.name) == ReadyScenario.all.map(\.name))
    }

    @Test("three seconds without a network lose exactly 90 frames and 150 audio blocks")
    func networkDrop() throws {
        let outcome = try run(configuration(Scenario("network-drop-3s")))
        #expect(outcome.snapshot.video.accepted == 240)
        #expect(outcome.snapshot.video.dropped == 90)
        #expect(outcome.snapshot.audio.dropped == 150)
        #expect(outcome.has(.dropped(reason: .reconnecting, frames: 90, audioBlocks: 150)))
        #expect(outcome.time { $0 == .meetingStatusChanged(status: .reconnecting, reason: .none) } == .seconds(2))
        #expect(outcome.snapshot.state == .finished)
    }

    @Test("no frame is accepted after the role was revoked, which ends the session at that time")
    func revoked() throws {
        let outcome = try run(configuration(Scenario("co-host-revoked")))
        #expect(outcome.snapshot.video.accepted == 60)
        #expect(outcome.time { $0 == .sendingStopped } == .seconds(2))
        #expect(outcome.time { $0 == .stopped(reason: .roleLost) } == .seconds(2))
    }

    @Test("a step counts accepted frames, and the command is published before its events")
    func frames() throws {
        let scenario = try scenario("role: cohost\nsteps: [{on: onStartSend, after: 45 frames, revokeCoHost: }]\n")
        let outcome = try run(configuration(scenario))
        #expect(outcome.snapshot.video.accepted == 45)
        let kinds = outcome.events.map(\.event)
        let performed = SessionEvent.Kind.commandPerformed(command: .revokeCoHost(user: nil), origin: .scenario)
        let command = try #require(kinds.firstIndex(of: performed))
        let effect = try #require(kinds.firstIndex(of: .sendingStopped))
        #expect(command < effect)
    }

    @Test("an hour with a step each minute takes seconds")
    func hour() throws {
        let scenario = try scenario(
            """
            meeting: {participants: [{name: Ann, role: host}]}
            role: cohost
            answers: {start: {delay: 1s..2s, delivery: twice}}
            steps:
              - {every: 1m, rejoin: {user: Ann}}
              - {at: 10m, every: 10m, times: 2, loseConnection: }
              - {at: 10m30s, every: 10m, times: 2, regainConnection: }
              - {at: 59m, setResponses: {stopDelay: 3s}}
            """)
        let outcome = try run(
            configuration(scenario, duration: .seconds(3600), rate: try #require(Rate(1)), hasAudio: false))
        #expect(outcome.snapshot.stopReason == .endOfStream)
        #expect(outcome.snapshot.video.accepted == 3600)
        let rejoined = outcome.events.filter {
            if case .commandPerformed(.rejoin, .scenario) = $0.event { true } else { false }
        }
        #expect(rejoined.count == 60)
        let answered = try #require(outcome.time { $0 == .startAnswered(accepted: true) })
        #expect(answered > .seconds(1))
        #expect(answered < .seconds(2))
        #expect(outcome.snapshot.video.dropped == 60)
    }

    @Test("a waiting room delays the start; a step admits the user")
    func waitingRoom() throws {
        let outcome = try run(
            configuration(
                scenario("meeting: {entrance: waitingRoom}\nrole: host\nsteps: [{at: 30s, admit: }]\n"),
                duration: .seconds(1)))
        #expect(outcome.time { $0 == .meetingStatusChanged(status: .inWaitingRoom, reason: .none) } == .zero)
        #expect(outcome.time { $0 == .sessionChanged(state: .starting) } == .seconds(30))
        #expect(outcome.snapshot.stopReason == .endOfStream)
        #expect(outcome.snapshot.video.accepted == 30)
    }

    static let entries: [(String, String)] = [
        ("answers: {authentication: {result: tokenWrong}}", "authenticationFailed"),
        ("answers: {join: {failure: meetingFull}}", "joinFailed"),
        ("answers: {join: {delivery: {inMeeting: never}}}", "joinTimedOut"),
        ("meeting: {entrance: beforeHost}", "joinTimedOut"),
        ("answers: {init: {failure: ServiceFailed}}", "ServiceFailed"),
        ("answers: {authentication: {refusal: ServiceFailed}}", "ServiceFailed"),
        ("answers: {join: {refusal: NoPermission}}", "NoPermission"),
        ("answers: {start: {failure: Failed}}", "Failed"),
        ("answers: {start: {supported: false}}", "UnSupportedFeature"),
        ("answers: {start: {delivery: never}}", "startTimedOut"),
        ("role: attendee", "NoPermission"),
    ]

    @Test("a fault on the way to the studio is a refusal with its own code", arguments: entries)
    func entry(_ text: String, _ code: String) throws {
        let text = text.contains("role") ? text : text + "\nrole: host"
        let outcome = try run(configuration(scenario(text + "\n")))
        #expect(outcome.failures.first?.code == code)
        #expect(outcome.failures.first?.category == .refused)
        #expect(outcome.snapshot.state == .finished)
    }

    @Test("late and delayed answers only delay the session")
    func late() throws {
        let outcome = try run(
            configuration(
                scenario(
                    "role: host\nanswers:\n  authentication: {delivery: {late: 5s}}\n  join: {delay: 2s}\n"
                        + "  start: {senderDelivery: {late: 20s}, stopDelay: 1s}\n"), duration: .seconds(1)))
        #expect(outcome.snapshot.stopReason == .endOfStream)
        #expect(outcome.time { $0 == .authenticated(result: .success) } == .seconds(5))
        #expect(outcome.time { $0 == .sendingStarted(hasSender: true) } == .seconds(27))
        #expect(outcome.snapshot.video.accepted == 30)
    }

    @Test("a session whose first send fails on request loses that unit and goes on")
    func firstSendFails() throws {
        let outcome = try run(
            configuration(
                scenario("role: host\nanswers: {start: {failsFirstSend: true}}\n"), duration: .seconds(1)))
        #expect(outcome.snapshot.stopReason == .endOfStream)
        #expect(outcome.failures == [])
        #expect(outcome.snapshot.video.accepted + outcome.snapshot.audio.accepted == 79)
        #expect(outcome.snapshot.video.refused + outcome.snapshot.audio.refused == 1)
        #expect(outcome.snapshot.violations == [])
    }

    @Test("steps that have no effect are reported with file and line")
    func notes() throws {
        let outcome = try run(
            configuration(
                scenario(
                    """
                    meeting: {participants: [{name: Ann}]}
                    role: host
                    steps:
                      - {on: onStartSend, removeParticipant: {user: Ann}}
                      - {on: onStartSend, after: 1s, expel: {user: Ann}}
                      - {on: onStartSend, after: 2s, removeOutput: {output: 3}}
                    """)))
        #expect(outcome.has(.note(message: "test.yaml:6: no participant is named 'Ann' now; the step has no effect")))
        #expect(outcome.has(.note(message: "test.yaml:7: unknown output 3; the snapshot lists all outputs")))
        #expect(outcome.snapshot.stopReason == .endOfStream)
    }

    @Test("steps change the answers, expire the identity, and stop the session")
    func session() throws {
        let outcome = try run(
            configuration(
                scenario(
                    """
                    role: host
                    steps:
                      - {on: onJoin, setResponses: {accepts: true}}
                      - {on: onStartSend, after: 1s, setEntryResponses: {authentication: {result: tokenWrong}}}
                      - {on: onStartSend, after: 1s, expireIdentity: }
                      - {on: onStartSend, after: 2s, stop: }
                    """)))
        #expect(outcome.time { $0 == .identityExpired } == .seconds(1))
        #expect(outcome.snapshot.stopReason == .stopped)
        #expect(outcome.snapshot.video.accepted == 60)
    }

    @Test("in real time, a step after five frames ends the session")
    func realTime() throws {
        let scenario = try scenario("role: cohost\nsteps: [{after: 5 frames, revokeCoHost: }]\n")
        let outcome = try run(configuration(scenario, duration: .seconds(60), isFast: false))
        #expect(outcome.snapshot.stopReason == .roleLost)
        #expect(outcome.snapshot.video.accepted >= 5)
        #expect(outcome.snapshot.video.accepted < 1000)
    }

    @Test("code wins over the environment, the environment over the scenario, the scenario over the default")
    func precedence() throws {
        func configuration(_ values: [String: String]) throws -> SessionConfiguration {
            let capability = VideoCapability(width: 64, height: 36, format: .i420Full)
            return try SessionConfiguration(.app(capability, frameRate: nil)) { values[$0] }
        }
        #expect(try configuration([:]).role == .host)
        var set = try configuration(["PSSTUDIO_SCENARIO": "co-host-revoked"])
        #expect(set.scenario?.name == "co-host-revoked")
        #expect(set.role == .coHost)
        #expect(
            try configuration(["PSSTUDIO_SCENARIO": "co-host-revoked", "PSSTUDIO_ROLE": "panelist"]).role == .panelist)
        set.role = .host
        #expect(set.role == .host)
        set.scenario = try Scenario("no-sender")
        set.responses = .immediate
        #expect(try StudioSession(set).studio.responses.providesSender)
        set.responses = nil
        #expect(try !StudioSession(set).studio.responses.providesSender)
        let error = #expect(throws: SessionConfigurationError.self) { try configuration(["PSSTUDIO_SCENARIO": "none"]) }
        #expect(error?.description.hasPrefix("PSSTUDIO_SCENARIO: none: no ready scenario has this name; use ") == true)
    }

    @Test("a client that sends by itself performs a scenario by name")
    func script() throws {
        let failure = #expect(throws: SessionFailure.self) {
            try StudioSession(width: 64, height: 36, isFast: true, scenario: "no-sender", to: ["null:"])
        }
        #expect(failure?.message == "no sender was provided")
        #expect(throws: ScenarioError.self) {
            try StudioSession(width: 64, height: 36, isFast: true, scenario: "none", to: ["null:"])
        }
        let session = try StudioSession(width: 64, height: 36, isFast: true, scenario: "co-host-revoked", to: ["null:"])
        let frame = TestMedia.frame(64, 36, y: 90)
        var accepted = 0
        while accepted < 1000, !session.isOver {
            do {
                try frame.withUnsafeBytes {
                    try session.sender.sendVideo($0, width: 64, height: 36, format: .i420Full)
                }
            } catch {
                break
            }
            accepted += 1
            session.waitForNextFrame()
        }
        #expect(accepted == 60)
        #expect(throws: SessionFailure.self) { try session.finish() }
        #expect(session.snapshot.stopReason == .roleLost)
    }
}
