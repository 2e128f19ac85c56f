package import StudioCore

/// The supervision rules of a kind of output.
package struct OutputPolicy: Hashable, Sendable {
    /// How long the peer may take to accept the first media, counted from the first offered unit; `nil` for an output
    /// that is live as soon as it is open.
    package var answerTimeout: MediaTime?
    /// A connection that accepts no byte for this long while units are queued has failed; `nil` for a peer that may
    /// pause.
    package var stallLimit: MediaTime?
    /// Whether it waits for peers that connect to it, so that it is live only while there is one.
    package var listens = false
    /// Which failures are followed by another attempt, and when.
    package var retry: RetryRules
    /// Whether it must be complete: a session that is faster than real time then always waits for it. Otherwise the
    /// session waits only while the output is live.
    package var mustBeComplete: Bool
    /// At the end of the session, the output fails when the peer accepts no byte for this long.
    package var finishTimeout = Self.defaultFinishTimeout

    /// Local outputs: files and pipes.
    package static let local = OutputPolicy(answerTimeout: nil, stallLimit: nil, retries: false, mustBeComplete: true)

    /// Network outputs: the peer must answer, may stop reading, and may return. A first failure is reported within 6 s.
    /// Kernel buffers alone hide a stall for 5 to 6 s at 6 Mbit/s.
    package static let server = OutputPolicy(
        answerTimeout: .seconds(5), stallLimit: .seconds(8), retries: true, mustBeComplete: false)

    /// A socket to which peers connect. It fails only when it cannot be opened.
    package static let listener = {
        var policy = OutputPolicy(answerTimeout: nil, stallLimit: nil, retries: true, mustBeComplete: false)
        policy.listens = true
        return policy
    }()

    /// Datagrams without acknowledgement: always live, and a lost datagram does not end the output.
    package static let datagrams = OutputPolicy(
        answerTimeout: nil, stallLimit: nil, retries: false, mustBeComplete: false)

    /// Whether any failure is followed by another attempt.
    package var retries: Bool { retry != .never }

    /// Writing the index of a long recording can take long on a slow disk.
    package static let defaultFinishTimeout = MediaTime.seconds(60)

    package init(answerTimeout: MediaTime?, stallLimit: MediaTime?, retries: Bool, mustBeComplete: Bool) {
        self.answerTimeout = answerTimeout
        self.stallLimit = stallLimit
        retry = retries ? .standard : .never
        self.mustBeComplete = mustBeComplete
    }
}
