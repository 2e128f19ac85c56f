import ContentDiagnosis
import Dispatch
import GStreamer
import MediaInputs
import MediaOutputs
import ProductionStudio
import ProgramEncoding
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioScenario
import StudioTrace
import TraceRecording

/// The parts of a session. Its thread retains it until the end, even when the session object is released.
final class SessionCore: Sendable {
    struct State: Sendable {
        var machine = SessionStateMachine()
        var sender: Sender?
        /// The result of the start; `nil` while it is pending.
        var isAccepted: Bool?
        /// Whether `onStartSend` was delivered without a sender.
        var lacksSender = false
        var hasStudioStopped = false
        var outputs: OutputGroup?
        var frameRate: Rate?
        var failures: [SessionFailure] = []
        var outcome: MediaProducer.Outcome?
        /// The entry and the steps of the scenario, if any.
        var entry: StudioEntry?
        var entryProgress = EntryProgress()
        var scenarioRunner: ScenarioRunner?
        var delays = 0
        var silences = 0
        /// The drops reported so far.
        var reportedDrops = SessionDrops()
        /// Whether the trace is being completed, which precedes the end.
        var isConcluding = false
        /// Whether the end was published.
        var isOver = false
        var trace: TraceFile?
        /// For clients that send by themselves: the number of frames waited for, and their deadlines.
        var awaitedFrames: Int64 = 0
        var pacer: Pacer?
        /// The time of a fast session at which such a client first waited.
        var fastOrigin: MediaTime?
    }

    /// The configuration.
    let configuration: SessionConfiguration
    /// A unique identifier.
    let id: String
    /// The local user's meeting.
    let meeting: Meeting
    /// The local user's studio.
    let studio: StudioController
    let drivers: [any OutputDriver]
    let cancellation = Cancellation()
    let state = Monitor(State())
    let delegate = SessionDelegate()
    let feeds = ParticipantFeeds()
    /// Keep outputs from overwriting the files of the scenario, also those that are read later.
    private let claims: [FileClaim]
    private let feed = EventFeed<SessionEvent>()
    private let recorder = Lock<TraceRecorder?>(nil)
    private let contents = Lock<ContentDiagnosis?>(nil)
    private let loading = Lock<PluginLoading?>(nil)
    /// The number of the last event. Held while an event is published, so that all subscribers receive the same order.
    private let sequence = Lock(0)
    /// Serialises commands.
    private let commands = DispatchQueue(label: "psstudio.session.commands")

    init(_ configuration: SessionConfiguration, drivers: [any OutputDriver]) {
        self.configuration = configuration
        self.drivers = drivers
        id = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let clock: any StudioClock = configuration.isFast ? ManualClock() : SystemClock()
        let scenario = configuration.scenario
        // A file that is written already is rejected where it is read.
        claims = (scenario?.files ?? []).compactMap { try? FileClaim.reading($0) }
        meeting = Meeting(
            role: configuration.role, kind: scenario?.kind ?? .meeting, isJoined: scenario == nil, clock: clock,
            callbackQueue: DispatchQueue(label: "psstudio.callbacks"))
        var responses = configuration.isFast ? .immediate : StudioResponses()
        if let scenario { responses.apply(scenario.studioResponses) }
        responses = configuration.responses ?? responses
        studio = StudioController(
            in: meeting, options: .init(isStrict: configuration.isStrict, seed: configuration.seed),
            responses: responses)
        observe()
    }

    // MARK: Events

    /// Subscribes to all events from now on.
    ///
    /// - Parameter limit: the queue capacity; older events are dropped and counted.
    func subscribe(limit: Int = 1024) -> EventSubscription<SessionEvent> { feed.subscribe(limit: limit) }

    func publish(_ event: SessionEvent.Kind) {
        sequence.withLock { sequence in
            sequence += 1
            feed.publish(SessionEvent(sequence: sequence, time: meeting.clock.now, event: event))
            if let recorder = recorder.withLock({ $0 }), let event = TraceEvent(event) { recorder.record(event) }
        }
    }

    private func observe() {
        meeting.onEvent { [weak self] event in self?.publish(.init(event)) }
        meeting.onTrackEvent { [weak self] event in self?.publish(.init(event)) }
        studio.onEvent { [weak self] event in self?.receive(event) }
        studio.onCall { [weak self] call in
            switch call {
            case .start(let capability, let code):
                self?.publish(
                    .startCalled(width: capability.width, height: capability.height, code: code.description))
            case .stop(let code): self?.publish(.stopCalled(code: code.description))
            }
        }
        studio.violations.onFirst { [weak self] violation in
            let event = SessionEvent.Kind.violation(
                rule: violation.error.rule.id.rawValue, code: violation.error.code.description,
                message: violation.error.description, isRefusal: violation.isRefusal)
            guard let self else { return }
            // On a manual clock, after the call that caused it, so that events have a fixed order.
            guard configuration.isFast else { return publish(event) }
            meeting.callbackQueue.enqueue { [weak self] in self?.publish(event) }
        }
        delegate.onSender { [weak self] sender in self?.state.update { $0.sender = sender } }
    }

    private func receive(_ event: StudioEvent) {
        switch event {
        case .answered(let accepted):
            publish(.startAnswered(accepted: accepted))
            state.update { $0.isAccepted = accepted }
        case .startedSending(let hasSender):
            publish(.sendingStarted(hasSender: hasSender))
            if !hasSender { state.update { $0.lacksSender = true } }
        case .stoppedSending:
            publish(.sendingStopped)
            state.update { $0.hasStudioStopped = true }
            cancellation.cancel()
        case .userChanged: break  // Reported by the meeting.
        }
    }

