import Dispatch
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import StudioEngine
@testable import StudioScenario

@Suite("PSSTUDIO_SCENARIO for a client of a facade")
struct ClientScenarioTests {
    /// A start needs a delegate.
    private final class SilentDelegate: StudioDelegate {
        func studio(_ studio: StudioController, didAnswerStart accepted: Bool) {}
        func studio(_ studio: StudioController, didStartSending sender: Sender?) {}
        func studioDidStopSending(_ studio: StudioController) {}
    }

    /// A client with a meeting on a manual clock; its entry is that of the environment.
    private final class Client: Sendable {
        let clock = ManualClock()
        let studio: StudioController
        let entry: StudioEntry
        let delegate = SilentDelegate()
        private let log: Lock<[String]>

        var events: [String] { log.withLock { $0 } }
        var meeting: Meeting { studio.meeting }

        init(_ scenario: String, isJoined: Bool = true, _ others: [String: String] = [:]) throws {
            let log = Lock<[String]>([])
            self.log = log
            let values = others.merging(["PSSTUDIO_SCENARIO": scenario]) { first, _ in first }
            let environment = try ClientEnvironment(variable: { values[$0] }, clock: clock)
            let defaults = environment.defaults
            entry = environment.makeEntry { event in
                switch event {
                case .authenticated(let result): log.withLock { $0.append("\(result)") }
                case .identityExpired: log.withLock { $0.append("expired") }
                case .meeting(.status(let status, _), _): log.withLock { $0.append(status.rawValue) }
                case .meeting, .arriving, .entering: break
                }
            }
            studio = StudioController(
                in: Meeting(
                    role: isJoined ? defaults.role : defaults.responses.role, isJoined: isJoined, clock: clock,
                    callbackQueue: DispatchQueue(label: "psstudio.test.callbacks")),
                responses: defaults.studioResponses)
            studio.delegate = delegate
            entry.enter(studio)
        }

        func advance(_ seconds: Double) { meeting.advance(clock, to: clock.now + .seconds(seconds)) }

        func start() throws {
            try studio.start(VideoCapability(width: 64, height: 36))
            advance(1)
        }
    }

