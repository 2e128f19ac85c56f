import ProductionStudio
import StudioCore

// A pure Swift requirement with an optional ignores a method with an implicitly unwrapped one, and the other way round,
// while an imported requirement accepts both. Two requirements of one protocol cannot differ in that alone, so each
// spelling has a protocol of its own.

/// The start of sending, with an optional sender.
public protocol ZoomSDKSenderReceiver: AnyObject {
    /// Sending may start; a nil sender means that the start failed. The sender is valid until `onStopSend`.
    func onStartSend(_ sender: ZoomSDKPSSender?)
}

/// The start of sending, with an implicitly unwrapped sender.
public protocol ZoomSDKSenderUnwrappedReceiver: AnyObject {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The other spelling of the argument; called unless the optional one is implemented.
    func onStartSend(_ sender: ZoomSDKPSSender!)
}

extension ZoomSDKSenderReceiver where Self: ZoomSDKSenderUnwrappedReceiver {
    /// Calls the other spelling (PS-SDK-017).
    public func onStartSend(_ sender: ZoomSDKPSSender?) { deliverUnwrapped(sender, to: self) }
}

extension ZoomSDKSenderUnwrappedReceiver {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Warns: the callback is required (PS-SDK-006), but a requirement with two spellings cannot be enforced here.
    public func onStartSend(_ sender: ZoomSDKPSSender!) {
        MeetingEngine.shared.entry.warn(
            .sdkRequiredCallbacks, "\(type(of: self)) does not implement onStartSend(_:)",
            hint: "implement it: on macOS the class does not compile otherwise")
    }
}

extension ZoomSDKSenderReceiver {
    /// Delivers to the implemented spelling. Only one protocol is visible here, so that the call is not ambiguous.
    func deliver(_ sender: ZoomSDKPSSender?) { onStartSend(sender) }
}

private func deliverUnwrapped(_ sender: ZoomSDKPSSender?, to receiver: some ZoomSDKSenderUnwrappedReceiver) {
    receiver.onStartSend(sender)
}
