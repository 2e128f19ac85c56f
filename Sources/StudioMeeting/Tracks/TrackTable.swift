import StudioCore
import StudioRuntime

/// The tracks of remote participants, created when they are first asked for.
struct TrackTable: Sendable {
    private var tracks: [TrackID: Track] = [:]
    /// Called with each new track, without the meeting's lock.
    var observers: [@Sendable (Track) -> Void] = []

    var all: [Track] { Array(tracks.values) }

    /// The track of a participant who is in the meeting.
    ///
    /// - Parameter isSuspended: whether its media is dropped now.
    /// - Returns: the track, and whether it was created now.
    mutating func track(_ id: TrackID, isSuspended: Bool) -> (track: Track, isNew: Bool) {
        if let track = tracks[id] { return (track, false) }
        let track = Track(id, backpressure: Backpressure())
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
                track.fanout.setSuspended(true)
                track.setState(.ended)
                ended.append(track)
            }
        }
        for track in ended { tracks[track.id] = nil }
        return ended
    }
}
