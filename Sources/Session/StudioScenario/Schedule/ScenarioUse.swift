import SessionProtocol

/// What a client has used of its scenario.
package struct ScenarioUse: Hashable, Sendable {
    /// Whether a step was performed with effect.
    package var hasPerformed = false
    /// Whether init and authentication are calls of the client. Some interfaces have none.
    package var hasEntry = false
    /// Whether the responses to a start had an effect: `startPSMode` was called, or a query before it denied.
    package var hasUsedStartResponses = false

    package init() {}
}

extension Scenario {
    /// Why nothing of the scenario had an effect, in one line; `nil` when something had, and for a scenario without steps and
    /// responses, which only says who is in the meeting.
    package func complaint(about use: ScenarioUse) -> String? {
        var causes: [String] = []
        if !steps.isEmpty {
            if use.hasPerformed { return nil }
            let events = Set(steps.map { $0.timing.event?.rawValue ?? "the beginning" }).sorted()
            causes.append("no step was performed; they follow \(events.joined(separator: ", "))")
        }
        if entryResponses != SessionEntryResponses() {
            // Every client joins.
            if use.hasEntry || !entryResponses.areBeforeJoining { return nil }
            causes.append("the client calls neither init nor an authentication")
        }
        if studioResponses != SessionResponses() {
            if use.hasUsedStartResponses { return nil }
            causes.append("startPSMode was not called")
        }
        guard !causes.isEmpty else { return nil }
        return "the scenario '\(name)' had no effect: \(causes.joined(separator: "; "))"
    }
}

extension SessionEntryResponses {
    /// Whether all of them answer init and authentication.
    fileprivate var areBeforeJoining: Bool {
        var others = self
        (others.initialisationFailure, others.authenticationRefusal) = (nil, nil)
        (others.authentication, others.authenticationDelivery, others.checksToken) = (nil, nil, nil)
        (others.minimumAuthenticationDelay, others.maximumAuthenticationDelay) = (nil, nil)
        return others == SessionEntryResponses()
    }
}
