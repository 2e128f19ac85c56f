package import StudioCore

/// The state machine of one output. It decides when to connect, when the output is live, when to retry and when to
/// fail.
package struct OutputStateMachine: Sendable {
    package enum Action: Hashable, Sendable {
        case none
        /// Open a new connection that starts at a key frame.
        case open
        /// Send the end of the stream, then report `drained`.
        case sendEnd
        /// Close the connection.
        case close
    }

    /// The last observed progress of a connection.
    private struct Growth: Hashable, Sendable {
        var bytes: UInt64 = 0
        var at = MediaTime.zero
    }

    /// The interval at which a FIFO without a reader is opened again.
    package static let readerInterval = MediaTime.milliseconds(100)
    /// An output that accepts no bytes for this long while units are queued is stalled.
    package static let stallThreshold = MediaTime.seconds(2)
    /// A connection that lasts this long has held, unless the delay before it was longer. A peer that accepts a
    /// connection and then closes it does not reset the attempts and their delays.
    package static let heldThreshold = MediaTime.seconds(10)

    package let policy: OutputPolicy
    package private(set) var state = OutputState.waiting {
        didSet {
            guard let failure = state.failure, failure != oldValue.failure else { return }
            failures[failure.cause, default: 0] += 1
        }
    }
    /// How often the output failed or lost its connection, by cause.
    package private(set) var failures: [OutputFailure.Cause: Int] = [:]
    /// The number of reconnections that became live.
    package private(set) var reconnects = 0
    /// Whether it was live once.
    package private(set) var wasLive = false
    /// Whether any byte was sent.
    private var hasDelivered = false
    /// Of the current connection; valid in `live`, `stalled` and `finishing`.
    private var growth = Growth()
    /// The deadline for the peer's answer, or the time of the next attempt to open the FIFO. Valid in `connecting`,
    /// `awaitingReader` and `finishing`.
    private var deadline: MediaTime?
    /// When the current connection became live.
    private var liveSince = MediaTime.zero
    /// The failures since the last connection that held.
    private var lossesInARow = 0
    /// The state after a proper end.
    private var end = OutputState.finished

    private var random: SeededRandom
    /// The delay before the next attempt; valid in `retrying`.
    package private(set) var retryDelay = MediaTime.zero

    /// - Parameter seed: determines the jitter of delays.
    package init(policy: OutputPolicy, seed: UInt64 = 0) {
        self.policy = policy
        random = SeededRandom(seed: seed)
    }

    /// Whether the peer takes media now, or must.
    package var isConnected: Bool {
        switch state {
        case .live, .stalled, .finishing: true
        case .waiting, .connecting, .awaitingReader, .listening, .retrying, .finished, .stopped, .failed: false
        }
    }

    /// Whether the peer takes media, or will when it is open: nothing answers for a file or a pipe.
    package var takesMedia: Bool {
        switch state {
        case .waiting, .connecting: policy.mustBeComplete
        case .live, .stalled, .finishing: true
        case .awaitingReader, .listening, .retrying, .finished, .stopped, .failed: false
        }
    }

    // MARK: Opening

    package mutating func begin(now: MediaTime) -> Action {
        guard state == .waiting else { return .none }
        return connect()
    }

    private mutating func connect() -> Action {
        state = .connecting
        deadline = nil
        return .open
    }

    /// The connection is open. An output whose peer does not answer becomes live immediately.
    package mutating func opened(now: MediaTime) -> Action {
        guard state == .connecting, policy.answerTimeout == nil else { return .none }
        if policy.listens { state = .listening } else { goLive(bytes: 0, now: now) }
        return .none
    }

    /// Reports the number of connected peers of an output that listens.
    package mutating func peers(_ count: Int, now: MediaTime) -> Action {
        guard policy.listens else { return .none }
        switch state {
        case .listening where count > 0: goLive(bytes: growth.bytes, now: now)
        case .live where count == 0, .stalled where count == 0: state = .listening
        case .waiting, .connecting, .awaitingReader, .listening, .live, .stalled, .retrying, .finishing, .finished,
            .stopped, .failed:
            break
        }
        return .none
    }

    /// The FIFO has no reader yet.
    package mutating func withoutReader(now: MediaTime) -> Action {
        if state == .connecting {
            state = .awaitingReader
            deadline = now + Self.readerInterval
        }
        return .none
    }

    /// Media was offered to this connection. The peer must answer within the timeout from the first time on.
    package mutating func offered(now: MediaTime) -> Action {
        if state == .connecting, deadline == nil, let timeout = policy.answerTimeout { deadline = now + timeout }
        return .none
    }

    private mutating func goLive(bytes: UInt64, now: MediaTime) {
        wasLive = true
        growth = Growth(bytes: bytes, at: now)
        liveSince = now
        deadline = nil
        state = .live
    }

    // MARK: Progress

    /// Reports the total bytes sent on this connection. `hasBacklog` states whether units are queued.
    package mutating func progress(bytes: UInt64, hasBacklog: Bool, now: MediaTime) -> Action {
        if bytes > 0 { hasDelivered = true }
        switch state {
        case .connecting where bytes > 0:
            if wasLive { reconnects += 1 }
            goLive(bytes: bytes, now: now)
            return .none
        case .live, .stalled:
            return checkStall(bytes: bytes, hasBacklog: hasBacklog, now: now)
        case .finishing where bytes != growth.bytes:
            if deadline != nil, wasLive { reconnects += 1 }
            wasLive = true
            deadline = nil
            // Finalising a file rewrites it in place without growing it, so any change is progress.
            growth = Growth(bytes: bytes, at: now)
            return .none
        case .waiting, .connecting, .awaitingReader, .listening, .retrying, .finishing, .finished, .stopped,
            .failed:
            return .none
        }
    }

    private mutating func checkStall(bytes: UInt64, hasBacklog: Bool, now: MediaTime) -> Action {
        if bytes > growth.bytes || !hasBacklog {
            growth = Growth(bytes: bytes, at: now)
            state = .live
            return .none
        }
        let silence = now - growth.at
        if let limit = policy.stallLimit, silence >= limit {
            return fail(OutputFailure(.stalled, "the peer took no bytes for \(Int(silence.seconds)) s"), now: now)
        }
        state = silence >= Self.stallThreshold ? .stalled : .live
        return .none
    }

    // MARK: Failures and timers

    package mutating func fail(_ failure: OutputFailure, now: MediaTime) -> Action {
        if state == .live || state == .stalled, now - liveSince >= max(Self.heldThreshold, retryDelay) {
            lossesInARow = 0
        }
        switch state {
        case .connecting, .listening, .live, .stalled:
            guard policy.retry.allows(failure.cause, wasLive: wasLive, attempt: lossesInARow + 1) else {
                state = .failed(failure)
                return .close
            }
            lossesInARow += 1
            retryDelay = policy.retry.delay(beforeAttempt: lossesInARow, using: &random)
            state = .retrying(attempt: lossesInARow, at: now + retryDelay, failure)
            return .close
        case .finishing:
            state = .failed(failure)
            return .close
        case .waiting, .awaitingReader:
            state = .failed(failure)
            return .none
        case .retrying, .finished, .stopped, .failed:
            return .none  // The connection is being closed already.
        }
    }

    /// What the output depends on has failed, so that no other attempt can succeed.
    package mutating func abort(_ failure: OutputFailure) -> Action {
        switch state {
        case .connecting, .listening, .live, .stalled, .finishing:
            state = .failed(failure)
            return .close
        case .waiting, .awaitingReader, .retrying:
            state = .failed(failure)
            return .none
        case .finished, .stopped, .failed:
            return .none
        }
    }

    package mutating func tick(now: MediaTime) -> Action {
        switch state {
        case .connecting, .finishing:
            if let deadline, now >= deadline { return fail(noAnswer, now: now) }
            if state == .finishing, now - growth.at >= policy.finishTimeout {
                return fail(.finishTimedOut(after: policy.finishTimeout), now: now)
            }
            return .none
        case .awaitingReader:
            if let deadline, now >= deadline { return connect() }
            return .none
        case .retrying(_, let time, _):
            return now >= time ? connect() : .none
        case .waiting, .listening, .live, .stalled, .finished, .stopped, .failed:
            return .none
        }
    }

    private var noAnswer: OutputFailure {
        OutputFailure(.connectTimedOut, "no answer within \(Int((policy.answerTimeout ?? .zero).seconds)) s")
    }

    // MARK: End

    /// The session ends.
    package mutating func finish(now: MediaTime) -> Action {
        switch state {
        case .waiting:
            state = .finished
            return .none
        case .connecting:
            // A server that has not answered yet may do so until its deadline.
            deadline = deadline ?? policy.answerTimeout.map { now + $0 }
            growth = Growth(bytes: 0, at: now)
            state = .finishing
            return .sendEnd
        case .listening:
            growth.at = now
            state = .finishing
            return .sendEnd
        case .live, .stalled:
            state = .finishing
            return .sendEnd
        case .awaitingReader:
            state = .failed(.withoutReader)
            return .none
        case .retrying(_, _, let failure):
            state = .failed(failure)
            return .none
        case .finishing, .finished, .stopped, .failed:
            return .none
        }
    }

    /// A command stops the output. What its peer takes is completed; a peer that has not answered is not waited for.
    package mutating func stop(now: MediaTime) -> Action {
        switch state {
        case .waiting, .awaitingReader, .retrying:
            state = .stopped
            return .none
        case .connecting, .listening:
            state = .stopped
            return .close
        case .live, .stalled:
            end = .stopped
            state = .finishing
            return .sendEnd
        case .finishing, .finished, .stopped, .failed:
            return .none
        }
    }

    /// This connection took none of the offered units, so there is no end to write.
    ///
    /// - Parameter mustHaveMedia: whether an output that a command has stopped has failed, too: a recording without a frame.
    package mutating func nothingTaken(mustHaveMedia: Bool = false, now: MediaTime) -> Action {
        if end == .stopped, !mustHaveMedia { return drained() }
        let failure =
            if hasDelivered {
                OutputFailure(.disconnected, "the session ended before the output reconnected")
            } else if wasLive {
                OutputFailure(.noMedia, "the output ended before it received a key frame")
            } else {
                OutputFailure(.connectTimedOut, "the session ended before the output connected")
            }
        return fail(failure, now: now)
    }

    /// The end of the stream was written.
    package mutating func drained() -> Action {
        switch state {
        case .finishing, .listening, .live, .stalled, .connecting:
            state = end
            return .close
        case .waiting, .awaitingReader, .retrying, .finished, .stopped, .failed:
            return .none
        }
    }
}
