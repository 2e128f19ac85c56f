/// Tells when each unit of a source is due in real time: anchored to deadlines, never to sleeps.
///
/// A source that is late catches up as long as the lateness stays under the tolerance of the stamps; beyond it the
/// anchor moves for all tracks together, so that their sync is kept and no burst follows.
package struct Pacer: Sendable {
    package enum Verdict: Hashable, Sendable {
        /// Send at this time on the run's clock, now if it has passed.
        case due(at: MediaTime)
        /// As `due`, after the anchor was moved by this much.
        case moved(by: MediaTime, at: MediaTime)
    }

    private var anchor: MediaTime?

    package init() {}

    /// When the unit at `position` of the source is due, asked at `now` with the unit in hand.
    package mutating func due(_ position: MediaTime, now: MediaTime) -> Verdict {
        guard let anchor else {
            self.anchor = now - position
            return .due(at: now)
        }
        let deadline = anchor + position
        let lateness = now - deadline
        guard lateness > AnchoredTimeline.tolerance else { return .due(at: deadline) }
        self.anchor = anchor + lateness
        return .moved(by: lateness, at: now)
    }
}
