/// The contract as a predicate over an event log: it counts events and checks each event against the counts.
///
/// It is independent of the state machine under test: it has no states, only counts. Complaints are strings; `nil`
/// means that the event is allowed.
package struct ContractModel: Sendable {
    /// The counts of one accepted start.
    private struct Session: Sendable {
        var stopsAsked = 0
        var interruptions = 0
        var yes = 0
        var no = 0
        var senders = 0
        var nilSenders = 0
        var ends = 0

        var answers: Int { yes + no }
        var mustEnd: Bool { stopsAsked > 0 || (yes > 0 && (interruptions > 0 || nilSenders > 0)) }
        var isOver: Bool { ends > 0 || (no > 0 && stopsAsked == 0) }
    }

    private var session: Session?
    /// The number of accepted starts.
    package private(set) var sessions = 0

    package init() {}

    private var live: Session? {
        guard let session, !session.isOver else { return nil }
        return session
    }

    // MARK: Expectations

    /// Whether an otherwise valid start is accepted.
    package var allowsStart: Bool { live == nil }

    /// Whether a stop is accepted.
    package var allowsStop: Bool { live.map { !$0.mustEnd } ?? false }

    /// `isPSModeStarted`: false until a start has the result true.
    package var isStarted: Bool { live.map { $0.yes > 0 } ?? false }

    /// Whether a valid frame is accepted: from the sender to the end.
    package var acceptsFrames: Bool { live.map { $0.senders > 0 } ?? false }

    /// Whether a start result is pending.
    package var owesAnswer: Bool { live.map { $0.answers == 0 } ?? false }

    /// Whether the pending result may be true.
    package var mayAnswerTrue: Bool { live.map { $0.answers + $0.stopsAsked + $0.interruptions == 0 } ?? false }

    /// Whether `onStartSend` is pending.
    package var owesSender: Bool {
        live.map { $0.yes > 0 && $0.senders + $0.nilSenders + $0.stopsAsked + $0.interruptions == 0 } ?? false
    }

    /// Whether `onStopSend` is pending.
    package var owesEnd: Bool { live.map { $0.mustEnd } ?? false }

    // MARK: Checks

    /// Adds the next event of the log; returns the violation if the contract forbids it.
    package mutating func observe(_ event: ContractEvent) -> String? {
        let violation = violation(by: event)
        record(event)
        return violation
    }

    private func violation(by event: ContractEvent) -> String? {
        switch event {
        case .startAccepted:
            allowsStart ? nil : "a start was accepted while the studio was active"
        case .startRefused:
            allowsStart ? "a start was rejected while the studio was idle" : nil
        case .stopAccepted:
            allowsStop ? nil : "a stop was accepted with nothing to stop"
        case .stopRefused:
            allowsStop ? "a stop was rejected while the studio was active" : nil
        case .interrupted:
            nil
        case .answered(let isYes):
            !owesAnswer ? "an unexpected result" : isYes && !mayAnswerTrue ? "the result true after the end" : nil
        case .senderGiven:
            owesSender ? nil : "unexpected onStartSend"
        case .ended:
            !owesEnd ? "unexpected onStopSend" : owesAnswer ? "onStopSend before the result" : nil
        }
    }

    private mutating func record(_ event: ContractEvent) {
        switch event {
        case .startAccepted:
            session = Session()
            sessions += 1
        case .startRefused, .stopRefused: break
        case .stopAccepted: session?.stopsAsked += 1
        // An interruption after the end has no effect.
        case .interrupted: if live != nil { session?.interruptions += 1 }
        case .answered(true): session?.yes += 1
        case .answered(false): session?.no += 1
        case .senderGiven(true): session?.senders += 1
        case .senderGiven(false): session?.nilSenders += 1
        case .ended: session?.ends += 1
        }
    }

    /// The violation if a callback is still pending although everything was delivered.
    package var violationAtRest: String? {
        if owesAnswer { return "a start has no result" }
        if owesSender { return "onStartSend is missing" }
        if owesEnd { return "onStopSend is missing" }
        return nil
    }

    /// Checks a whole log; returns the violations with their positions.
    package static func violations(in log: [ContractEvent], isComplete: Bool) -> [String] {
        var model = ContractModel()
        var result: [String] = []
        for (index, event) in log.enumerated() {
            if let violation = model.observe(event) { result.append("event \(index), \(event): \(violation)") }
        }
        if isComplete, let violation = model.violationAtRest { result.append(violation) }
        return result
    }
}
