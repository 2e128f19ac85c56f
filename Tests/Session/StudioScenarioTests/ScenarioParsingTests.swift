import ProductionStudio
import StudioCore
import StudioEngine
import StudioTestSupport
import Testing

@testable import StudioScenario

@Suite("Scenario files")
struct ScenarioParsingTests {
    private static let full = """
        # Finds bugs.
        #
        # More.
        version: 1
        meeting:
          topic: Weekly show
          kind: webinar
          entrance: waitingRoom
          participants:
            - {name: Ann, role: host, video: true}
            - {name: "Tom & *Jerry"}
        role: cohost
        answers:
          init: {failure: Failed}
          authentication: {result: tokenWrong, refusal: ServiceFailed, delivery: {late: 5s}, delay: 40ms..120ms, checksToken: true}
          join: {refusal: Failed, delay: 1s, admission: 3s, delivery: {inMeeting: never}, promotion: coHost, promotionDelay: 1m30s}
          start:
            supported: false
            permission: true
            failure: NoPermission
            accepts: false
            providesSender: false
            delay: 1s
            senderDelay: 2s
            stopDelay: 0s
            delivery: twice
            senderDelivery: {times: 3, late: 500ms}
        steps:
          - at: 5s
            revokeCoHost:
          - on: onStartSend
            after: 150 frames
            loseConnection: {stopsStudio: true}
          - at: 0:01:00
            every: 2s
            times: 5
            rejoin: {user: Ann}
          - every: 500ms
            setVideo: {on: false, user: "Tom & *Jerry"}
          - after: 1 frame
            setResponses: {accepts: true}
          - on: onStopSend
            addParticipant: {name: Eve, role: co-host}
        """

