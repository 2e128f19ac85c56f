import Dispatch
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Whole meetings compared with the contract model")
struct ModelSessionTests {
    private enum Act: CaseIterable {
        case start, stop, send, audio, turn, turnFar, loseRole, giveRole, moveRole, insideSDK, reconnect, end
        case refuseNext, noSenderNext, restartInCallback
    }

    /// One meeting and its log. Calls are made on the callback queue, so that calls and callbacks have one order.
    private final class ScriptedMeeting: Sendable {
        let queue = DispatchQueue(label: "psstudio.test.callbacks")
        let fixture: TestMeeting
        let log = Recorder<ContractEvent>()
        let restarts = Lock(0)

        init() {
            fixture = .recorded(queue: queue)
            fixture.recorder.onCallback { [weak self] callback in self?.note(callback) }
        }

        private func note(_ callback: Callback) {
            switch callback {
            case .answered(let isYes): log.record(.answered(isYes))
            case .started(let hasSender): log.record(.senderGiven(hasSender))
            case .stopped:
                log.record(.ended)
                let mustRestart = restarts.withLock { count in
                    defer { count = max(0, count - 1) }
                    return count > 0
                }
                if mustRestart { start() }
            case .user, .added, .removed, .role, .status, .host, .coHost: break
            }
        }

        func start() {
            switch fixture.start() {
            case nil: log.record(.startAccepted)
            case .startTwice: log.record(.startRefused)
            // The other rules do not depend on the session: the model does not predict them.
            case let rule?: if rule != .startOutsideMeeting && rule != .startWithoutPermission { record(rule) }
            }
        }

        func stop() {
            switch fixture.stop() {
            case nil: log.record(.stopAccepted)
            case .stopNotStarted: log.record(.stopRefused)
            case let rule?: if rule != .stopOutsideMeeting { record(rule) }
            }
        }

        private func record(_ rule: Rule) { Issue.record("\(rule.id) was broken") }
    }

    @Test("a random meeting matches the contract", arguments: 1...60 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let script = ScriptedMeeting()
        let fixture = script.fixture
        var model = ContractModel()
        var judged = 0
        var acts: [Act] = []
        for step in 0..<120 {
            // A meeting that ends early tests little.
            var act = generator.pick(Act.allCases)
            if act == .end, step < 100 { act = .start }
            acts = acts.suffix(10) + [act]
            perform(act, script, &generator)
            try fixture.settle()
            let log = script.log.all
            for event in log[judged...] {
                if let violation = model.observe(event) {
                    Issue.record("step \(step), \(event): \(violation); acts \(acts); log \(log.suffix(12))")
                    return
                }
            }
            judged = log.count
            if let violation = disagreement(model, fixture) {
                Issue.record("step \(step): \(violation); acts \(acts); log \(log.suffix(12))")
                return
            }
        }
        fixture.meeting.end()
        script.log.record(.interrupted)
        fixture.clock.advance(by: .seconds(60))
        fixture.drain()
        let violations = ContractModel.violations(in: script.log.all, isComplete: true)
        #expect(violations == [])
        #expect(script.log.count > 10)
        #expect(!fixture.studio.isStarted)
    }

    private func perform(_ act: Act, _ script: ScriptedMeeting, _ generator: inout SeededRandom) {
        let fixture = script.fixture
        let milliseconds = Int64.random(in: 0...60, using: &generator)
        switch act {
        case .start: script.queue.sync { script.start() }
        case .stop: script.queue.sync { script.stop() }
        case .send, .audio: send(act == .send, fixture)
        case .turn: fixture.clock.advance(by: .milliseconds(milliseconds))
        case .turnFar: fixture.clock.advance(by: .milliseconds(milliseconds * 10))
        case .loseRole, .giveRole, .moveRole:
            let role: MeetingRole = act == .loseRole ? .attendee : act == .giveRole ? .host : .coHost
            script.queue.sync {
                let losesRole = fixture.meeting.localUser.role.maySend && !role.maySend
                if losesRole { script.log.record(.interrupted) }
                fixture.meeting.setRole(role)
            }
        case .insideSDK:
            script.queue.sync {
                script.log.record(.interrupted)
                fixture.studio.stopInternally()
            }
        case .reconnect where fixture.meeting.status == .inMeeting: fixture.meeting.loseConnection()
        case .reconnect: fixture.meeting.regainConnection()
        case .end:
            script.queue.sync {
                script.log.record(.interrupted)
                fixture.meeting.end()
            }
        case .refuseNext, .noSenderNext:
            var responses = StudioResponses.immediate
            responses.accepts = act != .refuseNext
            responses.providesSender = act != .noSenderNext || generator.chance(percent: 50)
            responses.answerDelay = .zero ... .milliseconds(milliseconds)
            responses.senderDelay = .milliseconds(Int64.random(in: 0...20, using: &generator))
            responses.stopDelay = .milliseconds(Int64.random(in: 0...20, using: &generator))
            if generator.chance(percent: 60) { responses.accepts = true }
            fixture.studio.responses = responses
        case .restartInCallback: script.restarts.withLock { $0 += 1 }
        }
    }

    private func send(_ isVideo: Bool, _ fixture: TestMeeting) {
        for sender in fixture.recorder.senders {
            let isOpen = sender === fixture.recorder.senders.last && fixture.studio.isStarted
            let rule = ruleBroken { () throws(StudioError) in
                if isVideo { try sender.sendFrame() } else { try sender.sendAudioBlock() }
            }
            if !isOpen, rule != .sendNotStarted { Issue.record("a sender accepted media outside its session") }
        }
    }

    private func disagreement(_ model: ContractModel, _ fixture: TestMeeting) -> String? {
        if fixture.studio.isStarted != model.isStarted { return "isStarted is \(fixture.studio.isStarted)" }
        guard let sender = fixture.recorder.senders.last else { return nil }
        let isAccepted = ruleBroken { () throws(StudioError) in try sender.sendFrame() } == nil
        return isAccepted == model.acceptsFrames ? nil : "acceptsFrames is \(isAccepted)"
    }
}
