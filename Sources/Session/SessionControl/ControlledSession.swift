package import StudioRuntime
package import SessionProtocol

/// Receives the result of a command.
package typealias ControlReply = @Sendable (Result<SessionReply, ControlError>) -> Void

/// A session as its control socket sees it.
package protocol ControlledSession: AnyObject, Sendable {
    /// The identifier of the session.
    var id: String { get }
    /// The participants as the server knows them, in order of arrival.
    var participants: [ControlParticipant] { get }
    /// The number of the last event, whose effect a snapshot from now on contains; 0 before the first. Must not wait.
    var lastSequence: Int { get }
    /// The current state. Must not wait.
    func snapshot() -> any Encodable & Sendable
    /// Performs a command after all earlier ones; may wait. On a manual clock, it is performed between two moments.
    ///
    /// - Parameters:
    ///   - folder: the folder outside of which the command uses no file; `nil` for no limit.
    ///   - origin: who has given it.
    ///   - reply: called once; with a ``ControlError`` when the command has no effect. A change of source is answered
    ///   when it is on air, on another thread, while later commands are performed.
    func perform(
        _ command: SessionCommand, below folder: RestrictedFolder?, origin: CommandOrigin, reply: @escaping ControlReply
    )
    /// Measures and shows media for a client from now on, instead of earlier media; nothing for a subscription without
    /// levels and preview. Must not wait.
    ///
    /// - Returns: what does it, as long as it is retained.
    /// - Throws: a ``ControlError`` for an unknown participant.
    func monitor(_ subscription: ControlSubscription, _ sink: @escaping @Sendable (ControlMeasurement) -> Void)
        throws(ControlError) -> (any ControlMonitor)?
}

/// What a monitor delivers.
package enum ControlMeasurement: Sendable {
    case levels(ControlLevels)
    case preview(ControlPreview)
    /// Nothing is measured or shown any more.
    case failed(ControlError)
}

/// Measures media until it is ended.
package protocol ControlMonitor: AnyObject, Sendable {
    func end()
}
