import Logging
public import StudioCore
package import StudioRuntime

/// A violation of the contract by the client, or a warning.
public struct Violation: Hashable, Sendable {
    /// The rule, the returned code, and the diagnosis of the first occurrence.
    public let error: StudioError
    /// The time of the first occurrence, on the session's clock.
    public let firstTime: MediaTime
    /// The number of occurrences.
    public internal(set) var count: Int
    /// Whether the call was rejected; otherwise it was served and only reported.
    public let isRefusal: Bool
}

/// Collects violations: one entry per rule, logged on the first occurrence, counted afterwards.
public final class ViolationLog: Sendable {
    private let clock: any StudioClock
    private let logger = Logger(label: "psstudio")
    private let state = Lock<[Violation]>([])
    private let observer = Lock<(@Sendable (Violation) -> Void)?>(nil)
    private let recorder = Lock<(@Sendable (StudioError, _ isRefusal: Bool) -> Void)?>(nil)

    package init(clock: any StudioClock) {
        self.clock = clock
    }

    /// All violations in the order of their first occurrence.
    public var all: [Violation] { state.withLock { $0 } }

    /// Replaces the log line for the first violation of each rule; called on the thread that caused it.
    public func onFirst(_ body: @escaping @Sendable (Violation) -> Void) {
        observer.set(body)
    }

    /// Sets the receiver of every violation; called on the thread that caused it.
    package func onEach(_ body: @escaping @Sendable (StudioError, _ isRefusal: Bool) -> Void) {
        recorder.set(body)
    }

    /// Reports a rejection by an outer layer.
    package func report(_ error: StudioError) { record(error) }

    /// Reports a call that was served.
    package func warn(_ error: StudioError) { record(error, isRefusal: false) }

    func record(_ error: StudioError, isRefusal: Bool = true) {
        recorder.withLock { $0 }?(error, isRefusal)
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
