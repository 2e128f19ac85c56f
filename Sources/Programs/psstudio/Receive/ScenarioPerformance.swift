import MediaInputs
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioScenario

/// Performs a scenario for a client that only receives: nobody starts the studio of its meeting.
final class ScenarioPerformance: Sendable {
    private let scenario: Scenario
    private let studio: StudioController
    private let feeds = ParticipantFeeds()
    private let runner: ScenarioRunner
    private let complaints: Lock<[String]>
    /// Whether the local user was in the meeting.
    private let hasJoined: Lock<Bool>
    /// Why nobody with these responses can enter a meeting; `nil` if joining is possible.
    private let refusal: String?

    init(_ scenario: Scenario, in meeting: Meeting, seed: UInt64) {
        self.scenario = scenario
        var responses = StudioResponses.immediate
        responses.apply(scenario.studioResponses)
        let studio = StudioController(in: meeting, options: .init(seed: seed), responses: responses)
        let (feeds, complaints) = (feeds, Lock<[String]>([]))
        (self.studio, self.complaints) = (studio, complaints)
        let hasJoined = Lock(meeting.status == .inMeeting)
        self.hasJoined = hasJoined
        refusal = scenario.entryResponses.refusal
        meeting.onEvent { event in
            if case .status(.inMeeting, _) = event { hasJoined.set(true) }
        }
        runner = ScenarioRunner(scenario, clock: meeting.clock) { step in
            if let note = scenario.perform(step, on: CommandTargets(studio, feeds, seed: seed)) {
                complaints.withLock { $0.append(note) }
            }
            // An event is delivered before the next step, as in a session.
            meeting.settle()
        }
    }

    /// The steps that had no effect, with file and line.
    var notes: [String] { complaints.withLock { $0 } }

    /// Whether the meeting is over, or cannot be entered.
    var hasEnded: Bool { refusal != nil || studio.meeting.status.isOver }

    /// Why the local user was never in the meeting; `nil` if it was.
    var joinFailure: String? {
        if let refusal { return refusal }
        guard !hasJoined.withLock({ $0 }) else { return nil }
        let meeting = studio.meeting
        guard meeting.status.isOver else {
            return "not in the meeting at the end; its status is \(meeting.status.rawValue)"
        }
        return "joining the meeting failed" + (meeting.joinFailure.map { ": \($0)" } ?? "")
    }

    /// Adds the participants, waits until the client knows them, and begins the session time.
    func begin() {
        guard refusal == nil else { return }
        let meeting = studio.meeting
        runner.observe(studio)
        scenario.addParticipants(to: meeting)
        enter(meeting)
        meeting.settle()
        runner.begin()
        if meeting.status == .inMeeting { runner.receive(.onJoin) }
    }

    /// Enters a meeting that is not entered directly.
    private func enter(_ meeting: Meeting) {
        let responses = scenario.entryResponses
        switch responses.entrance {
        case nil, .direct?: return
        case .failure?:
            let cause = responses.joinFailure ?? .connectionFailed
            meeting.connect()
            if responses.failureEndsMeeting == true { meeting.failAndEnd(cause) } else { meeting.fail(cause) }
        case .waitingRoom?, .beforeHost?, .otherMeetingInProgress?:
            if let entrance = responses.entrance { meeting.join(entrance) }
            guard let delay = responses.admissionDelay else { return }
            meeting.callbackQueue.enqueue(after: delay) { [weak meeting] in meeting?.admit() }
        }
    }

    func stop() {
        runner.stop()
        feeds.stopAll()
    }
}

extension SessionEntryResponses {
    /// Why no client enters a meeting with these responses; `nil` if one does.
    fileprivate var refusal: String? {
        func code(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        if let code = code(initialisationFailure) { return "init failed: \(code)" }
        if let code = code(authenticationRefusal) { return "the authentication was rejected: \(code)" }
        if authenticationDelivery?.count == 0 { return "the authentication was not answered" }
        if let authentication, authentication != .success { return "the authentication failed: \(authentication)" }
        return code(joinRefusal).map { "joining the meeting was rejected: \($0)" }
    }
}