    // MARK: Commands

    /// Starts the session on a thread of its own.
    func begin() {
        // From here on a stop leaves the end to the session's thread, so that it ends what this call opens.
        guard state.update({ $0.machine.begin() }) == .open else { return }
        loading.set(loadPlugins())
        if let failure = beginTrace() { return abandon(failure) }
        // After the trace, so that a finding follows the record of its frame.
        contents.set(ContentDiagnosis(studio))
        do {
            _ = try Worker("session") { [self] in conduct() }
        } catch {
            abandon(SessionFailure(.output, "limits", "\(error)"))
        }
    }

    /// Loads the plugins of the encoders and the outputs while the session joins its meeting and opens its inputs.
    private func loadPlugins() -> PluginLoading? {
        let forms = Set(drivers.compactMap(\.traits.input.form))
        guard !forms.isEmpty else { return nil }
        return PluginLoading(
            ProgramEncoder.elements(for: forms, hasAudio: configuration.hasAudio)
                + drivers.flatMap(\.traits.elements))
    }

    /// Ends a session that has begun and has no thread.
    private func abandon(_ failure: SessionFailure) {
        fail(failure)
        if step({ $0.opened() }) == .conclude { conclude() }
    }

    /// Opens the trace, if one is configured.
    ///
    /// - Returns: why it cannot be opened.
    private func beginTrace() -> SessionFailure? {
        guard let path = configuration.trace else { return nil }
        do {
            let file = try TraceFile(TraceDestination(path, overwrites: configuration.outputOptions.overwrites))
            let recorder = TraceRecorder(
                file, TraceHeader(meeting, session: id, seed: configuration.seed), clock: meeting.clock)
            state.update { $0.trace = file }
            self.recorder.set(recorder)
            recorder.observe(studio)
            return nil
        } catch {
            return SessionFailure(.usage, "trace", "\(error)")
        }
    }

    /// Requests a stop; the first reason wins.
    func stop(_ reason: StopReason = .stopped) {
        let action = step { $0.stop(reason) }
        if action == .interrupt { cancellation.cancel() }
        if action == .conclude { conclude() }
    }

    /// Performs a command after all earlier ones. Does not wait for its effects.
    ///
    /// A command to the meeting always succeeds. It is published before the events that it causes.
    ///
    /// - Parameter scenario: that of the step whose command it is. Its media file is found beside the scenario, and is
    ///   published as in the step.
    @discardableResult
    func perform(
        _ command: SessionCommand, of scenario: Scenario? = nil
    ) throws(SessionCommandError) -> SessionReply {
        let event = SessionEvent.Kind.commandPerformed(command: command.redacted)
        let result = commands.sync { () -> Result<SessionReply, SessionCommandError> in
            do throws(SessionCommandError) {
                if !command.concernsOutputs { publish(event) }
                let reply = try execute(scenario?.findingMedia(of: command) ?? command)
                if command.concernsOutputs { publish(event) }
                return .success(reply)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    // MARK: End

    /// Whether the session has ended.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// All failures, in order.
    var failures: [SessionFailure] { state.withLock { $0.failures } }

    /// Blocks the calling thread until the session has ended, at most `seconds`; returns false after that.
    @discardableResult
    func waitUntilOver(seconds: Double = .infinity) -> Bool {
        state.wait(seconds: seconds) { $0.isOver ? true : nil } ?? false
    }

    // MARK: Internal

    /// Passes an input to the state machine; publishes a new state.
    func step(_ input: (inout SessionStateMachine) -> SessionStateMachine.Action) -> SessionStateMachine.Action {
        let (action, changed) = state.update { state in
            let before = state.machine.state
            let action = input(&state.machine)
            return (action, state.machine.state == before ? nil : state.machine.state)
        }
        if let changed { publish(.sessionChanged(state: changed)) }
        return action
    }

    /// Records a failure that ends the session.
    func fail(_ failure: SessionFailure) {
        note(failure)
        stop(.error(code: failure.code))
    }

    /// Records a failure that does not end the session. It becomes the stop reason if there is no earlier one.
    func note(_ failure: SessionFailure, reason: StopReason? = nil) {
        state.update { state in
            state.failures.append(failure)
            state.machine.note(reason ?? .error(code: failure.code))
        }
        publish(.failed(failure: failure))
    }

    func conclude() {
        let reason = state.update { state in
            defer { state.isConcluding = true }
            return state.isConcluding ? nil : state.machine.reason
        }
        guard let reason else { return }
        contents.exchange(nil)?.finish()
        loading.exchange(nil)?.finish()
        for claim in claims { claim.release() }
        // Complete before anyone learns of the end: the program may exit then.
        let recorder = recorder.exchange(nil)
        if let event = TraceEvent(.stopped(reason: reason)) { recorder?.record(event) }
        if let failure = recorder?.finish() { note(SessionFailure(.output, "trace", failure)) }
        state.update { $0.isOver = true }
        publish(.stopped(reason: reason))
        feed.end()
    }
}

/// Passes the sender to the session.
final class SessionDelegate: StudioDelegate {
    private let receiver = Lock<(@Sendable (Sender?) -> Void)?>(nil)

    func onSender(_ body: @escaping @Sendable (Sender?) -> Void) { receiver.set(body) }

    func studio(_ studio: StudioController, didAnswerStart accepted: Bool) {}

    func studio(_ studio: StudioController, didStartSending sender: Sender?) {
        receiver.withLock { $0 }?(sender)
    }

    func studioDidStopSending(_ studio: StudioController) {}
}
