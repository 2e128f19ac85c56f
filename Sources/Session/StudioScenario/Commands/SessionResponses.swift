public import ProductionStudio
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

extension StudioResponses {
    /// Applies all fields that are not `nil`.
    package mutating func apply(_ changes: SessionResponses) {
        isSupported = changes.isSupported ?? isSupported
        switch changes.permission {
        case nil: break
        case .granted: permission = true
        case .denied: permission = false
        case .byRole: permission = nil
        }
        if let code = changes.startFailure { startFailure = code.isEmpty ? nil : StudioError.Code(rawValue: code) }
        accepts = changes.accepts ?? accepts
        providesSender = changes.providesSender ?? providesSender
        answerDelay = answerDelay.updated(changes.minimumAnswerDelay, changes.maximumAnswerDelay)
        senderDelay = changes.senderDelay ?? senderDelay
        stopDelay = changes.stopDelay ?? stopDelay
        answerDelivery = changes.answerDelivery ?? answerDelivery
        senderDelivery = changes.senderDelivery ?? senderDelivery
        failsFirstSend = changes.failsFirstSend ?? failsFirstSend
    }
}
