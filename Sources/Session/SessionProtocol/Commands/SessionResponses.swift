public import StudioCore

/// Whether the local user may start.
public enum StartPermission: String, Hashable, Sendable, Codable, CaseIterable {
    /// Regardless of the role.
    case granted
    /// Regardless of the role.
    case denied
    /// The role decides.
    case byRole
}

/// A partial update of `StudioResponses`.
public struct SessionResponses: Hashable, Sendable, Codable {
    /// Whether the meeting supports Production Studio.
    public var isSupported: Bool?
    /// Whether the local user may start.
    public var permission: StartPermission?
    /// An error code that a start returns when all conditions hold; empty for none.
    public var startFailure: String?
    /// Whether a start is accepted.
    public var accepts: Bool?
    /// Whether an accepted start delivers a sender.
    public var providesSender: Bool?
    /// The minimum time from a start to its result.
    public var minimumAnswerDelay: MediaTime?
    /// The maximum time from a start to its result.
    public var maximumAnswerDelay: MediaTime?
    /// The time from the result to the sender.
    public var senderDelay: MediaTime?
    /// The time from a stop to its callback.
    public var stopDelay: MediaTime?
    /// Whether the result of a start is delivered once, twice, late or never.
    public var answerDelivery: CallbackDelivery?
    /// Whether the callback that provides the sender is delivered once, twice, late or never.
    public var senderDelivery: CallbackDelivery?
    /// Whether the first send after a start fails, and the callback that provides the sender follows again.
    public var failsFirstSend: Bool?

    /// Creates an update without changes.
    public init() {}
}
