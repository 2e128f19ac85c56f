public import StudioCore

/// What can be done to a session. A user number that is `nil` is the local user.
public enum SessionCommand: Hashable, Sendable, Codable {
    /// The version of the coded form.
    public static let version = 1

    // MARK: The meeting

    /// The local user joins.
    case join(entrance: MeetingEntrance)
    /// The local user is let in from the waiting room, or the host has come.
    case admit
    /// The local user is put into the waiting room.
    case putIntoWaitingRoom
    /// The local user leaves.
    case leave
    /// The meeting ends for everybody.
    case endMeeting(reason: EndReason)
    /// Joining fails; a meeting that goes on ends.
    case failMeeting
    /// The connection breaks: media is accepted, dropped and counted.
    case loseConnection(stopsStudio: Bool)
    /// The connection is back.
    case regainConnection
    /// The local user's audio is connected.
    case connectAudio
    /// The local user moves into a breakout room.
    case enterBreakoutRoom
    /// The breakout room closes.
    case leaveBreakoutRoom
    /// In a webinar, the local user becomes a panelist.
    case promote
    /// In a webinar, the local user becomes an attendee.
    case demote

    // MARK: Participants

    /// Somebody else joins.
    case addParticipant(name: String, role: MeetingRole, isVideoOn: Bool)
    /// Somebody else leaves.
    case removeParticipant(user: UserID)
    /// Somebody leaves and joins again under a new number.
    case rejoin(user: UserID)
    /// The host expels somebody.
    case expel(user: UserID?)
    /// Somebody else starts Production Studio; by default a new co-host.
    case addOtherStudio(name: String, parent: UserID?)
    /// Somebody's video is switched on or off.
    case setVideo(isOn: Bool, user: UserID?)
    /// Somebody gets a role.
    case setRole(role: MeetingRole, user: UserID?)
    /// A co-host loses that role.
    case revokeCoHost(user: UserID?)
    /// The first host takes the role back.
    case reclaimHost

    // MARK: The studio

    /// What the studio answers from now on; what is `nil` stays as it is.
    case setResponses(responses: SessionResponses)
    /// The studio stops for reasons of its own.
    case stopStudio

    // MARK: Outputs

    /// Adds an output.
    case addOutput(address: String)
    /// Finishes an output and removes it.
    case removeOutput(output: Int)
    /// Finishes an output, and begins another one at the same address when that is over. A file that is there is not overwritten
    /// unless the session's options say so.
    case restartOutput(output: Int)

    // MARK: The session

    /// Stops the studio, finishes the outputs, and ends the session.
    case stop
}

/// A part of what the studio answers; see `StudioResponses`.
public struct SessionResponses: Hashable, Sendable, Codable {
    /// Whether the meeting supports Production Studio.
    public var isSupported: Bool?
    /// Whether the local user may start, whatever the role.
    public var hasPermission: Bool?
    /// A code that a start returns where everything else is in order; empty for none.
    public var startFailure: String?
    /// Whether a start is accepted.
    public var accepts: Bool?
    /// Whether an accepted start brings a sender.
    public var providesSender: Bool?
    /// The shortest time from a start to its answer.
    public var minimumAnswerDelay: MediaTime?
    /// The longest time from a start to its answer.
    public var maximumAnswerDelay: MediaTime?
    /// The time from the answer to the sender.
    public var senderDelay: MediaTime?
    /// The time from a stop to its callback.
    public var stopDelay: MediaTime?

    /// Changes nothing.
    public init() {}
}

/// What a command has made.
public enum SessionReply: Hashable, Sendable, Codable {
    /// Nothing that has a number.
    case done
    /// A participant; `nil` where the command did not fit the present state.
    case participant(user: UserID?)
    /// An output.
    case output(output: Int)
}

/// Why a command was rejected.
public enum SessionCommandError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no output of this number.
    case unknownOutput(Int)
    /// No output takes this address.
    case address(AddressError)
    /// The encoder that the output needs cannot be built.
    case encoder(String)
    /// The session is not sending yet, or is over.
    case notSending

    /// One line.
    public var description: String {
        switch self {
        case .unknownOutput(let number): "there is no output \(number); the snapshot lists them"
        case .address(let error): "\(error)"
        case .encoder(let message): message
        case .notSending: "the session is not sending; wait for its state, or begin another one"
        }
    }
}
