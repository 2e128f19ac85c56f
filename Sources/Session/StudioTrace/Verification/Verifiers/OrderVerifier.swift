import StudioCore

/// Finds the calls of the app that break the contract.
///
/// The gate of a sender closes just before `onStopSend` is delivered, and the callback reaches the app's producer later. A
/// send that is rejected in this window is a race that no app can avoid, and no finding. On a manual clock, which stands
/// meanwhile, the writer of the trace says which sends were rejected until the callback had returned.
package struct OrderVerifier: Sendable {
    private enum Phase: Sendable {
        case idle
        /// A start succeeded; its callbacks are due.
        case starting
        /// `onStartSend` delivered a sender.
        case sending
    }

    private var phase = Phase.idle
    private var hasSent = false
    private var supports: Bool?
    private var permits: Bool?
    private var stopTime: MediaTime?
    /// Whether the app has stopped the current start.
    private var hasStopped = false
    /// Whether the current start was reported for its delegate.
    private var isDelegateReported = false
    /// Rejected sends while sending, of the last ``SendingEnd/window``: stale unless the end follows at once.
    private var pending: [TracePlace] = []
    /// The number of places at the beginning of `pending` that were reported.
    private var reported = 0
    /// After the end of a test, until the app calls again: nothing is a fault of the app.
    private var isTestOver = false
    /// Whether the times are those of a manual clock.
    package var isManual = false
    private(set) var findings = TraceFindings()
    /// The rules of rejected calls that are findings, possibly under another name, and of those that are not.
    package private(set) var broken: Set<String> = []
    package private(set) var seen: Set<String> = []

    /// Creates a verifier at the beginning of a session.
    package init() {}

    /// What was found, in the order of the first occurrences.
    package var allFindings: [TraceFinding] { findings.all }

    /// Failures that a test injects, or that the machine causes, and what is not emulated: a client is right to use it.
    private static let environment: Set<String> = [
        "PS-START-013", "PS-SEND-011", "PS-ENTRY-002", "PS-ENTRY-007", "PS-ENTRY-024", "ZV-SEND-001",
        "ZG-RENDER-004",
    ]

    /// Calls that are served, and reported only in strict mode.
    private static let strict: Set<String> = ["PS-SDK-023"]

    /// Applies the next event.
    package mutating func apply(_ event: TraceEvent, at place: TracePlace) {
        if isTestOver {
            // The emulation has removed the delegate. A start that is recorded now was called before.
            guard case .call(let call) = event, call.name == "setDelegate", call.arguments["isSet"]?.flag == true else {
                return
            }
            isTestOver = false
        }
        switch event {
        case .call(let call): apply(call, at: place)
        case .callback(let callback): apply(callback, at: place)
        case .violation(let violation): apply(violation, at: place)
        // Media is accepted, so the sender of the current start is open: the rejected ones were stale.
        case .video, .audio: reportPending()
        case .state(let state) where state == .testEnded: endTest(at: place)
        case .state, .command, .drop, .output, .failure, .note, .end: break
        }
    }

    /// Media was accepted.
    package mutating func applyMedia() { if !isTestOver { reportPending() } }

    /// Ends the session.
    package mutating func finish() { reportPending() }

    /// A test may end while the studio sends.
    private mutating func endTest(at place: TracePlace) {
        reportPending(before: place.time)
        (pending, reported, phase, isTestOver) = ([], 0, .idle, true)
    }

    private mutating func reportPending() {
        for place in pending.dropFirst(reported) { reportStaleSender(at: place) }
        pending.removeAll(keepingCapacity: true)
        reported = 0
    }

    /// Reports those that an end from now on does not follow at once.
    private mutating func reportPending(before time: MediaTime) {
        while reported < pending.count, time - pending[reported].time > SendingEnd.window {
            reportStaleSender(at: pending[reported])
            reported += 1
        }
        guard reported > pending.count / 2 else { return }
        pending.removeFirst(reported)
        reported = 0
    }

    private mutating func reportStaleSender(at place: TracePlace) {
        broken.insert(Self.closedSender)
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
                (isDelegateReported, hasStopped) = (false, false)
            }
        case "stop" where call.result?.text == StudioError.Code.success.rawValue: hasStopped = true
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

    static let closedSender = "PS-SEND-001"

    private mutating func apply(_ violation: TraceViolation, at place: TracePlace) {
        seen.insert(violation.rule)
        switch violation.rule {
        case Self.closedSender: applyClosedSender(at: place, isRace: violation.isRace == true)
        case "PS-START-005":
            broken.insert(violation.rule)
            findings.add(
                .traceDelegateLate, at: place, "start was called without a delegate; set the delegate first")
        // After a positive answer, the meeting has changed.
        case "PS-START-002" where supports == true: break
        case "PS-START-003" where permits == true: break
        // The studio stopped by itself at the same time, and not because of an earlier stop.
        case "PS-STOP-001" where phase != .idle && !hasStopped, "PS-STOP-012" where phase != .idle && !hasStopped:
            break
        case let rule where Self.environment.contains(rule): break
        // A warning about accepted media, or about what the contract permits.
        case let rule where rule.hasPrefix("CONTENT-") || RuleID(rawValue: rule).isAboutQuality:
            broken.insert(rule)
            findings.add(TraceFinding(.quality, rule, at: place, violation.message))
        case let rule where Self.strict.contains(rule):
            findings.add(TraceFinding(.strict, rule, at: place, violation.message))
        default:
            broken.insert(violation.rule)
            findings.add(TraceFinding(.contract, violation.rule, at: place, violation.message))
        }
    }

    /// - Parameter isRace: on a manual clock, whether the callback that ends the sending had not returned.
    private mutating func applyClosedSender(at place: TracePlace, isRace: Bool) {
        if phase == .sending {
            reportPending(before: place.time)
            pending.append(place)
        } else if !hasSent {
            broken.insert(Self.closedSender)
            findings.add(
                .traceSendBeforeStart, at: place, "a send was rejected before onStartSend; wait for that callback")
        } else if let stopTime, isManual ? !isRace : place.time - stopTime > SendingEnd.window {
            broken.insert(Self.closedSender)
            findings.add(
                .traceSendAfterStop, at: place,
                "a send was rejected \(NumberText.milliseconds(place.time - stopTime)) after onStopSend; end the "
                    + "producer in that callback")
        }
    }
}
