public import StudioCore
import Synchronization

/// Counts the units of a studio's senders. May be read at any time from any thread.
public final class StudioStatistics: Sendable {
    /// The counts of one media type.
    public struct Media: Hashable, Sendable {
        /// Units that met the contract.
        public var accepted = 0
        /// Rejected units.
        public var refused = 0
        /// Accepted units that were dropped while the meeting was reconnecting.
        public var dropped = 0
        /// How often the time line was re-anchored, because the count deviated by more than 40 ms.
        public var reanchored = 0
        /// When the last accepted unit was sent, on the clock of the studio; `nil` before the first one.
        public var lastArrival: MediaTime?
    }

    struct Counters: ~Copyable, Sendable {
        let accepted = Atomic(0)
        let refused = Atomic(0)
        let dropped = Atomic(0)
        let reanchored = Atomic(0)
        private let lastArrival = Atomic(Self.never)

        private static let never = Int64.min

        func noteArrival(_ time: MediaTime) { lastArrival.store(time.nanoseconds, ordering: .relaxed) }

        var snapshot: Media {
            let lastArrival = lastArrival.load(ordering: .relaxed)
            return Media(
                accepted: accepted.load(ordering: .relaxed), refused: refused.load(ordering: .relaxed),
                dropped: dropped.load(ordering: .relaxed), reanchored: reanchored.load(ordering: .relaxed),
                lastArrival: lastArrival == Self.never ? nil : MediaTime(nanoseconds: lastArrival))
        }
    }

    let videoCounters = Counters()
    let audioCounters = Counters()
    let overlaps = Atomic(0)

    /// Video frames.
    public var video: Media { videoCounters.snapshot }
    /// Audio blocks.
    public var audio: Media { audioCounters.snapshot }
    /// Send calls that overlapped another one.
    public var overlappingSends: Int { overlaps.load(ordering: .relaxed) }
}

extension Atomic<Int> {
    func increment() { add(1, ordering: .relaxed) }
}
