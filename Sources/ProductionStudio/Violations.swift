import Logging
public import StudioCore
import StudioRuntime

/// Something the app did that the contract forbids, or that deserves its attention.
public struct Violation: Hashable, Sendable {
    /// The rule, the code that the call returned, and the diagnosis of the first time.
    public let error: StudioError
    /// When it happened first, on the run's clock.
    public let firstTime: MediaTime
    /// How many times it happened.
    public internal(set) var count: Int
    /// Whether the call was refused for it; otherwise it was served and only reported.
    public let isRefusal: Bool
}

/// Collects what the app did wrong: one entry for each rule, logged the first time, counted afterwards.
public final class ViolationLog: Sendable {
    private let clock: any StudioClock
    private let logger = Logger(label: "psstudio")
    private let state = Lock<[Violation]>([])
    private let observer = Lock<(@Sendable (Violation) -> Void)?>(nil)

    init(clock: any StudioClock) {
        self.clock = clock
    }

    /// All violations in the order of their first time.
    public var all: [Violation] { state.withLock { $0 } }

    /// Called for the first violation of each rule, on the thread that caused it, in place of the log line.
    public func onFirst(_ body: @escaping @Sendable (Violation) -> Void) {
        observer.set(body)
    }

    /// A refusal that an outer layer found.
    package func report(_ error: StudioError) { record(error) }

    func record(_ error: StudioError, isRefusal: Bool = true) {
        let now = clock.now
        let first = state.withLock { violations -> Violation? in
            let index = violations.firstIndex { $0.error.rule.id == error.rule.id && $0.isRefusal == isRefusal }
            if let index {
                violations[index].count += 1
                return nil
            }
            let violation = Violation(error: error, firstTime: now, count: 1, isRefusal: isRefusal)
            violations.append(violation)
            return violation
        }
        guard let first else { return }
        if let observer = observer.withLock({ $0 }) {
            observer(first)
        } else {
            logger.warning("\(error)")
        }
    }
}
