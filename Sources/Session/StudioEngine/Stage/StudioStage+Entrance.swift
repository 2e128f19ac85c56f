import ProductionStudio
import SessionProtocol
import StudioCore
package import StudioMeeting
import StudioRuntime

// Entering the meeting for a client that has no calls for it: `psstudio receive`, a `TestMeeting`, a studio of the C library.
extension StudioStage {
    /// Whether such a client is in the meeting from the beginning.
    package var isEnteredDirectly: Bool { refusal == nil && entrance == .direct }

    private var entrance: MeetingEntrance { defaults.responses.entrance }

    /// Lets the local user enter the meeting as the scenario says, unless it is entered directly or cannot be entered.
    package func enter(_ meeting: Meeting) {
        let responses = defaults.responses
        guard refusal == nil else { return }
        switch responses.entrance {
        case .direct: return
        case .failure:
            meeting.connect()
            if responses.failureEndsMeeting {
                meeting.failAndEnd(responses.joinFailure)
            } else {
                meeting.fail(responses.joinFailure)
            }
        case .waitingRoom, .beforeHost, .otherMeetingInProgress:
            meeting.join(responses.entrance)
            guard let delay = responses.admissionDelay else { return }
            meeting.callbackQueue.enqueue(after: delay) { [weak meeting] in meeting?.admit() }
        }
    }

    /// Why no client enters a meeting with these responses; `nil` if one does.
    package var refusal: String? {
        let responses = defaults.responses
        if let code = responses.initialisationFailure { return "init failed: \(code)" }
        if let code = responses.authenticationRefusal { return "the authentication was rejected: \(code)" }
        if responses.authenticationDelivery.count == 0 { return "the authentication was not answered" }
        guard responses.authentication == .success else {
            return "the authentication failed: \(responses.authentication)"
        }
        return responses.joinRefusal.map { "joining the meeting was rejected: \($0)" }
    }
}
