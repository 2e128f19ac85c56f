package import ProductionStudio
package import SessionProtocol
import StudioCore

extension EntryResponses {
    /// Applies all fields that are not `nil`.
    package mutating func apply(_ changes: SessionEntryResponses) {
        func code(_ change: String?, _ current: StudioError.Code?) -> StudioError.Code? {
            guard let change else { return current }
            return change.isEmpty ? nil : StudioError.Code(rawValue: change)
        }
        initialisationFailure = code(changes.initialisationFailure, initialisationFailure)
        authenticationRefusal = code(changes.authenticationRefusal, authenticationRefusal)
        authentication = changes.authentication ?? authentication
        authenticationDelivery = changes.authenticationDelivery ?? authenticationDelivery
        authenticationDelay = authenticationDelay.updated(
            changes.minimumAuthenticationDelay, changes.maximumAuthenticationDelay)
        checksToken = changes.checksToken ?? checksToken
        joinRefusal = code(changes.joinRefusal, joinRefusal)
        entrance = changes.entrance ?? entrance
        joinFailure = changes.joinFailure ?? joinFailure
        failureEndsMeeting = changes.failureEndsMeeting ?? failureEndsMeeting
        joinDelay = joinDelay.updated(changes.minimumJoinDelay, changes.maximumJoinDelay)
        admissionDelay = changes.admissionDelay ?? admissionDelay
        statusDelivery.merge(changes.statusDelivery ?? [:]) { _, new in new }
        role = changes.role ?? role
        promotion = changes.promotion ?? promotion
        promotionDelay = changes.promotionDelay ?? promotionDelay
        if let topic = changes.topic { self.topic = topic.isEmpty ? nil : topic }
    }
}

extension ClosedRange<MediaTime> {
    /// The range with new bounds; the upper one is raised to the lower one.
    func updated(_ minimum: MediaTime?, _ maximum: MediaTime?) -> ClosedRange<MediaTime> {
        let shortest = minimum ?? lowerBound
        return shortest...Swift.max(shortest, maximum ?? upperBound)
    }
}
