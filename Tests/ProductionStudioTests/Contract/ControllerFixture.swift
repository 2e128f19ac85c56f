import ProductionStudio
import StudioCore

/// The states by name, without what they carry.
enum Phase: String, Hashable, Sendable, CaseIterable {
    case idle, starting, refusing, accepted, sending
    case stoppingUnanswered, stoppingRefused, stoppingAccepted, stoppingSending
}

/// Everything that can happen to the machine; deliveries are for the run that is current.
enum Input: String, Hashable, Sendable, CaseIterable {
    case start, stop, stopOutsideMeeting, lose
    case answerTrue, answerFalse, senderPresent, senderAbsent, stopDue
}

/// What the machine asks its owner to do, without the numbers.
enum Effect: Hashable, Sendable {
    case scheduleAnswer
    case refused(Rule, StudioError.Code)
    case scheduleStop
    case deliverTrue
    case deliverFalse
    case deliverSender
    case deliverNil
    case deliverEnd(wasSending: Bool)
    case nothing
}

/// A machine and the run that it knows last.
struct Subject: Sendable {
    static let capability = VideoCapability(width: 640, height: 360, format: .i420Limited)

    var machine = ControllerStateMachine()
    var run: ControllerStateMachine.RunID?
    /// Set when an action named another run or contract than the current one.
    private(set) var mismatch: String?

    /// Brings a machine into a phase, by inputs alone.
    init(in phase: Phase) {
        // One finished run first, so that a current run exists in every phase and its number is not the first one.
        var path: [Input] = [.start, .answerFalse]
        path += Self.path(to: phase)
        for input in path { _ = apply(input) }
    }

    /// A fresh machine.
    init() {}

    private static func path(to phase: Phase) -> [Input] {
        switch phase {
        case .idle: []
        case .starting: [.start]
        case .refusing: [.start, .lose]
        case .accepted: [.start, .answerTrue]
        case .sending: [.start, .answerTrue, .senderPresent]
        case .stoppingUnanswered: [.start, .stop]
        case .stoppingRefused: [.start, .stop, .answerTrue]
        case .stoppingAccepted: [.start, .answerTrue, .stop]
        case .stoppingSending: [.start, .answerTrue, .senderPresent, .stop]
        }
    }

    /// The state that a phase stands for, with the current run and contract in it.
    func state(of phase: Phase) -> ControllerStateMachine.State? {
        guard let run else { return phase == .idle ? .idle : nil }
        return switch phase {
        case .idle: .idle
        case .starting: .starting(run, Self.capability)
        case .refusing: .refusing(run)
        case .accepted: .accepted(run, Self.capability)
        case .sending: .sending(run, Self.capability)
        case .stoppingUnanswered: .stopping(run, .starting)
        case .stoppingRefused: .stopping(run, .refused)
        case .stoppingAccepted: .stopping(run, .accepted)
        case .stoppingSending: .stopping(run, .sending)
        }
    }

    mutating func apply(_ input: Input) -> Effect {
        switch input {
        case .start: start()
        case .stop: stop(inMeeting: true)
        case .stopOutsideMeeting: stop(inMeeting: false)
        case .lose: lose()
        case .answerTrue: run.map { answer($0, true) } ?? .nothing
        case .answerFalse: run.map { answer($0, false) } ?? .nothing
        case .senderPresent: run.map { sender($0, true) } ?? .nothing
        case .senderAbsent: run.map { sender($0, false) } ?? .nothing
        case .stopDue: run.map { end($0) } ?? .nothing
        }
    }

    private mutating func check(_ other: ControllerStateMachine.RunID) {
        if other != run { mismatch = "an action names \(other), the run is \(String(describing: run))" }
    }

    private mutating func start() -> Effect {
        switch machine.start(Self.capability, in: ControllerStateMachine.Situation()) {
        case .scheduleAnswer(let new):
            if new == run { mismatch = "a run was used twice" }
            run = new
            return .scheduleAnswer
        case .refuse(let error): return .refused(error.rule, error.code)
        }
    }

    private mutating func stop(inMeeting: Bool) -> Effect {
        switch machine.stop(inMeeting: inMeeting) {
        case .scheduleStop(let run):
            check(run)
            return .scheduleStop
        case .refuse(let error): return .refused(error.rule, error.code)
        }
    }

    private mutating func lose() -> Effect {
        switch machine.lose() {
        case .scheduleStop(let run):
            check(run)
            return .scheduleStop
        case .ignore: return .nothing
        }
    }

    mutating func answer(_ run: ControllerStateMachine.RunID, _ accepted: Bool) -> Effect {
        switch machine.answerDue(run, accepted: accepted) {
        case .deliverAccepted(let run):
            check(run)
            return .deliverTrue
        case .deliverRefused: return .deliverFalse
        case .ignore: return .nothing
        }
    }

    mutating func sender(_ run: ControllerStateMachine.RunID, _ present: Bool) -> Effect {
        switch machine.senderDue(run, present: present) {
        case .deliverSender(let run, let capability):
            check(run)
            if capability != Self.capability { mismatch = "the contract became \(capability)" }
            return .deliverSender
        case .deliverNoSender(let run):
            check(run)
            return .deliverNil
        case .ignore: return .nothing
        }
    }

    mutating func end(_ run: ControllerStateMachine.RunID) -> Effect {
        switch machine.stopDue(run) {
        case .deliver(let wasSending): .deliverEnd(wasSending: wasSending)
        case .ignore: .nothing
        }
    }
}
