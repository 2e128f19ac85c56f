import StudioCore

/// Finds the calls of the app that break the contract.
///
/// The gate of a sender closes just before `onStopSend` is delivered, and the callback reaches the app's producer later. A
/// send that is rejected in this window is a race that no app can avoid, and no finding.
struct OrderVerifier: Sendable {
    private enum Phase: Sendable {
        case idle
        /// A start succeeded; its callbacks are due.
        case starting
        /// `onStartSend` delivered a sender.
        case sending
    }

    /// How long the window around `onStopSend` lasts: a thread that is ready to run waits for less on a loaded machine.
    static let stopWindow = MediaTime.milliseconds(50)

    private var phase = Phase.idle
    private var hasSent = false
    private var supports: Bool?
    private var permits: Bool?
    private var stopTime: MediaTime?
    /// Whether the current start was reported for its delegate.
    private var isDelegateReported = false
    /// Rejected sends while sending, of the last `stopWindow`: stale unless the end follows at once.
    private var pending: [TracePlace] = []
    /// The number of places at the beginning of `pending` that were reported.
    private var reported = 0
    private(set) var findings = TraceFindings()

    /// Failures that a test injects, or that the machine causes.
    private static let environment: Set<String> = [
        "PS-START-013", "PS-SEND-011", "PS-ENTRY-002", "PS-ENTRY-007", "PS-ENTRY-024",
    ]

    mutating func apply(_ event: TraceEvent, at place: TracePlace) {
        switch event {
        case .call(let call): apply(call, at: place)
        case .callback(let callback): apply(callback, at: place)
        case .violation(let violation): apply(violation, at: place)
        // Media is accepted, so the sender of the current start is open: the rejected ones were stale.
        case .video, .audio: reportPending()
        case .state, .command, .drop, .output, .failure, .note, .end: break
        }
    }

    mutating func finish() { reportPending() }

    private mutating func reportPending() {
        for place in pending.dropFirst(reported) { reportStaleSender(at: place) }
        pending.removeAll(keepingCapacity: true)
        reported = 0
    }

    /// Reports those that an end from now on does not follow at once.
    private mutating func reportPending(before time: MediaTime) {
        while reported < pending.count, time - pending[reported].time > Self.stopWindow {
            reportStaleSender(at: pending[reported])
            reported += 1
        }
        guard reported > pending.count / 2 else { return }
        pending.removeFirst(reported)
        reported = 0
    }

    private mutating func reportStaleSender(at place: TracePlace) {
        findings.add(
            .traceStaleSender, at: place,
            "a send was rejected while another sender is open; use the sender of the last onStartSend")
    }

    // MARK: Calls

    private mutating func apply(_ call: TraceCall, at place: TracePlace) {
        switch call.name {
        case "isSupported": supports = call.result?.flag
        case "canStart": permits = call.result?.flag
        case "start":
            if supports == nil {
                findings.add(
                    .traceSupportUnchecked, at: place,
                    "start was called without a call of isSupported (isSupportPSMode); call it first")
            }
            if permits == nil {
                findings.add(
                    .tracePermissionUnchecked, at: place,
                    "start was called without a call of canStart (canStartPSMode); call it first")
            }
            if call.result?.text == StudioError.Code.success.rawValue {
                phase = .starting
                isDelegateReported = false
            }
        case "setDelegate" where call.arguments["isSet"]?.flag == false: reportDelegate(at: place)
        default: break
        }
    }

    private mutating func reportDelegate(at place: TracePlace) {
        guard phase != .idle, !isDelegateReported else { return }
        isDelegateReported = true
        findings.add(
            .traceCleanUpEarly, at: place,
            "the delegate was removed or released before onStopSend; keep it until that callback")
    }

    // MARK: Callbacks

    private mutating func apply(_ callback: TraceCallback, at place: TracePlace) {
        switch callback.name {
        case "startAnswered":
            if callback.isReceived == false { reportDelegate(at: place) }
            if callback.arguments["accepted"]?.flag == false { phase = .idle }
        case "sendingStarted":
            if callback.isReceived == false { reportDelegate(at: place) }
            if callback.arguments["hasSender"]?.flag == true { (phase, hasSent) = (.sending, true) }
        case "sendingStopped":
            if callback.isReceived == false { reportDelegate(at: place) }
            reportPending(before: place.time)
            (pending, reported) = ([], 0)
            (phase, stopTime) = (.idle, place.time)
        default: break
        }
    }

    // MARK: Violations

    private mutating func apply(_ violation: TraceViolation, at place: TracePlace) {
        switch violation.rule {
        case "PS-SEND-001": applyClosedSender(at: place)
        case "PS-START-005":
            findings.add(
                .traceDelegateLate, at: place, "start was called without a delegate; set the delegate first")
        // Unknown answers are findings of the call; after a positive answer, the meeting has changed.
        case "PS-START-002" where supports != false: break
        case "PS-START-003" where permits != false: break
        // The studio stopped by itself at the same time.
        case "PS-STOP-001" where phase != .idle, "PS-STOP-012" where phase != .idle: break
        case let rule where Self.environment.contains(rule): break
        // A warning about accepted media, which the contract permits.
        case let rule where rule.hasPrefix("CONTENT-"):
            findings.add(TraceFinding(.quality, rule, at: place, violation.message))
        default: findings.add(TraceFinding(.contract, violation.rule, at: place, violation.message))
        }
    }

    private mutating func applyClosedSender(at place: TracePlace) {
        if phase == .sending {
            reportPending(before: place.time)
            pending.append(place)
        } else if !hasSent {
            findings.add(
                .traceSendBeforeStart, at: place, "a send was rejected before onStartSend; wait for that callback")
        } else if let stopTime, place.time - stopTime > Self.stopWindow {
            findings.add(
                .traceSendAfterStop, at: place,
                "a send was rejected \(NumberText.milliseconds(place.time - stopTime)) after onStopSend; end the "
                    + "producer in that callback")
        }
    }
}
