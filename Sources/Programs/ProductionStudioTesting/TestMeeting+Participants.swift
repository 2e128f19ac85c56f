public import MediaInputs
public import StudioCore
import StudioMeeting

extension TestMeeting {
    /// A remote participant whose media is published while the test advances the clock.
    public struct RemoteParticipant: Sendable {
        /// The participant as added.
        public let participant: Participant
        /// The media; `stop()` ends it.
        public let feed: ParticipantFeed

        /// The ID in this meeting.
        public var id: UserID { participant.id }
    }

    /// Adds a remote participant with media.
    ///
    /// - Parameters:
    ///   - name: the display name.
    ///   - role: the role.
    ///   - source: the media; by default, a test pattern of 640x360 at 15 to 25 frames per second, with a beep each second.
    /// - Throws: a `SourceError` when the media cannot be opened, a `StudioError` for an invalid size.
    @discardableResult
    public func participant(
        _ name: String, role: MeetingRole = .attendee, source: ParticipantSource = ParticipantSource(seed: 1)
    ) throws -> RemoteParticipant {
        let participant = meeting.add(name, role: role)
        return RemoteParticipant(
            participant: participant, feed: try ParticipantFeed(source, of: participant.id, in: meeting))
    }
}
