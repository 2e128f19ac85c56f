package import StudioCore
package import StudioMeeting
import StudioRuntime

/// What the engine uses of its surroundings: cameras, outputs and rooms.
package protocol CustomRenderingService: AnyObject, Sendable {
    /// Publishes the camera's media to a track, until the result is called.
    ///
    /// - Throws: an error when the media cannot be read.
    func startCamera(_ settings: CaptureSettings, to track: Track) throws(StudioError) -> @Sendable () -> Void
    /// The client publishes what a channel's camera captures, until the result is called.
    ///
    /// - Returns: `nil` when there are no outputs.
    func publish(_ camera: Track, _ settings: CaptureSettings, channel: Int) -> (@Sendable () -> Void)?
    /// The meeting behind a room that is being entered.
    func meeting(of room: String) -> Meeting
    /// Ends a meeting whose room was left. The client may have entered another room already.
    func leave(_ meeting: Meeting)
    /// Sets what is called with the share of the streams that the uplink carries: at once, and when it changes.
    func onUplink(_ body: @escaping @Sendable (_ share: Double) -> Void)
    /// Which participant publishes which stream.
    var directory: StreamDirectory { get }
}

extension CustomRenderingService {
    /// The uplink carries everything.
    package func onUplink(_ body: @escaping @Sendable (_ share: Double) -> Void) {}

    /// There are no outputs.
    package func publish(_ camera: Track, _ settings: CaptureSettings, channel: Int) -> (@Sendable () -> Void)? { nil }
}

/// Which participant publishes which stream.
///
/// A participant without a registered stream publishes one whose ID is the name, with `_` for each character that an ID
/// must not have.
package final class StreamDirectory: Sendable {
    private let streams = Lock<[UserID: String]>([:])

    package init() {}

    package func register(_ stream: String, of user: UserID) { streams.withLock { $0[user] = stream } }

    /// The stream that a participant publishes while the video is on.
    package func stream(of participant: Participant) -> RoomStream? {
        guard !participant.isMyself, participant.studioParent == nil else { return nil }
        let registered = streams.withLock { $0[participant.id] }
        let id =
            registered ?? String(participant.name.map { CustomRenderingStateMachine.isValid($0) ? $0 : "_" })
        return RoomStream(id: id, user: participant.id, name: participant.name)
    }

    /// The participant who publishes a stream now, as the server knows it.
    package func user(of stream: String, in meeting: Meeting) -> UserID? {
        meeting.serverParticipants.first { $0.isVideoOn && self.stream(of: $0)?.id == stream }?.id
    }
}
