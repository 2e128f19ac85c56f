import StudioCore
import StudioRuntime

/// The tracks of remote participants, created when they are first asked for.
struct TrackTable: Sendable {
    private var tracks: [TrackID: Track] = [:]
    /// Called with each new track, without the meeting's lock.
    var observers: [@Sendable (Track) -> Void] = []

    var all: [Track] { Array(tracks.values) }

    /// A track that was asked for before.
    func known(_ id: TrackID) -> Track? { tracks[id] }

    /// The track of a participant who is in the meeting.
    ///
    /// - Parameters:
    ///   - isSuspended: whether its media is dropped now.
    ///   - events: receives the changes of a new track.
    /// - Returns: the track, and whether it was created now.
    mutating func track(
        _ id: TrackID, isSuspended: Bool, events: TrackEvents
    ) -> (track: Track, isNew: Bool) {
        if let track = tracks[id] { return (track, false) }
        let track = Track(id, backpressure: Backpressure(), events: events)
        track.fanout.setSuspended(isSuspended)
        tracks[id] = track
        return (track, true)
    }

    /// Applies the roster after an event: tracks of participants who left end, those of participants in another room are
    /// suspended.
    ///
    /// - Returns: the tracks that ended, to be released without the lock.
    mutating func update(_ machine: MeetingStateMachine) -> [Track] {
        guard !tracks.isEmpty else { return [] }
        var ended: [Track] = []
        for (id, track) in tracks {
            if machine.isPresent(id.participant) {
                track.fanout.setSuspended(machine.isMediaSuspended(of: id.participant))
            } else {
                ended.append(track)
            }
        }
        // In a fixed order, because each end is an event.
        ended.sort {
            ($0.id.participant.rawValue, $0.id.kind.rawValue) < ($1.id.participant.rawValue, $1.id.kind.rawValue)
        }
        for track in ended {
            track.fanout.setSuspended(true)
            track.setState(.ended)
            tracks[track.id] = nil
        }
        return ended
    }
}
