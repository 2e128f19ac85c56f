package import ProductionStudio
package import SessionProtocol

// The events of a session that a studio reports.
extension SessionEvent.Kind {
    /// A callback of the studio.
    package init(_ event: StudioEvent) {
        switch event {
        case .answered(let accepted): self = .startAnswered(accepted: accepted)
        case .startedSending(let hasSender): self = .sendingStarted(hasSender: hasSender)
        case .stoppedSending: self = .sendingStopped
        case .userChanged(let user, let isSending): self = .studioUserChanged(user: user, isSending: isSending)
        }
    }

    /// A call of the studio.
    package init(_ call: StudioCall) {
        switch call {
        case .start(let capability, let code):
            self = .startCalled(width: capability.width, height: capability.height, code: code.description)
        case .stop(let code): self = .stopCalled(code: code.description)
        }
    }
}
