import MediaInputs
import MediaOutputs
import ProductionStudio
import ProgramEncoding
import StudioEngine
import StudioMeeting
import StudioRuntime

/// What has happened in a run, collected from all threads for the one that conducts it.
final class RunEvents: StudioDelegate, Sendable {
    struct State: Sendable {
        var answer: Bool?
        /// The sender, once the callback has come; `.some(nil)` when it came without one.
        var sender: Sender??
        var hasStopped = false
        var outcome: MediaProducer.Outcome?
        var delays = 0
        var silences = 0
        var signal: Int32?
    }

    private let state = Monitor(State())
    private let cancellation: Cancellation

    init(cancellation: Cancellation) {
        self.cancellation = cancellation
    }

    var snapshot: State { state.withLock { $0 } }

    /// Waits until `body` returns something, at most `seconds`.
    func wait<Result>(seconds: Double = .infinity, until body: (State) -> Result?) -> Result? {
        state.wait(seconds: seconds) { body($0) }
    }

    func signalled(_ number: Int32) {
        state.update { $0.signal = number }
        cancellation.cancel()
    }

    func produced(_ outcome: MediaProducer.Outcome, delays: Int, silences: Int) {
        state.update {
            $0.outcome = outcome
            $0.delays = delays
            $0.silences = silences
        }
    }

    // MARK: From the studio

    func studio(_ studio: StudioController, didAnswerStart accepted: Bool) {
        state.update { $0.answer = accepted }
    }

    func studio(_ studio: StudioController, didStartSending sender: Sender?) {
        state.update { $0.sender = .some(sender) }
    }

    func studioDidStopSending(_ studio: StudioController) {
        state.update { $0.hasStopped = true }
        cancellation.cancel()
    }
}
