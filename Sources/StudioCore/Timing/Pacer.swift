/// Tells when each unit of a source is due in real time: anchored to deadlines, never to sleeps.
///
/// A source that is late catches up as long as the lateness stays under the tolerance of the stamps; beyond it the
/// anchor moves for all tracks together, so that their sync is kept and no burst follows.
package struct Pacer: Sendable {
    package enum Track: Hashable, Sendable, CaseIterable {
        case video
        case audio
    }

    package enum Verdict: Hashable, Sendable {
        /// Send at this time on the session's clock, now if it has passed.
        case due(at: MediaTime)
        /// As `due`, after the anchor was moved by this much.
        case moved(by: MediaTime, at: MediaTime)

        /// When to send.
        package var deadline: MediaTime {
            switch self {
            case .due(let at), .moved(_, let at): at
            }
        }
    }

    /// The anchor moves by at least this much: well beyond the tolerance of the stamps, so that the time lines of all tracks are
    /// anchored anew and none of them catches up what the others do not.
    package static let leastMove = MediaTime.milliseconds(60)
    /// The first stamp of a track after a move anchors its time line; one that is later than this would leave the tracks apart.
    package static let anchoringTolerance = MediaTime.milliseconds(15)
    /// How often a late anchoring is repeated; a machine that is always late has to live with it.
    package static let anchoringAttempts = 2

    private var anchor: MediaTime?
    private var unanchored = Set(Track.allCases)
    private var attempts = 0

    package init() {}

    /// When the unit at `position` of the source is due, asked at `now` with the unit in hand. Ask again after a wait: whoever
    /// waited may have been stopped meanwhile.
    package mutating func due(_ position: MediaTime, now: MediaTime) -> Verdict {
        guard let anchor else {
            self.anchor = now - position
            return .due(at: now)
        }
        let deadline = anchor + position
        let lateness = now - deadline
        guard lateness > AnchoredTimeline.tolerance else { return .due(at: deadline) }
        attempts = 0
        return move(deadline, by: max(lateness, Self.leastMove))
    }

    /// The unit at `position` was sent and stamped, at `now` at the latest. A producer that was stopped between the deadline and
    /// the stamp moves the rest, too.
    package mutating func sent(_ position: MediaTime, of track: Track, now: MediaTime) -> Verdict {
        guard let anchor else { return .due(at: now) }
        let deadline = anchor + position
        let lateness = now - deadline
        if lateness > AnchoredTimeline.tolerance {
            attempts = 0
        } else if unanchored.contains(track), lateness > Self.anchoringTolerance, attempts < Self.anchoringAttempts {
            attempts += 1
        } else {
            unanchored.remove(track)
            return .due(at: deadline)
        }
        // This track's time line may have been anchored at the late stamp: it has to notice the move as well.
        return move(deadline, by: lateness + Self.leastMove)
    }

    private mutating func move(_ deadline: MediaTime, by distance: MediaTime) -> Verdict {
        anchor = anchor.map { $0 + distance }
        unanchored = Set(Track.allCases)
        return .moved(by: distance, at: deadline + distance)
    }
}
