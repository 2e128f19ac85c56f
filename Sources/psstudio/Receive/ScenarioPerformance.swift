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

    init(_ scenario: Scenario, in meeting: Meeting, seed: UInt64) {
        self.scenario = scenario
        var responses = StudioResponses.immediate
        responses.apply(scenario.studioResponses)
        let studio = StudioController(in: meeting, options: .init(seed: seed), responses: responses)
        let (feeds, complaints) = (feeds, Lock<[String]>([]))
        (self.studio, self.complaints) = (studio, complaints)
        runner = ScenarioRunner(scenario, clock: meeting.clock) { step in
            guard let command = step.command(in: meeting) else {
                return complaints.withLock { $0.append(step.missingUser(in: scenario)) }
            }
            do {
                let found = scenario.findingMedia(of: command)
                if try !feeds.perform(found, in: meeting, seed: seed) { command.perform(in: meeting, studio) }
            } catch {
                complaints.withLock { $0.append("\(scenario.name):\(step.line): \(error)") }
            }
            // An event is delivered before the next step, as in a session.
            meeting.settle()
        }
    }

    /// The steps that had no effect, with file and line.
    var notes: [String] { complaints.withLock { $0 } }

    /// Adds the participants, waits until the client knows them, and begins the session time.
    func begin() {
        let meeting = studio.meeting
        runner.observe(studio)
        scenario.addParticipants(to: meeting)
        if let entrance = scenario.entryResponses.entrance, entrance != .direct { meeting.join(entrance) }
        meeting.settle()
        runner.begin()
        if meeting.status == .inMeeting { runner.receive(.onJoin) }
    }

    func stop() {
        runner.stop()
        feeds.stopAll()
    }
}
