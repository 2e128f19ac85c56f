package import ProductionStudio
package import SessionProtocol
import StudioCore

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
