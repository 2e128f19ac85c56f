import ProductionStudio
import SessionProtocol
import StudioCore
import StudioMeeting
import StudioRuntime

// A session with a scenario enters the meeting like a client: init, authentication, joining.
extension SessionCore {
    /// How long the session waits for a callback, beyond the delays that were requested. Chosen.
    private static let callbackLimit = MediaTime.seconds(10)

    // MARK: Entering

    /// Enters the meeting of the scenario; without one, the session is in a meeting already.
    func enterMeeting() {
        guard configuration.scenario != nil else { return }
        let entry = StudioEntry(defaults: stage.defaults) { [weak self] event in self?.receive(event) }
        entry.enter(studio)
        stage.noteEntry()
        state.update { $0.entry = entry }
        stage.begin()
        do throws(StudioError) {
            try entry.initialise()
            try authenticate(entry)
            guard !mustStop else { return }
            try join(entry)
        } catch {
            rejected(error)
        }
    }

    private func authenticate(_ entry: StudioEntry) throws(StudioError) {
        try entry.authenticate(token: "", key: "psstudio")
        let responses = entry.responses
        let limit = limit(beyond: responses.authenticationDelay.upperBound + responses.authenticationDelivery.delay)
        wait(for: .authentication, within: limit)
    }

    private func join(_ entry: StudioEntry) throws(StudioError) {
        try entry.join(JoinRequest(meetingNumber: 1, displayName: "Local user"))
        let responses = entry.responses
        let late = responses.statusDelivery.values.map(\.delay).max() ?? .zero
        let limit = limit(beyond: responses.joinDelay.upperBound + (responses.admissionDelay ?? .zero) + late)
        wait(for: .meeting, within: limit)
    }

    private func receive(_ event: EntryEvent) {
        switch event {
        case .authenticated(let result):
            publish(.authenticated(result: result), isRecorded: false)
            apply { $0.received(.authenticated(result)) }
        case .identityExpired: publish(.identityExpired, isRecorded: false)
        case .meeting(.status(let status, _), _): apply { $0.received(.statusChanged(status)) }
        case .meeting(.joined(let user), _) where user.isMyself: apply { $0.received(.listed) }
        case .meeting, .arriving, .entering: break
        }
    }

    // MARK: Waiting

    /// How long a start may take: the limit beyond the requested delays.
    var startLimit: MediaTime {
        let responses = studio.responses
        let (answer, sender) = (responses.answerDelivery.delay, responses.senderDelivery.delay)
        return limit(beyond: responses.answerDelay.upperBound + answer + responses.senderDelay + sender)
    }

    /// How long a stop may take.
    var stopLimit: MediaTime { limit(beyond: studio.responses.stopDelay) }

    /// A step may come late and end the wait.
    private func limit(beyond delay: MediaTime) -> MediaTime {
        Self.callbackLimit + delay + (configuration.scenario?.longestDelay ?? .zero)
    }

    /// Waits for a callback; a manual clock is advanced from timer to timer. A callback that is missing after the limit,
    /// which is a time on the session's clock, is a failure.
    func wait(for awaited: ReceivedCallbacks.Awaited, within limit: MediaTime) {
        owner.assertIsCurrent("session")
        if let clock = meeting.clock as? ManualClock {
            advance(clock, waitingFor: awaited, within: limit)
        } else {
            _ = state.wait(seconds: limit.seconds) { $0.machine.mustWait(for: awaited) ? nil : true }
        }
        let facts = MeetingFacts(meeting)
        apply { $0.waited(for: awaited, limit: limit, in: facts) }
    }

    private func advance(
        _ clock: ManualClock, waitingFor awaited: ReceivedCallbacks.Awaited, within limit: MediaTime
    ) {
        let deadline = clock.now + limit
        while true {
            meeting.settle()
            guard state.withLock({ $0.machine.mustWait(for: awaited) }), clock.now < deadline else { return }
            clock.advance(to: min(clock.nextTime ?? deadline, deadline))
        }
    }
}
