/// The life of one output: decides when to connect, when it is live, when to try again and when to give up.
package struct OutputStateMachine: Sendable {
    package enum State: Hashable, Sendable {
        /// Not begun. Leaves on `begin`.
        case waiting
        /// A pipeline is being opened. The deadline counts from the first media that is put in: a server hears nothing
        /// before. Leaves on `opened`, `progress`, `fail`, `tick` past the deadline, `finish`.
        case connecting(attempt: Int, deadline: MediaTime?)
        /// A FIFO that no program reads yet; it is opened again at this time. Leaves on `tick`, `finish`.
        case awaitingReader(next: MediaTime)
        /// Bytes go out. Leaves on `fail`, `finish`, and on `progress` without growth.
        case live(Growth)
        /// Bytes wait and none went out for a while. Leaves on growth, `fail`, `finish`, `tick`.
        case stalled(Growth)
        /// The next attempt comes at this time. Leaves on `tick`, `finish`.
        case retrying(attempt: Int, at: MediaTime, OutputFailure)
        /// The end of the stream is being written; that may take as long as bytes go out. A server that has not answered
        /// yet has to do so until the deadline. Leaves on `drained`, `fail`, `tick`.
        case draining(Growth, deadline: MediaTime?)
        case finished
        case failed(OutputFailure)
    }

    /// The last proof of life.
    package struct Growth: Hashable, Sendable {
        package var bytes: UInt64
        package var at: MediaTime
    }

    package enum Action: Hashable, Sendable {
        case none
        /// Open a new pipeline and join the programme at a key frame.
        case open
        /// Send the end of the stream; then report `drained`.
        case sendEnd
        /// Take the pipeline down.
        case close
    }

    /// How this kind of output behaves.
    package struct Policy: Hashable, Sendable {
        /// Whether there is somebody at the other end who has to answer, may stop listening, and may come back.
        package var isServer: Bool
        /// At the end of the session, the output is given up when the peer takes no byte for this long.
        package var finishTimeout: MediaTime

        package init(isServer: Bool, finishTimeout: MediaTime = defaultFinishTimeout) {
            self.isServer = isServer
            self.finishTimeout = finishTimeout
        }

        /// Writing the index of a long recording takes a slow disk a while.
        package static let defaultFinishTimeout = MediaTime.seconds(60)
    }

    /// How often a FIFO without a reader is tried.
    package static let readerInterval = MediaTime.milliseconds(100)

    /// A server has not answered when it takes longer: a first failure is told within 6 s.
    package static let connectTimeout = MediaTime.seconds(5)
    /// No byte in this time while some wait: not live any more.
    package static let stallThreshold = MediaTime.seconds(2)
    /// No byte in this time while some wait: given up. Kernel buffers alone hide a stall for 5 to 6 s at 6 Mbit/s.
    package static let stallLimit = MediaTime.seconds(8)

    package let policy: Policy
    package private(set) var state = State.waiting
    /// How many times it was live again after a loss.
    package private(set) var reconnects = 0
    /// Whether anything ever went out.
    package private(set) var wasLive = false
    private var lossesInARow = 0

    package init(policy: Policy) {
        self.policy = policy
    }

    /// The pause before attempt 1, 2, 3 …: 1, 2, 4, 8 s, then always 8 s.
    package static func delay(beforeAttempt attempt: Int) -> MediaTime {
        .seconds(Double(1 << min(max(attempt - 1, 0), 3)))
    }

    package mutating func begin(now: MediaTime) -> Action {
        guard state == .waiting else { return .none }
        state = .connecting(attempt: 0, deadline: nil)
        return .open
    }

    /// The pipeline is open. What is no server is live with that.
    package mutating func opened(now: MediaTime) -> Action {
        if case .connecting = state, !policy.isServer {
            wasLive = true
            state = .live(Growth(bytes: 0, at: now))
        }
        return .none
    }

    /// The FIFO has no reader yet.
    package mutating func withoutReader(now: MediaTime) -> Action {
        if case .connecting = state { state = .awaitingReader(next: now + Self.readerInterval) }
        return .none
    }

    /// Media was put into this connection for the first time: a server has to answer from now on.
    package mutating func offered(now: MediaTime) -> Action {
        if case .connecting(let attempt, nil) = state {
            state = .connecting(attempt: attempt, deadline: now + Self.connectTimeout)
        }
        return .none
    }

    /// `bytes` went out in this connection in all; `hasBacklog` says whether the destination keeps more waiting.
    package mutating func progress(bytes: UInt64, hasBacklog: Bool, now: MediaTime) -> Action {
        switch state {
        case .connecting where bytes > 0:
            if wasLive { reconnects += 1 }
            wasLive = true
            lossesInARow = 0
            state = .live(Growth(bytes: bytes, at: now))
            return .none
        case .live(let growth), .stalled(let growth):
            if bytes > growth.bytes || !hasBacklog {
                state = .live(Growth(bytes: bytes, at: now))
                return .none
            }
            let silence = now - growth.at
            if silence >= Self.stallLimit, policy.isServer {
                return fail(OutputFailure(.stalled, "no byte was taken for \(Int(silence.seconds)) s"), now: now)
            }
            state = silence >= Self.stallThreshold ? .stalled(growth) : .live(growth)
            return .none
        case .draining(let growth, let deadline) where bytes != growth.bytes:
            if deadline != nil, wasLive { reconnects += 1 }
            wasLive = true
            // A finished file is also written in the middle, where its size does not grow: any change counts.
            state = .draining(Growth(bytes: bytes, at: now), deadline: nil)
            return .none
        case .waiting, .connecting, .awaitingReader, .retrying, .draining, .finished, .failed:
            return .none
        }
    }

    package mutating func fail(_ failure: OutputFailure, now: MediaTime) -> Action {
        switch state {
        case .connecting, .live, .stalled:
            // A first connect is not retried: a wrong address stays wrong.
            guard wasLive, policy.isServer else {
                state = .failed(failure)
                return .close
            }
            lossesInARow += 1
            state = .retrying(
                attempt: lossesInARow, at: now + Self.delay(beforeAttempt: lossesInARow), failure)
            return .close
        case .draining:
            state = .failed(failure)
            return .close
        case .waiting, .awaitingReader:
            state = .failed(failure)
            return .none
        case .retrying, .finished, .failed:
            return .none  // The pipeline that complains is on its way down already.
        }
    }

    package mutating func tick(now: MediaTime) -> Action {
        switch state {
        case .connecting(_, let deadline?) where now >= deadline, .draining(_, let deadline?) where now >= deadline:
            return fail(
                OutputFailure(.connectTimedOut, "no answer within \(Int(Self.connectTimeout.seconds)) s"), now: now)
        case .retrying(let attempt, let time, _) where now >= time:
            state = .connecting(attempt: attempt, deadline: nil)
            return .open
        case .awaitingReader(let time) where now >= time:
            state = .connecting(attempt: 0, deadline: nil)
            return .open
        case .draining(let growth, _) where now - growth.at >= policy.finishTimeout:
            return fail(.finishTimedOut(after: policy.finishTimeout), now: now)
        case .waiting, .connecting, .awaitingReader, .live, .stalled, .retrying, .draining, .finished, .failed:
            return .none
        }
    }

    /// The session is over.
    package mutating func finish(now: MediaTime) -> Action {
        switch state {
        case .waiting:
            state = .finished
            return .none
        case .connecting(_, let deadline):
            let answer = policy.isServer ? deadline ?? now + Self.connectTimeout : nil
            state = .draining(Growth(bytes: 0, at: now), deadline: answer)
            return .sendEnd
        case .live(let growth), .stalled(let growth):
            state = .draining(growth, deadline: nil)
            return .sendEnd
        case .awaitingReader:
            state = .failed(.withoutReader)
            return .none
        case .retrying(_, _, let failure):
            state = .failed(failure)
            return .none
        case .draining, .finished, .failed:
            return .none
        }
    }

    /// Nothing of what was offered was ever taken by this connection, so there is no end to write.
    package mutating func nothingTaken(now: MediaTime) -> Action {
        fail(
            OutputFailure(
                wasLive ? .disconnected : .connectTimedOut,
                wasLive ? "it was not back before the end" : "the run ended before it was connected"), now: now)
    }

    /// The end of the stream was written.
    package mutating func drained() -> Action {
        switch state {
        case .draining, .live, .stalled, .connecting:
            state = .finished
            return .close
        case .waiting, .awaitingReader, .retrying, .finished, .failed:
            return .none
        }
    }
}
