public import StudioCore

/// The result of a command.
public enum SessionReply: Hashable, Sendable, Codable {
    /// No result.
    case done
    /// A participant; `nil` when the command did not fit the current state.
    case participant(user: UserID?)
    /// An output.
    case output(output: Int)
    /// The address that an output has now; the path of a file.
    case address(address: String)
}
