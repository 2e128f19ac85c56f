/// When a failed connection of an output is tried again.
public struct RetryRules: Hashable, Sendable {
    /// The number of attempts in a row, not counting the connection that failed; `nil` for any number.
    public var attempts: Int?
    /// The delay before the first attempt; it doubles with each further one.
    public var minimumDelay: MediaTime
    /// The longest delay.
    public var maximumDelay: MediaTime
    /// Whether an output that was never live is tried again. Otherwise it fails at once, because a wrong address stays
    /// wrong.
    public var retriesFirst: Bool
    /// The share by which a delay may be longer or shorter, 0 to 1, so that many clients of a server do not return at
    /// the same moment.
    public var jitter: Double

    /// Creates rules; the defaults are those of a server.
    public init(
        attempts: Int? = nil, minimumDelay: MediaTime = .seconds(1), maximumDelay: MediaTime = .seconds(8),
        retriesFirst: Bool = false, jitter: Double = 0
    ) {
        self.attempts = attempts
        self.minimumDelay = minimumDelay
        self.maximumDelay = maximumDelay
        self.retriesFirst = retriesFirst
        self.jitter = jitter
    }

    /// Any number of attempts after a loss, after 1, 2, 4 and 8 s, then every 8 s.
    public static let standard = RetryRules()
    /// No attempts.
    public static let never = RetryRules(attempts: 0)

    /// Whether a failure is followed by another attempt.
    ///
    /// - Parameters:
    ///   - wasLive: whether the output was live before.
    ///   - attempt: the number of the next attempt in a row, from 1.
    package func allows(_ cause: OutputFailure.Cause, wasLive: Bool, attempt: Int) -> Bool {
        guard wasLive || retriesFirst, attempts.map({ attempt <= $0 }) ?? true else { return false }
        switch cause.recovery {
        case .possible: return true
        case .afterLoss: return wasLive
        case .impossible: return false
        }
    }

    /// The delay before attempt 1, 2, 3 …
    package func delay(beforeAttempt attempt: Int, using random: inout SeededRandom) -> MediaTime {
        var delay = minimumDelay
        for _ in 1..<max(1, min(attempt, 64)) where delay < maximumDelay { delay = delay + delay }
        delay = min(delay, maximumDelay)
        guard jitter > 0 else { return delay }
        let factor = 1 + jitter * Double.random(in: -1...1, using: &random)
        return .seconds(delay.seconds * factor)
    }
}

extension OutputFailure.Cause {
    /// Whether another attempt may succeed.
    package enum Recovery: Hashable, Sendable {
        /// The cause may pass by itself.
        case possible
        /// The same connection worked before: for example, a server that still holds the old publication rejects the
        /// new one for a while. Without that, the address or the key is wrong.
        case afterLoss
        /// Only the user can change it.
        case impossible
    }

    package var recovery: Recovery {
        switch self {
        case .nameNotResolved, .refused, .unreachable, .connectTimedOut, .disconnected, .stalled, .addressInUse,
            .descriptorLimit:
            .possible
        case .certificateRefused, .encryptionMissing, .libraryMissing, .rejected, .pipeline: .afterLoss
        case .unsuitable, .storageFull, .notWritable, .exists, .inUse, .removed, .noReader, .readerGone,
            .noMedia, .finishTimedOut:
            .impossible
        }
    }
}
