public import StudioCore

/// A command to a session. A user ID of `nil` selects the local user.
public enum SessionCommand: Hashable, Sendable, Codable {
    /// The version of the coded form.
    public static let version = 1

    // MARK: Meeting

    /// The local user joins.
    case join(entrance: MeetingEntrance)
    /// The local user is admitted from the waiting room, or the host has joined.
    case admit
    /// The local user is moved to the waiting room.
    case putIntoWaitingRoom
    /// The local user leaves.
    case leave
    /// The meeting ends for all.
    case endMeeting(reason: EndReason)
    /// Joining fails; a meeting that was joined ends.
    case failMeeting
    /// The connection is lost: media is accepted, dropped and counted.
    case loseConnection(stopsStudio: Bool)
    /// The connection is restored.
    case regainConnection
    /// The local user's audio is connected.
    case connectAudio
    /// The local user moves to a breakout room.
    case enterBreakoutRoom
    /// The breakout room closes.
    case leaveBreakoutRoom
    /// In a webinar, the local user is promoted to panelist.
    case promote
    /// In a webinar, the local user is demoted to attendee.
    case demote

    // MARK: Participants

    /// Another user joins; the client is told at once, or `reportedAfter` later.
    case addParticipant(name: String, role: MeetingRole, isVideoOn: Bool, reportedAfter: MediaTime? = nil)
    /// A participant leaves.
    case removeParticipant(user: UserID)
    /// A participant leaves and joins again with a new ID.
    case rejoin(user: UserID)
    /// The host expels a participant.
    case expel(user: UserID?)
    /// Another user starts Production Studio; a new co-host by default.
    case addOtherStudio(name: String, parent: UserID?)
    /// Whether a look-up by ID finds a participant who was reported.
    case setResolvable(isResolvable: Bool, user: UserID)
    /// A line of live transcription is added, changed or deleted; a new one without `line`.
    case addCaption(user: UserID, text: String, line: String?, change: Caption.Change)
    /// A participant's video is switched on or off.
    case setVideo(isOn: Bool, user: UserID?)
    /// A participant publishes a file, `coded:`, or a test pattern without a source; instead of an earlier source.
    case publishMedia(user: UserID, source: String?, loops: Bool)
    /// A participant shares a screen with its audio: a file, `coded:`, or a test pattern without a source; instead of an
    /// earlier share. Camera and microphone are not affected.
    case publishShare(user: UserID, source: String?, loops: Bool)
    /// A participant's track is muted, stalled, resized, interrupted and so on.
    case changeTrack(user: UserID, track: TrackKind, change: TrackChange)
    /// A participant's role changes.
    case setRole(role: MeetingRole, user: UserID?)
    /// A co-host loses that role.
    case revokeCoHost(user: UserID?)
    /// The original host takes the role back.
    case reclaimHost
    /// A participant sends a chat message to everyone.
    case sendChat(text: String, user: UserID)

    // MARK: Services

    /// How the host answers requests for the permission to record; `nil` keeps the time to the answer.
    case setRecordingResponse(response: RecordingResponse, delay: MediaTime?)
    /// The host permits the local user to record, or does not any more.
    case permitRecording(isPermitted: Bool)
    /// Whether the local user's audio connects when the client asks for it.
    case setAudioConnection(isPossible: Bool)
    /// The host locks sharing, so that only hosts and co-hosts share, or unlocks it.
    case lockShare(isLocked: Bool)
    /// A reminder is shown to the local user.
    case remind(kind: ReminderKind, text: String)

    // MARK: Studio

    /// Changes the responses of the emulated server; `nil` fields keep their value.
    case setResponses(responses: SessionResponses)
    /// Changes the responses to init, authentication and joining; `nil` fields keep their value.
    case setEntryResponses(responses: SessionEntryResponses)
    /// The client's identity expires.
    case expireIdentity
    /// The studio stops for internal reasons.
    case stopStudio

    // MARK: Source

    /// Another source is put on air at a frame: a file, `coded:`, a FIFO, or a test pattern without `video`, with its own audio
    /// or that of `audio`. The last change wins.
    case changeSource(video: String?, audio: String?, loops: Bool, startAt: MediaTime?)
    /// The slate is put on air.
    case showSlate
    /// The source is put on air instead of a slate that was requested.
    case endSlate

