/// The life of one output: decides when to connect, when it is live, when to try again and when to give up.
package struct OutputStateMachine: Sendable {
    package enum Action: Hashable, Sendable {
        case none
        /// Open a new connection and start it at a key frame.
        case open
        /// Send the end of the stream; then report `drained`.
        case sendEnd
        /// Take the connection down.
        case close
    }

    /// The last proof of life of a connection.
    private struct Growth: Hashable, Sendable {
        var bytes: UInt64 = 0
        var at = MediaTime.zero
    }

    /// How often a FIFO without a reader is tried.
    package static let readerInterval = MediaTime.milliseconds(100)
    /// No byte in this time while some wait: not live any more.
    package static let stallThreshold = MediaTime.seconds(2)

    package let policy: OutputPolicy
    package private(set) var state = OutputState.waiting
    /// How many times it was live again after a loss.
    package private(set) var reconnects = 0
    /// Whether anything ever went out.
    package private(set) var wasLive = false
    /// Of the present connection; valid in `live`, `stalled` and `finishing`.
    private var growth = Growth()
    /// When the peer must have answered, or the FIFO is tried again; valid in `connecting`, `awaitingReader` and `finishing`.
    private var deadline: MediaTime?
    private var lossesInARow = 0

    package init(policy: OutputPolicy) {
        self.policy = policy
    }

    /// The pause before attempt 1, 2, 3 …: 1, 2, 4, 8 s, then always 8 s.
    package static func delay(beforeAttempt attempt: Int) -> MediaTime {
        .seconds(Double(1 << min(max(attempt - 1, 0), 3)))
    }

    /// Whether the peer takes media now, or has to.
    package var isConnected: Bool {
        switch state {
        case .live, .stalled, .finishing: true
        case .waiting, .connecting, .awaitingReader, .retrying, .finished, .failed: false
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

    /// The connection is open. An output whose peer does not answer is live with that.
    package mutating func opened(now: MediaTime) -> Action {
        if state == .connecting, policy.answerTimeout == nil { goLive(bytes: 0, now: now) }
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

    /// Media was offered to this connection: the peer has to answer from the first time on.
    package mutating func offered(now: MediaTime) -> Action {
        if state == .connecting, deadline == nil, let timeout = policy.answerTimeout { deadline = now + timeout }
        return .none
    }

    private mutating func goLive(bytes: UInt64, now: MediaTime) {
        wasLive = true
        growth = Growth(bytes: bytes, at: now)
        deadline = nil
        state = .live
    }

    // MARK: Proof of life

    /// `bytes` went out in this connection in all; `hasBacklog` says whether the peer keeps more waiting.
    package mutating func progress(bytes: UInt64, hasBacklog: Bool, now: MediaTime) -> Action {
        switch state {
        case .connecting where bytes > 0:
            if wasLive { reconnects += 1 }
            lossesInARow = 0
            goLive(bytes: bytes, now: now)
            return .none
        case .live, .stalled:
            return watchStall(bytes: bytes, hasBacklog: hasBacklog, now: now)
        case .finishing where bytes != growth.bytes:
            if deadline != nil, wasLive { reconnects += 1 }
            wasLive = true
            deadline = nil
            // A finished file is also written in the middle, where its size does not grow: any change counts.
            growth = Growth(bytes: bytes, at: now)
            return .none
        case .waiting, .connecting, .awaitingReader, .retrying, .finishing, .finished, .failed:
            return .none
        }
    }

    private mutating func watchStall(bytes: UInt64, hasBacklog: Bool, now: MediaTime) -> Action {
        if bytes > growth.bytes || !hasBacklog {
            growth = Growth(bytes: bytes, at: now)
            state = .live
            return .none
        }
        let silence = now - growth.at
        if let limit = policy.stallLimit, silence >= limit {
            return fail(OutputFailure(.stalled, "no byte was taken for \(Int(silence.seconds)) s"), now: now)
        }
        state = silence >= Self.stallThreshold ? .stalled : .live
        return .none
    }

    // MARK: Failures and time

    package mutating func fail(_ failure: OutputFailure, now: MediaTime) -> Action {
        switch state {
        case .connecting, .live, .stalled:
            guard wasLive, policy.retries else {
                state = .failed(failure)
                return .close
            }
            lossesInARow += 1
            state = .retrying(attempt: lossesInARow, at: now + Self.delay(beforeAttempt: lossesInARow), failure)
            return .close
        case .finishing:
            state = .failed(failure)
            return .close
        case .waiting, .awaitingReader:
            state = .failed(failure)
            return .none
        case .retrying, .finished, .failed:
            return .none  // The connection that complains is on its way down already.
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
        case .waiting, .live, .stalled, .finished, .failed:
            return .none
        }
    }

    private var noAnswer: OutputFailure {
        OutputFailure(.connectTimedOut, "no answer within \(Int((policy.answerTimeout ?? .zero).seconds)) s")
    }

    // MARK: The end

    /// The session is over.
    package mutating func finish(now: MediaTime) -> Action {
        switch state {
        case .waiting:
            state = .finished
            return .none
        case .connecting:
            // A server that has not answered yet has to do so until its deadline.
            deadline = deadline ?? policy.answerTimeout.map { now + $0 }
            growth = Growth(bytes: 0, at: now)
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
        case .finishing, .finished, .failed:
            return .none
        }
    }

    /// Nothing of what was offered was ever taken by this connection, so there is no end to write.
    package mutating func nothingTaken(now: MediaTime) -> Action {
        let failure =
            wasLive
            ? OutputFailure(.disconnected, "it was not back before the end")
            : OutputFailure(.connectTimedOut, "the session ended before it was connected")
        return fail(failure, now: now)
    }

    /// The end of the stream was written.
    package mutating func drained() -> Action {
        switch state {
        case .finishing, .live, .stalled, .connecting:
            state = .finished
            return .close
        case .waiting, .awaitingReader, .retrying, .finished, .failed:
            return .none
        }
    }
}
