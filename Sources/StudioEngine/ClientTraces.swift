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
        let session = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let recorder = TraceRecorder(
            TraceHeader(studio.meeting, session: session, seed: studio.options.seed), clock: studio.meeting.clock,
            isPatient: true
        ) { [self] () throws(TraceFile.OpenError) in
            let number = state.withLock { state in
                state.opened += 1
                return state.opened
            }
            return try TraceFile(destination.numbered(number))
        }
        recorder.observe(studio)
        replace(with: recorder)
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
