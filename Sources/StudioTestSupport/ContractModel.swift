/// The contract as a predicate over a log: keeps counts of what was seen and judges each event by them.
///
/// It shares nothing with the state machine that it judges: it has no states, only the question whether a count allows
/// the next event. Complaints are texts; `nil` means that the event was allowed.
package struct ContractModel: Sendable {
    /// The counts of one run, from an accepted start.
    private struct Run: Sendable {
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

    private var run: Run?
    /// How many runs began.
    package private(set) var runs = 0

    package init() {}

    private var live: Run? {
        guard let run, !run.isOver else { return nil }
        return run
    }

    // MARK: What the contract expects now

    /// Whether a start that is otherwise in order is accepted.
    package var allowsStart: Bool { live == nil }

    /// Whether a stop is accepted.
    package var allowsStop: Bool { live.map { !$0.mustEnd } ?? false }

    /// `isPSModeStarted`: false throughout a run that was never answered with true.
    package var isStarted: Bool { live.map { $0.yes > 0 } ?? false }

    /// Whether a good frame is accepted: from the sender to the end.
    package var acceptsFrames: Bool { live.map { $0.senders > 0 } ?? false }

    /// Whether the answer to a start is owed.
    package var owesAnswer: Bool { live.map { $0.answers == 0 } ?? false }

    /// Whether the answer that is owed may still be true.
    package var mayAnswerTrue: Bool { live.map { $0.answers + $0.stopsAsked + $0.interruptions == 0 } ?? false }

    /// Whether `onStartSend` is owed.
    package var owesSender: Bool {
        live.map { $0.yes > 0 && $0.senders + $0.nilSenders + $0.stopsAsked + $0.interruptions == 0 } ?? false
    }

    /// Whether `onStopSend` is owed.
    package var owesEnd: Bool { live.map { $0.mustEnd } ?? false }

    // MARK: Judging

    /// Takes the next event of the log; a text when the contract forbids it here.
    package mutating func observe(_ event: ContractEvent) -> String? {
        let complaint = complaint(about: event)
        record(event)
        return complaint
    }

    private func complaint(about event: ContractEvent) -> String? {
        switch event {
        case .startAccepted:
            allowsStart ? nil : "a start was accepted while a run is on"
        case .startRefused:
            allowsStart ? "a start was refused while nothing runs" : nil
        case .stopAccepted:
            allowsStop ? nil : "a stop was accepted with nothing to stop"
        case .stopRefused:
            allowsStop ? "a stop was refused while a run is on" : nil
        case .interrupted:
            nil
        case .answered(let isYes):
            !owesAnswer ? "an answer that nobody owes" : isYes && !mayAnswerTrue ? "true for a run that is over" : nil
        case .senderGiven:
            owesSender ? nil : "onStartSend that nobody owes"
        case .ended:
            !owesEnd ? "onStopSend that nobody owes" : owesAnswer ? "onStopSend before the answer" : nil
        }
    }

    private mutating func record(_ event: ContractEvent) {
        switch event {
        case .startAccepted:
            run = Run()
            runs += 1
        case .startRefused, .stopRefused: break
        case .stopAccepted: run?.stopsAsked += 1
        // An interruption after the end of a run does not concern it.
        case .interrupted: if live != nil { run?.interruptions += 1 }
        case .answered(true): run?.yes += 1
        case .answered(false): run?.no += 1
        case .senderGiven(true): run?.senders += 1
        case .senderGiven(false): run?.nilSenders += 1
        case .ended: run?.ends += 1
        }
    }

    /// A text when something is still owed although everything was delivered.
    package var complaintAtRest: String? {
        if owesAnswer { return "a start was never answered" }
        if owesSender { return "onStartSend never came" }
        if owesEnd { return "onStopSend never came" }
        return nil
    }

    /// Reads a whole log; the complaints with their places.
    package static func complaints(about log: [ContractEvent], isComplete: Bool) -> [String] {
        var model = ContractModel()
        var result: [String] = []
        for (index, event) in log.enumerated() {
            if let complaint = model.observe(event) { result.append("event \(index), \(event): \(complaint)") }
        }
        if isComplete, let complaint = model.complaintAtRest { result.append(complaint) }
        return result
    }
}
