import Dispatch
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Whole meetings against the contract's model")
struct ModelRunTests {
    private enum Act: CaseIterable {
        case start, stop, send, sound, turn, turnFar, loseRole, giveRole, moveRole, insideSDK, reconnect, end
        case refuseNext, noSenderNext, restartInCallback
    }

    /// One meeting: what was seen, in order. Calls are made on the callback queue, so that calls and callbacks have one
    /// order.
    private final class Show: Sendable {
        let stage = Stage()
        let log = Recorder<ContractEvent>()
        let restarts = Lock(0)

        init() {
            stage.audience.react { [weak self] callback, _ in self?.note(callback) }
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
            switch stage.start() {
            case nil: log.record(.startAccepted)
            case .startTwice: log.record(.startRefused)
            // The rest does not depend on the run: the model has no opinion about it.
            case let rule?: if rule != .startOutsideMeeting && rule != .startWithoutPermission { record(rule) }
            }
        }

        func stop() {
            switch stage.stop() {
            case nil: log.record(.stopAccepted)
            case .stopNothingRunning: log.record(.stopRefused)
            case let rule?: if rule != .stopOutsideMeeting { record(rule) }
            }
        }

        private func record(_ rule: Rule) { Issue.record("\(rule.id) was broken") }
    }

    @Test("a random meeting keeps the contract", arguments: 1...60 as ClosedRange<UInt64>)
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let show = Show()
        let stage = show.stage
        var model = ContractModel()
        var judged = 0
        var acts: [Act] = []
        for step in 0..<120 {
            // A meeting that ends early tests little.
            var act = generator.pick(Act.allCases)
            if act == .end, step < 100 { act = .start }
            acts = acts.suffix(10) + [act]
            perform(act, show, &generator)
            stage.flush()
            let log = show.log.all
            for event in log[judged...] {
                if let complaint = model.observe(event) {
                    Issue.record("step \(step), \(event): \(complaint); acts \(acts); log \(log.suffix(12))")
                    return
                }
            }
            judged = log.count
            if let complaint = disagreement(model, stage) {
                Issue.record("step \(step): \(complaint); acts \(acts); log \(log.suffix(12))")
                return
            }
        }
        stage.meeting.end()
        show.log.record(.interrupted)
        stage.clock.advance(by: .seconds(60))
        stage.settle()
        let complaints = ContractModel.complaints(about: show.log.all, isComplete: true)
        #expect(complaints == [])
        #expect(show.log.count > 10)
        #expect(!stage.studio.isStarted)
    }

    private func perform(_ act: Act, _ show: Show, _ generator: inout SeededGenerator) {
        let stage = show.stage
        let milliseconds = Int64.random(in: 0...60, using: &generator)
        switch act {
        case .start: stage.queue.sync { show.start() }
        case .stop: stage.queue.sync { show.stop() }
        case .send, .sound: send(act == .send, stage)
        case .turn: stage.clock.advance(by: .milliseconds(milliseconds))
        case .turnFar: stage.clock.advance(by: .milliseconds(milliseconds * 10))
        case .loseRole, .giveRole, .moveRole:
            let role: MeetingRole = act == .loseRole ? .attendee : act == .giveRole ? .host : .coHost
            stage.queue.sync {
                let losesRole = stage.meeting.localUser.role.maySend && !role.maySend
                if losesRole { show.log.record(.interrupted) }
                stage.meeting.setRole(role)
            }
        case .insideSDK:
            stage.queue.sync {
                show.log.record(.interrupted)
                stage.studio.stopInternally()
            }
        case .reconnect: stage.meeting.setReconnecting(stage.meeting.status == .inMeeting)
        case .end:
            stage.queue.sync {
                show.log.record(.interrupted)
                stage.meeting.end()
            }
        case .refuseNext, .noSenderNext:
            var responses = StudioResponses.immediate
            responses.accepts = act != .refuseNext
            responses.providesSender = act != .noSenderNext || generator.chance(percent: 50)
            responses.answerDelay = .zero ... .milliseconds(milliseconds)
            responses.senderDelay = .milliseconds(Int64.random(in: 0...20, using: &generator))
            responses.stopDelay = .milliseconds(Int64.random(in: 0...20, using: &generator))
            if generator.chance(percent: 60) { responses.accepts = true }
            stage.studio.responses = responses
        case .restartInCallback: show.restarts.withLock { $0 += 1 }
        }
    }

    private func send(_ isVideo: Bool, _ stage: Stage) {
        for sender in stage.audience.senders.all {
            let isOpen = sender === stage.audience.senders.all.last && stage.studio.isStarted
            let rule = ruleBroken { () throws(StudioError) in
                if isVideo { try sender.sendPicture() } else { try sender.sendSound() }
            }
            if !isOpen, rule != .sendOutsideRun { Issue.record("a sender outside its run took media") }
        }
    }

    private func disagreement(_ model: ContractModel, _ stage: Stage) -> String? {
        if stage.studio.isStarted != model.isStarted { return "isStarted is \(stage.studio.isStarted)" }
        guard let sender = stage.audience.senders.all.last else { return nil }
        let isAccepted = ruleBroken { () throws(StudioError) in try sender.sendPicture() } == nil
        return isAccepted == model.acceptsFrames ? nil : "acceptsFrames is \(isAccepted)"
    }
}
