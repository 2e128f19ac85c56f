import ContentDiagnosis
package import Dispatch
package import ProductionStudio
package import SessionProtocol
package import StudioCore
import StudioMeeting
package import StudioRuntime
package import StudioScenario
import StudioTrace
package import TraceRecording

/// What an emulated meeting consists of: the local user's studio, the other participants with their media, the scenario, the
/// trace, and the diagnosis of contents.
///
/// Each embedder has one: `psstudio start` and `receive`, a client of a facade, a `TestMeeting`, a studio of the C library.
/// ``makeStudio(name:isJoined:clock:queue:)`` and ``attach(studio:)`` assemble it, ``begin()`` starts the session time,
/// ``perform(_:of:)`` performs commands, ``finish(_:)`` ends it. The embedder retains studio and entry. All members may be
/// used from any thread.
package final class StudioStage: Sendable {
    /// What embedders choose.
    package struct Options: Sendable {
        /// Who is in the meeting, how the emulated service responds, and which commands follow; `nil` for an empty meeting.
        package var scenario: Scenario?
        /// The local user's role; `nil` for that of the scenario, or host.
        package var role: MeetingRole?
        /// The kind of a meeting without a scenario.
        package var kind = MeetingKind.meeting
        /// Whether responses that the scenario does not set come at once, instead of with the latency of a real meeting.
        package var isImmediate = false
        /// The responses of the studio, instead of those of the scenario.
        package var responses: StudioResponses?
        /// The options of the studio. Its seed is that of everything random.
        package var studio = StudioController.Options()
        /// The clock of scenario and meeting.
        package var clock: any StudioClock = SystemClock()
        /// The folder outside of which no command uses a file; `nil` for no limit.
        package var folder: RestrictedFolder?

        package init(_ scenario: Scenario? = nil) { self.scenario = scenario }
    }

    /// What became of a step of the scenario.
    package enum StepOutcome: Sendable {
        case performed(SessionCommand)
        /// Why, in one line with file and line.
        case withoutEffect(String)
    }

    private struct State: Sendable {
        weak var studio: StudioController?
        weak var entry: StudioEntry?
        weak var session: (any CommandedSession)?
        var control: StageControl?
        var runner: ScenarioRunner?
        /// How often the scenario has begun again.
        var beginning = 0
        var onStep: @Sendable (ScenarioStep, StepOutcome) -> Void = { _, _ in }
        var contents: ContentDiagnosis?
        var recorder: TraceRecorder?
        /// What each later meeting inherits.
        var inherited: [SessionCommand] = []
        var use = ScenarioUse()
        var early = EarlySteps()
    }

    package let options: Options
    /// The media of the other participants.
    package let feeds = ParticipantFeeds()
    /// Keep outputs from overwriting the files of the scenario, also those that are read later.
    private let claims: [FileClaim]
    private let state = Lock(State())
    /// Serialises commands.
    private let commands = DispatchQueue(label: "psstudio.commands")

    package init(_ options: Options) {
        self.options = options
        // A file that is written already is rejected where it is read.
        claims = (options.scenario?.files ?? []).compactMap { try? FileClaim.reading($0) }
    }

    // MARK: Assembling

    /// The initial state of the emulated service.
    package var defaults: EntryDefaults {
        var defaults = EntryDefaults()
        defaults.kind = options.kind
        if options.isImmediate { (defaults.responses, defaults.studioResponses) = (.immediate, .immediate) }
        if let scenario = options.scenario {
            defaults.kind = scenario.kind
            defaults.responses.apply(scenario.entryResponses)
            defaults.studioResponses.apply(scenario.studioResponses)
        }
        if let role = options.role ?? options.scenario?.role { (defaults.role, defaults.responses.role) = (role, role) }
        defaults.studioResponses = options.responses ?? defaults.studioResponses
        defaults.seed = options.studio.seed
        return defaults
    }

    /// Creates a meeting of the local user, and its studio. The embedder observes them, then calls ``attach(studio:)``.
    ///
    /// - Parameters:
    ///   - name: the local user's display name.
    ///   - isJoined: whether the local user is in the meeting already.
    ///   - clock: the clock of the meeting; by default that of the scenario.
    ///   - queue: the serial queue of the callbacks.
    package func makeStudio(
        name: String = "Local user", isJoined: Bool = true, clock: (any StudioClock)? = nil, queue: DispatchQueue
    ) -> StudioController {
        let defaults = defaults
        let meeting = Meeting(
            role: defaults.role, name: name, kind: defaults.kind, isJoined: isJoined, clock: clock ?? options.clock,
            callbackQueue: queue)
        return StudioController(in: meeting, options: options.studio, responses: defaults.studioResponses)
    }

    /// Performs commands in the meeting of this studio from now on, instead of an earlier one. Called before the client can
    /// use the studio.
    package func attach(studio: StudioController) {
        let (runner, inherited) = state.withLock { state in
            state.studio = studio
            return (state.runner, state.inherited)
        }
        for command in inherited {
            _ = try? command.perform(on: CommandTargets(studio, feeds, seed: options.studio.seed))
        }
        if let control, !hasSessionEvents { control.observe(studio) }
        options.scenario?.addParticipants(to: studio.meeting)
        let (early, current) = state.withLock { ($0.early.end(), $0.runner) }
        // Due earlier than what joining makes due.
        current?.catchUp(on: early)
        if let runner { follow(studio, runner) }
    }

    private func follow(_ studio: StudioController, _ runner: ScenarioRunner) {
        runner.observe(studio)
        studio.onCall { [weak self] call in
            if case .start = call { self?.state.withLock { $0.use.hasUsedStartResponses = true } }
        }
        // Joined before it was observed.
        if studio.meeting.status == .inMeeting { runner.receive(.onJoin) }
    }

    /// Performs commands to init, authentication and joining with this entry, also without a meeting.
    package func attach(entry: StudioEntry) {
        state.withLock { $0.entry = entry }
        noteEntry()
    }

    /// Init and authentication are calls of the client.
    func noteEntry() { state.withLock { $0.use.hasEntry = true } }

    /// Performs commands to outputs with this session, and announces all commands to it.
    package func attach(session: any CommandedSession) { state.withLock { $0.session = session } }

    /// Retains the control socket until ``closeControl()``.
    ///
    /// - Returns: the studio, if there is one.
    func startControl(_ control: StageControl) -> StudioController? {
        state.withLock { state in
            state.control = control
            return state.studio
        }
    }

    var control: StageControl? { state.withLock { $0.control } }
    var currentStudio: StudioController? { state.withLock { $0.studio } }
    var currentEntry: StudioEntry? {
        let (studio, entry) = state.withLock { ($0.studio, $0.entry) }
        return studio?.entry ?? entry
    }
    /// Whether a command can end the session.
    var isStoppable: Bool { state.withLock { $0.session } != nil }
    /// Whether events come from a session; otherwise they are those of the studio.
    var hasSessionEvents: Bool { state.withLock { $0.session }?.publishesEvents == true }
    var hasChangeableSource: Bool { state.withLock { $0.session }?.hasChangeableSource == true }
    var hasChangeableOutputs: Bool { state.withLock { $0.session }?.hasChangeableOutputs == true }

    /// Calls `body` after each step of the scenario.
    package func onStep(_ body: @escaping @Sendable (ScenarioStep, StepOutcome) -> Void) {
        state.withLock { $0.onStep = body }
    }

    /// Begins the session time of the scenario; a second call does nothing.
    package func begin() {
        guard let scenario = options.scenario else { return }
        let (runner, studio) = state.withLock { state -> (ScenarioRunner?, StudioController?) in
            guard state.runner == nil else { return (nil, nil) }
            let beginning = state.beginning
            let runner = ScenarioRunner(scenario, clock: options.clock) { [weak self] in self?.run($0, of: beginning) }
            state.runner = runner
            return (runner, state.studio)
        }
        guard let runner else { return }
        if let studio { follow(studio, runner) }
        runner.begin()
    }

    /// The client has left a meeting that it had not asked for. The scenario begins again, for the one that it joins.
    package func restart() {
        let before = state.withLock { state in
            state.beginning += 1
            (state.studio, state.early) = (nil, EarlySteps())
            return state.runner.take()
        }
        before?.stop()
        begin()
    }

    /// Whether a step of the scenario can become due without another event or frame.
    package var hasTimer: Bool { state.withLock { $0.runner }?.hasTimer == true }

    /// Why the scenario had no effect until now, in one line; `nil` when it had one.
    package var unusedScenario: String? {
        var (use, runner) = state.withLock { ($0.use, $0.runner) }
        if runner?.wasDenied == true { use.hasUsedStartResponses = true }
        return options.scenario?.complaint(about: use)
    }

    /// The client has received the result of an authentication.
    package func authenticated() { state.withLock { $0.runner }?.receive(.onAuthentication) }

    // MARK: Commands

    /// Performs a command after all earlier ones. Does not wait for its effects.
    ///
    /// - Parameter scenario: that of the step whose command it is. Its media file is found beside the scenario.
    /// - Throws: a ``SessionCommandError``; `noMeeting` before the client has a meeting.
    @discardableResult
    package func perform(
        _ command: SessionCommand, of scenario: Scenario? = nil
    ) throws(SessionCommandError) -> SessionReply {
        try perform(command, of: scenario, completion: { _ in }).reply
    }

    /// - Parameters:
    ///   - folder: the folder outside of which the command uses no file, instead of that of the options.
    ///   - origin: who has given it; `nil` for the scenario, or the program without one.
    ///   - check: why the command cannot be performed now, if so.
    ///   - completion: called when a change of source is on air or has failed, if the outcome is pending.
    func perform(
        _ command: SessionCommand, of scenario: Scenario?, below folder: RestrictedFolder? = nil,
        origin: CommandOrigin? = nil, check: () -> SessionCommandError? = { nil },
        completion: @escaping SourceCompletion
    ) throws(SessionCommandError) -> CommandOutcome {
        let origin = origin ?? (scenario == nil ? .app : .scenario)
        let result = commands.sync { () -> Result<CommandOutcome, SessionCommandError> in
            let (session, control) = state.withLock { ($0.session, $0.control) }
            let announce = {
                if let session, session.publishesEvents { return session.announce(command, origin: origin) }
                control?.publish(
                    .commandPerformed(command: command.redacted, origin: origin), at: self.options.clock.now)
            }
            if let error = check() { return .failure(error) }
            do throws(SessionCommandError) {
                // Before the events that it causes. A command to outputs may fail.
                if !command.concernsOutputs { announce() }
                let outcome = try execute(command, of: scenario, below: folder, session, completion)
                if command.concernsOutputs { announce() }
                return .success(outcome)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func execute(
        _ command: SessionCommand, of scenario: Scenario?, below folder: RestrictedFolder?,
        _ session: (any CommandedSession)?, _ completion: @escaping SourceCompletion
    ) throws(SessionCommandError) -> CommandOutcome {
        let isInherited = command.row.subject == .services
        let (studio, entry) = state.withLock { state in
            if isInherited { state.inherited.append(command) }
            return (state.studio, state.entry)
        }
        if let studio {
            return try command.perform(
                on: CommandTargets(
                    studio, feeds, seed: options.studio.seed, scenario: scenario, below: folder ?? options.folder,
                    session: session),
                completion: completion)
        }
        // The next meeting inherits the responses.
        if isInherited, entry != nil { return CommandOutcome() }
        guard let entry, let hasEffect = command.perform(on: entry) else { throw .noMeeting }
        return CommandOutcome(hasEffect: hasEffect)
    }

    /// - Parameter beginning: when the step became due. One of an earlier beginning becomes due again.
    private func run(_ step: ScenarioStep, of beginning: Int) {
        guard let scenario = options.scenario else { return }
        guard state.withLock({ $0.beginning == beginning && !$0.early.add(step) }) else { return }
        let (meeting, onStep) = state.withLock { ($0.studio?.meeting, $0.onStep) }
        onStep(step, attempt(step, of: scenario, in: meeting))
        // On a manual clock, events are delivered before the next step.
        if options.clock is ManualClock { meeting?.settle() }
    }

    private func attempt(_ step: ScenarioStep, of scenario: Scenario, in meeting: Meeting?) -> StepOutcome {
        guard let command = meeting.map({ step.command(in: $0) }) ?? step.command(for: nil) else {
            return .withoutEffect(step.missingUser(in: scenario))
        }
        let place = "\(scenario.name):\(step.line)"
        let onStep = state.withLock { $0.onStep }
        do throws(SessionCommandError) {
            let outcome = try perform(command, of: scenario) { failure in
                // The scenario does not wait for a change of source.
                if let failure { onStep(step, .withoutEffect("\(place): \(failure)")) }
            }
            if outcome.hasEffect { state.withLock { $0.use.hasPerformed = true } }
            return .performed(command)
        } catch {
            return .withoutEffect("\(place): \(error)")
        }
    }

    // MARK: Trace and contents

    /// Records the studio in a file from now on.
    ///
    /// - Parameter session: the identifier of the session.
    /// - Returns: the file.
    /// - Throws: an `OpenError` for a file that exists and must not be overwritten, and for the system's error.
    package func beginTrace(
        of studio: StudioController, in destination: TraceDestination, session: String, isFast: Bool = false
    ) throws(TraceFile.OpenError) -> TraceFile {
        let file = try TraceFile(destination)
        let header = TraceHeader(studio.meeting, session: session, seed: options.studio.seed, isFast: isFast)
        let recorder = TraceRecorder(file, header, clock: options.clock)
        state.withLock { $0.recorder = recorder }
        recorder.observe(studio)
        return file
    }

    /// Whether a trace is written.
    package var isTracing: Bool { state.withLock { $0.recorder != nil } }

    /// Records an event in the trace, if there is one.
    package func record(_ event: SessionEvent.Kind) { state.withLock { $0.recorder }?.record(event) }

    /// Diagnoses the contents that this studio accepts from its next start on, instead of those of an earlier one. Called
    /// after the trace has begun, so that a finding follows the record of its frame.
    package func diagnoseContents(of studio: StudioController) {
        let contents = ContentDiagnosis(studio)
        state.withLock { $0.contents = contents }
    }

    /// Whether contents are diagnosed.
    package var isDiagnosing: Bool { state.withLock { $0.contents != nil } }

    // MARK: The end

    /// No step of the scenario is performed any more, except one that is being performed.
    package func stopScenario() {
        let (runner, early, onStep) = state.withLock { ($0.runner, $0.early.end(), $0.onStep) }
        runner?.stop()
        let name = options.scenario?.name ?? ""
        for step in early {
            onStep(step, .withoutEffect("\(name):\(step.line): the client was in no meeting; the step has no effect"))
        }
    }

    /// Ends the diagnosis, and waits until queued samples are diagnosed.
    package func finishDiagnosis() {
        state.withLock { $0.contents.take() }?.finish()
    }

    /// Completes the trace, and waits until it is written.
    ///
    /// - Parameter last: the last event.
    /// - Returns: the failure in one line; `nil` when everything was written.
    package func finishTrace(_ last: SessionEvent.Kind? = nil) -> String? {
        let recorder = state.withLock { $0.recorder.take() }
        if let last { recorder?.record(last) }
        return recorder?.finish()
    }

    /// Ends everything: scenario, participants' media, diagnosis, claims and trace.
    ///
    /// - Parameter last: the last event of the trace.
    /// - Returns: the failure of the trace in one line; `nil` when everything was written.
    @discardableResult
    package func finish(_ last: SessionEvent.Kind? = nil) -> String? {
        stopScenario()
        feeds.stopAll()
        finishDiagnosis()
        for claim in claims { claim.release() }
        return finishTrace(last)
    }

    /// Ends the control socket, after what its clients have not read yet. A call without one does nothing.
    package func closeControl() {
        state.withLock { $0.control.take() }?.close()
    }
}