    // MARK: Outputs

    /// Adds an output.
    case addOutput(address: String)
    /// Finishes an output and removes it.
    case removeOutput(output: Int)
    /// Finishes an output, and adds a new one in its place: a file with a new name, anything else at the same address. With
    /// `append`, an HLS playlist goes on.
    case restartOutput(output: Int, append: Bool? = nil)
    /// Finishes an output, which keeps its number and can be started again.
    case stopOutput(output: Int)
    /// Starts an output that is stopped or has failed: a file with a new name, `show-2.mp4`, a server at its address. With
    /// `append`, an HLS playlist goes on.
    case startOutput(output: Int, append: Bool? = nil)
    /// Lets a file go on in another one from the next key frame on.
    case splitOutput(output: Int)
    /// Lets a chapter of an MP4 file begin; without a name, it has its number.
    case addChapter(output: Int, name: String?)
    /// Sets the volume of the program's audio, as a factor of the amplitude from 0 to 4.
    case setVolume(factor: Double)
    /// Mutes the program's audio, or unmutes it.
    case setMute(isMuted: Bool)

    // MARK: Session

    /// Writes the running pipelines of the session's process as graphs into a folder, by default that of the session.
    case graph(folder: String?)
    /// Keeps a line among the events, and in the trace. Nothing else happens.
    case addNote(text: String)
    /// Stops the studio, finishes the outputs, and ends the session.
    case stop
}

// One example for each command, in the order of the reference. The reference and the tests of all commands take them.
extension SessionCommand {
    package static let exampleUser = UserID(rawValue: 16_778_240)

    package static let examples: [SessionCommand] = [
        .join(entrance: .waitingRoom), .admit, .putIntoWaitingRoom, .leave, .endMeeting(reason: .endedByHost),
        .failMeeting,
        .loseConnection(stopsStudio: false), .regainConnection, .connectAudio, .enterBreakoutRoom, .leaveBreakoutRoom,
        .promote, .demote,
        .addParticipant(name: "Ann", role: .attendee, isVideoOn: true), .removeParticipant(user: exampleUser),
        .rejoin(user: exampleUser), .expel(user: exampleUser), .addOtherStudio(name: "Studio", parent: nil),
        .setResolvable(isResolvable: false, user: exampleUser),
        .addCaption(user: exampleUser, text: "Good morning.", line: nil, change: .complete),
        .setVideo(isOn: true, user: exampleUser),
        .publishMedia(user: exampleUser, source: "clip.mp4", loops: true),
        .publishShare(user: exampleUser, source: "slides.mp4", loops: false),
        .changeTrack(user: exampleUser, track: .camera, change: .setSize(width: 640, height: 360)),
        .setRole(role: .coHost, user: exampleUser), .revokeCoHost(user: nil), .reclaimHost,
        .sendChat(text: "Hello", user: exampleUser),
        .setRecordingResponse(response: .denied, delay: .milliseconds(500)), .permitRecording(isPermitted: true),
        .setAudioConnection(isPossible: false), .lockShare(isLocked: true),
        .remind(kind: .recording, text: "This meeting is being recorded"),
        .setResponses(responses: responses), .setEntryResponses(responses: entryResponses), .expireIdentity,
        .stopStudio,
        .changeSource(video: "clip.mp4", audio: nil, loops: true, startAt: nil), .showSlate, .endSlate,
        .addOutput(address: "show.mp4"), .removeOutput(output: 1), .restartOutput(output: 1),
        .stopOutput(output: 1), .startOutput(output: 1), .splitOutput(output: 1),
        .addChapter(output: 1, name: "Questions"),
        .setVolume(factor: 0.5), .setMute(isMuted: true),
        .graph(folder: "graphs"), .addNote(text: "the second speaker begins"), .stop,
    ]

    private static var responses: SessionResponses {
        var responses = SessionResponses()
        responses.accepts = false
        responses.minimumAnswerDelay = .milliseconds(40)
        responses.senderDelivery = .never
        return responses
    }

    private static var entryResponses: SessionEntryResponses {
        var responses = SessionEntryResponses()
        responses.authentication = .tokenWrong
        responses.authenticationDelivery = .late(by: .seconds(5))
        responses.statusDelivery = [.inMeeting: .never]
        return responses
    }
}
