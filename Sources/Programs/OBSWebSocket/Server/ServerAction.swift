package import SessionProtocol

/// A connection of a client; its number is never used again.
package struct ConnectionID: Hashable, Comparable, Sendable {
    package let rawValue: Int

    package init(_ rawValue: Int) { self.rawValue = rawValue }

    package static func < (left: ConnectionID, right: ConnectionID) -> Bool { left.rawValue < right.rawValue }
}

/// What the owner of the state machine does, in this order.
package enum ServerAction: Hashable, Sendable {
    /// Sends a message.
    case send(ConnectionID, Frame)
    /// Sends the same message to several connections.
    case publish([ConnectionID], Frame)
    /// Closes a connection, of which nothing more is reported.
    case close(ConnectionID, Closing)
    /// Stops reading messages of a connection, or goes on.
    case read(ConnectionID, Bool)
    /// Performs a command of the session, and reports its reply with the number.
    case perform(Int, SessionCommand)
    /// Requests the snapshot, and reports it with the number.
    case requestSnapshot(Int)
    /// Subscribes to 20 levels a second, or does not any more.
    case measureLevels(Bool)
    /// Takes an image of the program, and reports it with the number.
    case capture(Int, Capture)
    /// Reads or writes data that clients keep, and reports the result with the number.
    case access(Int, DataAccess)
    /// Creates a file, which must not exist, without following symbolic links, and reports the result with the number.
    case save(Int, path: String, [UInt8])
}
