package import Dispatch
import Glibc
import Logging
package import MediaOutputs
package import ProductionStudio
package import SessionProtocol
package import StudioCore
package import StudioMeeting
package import StudioRuntime
import StudioScenario

/// Applies `PSSTUDIO_*` to a client that uses a facade: the role, the seed, a scenario, outputs for its media, and traces.
package final class ClientEnvironment: Sendable {
    private let stage: StudioStage
    private let outputs: ClientOutputs
    private let traces: ClientTraces?
    private let control: String?
    /// The interfaces that are initialised.
    private let users = Lock<Set<String>>([])
    private let endings = Lock<[@Sendable () -> Void]>([])

    /// - Parameters:
    ///   - variable: looks up a variable.
    ///   - options: how outputs are opened and finished.
    ///   - clock: the clock of the scenario.
    ///   - change: changes what the variables choose.
    /// - Throws: a ``SessionConfigurationError`` or an `AddressError` for a variable with an invalid value; the errors of
    ///   `change`.
    package init(
        variable: (String) -> String? = SessionConfiguration.environmentVariable, options: OutputOptions = .init(),
        clock: any StudioClock = SystemClock(), _ change: (inout StudioStage.Options) throws -> Void = { _ in }
    ) throws {
        let values = try SessionEnvironment(variable: variable)
        var choices = StudioStage.Options(values.scenario)
        (choices.role, choices.clock) = (values.role, clock)
        choices.studio.seed = values.seed ?? choices.studio.seed
        try change(&choices)
        do throws(ScenarioError) {
            try choices.scenario?.requireNoOutputs(of: "a client's outputs are those of PSSTUDIO_OUT")
        } catch {
            throw SessionConfigurationError(description: "PSSTUDIO_SCENARIO: \(error)")
        }
        var options = options
        options.secrets.merge(values.secrets) { $1 }
        options.pipelines = values.pipelines
        outputs = try ClientOutputs(values.outputs, options: options, counter: values.counter)
        if let trace = values.trace, !trace.hasSuffix("/"), FileID.isRegularFile(trace) {
            throw SessionConfigurationError(
                description: "PSSTUDIO_TRACE: '\(trace)' exists; remove it, or choose a folder with a / at its end")
        }
        traces = values.trace.map { ClientTraces($0) }
        stage = StudioStage(choices)
        control = values.control
        let (logger, scenario) = (Logger(label: "psstudio"), choices.scenario?.name ?? "")
        stage.onStep { step, outcome in
            switch outcome {
            case .performed(let command): logger.info("\(scenario):\(step.line): \(command.row.name)")
            case .withoutEffect(let note): logger.warning("\(note)")
            }
        }
        beginControl()
    }

    /// The process that finishes them: a child of fork() has neither the threads that write nor a right to finish.
    private static let owner = getpid()

    /// The environment of the process. An invalid value ends the process with 2, the code for usage errors: the client
    /// has no call that could report it.
    package static let process: ClientEnvironment = {
        do {
            let environment = try ClientEnvironment()
            if environment.mustFinish {
                _ = owner
                atexit { if getpid() == ClientEnvironment.owner { ClientEnvironment.process.finish() } }
            }
            return environment
        } catch {
            Logger(label: "psstudio").error("\(error)")
            exit(2)
        }
    }()

    /// Whether something is to be done at the end of the process.
    private var mustFinish: Bool {
        !outputs.isEmpty || traces != nil || control != nil || stage.options.scenario != nil
    }

    /// The initial state of the emulated service.
    package var defaults: EntryDefaults { stage.defaults }

    /// Whether responses that the scenario does not set come without the latency of a real service.
    package var isImmediate: Bool { stage.options.isImmediate }

    /// The seed of everything random: `PSSTUDIO_SEED`, or a random one.
    package var seed: UInt64 { stage.options.studio.seed }

    // MARK: Clients that send

    /// Creates the entry of a client, and begins the scenario.
    ///
    /// - Parameters:
    ///   - queue: the queue of the callbacks, on the clock of the scenario; the main queue without one.
    ///   - receiver: receives all events, on the callback queue.
    package func makeEntry(
        queue: CallbackQueue? = nil, _ receiver: @escaping @Sendable (EntryEvent) -> Void
    ) -> StudioEntry {
        outputs.reserve()
        var defaults = defaults
        if let queue {
            (defaults.clock, defaults.callbackQueue) = (stage.options.clock, queue)
            defaults.studioOptions = stage.options.studio
        }
        let entry = StudioEntry(
            defaults: defaults, onStudio: { [self] in attach(studio: $0) }, onImplicitEnd: stage.restart
        ) { [stage] event in
            receiver(event)
            if case .authenticated = event { stage.authenticated() }
        }
        stage.attach(entry: entry)
        stage.begin()
        return entry
    }

    /// Creates the studio of a client without an entry. The scenario begins now.
    ///
    /// - Parameter isOutside: whether the client lets the local user join; otherwise the user joins now.
    package func makeStudio(isOutside: Bool) -> StudioController {
        let studio = stage.makeStudio(
            isJoined: !isOutside && stage.isEnteredDirectly, queue: DispatchQueue(label: "psstudio.callbacks"))
        attach(studio: studio)
        stage.begin()
        if !isOutside { stage.enter(studio.meeting) }
        return studio
    }

    /// Writes the media of this studio to the outputs and its events to a trace, diagnoses its contents, and performs the
    /// scenario in its meeting.
    package func attach(studio: StudioController) {
        // The previous diagnosis ends before the previous trace. A client has one meeting at a time.
        stage.finishDiagnosis()
        traces?.attach(studio: studio)
        stage.diagnoseContents(of: studio)
        stage.attach(studio: studio)
        outputs.attach(studio: studio)
    }

    /// Performs a command in the meeting of the client.
    ///
    /// - Throws: a ``SessionCommandError``; `notSending` for a command to outputs, `noMeeting` without a meeting.
    package func perform(_ command: SessionCommand) throws(SessionCommandError) -> SessionReply {
        try stage.perform(command)
    }

    // MARK: Clients that receive

    /// Creates the meeting of a client that receives media, with the role, the kind, the seed and the scenario of the
    /// environment. The session time of the scenario begins with the first meeting.
    ///
    /// - Parameters:
    ///   - rules: those of the client's interface.
    ///   - violations: what the client violates, for the trace.
    ///   - clock: the clock of the meeting.
    ///   - queue: the serial queue of its callbacks.
    ///   - isCapture: whether the client only captures in it. Otherwise, cameras are not written to the outputs any more.
    /// - Returns: the studio of the meeting, which performs the scenario as long as it is retained.
    package func enterAsReceiver(
        _ rules: RuleCatalogue, _ violations: ViolationLog, clock: any StudioClock = SystemClock(),
        queue: DispatchQueue = .main, isCapture: Bool = false
    ) -> StudioController {
        if !isCapture { outputs.reserve() }
        let studio = stage.makeStudio(clock: clock, queue: queue)
        trace(studio.meeting, seed: studio.options.seed, rules, violations)
        stage.begin()
        stage.attach(studio: studio)
        return studio
    }

    /// Records a client that receives media in a meeting, when traces are written.
    private func trace(_ meeting: Meeting, seed: UInt64, _ rules: RuleCatalogue, _ violations: ViolationLog) {
        traces?.attach(meeting: meeting, seed: seed, interface: rules.interface, violations)
    }

    /// Records a client that receives media in the meeting of a test, when `psstudio exec` or the user asks for traces.
    package static func traceTest(_ meeting: Meeting, _ rules: RuleCatalogue, _ violations: ViolationLog) {
        guard SessionConfiguration.environmentVariable("PSSTUDIO_TRACE") != nil else { return }
        process.trace(meeting, seed: 0, rules, violations)
    }

    /// Writes what the local user of such a client publishes to the outputs, until the result is finished. The call waits
    /// until they are open: at most one second for a server and five for a file.
    ///
    /// - Parameters:
    ///   - clock: the clock of the published media.
    ///   - isCamera: whether it is what the client captures. It is written only as long as no other interface of the
    ///     process sends, publishes, or is in a meeting: chosen, because `PSSTUDIO_OUT` records what an app sends.
    /// - Returns: `nil` without outputs for it.
    package func publish(
        _ form: @autoclosure () -> ClientPublication.Form, clock: any StudioClock, isCamera: Bool = false
    ) -> ClientPublication? {
        outputs.isEmpty ? nil : outputs.publish(form(), clock: clock, isCamera: isCamera)
    }

    /// The media of the other participants.
    package var feeds: ParticipantFeeds { stage.feeds }

    /// The first source that the scenario publishes for a participant: the path of its file, found beside the scenario,
    /// `coded:`, or `nil` for the test pattern, and whether a file loops.
    ///
    /// - Returns: `nil` when it publishes none.
    package func firstSource(of name: String) -> (path: String?, loops: Bool)? {
        guard let scenario = stage.options.scenario else { return nil }
        for step in scenario.steps where step.user == .named(name) {
            guard let media = step.media, !media.isShare else { continue }
            return (media.source.map(scenario.mediaPath), media.loops)
        }
        return nil
    }

    // MARK: The end

    /// Adds what is called at the end of the process, before the traces are complete.
    package func onFinish(_ body: @escaping @Sendable () -> Void) { endings.withLock { $0.append(body) } }

    /// Records in the trace of an interface that its client was too slow for frames.
    package func recordLate(frames: Int, of rules: RuleCatalogue) {
        traces?.recordLate(frames: frames, interface: rules.interface)
    }

    /// Finishes all outputs and traces, and waits for them. For the end of the process.
    package func finish() {
        for body in endings.withLock({ $0 }) { body() }
        if let complaint = stage.unusedScenario { Logger(label: "psstudio").notice("\(complaint)") }
        stage.finish()
        outputs.finish()
        finishTraces()
        stage.closeControl()
    }

    /// Completes the traces, and waits for them: after the client has un-initialised, the process may end without another
    /// call. What the client does wrong outside of a meeting gets a trace of its own.
    package func finishTraces() {
        stage.finishDiagnosis()
        guard let traces else { return }
        traces.finish()
        if let steps = stage.currentEntry?.takeSteps(), !steps.isEmpty {
            traces.record(steps, clock: stage.options.clock, seed: seed)
        }
    }

    // MARK: Control

    /// An interface of the process is initialised: the control socket is opened, unless it is open.
    package func beginControl(of interface: String) {
        users.withLock { _ = $0.insert(interface) }
        beginControl()
    }

    /// An interface un-initialises. The control socket ends with the last one.
    package func endControl(of interface: String) {
        let isLast = users.withLock { users in users.remove(interface) != nil && users.isEmpty }
        if isLast { stage.closeControl() }
    }

    /// Opens the control socket of `PSSTUDIO_CONTROL`, unless it is open. A client that un-initialises has ended it.
    private func beginControl() {
        let (id, seed) = (StudioStage.makeID(), seed)
        stage.beginControl(control, id: id) { [weak stage, outputs] in
            var snapshot = SessionSnapshot(stage?.currentStudio, id, seed)
            snapshot.outputs = outputs.snapshot
            return snapshot
        }
    }
}
