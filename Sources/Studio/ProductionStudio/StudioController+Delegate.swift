import StudioCore

// The object of the client that receives the callbacks.
extension StudioController {
    /// Whether a callback that is due now reaches the client: its delegate exists. `nil` for the optional callback, which a
    /// delegate may lack.
    package func isReceived(_ event: StudioEvent) -> Bool? {
        guard Self.exists(delegate) else { return false }
        if case .userChanged = event { return nil }
        return true
    }

    /// Whether there is an object that receives callbacks.
    static func exists(_ delegate: (any StudioDelegate)?) -> Bool {
        guard let forwarding = delegate as? any ForwardingStudioDelegate else { return delegate != nil }
        return forwarding.target != nil
    }

    /// The client has set a delegate, released it, and a callback is due; reported once for each delegate.
    func reportReleasedDelegate(_ event: StudioEvent) {
        let isNew = locked.withLock { exchange(&$0.isDelegateExpected, with: false) }
        guard isNew else { return }
        violations.record(
            StudioError(
                .delegateReleased, "the studio's delegate was released, and \(event.vendorName) is due",
                hint: "keep a reference to it until onStopSend, or set delegate to nil before"))
    }
}
