import ProductionStudio
import StudioCore

/// The names of the states, without associated values.
enum Phase: String, Hashable, Sendable, CaseIterable {
    case idle, starting, refusing, accepted, sending
    case stoppingUnanswered, stoppingRefused, stoppingAccepted, stoppingSending
}

/// Every input of the machine; deliveries refer to the current start.
enum Input: String, Hashable, Sendable, CaseIterable {
    case start, stop, stopOutsideMeeting, interrupt
    case answerTrue, answerFalse, senderPresent, senderAbsent, stopDue
}

/// The machine's actions, without identifiers.
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

/// A machine and its last start.
struct Subject: Sendable {
    static let capability = VideoCapability(width: 640, height: 360, format: .i420Limited)

    var machine = ControllerStateMachine()
    var id: ControllerStateMachine.StartID?
    /// Set when an action named another start or contract than the current one.
    private(set) var mismatch: String?

    /// Brings a machine into a phase through inputs only.
    init(in phase: Phase) {
        // One finished start first, so that every phase has a current start whose identifier is not the first one.
        var path: [Input] = [.start, .answerFalse]
        path += Self.path(to: phase)
        for input in path { _ = apply(input) }
    }

    /// A new machine.
    init() {}

    private static func path(to phase: Phase) -> [Input] {
        switch phase {
        case .idle: []
        case .starting: [.start]
        case .refusing: [.start, .interrupt]
        case .accepted: [.start, .answerTrue]
        case .sending: [.start, .answerTrue, .senderPresent]
        case .stoppingUnanswered: [.start, .stop]
        case .stoppingRefused: [.start, .stop, .answerTrue]
        case .stoppingAccepted: [.start, .answerTrue, .stop]
        case .stoppingSending: [.start, .answerTrue, .senderPresent, .stop]
        }
    }

    /// The state of a phase, with the current start and contract.
    func state(of phase: Phase) -> ControllerStateMachine.State? {
        guard let id else { return phase == .idle ? .idle : nil }
        return switch phase {
        case .idle: .idle
        case .starting: .starting(id, Self.capability)
        case .refusing: .refusing(id)
        case .accepted: .accepted(id, Self.capability)
        case .sending: .sending(id, Self.capability)
        case .stoppingUnanswered: .stopping(id, .starting)
        case .stoppingRefused: .stopping(id, .refused)
        case .stoppingAccepted: .stopping(id, .accepted)
        case .stoppingSending: .stopping(id, .sending)
        }
    }

    mutating func apply(_ input: Input) -> Effect {
        switch input {
        case .start: start()
        case .stop: stop(inMeeting: true)
        case .stopOutsideMeeting: stop(inMeeting: false)
        case .interrupt: interrupt()
        case .answerTrue: id.map { answer($0, true) } ?? .nothing
        case .answerFalse: id.map { answer($0, false) } ?? .nothing
        case .senderPresent: id.map { sender($0, true) } ?? .nothing
        case .senderAbsent: id.map { sender($0, false) } ?? .nothing
        case .stopDue: id.map { end($0) } ?? .nothing
        }
    }

    private mutating func check(_ other: ControllerStateMachine.StartID) {
        if other != id { mismatch = "an action names \(other), the start is \(String(describing: id))" }
    }

    private mutating func start() -> Effect {
        switch machine.start(Self.capability, under: ControllerStateMachine.StartConditions()) {
        case .scheduleAnswer(let new):
            if new == id { mismatch = "a start was used twice" }
            id = new
            return .scheduleAnswer
        case .refuse(let error): return .refused(error.rule, error.code)
        }
    }

    private mutating func stop(inMeeting: Bool) -> Effect {
        switch machine.stop(inMeeting: inMeeting) {
        case .scheduleStop(let id):
            check(id)
            return .scheduleStop
        case .refuse(let error): return .refused(error.rule, error.code)
        }
    }

    private mutating func interrupt() -> Effect {
        switch machine.interrupt() {
        case .scheduleStop(let id):
            check(id)
            return .scheduleStop
        case .ignore: return .nothing
        }
    }

    mutating func answer(_ id: ControllerStateMachine.StartID, _ accepted: Bool) -> Effect {
        switch machine.answerDue(id, accepted: accepted) {
        case .deliverAccepted(let id):
            check(id)
            return .deliverTrue
        case .deliverRefused: return .deliverFalse
        case .ignore: return .nothing
        }
    }

    mutating func sender(_ id: ControllerStateMachine.StartID, _ present: Bool) -> Effect {
        switch machine.senderDue(id, present: present) {
        case .deliverSender(let id, let capability):
            check(id)
            if capability != Self.capability { mismatch = "the contract became \(capability)" }
            return .deliverSender
        case .deliverNoSender(let id):
            check(id)
            return .deliverNil
        case .ignore: return .nothing
        }
    }

    mutating func end(_ id: ControllerStateMachine.StartID) -> Effect {
        switch machine.stopDue(id) {
        case .deliver(let wasSending): .deliverEnd(wasSending: wasSending)
        case .ignore: .nothing
        }
    }
}
