package import ProductionStudio
import SessionProtocol
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTrace

/// Judges the calls of a client while it runs, by the rules that `psstudio verify` applies to a trace.
package final class ContractMonitor: Sendable {
    /// The verdict so far.
    package struct Verdict: Sendable {
        /// The rules whose violations were no fault of the client: injected failures, races that no client can avoid.
        package let forgiven: Set<String>
        /// What the client did wrong without a rejected call: one line per rule.
        package let lines: [String]
    }

    private let verifier: Lock<OrderVerifier>
    private let clock: any StudioClock
    private let stops: StopDelivery

    /// Judges a studio from now on. The studio retains the monitor.
    package init(of studio: StudioController) {
        clock = studio.meeting.clock
        stops = StopDelivery(of: clock)
        var verifier = OrderVerifier()
        verifier.isManual = clock is ManualClock
        self.verifier = Lock(verifier)
        studio.onEvent { [self, weak studio] event in
            stops.begin(event)
            apply(ObservedEvent(event: .init(event), isReceived: studio.map { $0.isReceived(event) } ?? false))
        }
        studio.onCall { [self] call in apply(ObservedEvent(event: .init(call))) }
        studio.addObserver(self)
        studio.violations.onEach(.judge) { [self] error, isRefusal in
            apply(ObservedEvent(event: .init(error, isRefusal: isRefusal), isRace: stops.isRace))
        }
    }

    /// The verdict, as if the session ended now.
    package var verdict: Verdict {
        var verifier = verifier.withLock { $0 }
        verifier.finish()
        let rejected = verifier.broken
        // A rejected call is in the violations of the studio already, with its own rule.
        let own = verifier.allFindings.filter { $0.group == .contract && $0.rule == Rule.traceCleanUpEarly.id.rawValue }
        return Verdict(
            forgiven: verifier.seen.subtracting(rejected), lines: own.map { "\($0.rule): \($0.message)" })
    }

    private func apply(_ event: ObservedEvent) { apply(TraceEvent(event)) }

    private func apply(_ event: TraceEvent) {
        let place = TracePlace(time: clock.now, line: 0)
        verifier.withLock { $0.apply(event, at: place) }
    }
}

extension ContractMonitor: StudioObserver {
    package func studioWasQueried(_ query: StudioQuery, answer: Bool) {
        apply(.call(TraceCall(query.rawValue, result: .flag(answer))))
    }

    package func studioDelegateChanged(isSet: Bool) { apply(.call(TraceCall("setDelegate", ["isSet": .flag(isSet)]))) }

    package func studioNotified(_ event: StudioEvent) { stops.end(event) }

    package func studioTestEnded() { apply(.state(.testEnded)) }

    package func studioAccepted(_ frame: borrowing VideoFrame, isDropped: Bool) { applyMedia() }

    package func studioAccepted(_ block: borrowing AudioBlock, isDropped: Bool) { applyMedia() }

    private func applyMedia() { verifier.withLock { $0.applyMedia() } }
}
