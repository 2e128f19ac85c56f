/// The events of Production Studio that a client can observe: its own calls, events of the meeting, and callbacks.
package enum ContractEvent: Hashable, Sendable {
    case startAccepted
    case startRefused
    case stopAccepted
    case stopRefused
    /// The role or the meeting was lost, or the SDK stopped the studio.
    case interrupted
    /// `onStartPSModeResult`.
    case answered(Bool)
    /// `onStartSend`; false for a nil sender.
    case senderGiven(Bool)
    /// `onStopSend`.
    case ended
}
