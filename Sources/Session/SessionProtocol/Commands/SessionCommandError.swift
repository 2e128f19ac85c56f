public import StudioCore

/// Why a command was rejected.
public enum SessionCommandError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no output with this number.
    case unknownOutput(Int)
    /// The command does not fit the state or the kind of what it acts on.
    case rejected(String)
    /// No output accepts this address.
    case address(AddressError)
    /// A file that the command names is not below the folder to which files are confined, for this reason.
    case outsideFolder(String)
    /// The encoder that the output needs cannot be built.
    case encoder(String)
    /// A participant's media cannot be published or changed so.
    case participant(String)
    /// The session is not sending yet, or has ended.
    case notSending
    /// A source cannot be opened; the one on air stays.
    case source(String)
    /// A later change of source replaces this one.
    case superseded
    /// The client is not in a meeting yet.
    case noMeeting
    /// There is no participant with this ID. Only controllers are told; a scenario goes on.
    case unknownParticipant(UserID)
    /// The program has nothing that the command with this name changes. Only controllers are told.
    case unsupported(String)

    /// One line.
    public var description: String {
        switch self {
        case .unknownOutput(let number): "unknown output \(number); the snapshot lists all outputs"
        case .address(let error): "\(error)"
        case .encoder(let message), .participant(let message), .rejected(let message), .source(let message),
            .outsideFolder(let message):
            message
        case .superseded: "a later changeSource replaced this one before its source was on air"
        case .notSending: "the session is not sending; wait for the state sending, or start another session"
        case .noMeeting: "there is no meeting yet; the command has no effect"
        case .unknownParticipant(let user): "no participant has the ID \(user); the snapshot lists all participants"
        case .unsupported(let name): "this program has nothing that \(name) changes"
        }
    }
}
