/// How an output is supervised; each kind of output has its own.
package struct OutputPolicy: Hashable, Sendable {
    /// How long the peer may take to accept the first media, counted from the first unit that is offered; `nil` for an output
    /// that is live as soon as it is open.
    package var answerTimeout: MediaTime?
    /// After this long without a byte while some wait, the connection is given up; `nil` for a peer that may pause.
    package var stallLimit: MediaTime?
    /// Whether it is connected again after a loss. A first connect that fails is never retried: a wrong address stays wrong.
    package var retries: Bool
    /// Whether it must be complete, so that a session faster than real time waits for it at all times; otherwise it waits
    /// only while the output is live.
    package var mustBeComplete: Bool
    /// At the end of the session, the output is given up when the peer takes no byte for this long.
    package var finishTimeout = Self.defaultFinishTimeout

    /// What is written here: a file, a pipe.
    package static let local = OutputPolicy(answerTimeout: nil, stallLimit: nil, retries: false, mustBeComplete: true)

    /// A peer that has to answer, may stop listening, and may come back. A first failure is reported within 6 s; kernel
    /// buffers alone hide a stall for 5 to 6 s at 6 Mbit/s.
    package static let server = OutputPolicy(
        answerTimeout: .seconds(5), stallLimit: .seconds(8), retries: true, mustBeComplete: false)

    /// Writing the index of a long recording takes a slow disk a while.
    package static let defaultFinishTimeout = MediaTime.seconds(60)

    package init(answerTimeout: MediaTime?, stallLimit: MediaTime?, retries: Bool, mustBeComplete: Bool) {
        self.answerTimeout = answerTimeout
        self.stallLimit = stallLimit
        self.retries = retries
        self.mustBeComplete = mustBeComplete
    }
}
