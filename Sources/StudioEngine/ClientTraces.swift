import Logging
package import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTrace
import TraceRecording

/// Writes a trace of each studio of a client: into files of a folder, or into a file, and numbered ones after it.
package final class ClientTraces: Sendable {
    private struct State: Sendable {
        var opened = 0
        var current: TraceRecorder?
    }

    private let destination: TraceDestination
    private let logger = Logger(label: "psstudio")
    private let state = Lock(State())

    package init(_ path: String) {
        destination = TraceDestination(path)
    }

    /// Records this studio from now on. A studio without a call of the client leaves no trace. The traces of earlier
    /// studios end, because a client has one meeting at a time.
    package func attach(_ studio: StudioController) {
        let recorder = makeRecorder(studio, isPatient: true)
        recorder.observe(studio)
        replace(with: recorder)
    }

    /// Records a client that receives media in the meeting of this studio from now on: that it joined, the callbacks about
    /// the meeting, and each rule that it violates, once. Earlier violations have the time of joining.
    package func attach(_ studio: StudioController, interface: String, _ violations: ViolationLog) {
        let recorder = makeRecorder(studio, interface: interface, isPatient: false)
        recorder.observe(studio.meeting)
        recorder.record(.call(TraceCall("join", result: .text(StudioError.Code.success.description))))
        let reported = Lock<Set<RuleID>>([])
        let record: @Sendable (StudioError, Bool) -> Void = { error, isRefusal in
            let isFirst = reported.withLock { $0.insert(error.rule.id).inserted }
            if isFirst { recorder.record(error, isRefusal: isRefusal) }
        }
        for violation in violations.all { record(violation.error, violation.isRefusal) }
        violations.onEach(record)
        replace(with: recorder)
    }

    private func makeRecorder(
        _ studio: StudioController, interface: String = "production-studio", isPatient: Bool
    ) -> TraceRecorder {
        let session = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let header = TraceHeader(
            studio.meeting, interface: interface, session: session, seed: studio.options.seed)
        return TraceRecorder(header, clock: studio.meeting.clock, isPatient: isPatient) {
            [self] () throws(TraceFile.OpenError) in
            let number = state.withLock { state in
                state.opened += 1
                return state.opened
            }
            return try TraceFile(destination.numbered(number))
        }
    }

    /// Completes the current trace, and waits until it is written.
    package func finish() { replace(with: nil) }

    private func replace(with recorder: TraceRecorder?) {
        let earlier = state.withLock { state in
            defer { state.current = recorder }
            return state.current
        }
        if let failure = earlier?.finish() { logger.error("\(failure)") }
    }
}
