import Logging
package import ProductionStudio
import StudioCore
package import StudioMeeting
import StudioRuntime
import StudioTrace
import TraceRecording

/// Writes a trace of each studio of a client: into files of a folder, or into a file, and numbered ones after it.
package final class ClientTraces: Sendable {
    /// A violation counts once for its rule and its effect.
    private struct Reported: Hashable, Sendable {
        let rule: RuleID
        let isRefusal: Bool

        init(_ error: StudioError, isRefusal: Bool) { (rule, self.isRefusal) = (error.rule.id, isRefusal) }
    }

    private struct State: Sendable {
        var opened = 0
        /// By interface: a process may use several.
        var current: [String: TraceRecorder] = [:]
        /// What any trace of a receiving client has recorded.
        var recorded: Set<Reported> = []
    }

    private static let senderInterface = "production-studio"

    private let destination: TraceDestination
    private let logger = Logger(label: "psstudio")
    private let state = Lock(State())

    package init(_ path: String) {
        destination = TraceDestination(path)
    }

    /// Records this studio from now on. A studio without a call of the client leaves no trace. The trace of an earlier
    /// studio ends, because a client has one meeting at a time. A studio that a test records already is left to it.
    package func attach(studio: StudioController) {
        guard !studio.observers.contains(where: { ($0 as? TraceRecorder)?.isClientTrace == true }) else { return }
        let recorder = makeRecorder(
            studio.meeting, seed: studio.options.seed, interface: Self.senderInterface, isPatient: true)
        recorder.observe(studio)
        replace(Self.senderInterface, with: recorder)
    }

    /// Records a client that receives media in this meeting from now on: that it joined, the callbacks about
    /// the meeting, and each rule that it violates, once as a refusal and once as a warning. The earlier trace of the
    /// interface ends. Violations before joining that no earlier trace contains have the time of joining.
    package func attach(meeting: Meeting, seed: UInt64, interface: String, _ violations: ViolationLog) {
        let recorder = makeRecorder(meeting, seed: seed, interface: interface, isPatient: false)
        recorder.observe(meeting)
        recorder.record(TraceCall("join", result: .text(StudioError.Code.success.description)))
        let written = Lock<Set<Reported>>([])
        let record: @Sendable (StudioError, Bool) -> Void = { [self] error, isRefusal in
            let reported = Reported(error, isRefusal: isRefusal)
            state.withLock { _ = $0.recorded.insert(reported) }
            guard written.withLock({ $0.insert(reported).inserted }) else { return }
            recorder.record(.init(error, isRefusal: isRefusal))
        }
        let recorded = state.withLock { $0.recorded }
        for violation in violations.all
        where !recorded.contains(Reported(violation.error, isRefusal: violation.isRefusal)) {
            record(violation.error, violation.isRefusal)
        }
        violations.onEach(.trace, record)
        replace(interface, with: recorder)
    }

    /// Records what happened outside of all meetings, in a trace of its own.
    func record(_ steps: [EntryStep], clock: any StudioClock, seed: UInt64) {
        let header = TraceHeader(
            writer: "psstudio", interface: Self.senderInterface, clock: clock is ManualClock ? .manual : .system,
            session: Self.makeID(), seed: seed)
        let recorder = makeRecorder(header, clock: clock, isPatient: false)
        for step in steps { recorder.studioEntryAdvanced(step) }
        finish(recorder)
    }

    private static func makeID() -> String { StudioStage.makeID() }

    private func makeRecorder(
        _ meeting: Meeting, seed: UInt64, interface: String, isPatient: Bool
    ) -> TraceRecorder {
        let header = TraceHeader(meeting, interface: interface, session: Self.makeID(), seed: seed)
        return makeRecorder(header, clock: meeting.clock, isPatient: isPatient)
    }

    private func makeRecorder(_ header: TraceHeader, clock: any StudioClock, isPatient: Bool) -> TraceRecorder {
        TraceRecorder(header, clock: clock, isPatient: isPatient) {
            [self] () throws(TraceFile.OpenError) in
            let number = state.withLock { $0.opened.increment() }
            return try TraceFile(destination.numbered(number))
        }
    }

    /// Records frames that a client of an interface missed, because it was too slow. Nothing is recorded without a trace of
    /// the interface.
    package func recordLate(frames: Int, interface: String) {
        let drop = TraceDrop(reason: TraceDrop.lateForDelegate, frames: frames, audioBlocks: 0)
        state.withLock { $0.current[interface] }?.record(drop)
    }

    /// Completes the current traces, and waits until they are written.
    package func finish() {
        let recorders = state.withLock { exchange(&$0.current, with: [:]).values }
        for recorder in recorders { finish(recorder) }
    }

    private func replace(_ interface: String, with recorder: TraceRecorder) {
        if let earlier = state.withLock({ $0.current.updateValue(recorder, forKey: interface) }) { finish(earlier) }
    }

    private func finish(_ recorder: TraceRecorder) {
        if let failure = recorder.finish() { logger.error("\(failure)") }
    }
}
