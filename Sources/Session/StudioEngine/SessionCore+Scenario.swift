import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioScenario

/// What the session, as a client, has received from the entry.
struct EntryProgress: Hashable, Sendable {
    var authentication: AuthenticationResult?
    /// Whether the status `inMeeting` was delivered.
    var isInMeeting = false
    /// Whether the local user is listed among the participants.
    var isListed = false
    /// Whether joining failed, or the meeting ended.
    var isOver = false
}

// A session with a scenario enters the meeting like a client: init, authentication, joining.
extension SessionCore {
    /// How long the session waits for a callback, beyond the delays that were requested. Chosen.
    private static let callbackLimit = MediaTime.seconds(10)

    // MARK: Entering

    /// Enters the meeting of the scenario; without one, the session is in a meeting already.
    func enterMeeting() {
        guard let scenario = configuration.scenario else { return }
        scenario.addParticipants(to: meeting)
        let entry = entry(of: scenario)
        let runner = ScenarioRunner(scenario, clock: meeting.clock) { [weak self] step in self?.perform(step) }
        runner.observe(studio)
        state.update { state in
            state.entry = entry
            state.scenarioRunner = runner
        }
        runner.begin()
        do throws(StudioError) {
            try entry.initialise()
            try authenticate(entry)
            guard !mustStop else { return }
            try join(entry)
        } catch {
            record(error)
        }
    }

    private func entry(of scenario: Scenario) -> StudioEntry {
        var defaults = EntryDefaults()
        defaults.responses = configuration.isFast ? .immediate : EntryResponses()
        defaults.responses.apply(scenario.entryResponses)
        defaults.seed = configuration.seed
        let entry = StudioEntry(defaults: defaults) { [weak self] event in self?.receive(event) }
        entry.enter(studio)
        return entry
    }

    private func authenticate(_ entry: StudioEntry) throws(StudioError) {
        try entry.authenticate(token: "", key: "psstudio")
        let responses = entry.responses
        let limit = limit(beyond: responses.authenticationDelay.upperBound + responses.authenticationDelivery.delay)
        let isAnswered = waitForCallbacks(within: limit) { $0.entryProgress.authentication != nil }
        guard !mustStop else { return }
        guard isAnswered, let result = state.withLock({ $0.entryProgress.authentication }) else {
            let message = "the authentication was not answered within \(limit.seconds) s"
            return fail(SessionFailure(.refused, "authenticationTimedOut", message))
        }
        guard result != .success else { return }
        fail(SessionFailure(.refused, "authenticationFailed", "the authentication failed: \(result)"))
    }

    private func join(_ entry: StudioEntry) throws(StudioError) {
        try entry.join(JoinRequest(meetingNumber: 1, displayName: "Local user"))
        let responses = entry.responses
        let late = responses.statusDelivery.values.map(\.delay).max() ?? .zero
        let limit = limit(beyond: responses.joinDelay.upperBound + (responses.admissionDelay ?? .zero) + late)
        let hasEnded = waitForCallbacks(within: limit) { state in
            state.entryProgress.isInMeeting && state.entryProgress.isListed || state.entryProgress.isOver
        }
        guard !mustStop else { return }
        if state.withLock({ $0.entryProgress.isOver }) {
            let cause = meeting.joinFailure.map { ": \($0)" } ?? ""
            return fail(SessionFailure(.refused, "joinFailed", "joining the meeting failed\(cause)"))
        }
        guard !hasEnded else { return }
        let message = "not in the meeting within \(limit.seconds) s; its status is \(meeting.status.rawValue)"
        fail(SessionFailure(.refused, "joinTimedOut", message))
    }

    private func receive(_ event: EntryEvent) {
        switch event {
        case .authenticated(let result):
            publish(.authenticated(result: result))
            state.update { $0.entryProgress.authentication = $0.entryProgress.authentication ?? result }
        case .identityExpired: publish(.identityExpired)
        case .meeting(.status(let status, _), _):
            state.update { state in
                if status == .inMeeting { state.entryProgress.isInMeeting = true }
                if status.isOver { state.entryProgress.isOver = true }
            }
        case .meeting(.joined(let user), _) where user.isMyself: state.update { $0.entryProgress.isListed = true }
        case .meeting, .arriving: break
        }
    }

    // MARK: Steps

    private func perform(_ step: ScenarioStep) {
        guard let scenario = configuration.scenario else { return }
        if let command = step.command(in: meeting) {
            do throws(SessionCommandError) {
                try perform(command, of: scenario)
            } catch {
                publish(.note(message: "\(scenario.name):\(step.line): \(error)"))
            }
        } else {
            publish(.note(message: step.missingUser(in: scenario)))
        }
        if configuration.isFast { meeting.settle() }
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

    /// Waits for callbacks of the session until a condition holds; a manual clock is advanced from timer to timer.
    ///
    /// - Parameters:
    ///   - limit: the limit on the session's clock.
    ///   - evenWhenStopping: whether a stop of the session does not end the wait.
    /// - Returns: whether the condition holds.
    @discardableResult
    func waitForCallbacks(
        within limit: MediaTime, evenWhenStopping: Bool = false, _ isDone: (State) -> Bool
    ) -> Bool {
        guard let clock = meeting.clock as? ManualClock else {
            _ = state.wait(seconds: limit.seconds) { state -> Bool? in
                isDone(state) || state.machine.isStopping && !evenWhenStopping ? true : nil
            }
            return state.withLock { isDone($0) }
        }
        let deadline = clock.now + limit
        while true {
            meeting.settle()
            let (isDone, isStopping) = state.withLock { (isDone($0), $0.machine.isStopping) }
            if isDone || isStopping && !evenWhenStopping || clock.now >= deadline { return isDone }
            clock.advance(to: min(clock.nextTime ?? deadline, deadline))
        }
    }
}