    private func withFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
        let folder = try TestFolder()
        let path = try folder.write("test.yaml", "version: 1\n" + text)
        return try body(path)
    }

    @Test("co-host-revoked: the client's studio stops after two seconds")
    func revoked() throws {
        let client = try Client("co-host-revoked")
        #expect(client.meeting.localUser.role == .coHost)
        try client.start()
        #expect(client.studio.state == .sending)
        #expect(client.meeting.participants.map(\.name).contains("Ann"))
        client.advance(2)
        #expect(client.studio.state == .idle)
        #expect(client.meeting.localUser.role == .attendee)
    }

    @Test("the answers of the ready scenarios apply to the client")
    func answers() throws {
        let silent = try Client("auth-never-answers", isJoined: false)
        try silent.entry.initialise()
        try silent.entry.authenticate(token: "", key: "key")
        silent.advance(3600)
        #expect(silent.events.isEmpty)
        let senderless = try Client("no-sender")
        try senderless.start()
        #expect(senderless.studio.state == .idle)
        let rejected = try Client("start-rejected")
        try rejected.start()
        #expect(rejected.studio.state == .idle)
        let waiting = try Client("start-send-never-comes")
        try waiting.start()
        waiting.advance(3600)
        #expect(waiting.studio.state == .accepted)
    }

    @Test("steps change the answers, expire the identity, and act on the meeting that the client joins")
    func entry() throws {
        let text = """
            meeting: {entrance: waitingRoom}
            role: cohost
            answers:
              authentication: {result: keyWrong, delay: 1s}
              join: {delay: 1s}
            steps:
              - {on: onAuthentication, setEntryResponses: {authentication: {result: success}}}
              - {on: onJoin, after: 5s, expireIdentity: }
              - {at: 20s, admit: }
            """
        try withFile(text) { path in
            let client = try Client(path, isJoined: false)
            try client.entry.initialise()
            try client.entry.authenticate(token: "", key: "key")
            client.advance(2)
            #expect(client.events == ["keyWrong"])
            try client.entry.authenticate(token: "", key: "key")
            client.advance(2)
            #expect(client.events == ["keyWrong", "success"])
            try client.entry.join(JoinRequest(meetingNumber: 7))
            client.advance(2)
            #expect(client.events.suffix(2) == ["connecting", "inWaitingRoom"])
            client.advance(14)
            #expect(client.events.contains("inMeeting"))
            #expect(client.meeting.localUser.role == .coHost)
            #expect(!client.events.contains("expired"))
            client.advance(5)
            #expect(client.events.last == "expired")
        }
    }

    @Test("a scenario of which nothing had an effect is named until something has one")
    func unused() throws {
        let queue = DispatchQueue(label: "psstudio.test.callbacks")
        let starts = StudioStage(StudioStage.Options(try Scenario("start-rejected")))
        let (studio, delegate) = (starts.makeStudio(queue: queue), SilentDelegate())
        studio.delegate = delegate
        starts.attach(studio: studio)
        starts.begin()
        #expect(
            starts.unusedScenario == "the scenario 'start-rejected' had no effect: startPSMode was not called")
        try studio.start(VideoCapability(width: 64, height: 36))
        studio.meeting.settle()
        #expect(starts.unusedScenario == nil)

        let text = "version: 1\nsteps: [{on: onJoin, after: 1s, addParticipant: {name: Bob}}]\n"
        let clock = ManualClock()
        var options = StudioStage.Options(try Scenario(text: text, name: "test"))
        options.clock = clock
        let steps = StudioStage(options)
        let joined = steps.makeStudio(queue: queue)
        steps.attach(studio: joined)
        steps.begin()
        #expect(
            steps.unusedScenario == "the scenario 'test' had no effect: no step was performed; they follow onJoin")
        joined.meeting.advance(clock, to: .seconds(2))
        #expect(steps.unusedScenario == nil)
    }

    @Test("the environment's role wins over the scenario's")
    func precedence() throws {
        #expect(try Client("co-host-revoked", ["PSSTUDIO_ROLE": "panelist"]).meeting.localUser.role == .panelist)
        let environment = try ClientEnvironment(variable: { ["PSSTUDIO_SCENARIO": "no-sender"][$0] })
        #expect(environment.defaults.role == .host)
        #expect(environment.defaults.responses.role == .host)
        #expect(!environment.defaults.studioResponses.providesSender)
    }

    @Test("a step for outputs, and an invalid file, are errors")
    func invalid() throws {
        try withFile("steps:\n  - {at: 1s, addOutput: {address: a.mp4}}\n") { path in
            let error = #expect(throws: SessionConfigurationError.self) { try Client(path) }
            #expect(
                error?.description
                    == "PSSTUDIO_SCENARIO: \(path):3: the step is for psstudio start and StudioSession; "
                    + "a client's outputs are those of PSSTUDIO_OUT; remove it")
        }
        #expect(throws: SessionConfigurationError.self) { try Client("none") }
    }

    @Test("without a meeting a step changes the answers of the next one")
    func beforeMeeting() throws {
        try withFile("steps: [{at: 1s, setResponses: {accepts: false}}, {at: 1s, leave: }]\n") { path in
            let clock = ManualClock()
            let environment = try ClientEnvironment(variable: { ["PSSTUDIO_SCENARIO": path][$0] }, clock: clock)
            let entry = environment.makeEntry { _ in }
            clock.advance(to: .seconds(1))
            #expect(entry.presentStudio.responses.accepts == false)
        }
    }

    @Test("a query before init uses up no step: the scenario begins again for the meeting that the client joins")
    func queryBeforeInit() throws {
        let text = """
            steps:
              - {at: 1s, addParticipant: {name: Bob}}
              - {on: onJoin, after: 1s, addParticipant: {name: Eve}}

            """
        try withFile(text) { path in
            let clock = ManualClock()
            let queue = CallbackQueue(clock: clock, queue: DispatchQueue(label: "psstudio.test.callbacks"))
            let environment = try ClientEnvironment(variable: { ["PSSTUDIO_SCENARIO": path][$0] }, clock: clock)
            let entry = environment.makeEntry(queue: queue) { _ in }
            func advance() {
                clock.advance(to: clock.now + .seconds(5))
                #expect(queue.waitUntilEmpty(seconds: 10))
            }
            #expect(entry.studio?.meeting.status == .inMeeting)
            try entry.initialise()
            try entry.authenticate(token: "", key: "key")
            advance()
            #expect(entry.studio == nil)
            try entry.join(JoinRequest(meetingNumber: 7))
            for _ in 0..<3 { advance() }
            #expect(entry.studio?.meeting.participants.map(\.name) == ["Local user", "Bob", "Eve"])
        }
    }

    /// A stage on a manual clock whose time is 2 s, before there is a meeting, and what became of its steps.
    private func earlyStage() throws -> (stage: StudioStage, clock: ManualClock, outcomes: Lock<[String]>) {
        let text = """
            version: 1
            meeting: {participants: [{name: Ann}]}
            steps:
              - {at: 0s, rejoin: {user: Ann}}
              - {at: 1s, addParticipant: {name: Bob}}
              - {on: onJoin, rejoin: {user: Bob}}

            """
        let (clock, outcomes) = (ManualClock(), Lock<[String]>([]))
        var options = StudioStage.Options(try Scenario(text: text, name: "test"))
        options.clock = clock
        let stage = StudioStage(options)
        stage.onStep { step, outcome in
            switch outcome {
            case .performed(let command): outcomes.withLock { $0.append("\(step.line) \(command.row.name)") }
            case .withoutEffect(let note): outcomes.withLock { $0.append(note) }
            }
        }
        stage.begin()
        clock.advance(to: .seconds(2))
        #expect(outcomes.withLock { $0 } == [])
        return (stage, clock, outcomes)
    }

    @Test("a step that is due before there is a meeting waits for it, and comes before those that follow onJoin")
    func earlySteps() throws {
        let (stage, clock, outcomes) = try earlyStage()
        let studio = stage.makeStudio(queue: DispatchQueue(label: "psstudio.test.callbacks"))
        stage.attach(studio: studio)
        studio.meeting.advance(clock, to: .seconds(3))
        #expect(outcomes.withLock { $0 } == ["4 rejoin", "5 addParticipant", "6 rejoin"])
        stage.finish()
        #expect(outcomes.withLock { $0.count } == 3)
    }

    @Test("steps that waited for a meeting in vain are reported at the end")
    func noMeeting() throws {
        let (stage, _, outcomes) = try earlyStage()
        stage.finish()
        let reason = "the client was in no meeting; the step has no effect"
        #expect(outcomes.withLock { $0 } == ["test:4: \(reason)", "test:5: \(reason)"])
    }
}
