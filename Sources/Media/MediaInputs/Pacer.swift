package import StudioCore

/// Computes when each unit of a source is due in real time. It uses deadlines, not sleeps, so that errors do not
/// accumulate.
///
/// A late source catches up while the lateness is below the tolerance of time stamps. Beyond that, the anchor moves for
/// all tracks together, which keeps their sync and avoids a burst.
package struct Pacer: Sendable {
    package enum Track: Hashable, Sendable, CaseIterable {
        case video
        case audio
    }

    package enum Verdict: Hashable, Sendable {
        /// Send at this time on the session's clock, or now if it has passed.
        case due(at: MediaTime)
        /// Like `due`, after the anchor was moved by this time.
        case moved(by: MediaTime, at: MediaTime)

        /// The time to send.
        package var deadline: MediaTime {
            switch self {
            case .due(let at), .moved(_, let at): at
            }
        }
    }

    /// The minimum move of the anchor. It is well above the tolerance of time stamps, so that all tracks are
    /// re-anchored and none of them catches up alone.
    package static let minimumMove = MediaTime.milliseconds(60)
    /// The first unit of a track after a move anchors its time line. If it is later than this, the tracks would be
    /// apart.
    package static let anchoringTolerance = MediaTime.milliseconds(15)
    /// The maximum number of repeated moves; a machine that is always late cannot do better.
    package static let anchoringAttempts = 2

    private var anchor: MediaTime?
    private var unanchored: Set<Track>
    private var attempts = 0

    /// - Parameter unanchored: the tracks whose time lines begin at the arrival of their first unit.
    package init(unanchored: Set<Track> = Set(Track.allCases)) {
        self.unanchored = unanchored
    }

    /// When the unit at `position` is due; asked at `now`. Call it again after a wait, because the process may have
    /// been suspended meanwhile.
    package mutating func due(_ position: MediaTime, now: MediaTime) -> Verdict {
        guard let anchor else {
            self.anchor = now - position
            return .due(at: now)
        }
        let deadline = anchor + position
        let lateness = now - deadline
        guard lateness > TimeStamps.tolerance else { return .due(at: deadline) }
        attempts = 0
        return move(deadline, by: max(lateness, Self.minimumMove))
    }

    /// Records that the unit at `position` was sent and stamped, at `now` at the latest. If the producer was suspended
    /// between deadline and time stamp, the anchor moves as well.
    package mutating func sent(_ position: MediaTime, of track: Track, now: MediaTime) -> Verdict {
        guard let anchor else { return .due(at: now) }
        let deadline = anchor + position
        let lateness = now - deadline
        if lateness > TimeStamps.tolerance {
            attempts = 0
        } else if unanchored.contains(track), lateness > Self.anchoringTolerance, attempts < Self.anchoringAttempts {
            attempts += 1
        } else {
            unanchored.remove(track)
            return .due(at: deadline)
        }
        // This track's time line may be anchored at the late time stamp, so it must be re-anchored as well.
        return move(deadline, by: lateness + Self.minimumMove)
    }

    private mutating func move(_ deadline: MediaTime, by distance: MediaTime) -> Verdict {
        anchor = anchor.map { $0 + distance }
        unanchored = Set(Track.allCases)
        return .moved(by: distance, at: deadline + distance)
    }
}
