import Logging
import MediaInputs
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioScenario

/// Performs the scenario of `PSSTUDIO_SCENARIO` for a client of a facade. Its session time begins with the client's first call.
final class ClientScenario: Sendable {
    private struct State: Sendable {
        var runner: ScenarioRunner?
        weak var entry: StudioEntry?
        /// The studio of the current meeting.
        weak var studio: StudioController?
    }

    private let scenario: Scenario
    private let clock: any StudioClock
    private let logger = Logger(label: "psstudio")
    private let state = Lock(State())
    let feeds = ParticipantFeeds()

    /// The seed of published media, which has no jitter.
    private static let seed: UInt64 = 1

    /// - Throws: a `ScenarioError` for a step that needs the outputs of a session.
    init(_ scenario: Scenario, clock: any StudioClock) throws(ScenarioError) {
        try scenario.requireNoOutputs(of: "a client's outputs are those of PSSTUDIO_OUT")
        self.scenario = scenario
        self.clock = clock
    }

    /// Changes the initial state of the emulated service.
    func apply(to defaults: inout EntryDefaults) {
        defaults.kind = scenario.kind
        defaults.responses.apply(scenario.entryResponses)
        defaults.studioResponses.apply(scenario.studioResponses)
        guard let role = scenario.role else { return }
        defaults.role = role
        defaults.responses.role = role
    }

    /// Begins the session time.
    func begin(_ entry: StudioEntry?) {
        let runner = ScenarioRunner(scenario, clock: clock) { [weak self] step in self?.perform(step) }
        state.withLock { state in
            state.runner = runner
            state.entry = entry
        }
        runner.begin()
    }

    /// Begins the session time of a client without an entry, at the first call.
    func beginOnce() {
        if state.withLock({ $0.runner == nil }) { begin(nil) }
    }

    /// The first source that the scenario publishes for a participant; `nil` for none.
    func firstSource(of name: String) -> ClientEnvironment.PublishedSource? {
        for step in scenario.steps where step.user == .named(name) {
            guard let media = step.media, !media.isShare else { continue }
            return .init(path: media.source.map(scenario.mediaPath), loops: media.loops)
        }
        return nil
    }

    /// The result of an authentication was delivered.
    func authenticated() { state.withLock { $0.runner }?.receive(.onAuthentication) }

    /// Prepares a new meeting. Called before the client can use its studio.
    func attach(_ studio: StudioController) {
        let runner = state.withLock { state in
            state.studio = studio
            return state.runner
        }
        scenario.addParticipants(to: studio.meeting)
        runner?.observe(studio)
        // A client that never calls init finds a meeting that is joined already.
        if studio.meeting.status == .inMeeting { runner?.receive(.onJoin) }
    }

    private func perform(_ step: ScenarioStep) {
        let place = "\(scenario.name):\(step.line)"
        let (entry, studio) = state.withLock { ($0.entry, $0.studio) }
        if let entry, let command = step.command(for: nil), perform(command, on: entry) {
            return logger.info("\(place): \(command)")
        }
        guard let studio else {
            return logger.warning("\(place): there is no meeting yet; the step has no effect")
        }
        let command = step.command(in: studio.meeting)
        if let note = scenario.perform(step, on: CommandTargets(studio, feeds, seed: Self.seed)) {
            return logger.warning("\(note)")
        }
        if let command { logger.info("\(place): \(command)") }
    }

    /// Performs a command to the entry, or to the responses that the next meeting inherits from it.
    ///
    /// - Returns: false for another command.
    private func perform(_ command: SessionCommand, on entry: StudioEntry) -> Bool {
        if case .setResponses(let responses) = command {
            entry.updateStudioResponses { $0.apply(responses) }
        } else if case .entry(let action) = command.entry.action {
            action(entry)
        } else {
            return false
        }
        return true
    }
}
