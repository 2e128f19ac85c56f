/// What an app can see of Production Studio: its own calls, events of the meeting, and the callbacks.
package enum ContractEvent: Hashable, Sendable {
    case startAccepted
    case startRefused
    case stopAccepted
    case stopRefused
    /// The role or the meeting is gone, or the SDK stopped by itself.
    case interrupted
    /// `onStartPSModeResult`.
    case answered(Bool)
    /// `onStartSend`; false is a nil sender.
    case senderGiven(Bool)
    /// `onStopSend`.
    case ended
}