    @Test("every key of a file reaches its value")
    func complete() throws {
        let scenario = try Scenario(text: Self.full, name: "full.yaml")
        #expect(scenario.name == "full.yaml")
        #expect(scenario.summary == "Finds bugs.")
        #expect(scenario.kind == .webinar)
        #expect(scenario.role == .coHost)
        #expect(
            scenario.participants == [
                ScenarioParticipant(name: "Ann", role: .host, isVideoOn: true),
                ScenarioParticipant(name: "Tom & *Jerry", role: .attendee, isVideoOn: false),
            ])
        var entry = SessionEntryResponses()
        entry.topic = "Weekly show"
        entry.entrance = .waitingRoom
        entry.initialisationFailure = "Failed"
        entry.authentication = .tokenWrong
        entry.authenticationRefusal = "ServiceFailed"
        entry.authenticationDelivery = .late(by: .seconds(5))
        entry.minimumAuthenticationDelay = .milliseconds(40)
        entry.maximumAuthenticationDelay = .milliseconds(120)
        entry.checksToken = true
        entry.joinRefusal = "Failed"
        entry.minimumJoinDelay = .seconds(1)
        entry.maximumJoinDelay = .seconds(1)
        entry.admissionDelay = .seconds(3)
        entry.statusDelivery = [.inMeeting: .never]
        entry.promotion = .coHost
        entry.promotionDelay = .seconds(90)
        #expect(scenario.entryResponses == entry)
        var studio = SessionResponses()
        studio.isSupported = false
        studio.permission = .granted
        studio.startFailure = "NoPermission"
        studio.accepts = false
        studio.providesSender = false
        studio.minimumAnswerDelay = .seconds(1)
        studio.maximumAnswerDelay = .seconds(1)
        studio.senderDelay = .seconds(2)
        studio.stopDelay = .zero
        studio.answerDelivery = .twice
        studio.senderDelivery = CallbackDelivery(count: 3, delay: .milliseconds(500))
        #expect(scenario.studioResponses == studio)
    }

    @Test("timings and commands of steps")
    func steps() throws {
        let steps = try Scenario(text: Self.full, name: "full.yaml").steps
        var accepting = SessionResponses()
        accepting.accepts = true
        #expect(steps.map(\.line) == [29, 31, 34, 38, 40, 42])
        #expect(
            steps.map(\.timing) == [
                ScenarioTiming(delay: .time(.seconds(5))),
                ScenarioTiming(event: .onStartSend, delay: .frames(150)),
                ScenarioTiming(delay: .time(.seconds(60)), interval: .seconds(2), limit: 5),
                ScenarioTiming(delay: .time(.milliseconds(500)), interval: .milliseconds(500)),
                ScenarioTiming(delay: .frames(1)),
                ScenarioTiming(event: .onStopSend, delay: .time(.zero)),
            ])
        let id = UserID(rawValue: 7)
        #expect(
            steps.map { $0.command(for: $0.user == nil ? nil : id) } == [
                .revokeCoHost(user: nil), .loseConnection(stopsStudio: true), .rejoin(user: id),
                .setVideo(isOn: false, user: id), .setResponses(responses: accepting),
                .addParticipant(name: "Eve", role: .coHost, isVideoOn: false),
            ])
        #expect(steps.map(\.user) == [nil, nil, .named("Ann"), .named("Tom & *Jerry"), nil, nil])
    }

    @Test("the permission is granted, denied, or decided by the role again")
    func permission() throws {
        let values = ["true", "false", "byRole"]
        let steps = values.map { "  - {at: 1s, setResponses: {permission: \($0)}}\n" }.joined()
        let scenario = try Scenario(text: "version: 1\nsteps:\n" + steps, name: "a")
        var responses = StudioResponses()
        let permissions = scenario.steps.map { step -> Bool? in
            guard case .setResponses(let changes)? = step.command(for: nil) else { return nil }
            responses.apply(changes)
            responses.apply(SessionResponses())
            return responses.permission
        }
        #expect(permissions == [true, false, nil])
        let error = #expect(throws: ScenarioError.self) {
            try Scenario(text: "version: 1\nanswers: {start: {permission: role}}", name: "a")
        }
        #expect(error?.description == "a:2: answers.start.permission is 'role'; expected true, false or byRole")
    }

    @Test("a join failure implies the entrance failure")
    func joinFailure() throws {
        let scenario = try Scenario(text: "version: 1\nanswers: {join: {failure: meetingFull}}", name: "a")
        #expect(scenario.entryResponses.entrance == .failure)
        #expect(scenario.entryResponses.joinFailure == .meetingFull)
    }

    static let errors: [(text: String, error: String)] = [
        ("", "a.yaml:1: the file is empty; expected the keys version, meeting, role, answers, steps"),
        ("# only a comment\n", "a.yaml:1: the file is empty; expected the keys version, meeting, role, answers, steps"),
        (
            "- a\n",
            "a.yaml:1: the file is a list; expected a mapping with the keys version, meeting, role, answers, steps"
        ),
        ("role: host\n", "a.yaml:1: the key 'version' is missing; expected 1"),
        ("version: 2\n", "a.yaml:1: version is '2'; expected 1"),
        ("version: 1\nrol: host\n", "a.yaml:2: unknown key 'rol'; did you mean 'role'?"),
        (
            "version: 1\ncolour: red\n",
            "a.yaml:2: unknown key 'colour'; expected version, meeting, role, answers, steps"
        ),
        (
            "version: 1\nrole: cohots\n",
            "a.yaml:2: role is 'cohots'; expected one of host, cohost, attendee, panelist; did you mean 'cohost'?"
        ),
        ("version: 1\nrole: [host]\n", "a.yaml:2: role is a list; expected one of host, cohost, attendee, panelist"),
        ("version: 1\nrole:\n", "a.yaml:2: role is nothing; expected one of host, cohost, attendee, panelist"),
        ("version: 1\nrole: host\nrole: cohost\n", "a.yaml:2: the key 'role' occurs more than once; keep one of them"),
        ("version: 1\n---\nversion: 1\n", "a.yaml:2: the file has several documents; a scenario is one, without ---"),
        ("version: 1\nsteps: {\n", "a.yaml:3: invalid YAML: did not find expected node content"),
        (
            "version: 1\nmeeting: &m {}\n",
            "a.yaml:2: anchors and aliases (&name, *name) are not supported; quote a text that begins with & or *"
        ),
        (
            "version: 1\nsteps: [*all]\n",
            "a.yaml:2: anchors and aliases (&name, *name) are not supported; quote a text that begins with & or *"
        ),
        ("version: 1\nsteps: 3\n", "a.yaml:2: steps is '3'; expected a list"),
        (
            "version: 1\nsteps:\n  - 3\n",
            "a.yaml:3: steps[1] is '3'; expected a step: a mapping with at, on, after or every, and one command"
        ),
        (
            "version: 1\nsteps:\n  - at: 5s\n",
            "a.yaml:3: the step has no command; expected one, for example 'revokeCoHost: {}'"
        ),
        (
            "version: 1\nsteps:\n  - leave: {}\n",
            "a.yaml:3: the step has no time; expected at: 5s, on: onStartSend, after: 150 frames, or every: 2s"
        ),
        (
            "version: 1\nsteps:\n  - at: 1s\n    leave: {}\n    admit: {}\n",
            "a.yaml:3: the step has 2 commands, 'admit' and 'leave'; write one step for each"
        ),
        (
            "version: 1\nsteps:\n  - at: 1s\n    on: onJoin\n    leave: {}\n",
            "a.yaml:3: the step has both 'at' and 'on'; keep one of them"
        ),
        (
            "version: 1\nsteps:\n  - at: 1s\n    times: 2\n    leave: {}\n",
            "a.yaml:3: 'times' requires 'every'; add every: 2s, or remove times"
        ),
        (
            "version: 1\nsteps:\n  - at: soon\n    leave: {}\n",
            "a.yaml:3: steps[1].at is 'soon'; expected a duration such as 8s, 500ms or 1m30s"
        ),
        (
            "version: 1\nsteps:\n  - every: 0s\n    leave: {}\n",
            "a.yaml:3: steps[1].every is '0s'; expected a duration such as 8s, 500ms or 1m30s, at least 1ms"
        ),
        (
            "version: 1\nsteps:\n  - after: 0 frames\n    leave: {}\n",
            "a.yaml:3: steps[1].after is '0 frames'; "
                + "expected a duration such as 2s, or a number of frames such as 150 frames"
        ),
        (
            "version: 1\nsteps:\n  - at: 1s\n    revokCoHost: {}\n",
            "a.yaml:4: steps[1]: unknown key 'revokCoHost'; did you mean 'revokeCoHost'?"
        ),
        (
            "version: 1\nsteps:\n  - at: 1s\n    loseConnection: {stopsStudio: maybe}\n",
            "a.yaml:4: steps[1].loseConnection.stopsStudio is 'maybe'; expected true or false"
        ),
        (
            "version: 1\nsteps:\n  - at: 1s\n    rejoin: {}\n",
            "a.yaml:4: steps[1].rejoin: the key 'user' is missing; expected the name or the ID of a participant"
        ),
        (
            "version: 1\nmeeting: {participants: [{name: Ann}]}\nsteps:\n  - at: 1s\n    rejoin: {user: Anna}\n",
            "a.yaml:5: no participant is named 'Anna'; did you mean 'Ann'?"
        ),
        (
            "version: 1\nsteps:\n  - at: 1s\n    rejoin: {user: Zoe}\n",
            "a.yaml:4: no participant is named 'Zoe'; list the participant in meeting.participants"
        ),
        (
            "version: 1\nmeeting: {participants: [{name: Ann}, {name: Ann}]}\n",
            "a.yaml:2: two participants are named 'Ann'; rename one"
        ),
        (
            "version: 1\nanswers: {start: {delay: 2s..1s}}\n",
            "a.yaml:2: answers.start.delay is '2s..1s'; "
                + "expected a duration such as 500ms, or a range such as 40ms..120ms"
        ),
        (
            "version: 1\nanswers: {start: {delivery: sometimes}}\n",
            "a.yaml:2: answers.start.delivery is 'sometimes'; "
                + "expected once, twice, never, {delay: 5s} or {count: 2, delay: 5s}"
        ),
        (
            "version: 1\nanswers: {join: {delivery: {inMeting: never}}}\n",
            "a.yaml:2: answers.join.delivery: unknown key 'inMeting'; did you mean 'inMeeting'?"
        ),
        (
            "version: 1\nmeeting: {entrance: direct}\nanswers: {join: {failure: meetingFull}}\n",
            "a.yaml:2: meeting.entrance is 'direct', but answers.join.failure makes joining fail; remove one of them"
        ),
        (
            "version: 1\nrole: host\nmeeting: {participants: [{name: Ann, role: host}]}\n",
            "a.yaml:3: 'Ann' is a second host, but a meeting has one; use the role cohost"
        ),
        (
            "version: 1\nmeeting:\n  participants:\n    - {name: Ann, role: host}\n    - {name: Bob, role: host}\n",
            "a.yaml:5: 'Bob' is a second host, but a meeting has one; use the role cohost"
        ),
        ("version: 1\nrole: \"a\u{1}\"\n", "a.yaml:2: invalid YAML: control characters are not allowed"),
    ]

    @Test("a bad file is rejected with file, line, key and what was expected", arguments: errors)
    func invalid(_ text: String, _ message: String) {
        let error = #expect(throws: ScenarioError.self) { try Scenario(text: text, name: "a.yaml") }
        #expect(error.map { "\($0)" } == message)
    }

    @Test("bytes that are not UTF-8 are rejected with their line")
    func encoding() {
        let bytes = Array("version: 1\nrole: ".utf8) + [0xFF, 0x0A]
        let error = #expect(throws: ScenarioError.self) { try Scenario(bytes: bytes, name: "a.yaml") }
        #expect(error?.description == "a.yaml:2: not UTF-8; save the file as UTF-8")
    }

    @Test("size and nesting are limited")
    func limits() {
        let large = [UInt8](repeating: 0x20, count: 1 << 20 + 1)
        let error = #expect(throws: ScenarioError.self) { try Scenario(bytes: large, name: "a.yaml") }
        #expect(error?.description == "a.yaml: larger than 1 MiB; a scenario is a short YAML file")
        for deep in [
            String(repeating: "[", count: 100_000), String(repeating: "- ", count: 100_000),
            String(repeating: "? ", count: 100_000), "steps: " + String(repeating: "{a: ", count: 100_000),
        ] {
            let error = #expect(throws: ScenarioError.self) { try Scenario(text: deep, name: "a.yaml") }
            #expect(error?.description == "a.yaml:1: nested too deeply; a scenario has at most seven levels")
        }
    }

    @Test("aliases that would expand to a large structure are rejected at once")
    func aliasBomb() {
        var text = "a0: &a0 [x]\n"
        for level in 1..<40 { text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
        let error = #expect(throws: ScenarioError.self) { try Scenario(text: text + "? *a39\n: x\n", name: "a.yaml") }
        #expect(error?.line == 1)
    }

    @Test("files that cannot be read")
    func unreadable() throws {
        let folder = try TestFolder()
        let missing = #expect(throws: ScenarioError.self) { try Scenario(folder.file("none.yaml")) }
        #expect(missing?.message == "cannot read the scenario: No such file or directory")
        let directory = #expect(throws: ScenarioError.self) { try Scenario(folder.file(".")) }
        #expect(directory?.message == "not a regular file; expected the path of a YAML file")
        let name = #expect(throws: ScenarioError.self) { try Scenario("no-sendr") }
        #expect(name?.description == "no-sendr: no ready scenario has this name; did you mean 'no-sender'?")
    }
}
