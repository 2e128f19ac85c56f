import ContentDiagnosis
import StudioCore
import StudioMeeting
import StudioRuntime

/// Diagnoses the contents of what the client pushes, from the join of a channel on.
final class PushedContents: Sendable {
    private struct State: Sendable {
        var meeting: ObjectIdentifier?
        /// By custom track; 0 for the source without one.
        var sources: [Int: AudioSourceDiagnosis] = [:]
    }

    private let state = Lock(State())

    /// The audio of a call that was accepted.
    func receive(_ bytes: UnsafeRawBufferPointer, _ format: AudioFormat, track: Int?, in meeting: Meeting) {
        let clock = meeting.clock
        source(track ?? 0, in: meeting).receive(bytes, format, at: clock.now)
    }

    /// The audio of a call that was refused because it came ahead of time.
    func refuse(_ samples: Int, _ format: AudioFormat, track: Int?, in meeting: Meeting) {
        source(track ?? 0, in: meeting).refuse(samples, format, at: meeting.clock.now)
    }

    private func source(_ track: Int, in meeting: Meeting) -> AudioSourceDiagnosis {
        state.withLock { state in
            if state.meeting != ObjectIdentifier(meeting) {
                state = State(meeting: ObjectIdentifier(meeting))
            }
            if let source = state.sources[track] { return source }
            let source = AudioSourceDiagnosis(AgoraEngine.shared.process.violations, clock: meeting.clock)
            state.sources[track] = source
            return source
        }
    }
}
