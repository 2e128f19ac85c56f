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

    /// Counts later occurrences of the same rule.
    package mutating func add(_ later: Violation) { count += later.count }
}

/// Collects violations: one row per rule, logged on the first occurrence, counted afterwards.
public final class ViolationLog: Sendable {
    private let clock: any StudioClock
    private let logger = Logger(label: "psstudio")
    private let state = Lock(State())
    private let observer = Lock<(@Sendable (Violation) -> Void)?>(nil)
    private let receivers = Lock<[Receiver: @Sendable (StudioError, _ isRefusal: Bool) -> Void]>([:])

    private struct State: Sendable {
        var violations: [Violation] = []
        /// The places of those that no line has told yet.
        var untold: Set<Int> = []
    }

    /// The receivers of every violation.
    package enum Receiver: Hashable, Sendable {
        /// Writes them to a trace.
        case trace
        /// Judges the client while it runs.
        case judge
    }

    package init(clock: any StudioClock) {
        self.clock = clock
    }

    /// All violations in the order of their first occurrence.
    public var all: [Violation] { state.withLock { $0.violations } }

    /// Those of the contract, without the findings of quality.
    package var contract: [Violation] { all.filter { !$0.error.rule.id.isAboutQuality } }

    /// The findings of quality: calls that are served, but cost time or frames.
    package var quality: [Violation] { all.filter(\.error.rule.id.isAboutQuality) }

    /// Replaces the log line for the first violation of each rule; called on the thread that caused it.
    public func onFirst(_ body: @escaping @Sendable (Violation) -> Void) {
        observer.set(body)
    }

    /// Sets a receiver of every violation, instead of an earlier one of its kind; called on the thread that caused it.
    package func onEach(
        _ receiver: Receiver = .trace, _ body: @escaping @Sendable (StudioError, _ isRefusal: Bool) -> Void
    ) {
        receivers.withLock { $0[receiver] = body }
    }

    /// Reports a rejection by an outer layer.
    package func report(_ error: StudioError) { record(error) }

    /// Reports a call that was served.
    ///
    /// - Parameter isLogged: false if the caller has logged it.
    package func warn(_ error: StudioError, isLogged: Bool = true) {
        record(error, isRefusal: false, isLogged: isLogged)
    }

    func record(_ error: StudioError, isRefusal: Bool = true, isLogged: Bool = true) {
        for receiver in receivers.withLock({ Array($0.values) }) { receiver(error, isRefusal) }
        let now = clock.now
        let first = state.withLock { state -> Violation? in
            let index = state.violations.firstIndex { $0.error.rule.id == error.rule.id && $0.isRefusal == isRefusal }
            if let index {
                state.violations[index].count += 1
                return isLogged && state.untold.remove(index) != nil ? state.violations[index] : nil
            }
            let violation = Violation(error: error, firstTime: now, count: 1, isRefusal: isRefusal)
            if !isLogged { state.untold.insert(state.violations.count) }
            state.violations.append(violation)
            return isLogged ? violation : nil
        }
        guard let first else { return }
        if let observer = observer.withLock({ $0 }) {
            observer(first)
        } else {
            logger.warning("\(error)")
        }
    }
}
