package import StudioCore
package import StudioMeeting
import StudioRuntime

/// A stream of a room: the camera of a remote participant whose video is on.
package struct RoomStream: Hashable, Sendable {
    /// The stream ID.
    package let id: String
    /// The participant who publishes it.
    package let user: UserID
    /// The participant's name.
    package let name: String

    package init(id: String, user: UserID, name: String) {
        (self.id, self.user, self.name) = (id, user, name)
    }
}

/// Which participant publishes which stream.
///
/// A participant without an entry publishes a stream whose ID is the name, with `_` for each character that an ID must not
/// have.
package final class StreamDirectory: Sendable {
    private let entries = Lock<[UserID: String]>([:])

    package init() {}

    package func register(_ stream: String, of user: UserID) { entries.withLock { $0[user] = stream } }

    /// The stream that a participant publishes while the video is on.
    package func stream(of participant: Participant) -> RoomStream? {
        guard !participant.isMyself, participant.studioParent == nil else { return nil }
        let registered = entries.withLock { $0[participant.id] }
        let id =
            registered ?? String(participant.name.map { CustomRenderingStateMachine.isValid($0) ? $0 : "_" })
        return RoomStream(id: id, user: participant.id, name: participant.name)
    }

    /// The participant who publishes a stream now, as the server knows it.
    package func user(of stream: String, in meeting: Meeting) -> UserID? {
        meeting.serverParticipants.first { $0.isVideoOn && self.stream(of: $0)?.id == stream }?.id
    }
}
