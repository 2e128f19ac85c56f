import Dispatch
import GStreamer
import MediaInputs
import MediaOutputs
import ProductionStudio
import ProgramEncoding
import SessionProtocol
import StudioCore
import StudioMeeting
import StudioRuntime
import TraceRecording

/// The parts of a session. Its thread retains it until the end, even when the session object is released.
final class SessionCore: Sendable {
    struct State: Sendable {
        /// Everything that is decided.
        var machine = SessionStateMachine()
        /// Whether the last event was published.
        var isOver = false
        var sender: Sender?
        var frameRate: Rate?
        /// The form of what is sent; `nil` before the start.
        var form: SessionSnapshot.Program?
        var outputs: OutputGroup?
        /// The waits for pipes of the sources.
        var waits: PipeWaits?
        /// Changes what is sent; `nil` before that, and where the app sends.
        var program: ProgramSwitch?
        /// The result of the producer; `nil` while it sends.
        var production: Production?
        /// The entry into the meeting of the scenario, if any.
        var entry: StudioEntry?
        var pacing = ClientPacing()
        /// The drops reported so far.
        var reportedDrops = SessionDrops()
        var trace: TraceFile?
    }

    /// The result of a producer.
    struct Production: Sendable {
        let outcome: MediaProducer.Outcome
        let delays: Int
        let silences: Int
    }

    /// The configuration.
    let configuration: SessionConfiguration
    /// A unique identifier.
    let id: String
    /// The studio of the local user, and everything around it.
    let stage: StudioStage
    /// The local user's studio.
    let studio: StudioController
    let drivers: [any OutputDriver]
    let cancellation = Cancellation()
    let state = Monitor(State())
    /// Performs what is decided, in the order of the decisions. A thread may wait for another one here: an action
    /// publishes an event or interrupts a step, and waits for no thread.
    private let actions = ActionQueue<SessionStateMachine.Action>(.waiting)
    /// The thread of ``conduct(_:)``, which performs the steps.
    let owner = OwnerThread()
    let feed = EventFeed<SessionEvent>()
    let loading = Lock<PluginLoading?>(nil)
    /// The elements of the encoders and the outputs, known before GStreamer has started.
    private let elements: [String]
    /// The number of the last event. Held while an event is published, so that all subscribers receive the same order.
    private let sequence = Lock(0)

    init(_ configuration: SessionConfiguration, drivers: [any OutputDriver]) {
        self.configuration = configuration
        self.drivers = drivers
        id = StudioStage.makeID()
        elements = Self.elements(configuration, drivers)
        var options = StudioStage.Options(configuration.scenario)
        options.role = configuration.role
        options.isImmediate = configuration.isFast
        options.responses = configuration.responses
        options.studio = StudioController.Options(isStrict: configuration.isStrict, seed: configuration.seed)
        options.clock = configuration.isFast ? ManualClock() : SystemClock()
        options.folder = configuration.folder
        stage = StudioStage(options)
        studio = stage.makeStudio(
            isJoined: configuration.scenario == nil, queue: DispatchQueue(label: "psstudio.callbacks"))
        observe()
    }

    /// The local user's meeting.
    var meeting: Meeting { studio.meeting }

    // MARK: Events

    /// Subscribes to all events from now on.
    ///
    /// - Parameter limit: the queue capacity; older events are dropped and counted.
    func subscribe(limit: Int = 1024) -> EventSubscription<SessionEvent> { feed.subscribe(limit: limit) }

    /// Publishes an event.
    ///
    /// - Parameter isRecorded: false for an event of the meeting or the studio. The recorder observes both itself.
    func publish(_ event: SessionEvent.Kind, isRecorded: Bool = true) {
        sequence.withLock { sequence in
            sequence += 1
            let numbered = SessionEvent(sequence: sequence, time: meeting.clock.now, event: event)
            feed.publish(numbered)
            stage.publishToControllers(numbered)
            if isRecorded { stage.record(event) }
        }
    }

    private func observe() {
        stage.attach(session: self)
        stage.onStep { [weak self] _, outcome in
            if case .withoutEffect(let note) = outcome { self?.publish(.note(message: note)) }
        }
        meeting.onEvent { [weak self] event in self?.publish(.init(event), isRecorded: false) }
        meeting.onTrackEvent { [weak self] event in self?.publish(.init(event), isRecorded: false) }
        studio.onEvent { [weak self] event in self?.receive(event) }
        studio.onCall { [weak self] call in self?.publish(.init(call), isRecorded: false) }
        studio.violations.onFirst { [weak self] violation in
            guard let self else { return }
            let event = SessionEvent.Kind(violation.error, isRefusal: violation.isRefusal)
            // On a manual clock, after the call that caused it, so that events have a fixed order.
            guard configuration.isFast else { return publish(event, isRecorded: false) }
            meeting.callbackQueue.enqueue { [weak self] in self?.publish(event, isRecorded: false) }
        }
        stage.attach(studio: studio)
    }

    private func receive(_ event: StudioEvent) {
        // The meeting reports its studio users.
        if case .userChanged = event { return }
        publish(.init(event), isRecorded: false)
        switch event {
        case .answered(let accepted): apply { $0.received(.answered(accepted)) }
        // The sender follows the observers, as an argument of the delegate.
        case .startedSending(hasSender: false): apply { $0.received(.startedSending(hasSender: false)) }
        case .stoppedSending: apply { $0.received(.stoppedSending) }
        case .startedSending, .userChanged: break
        }
    }

    // MARK: Decisions

    /// What the state machine has decided, and may not have been performed.
    struct Decision: Sendable {
        fileprivate let ticket: ActionQueue<SessionStateMachine.Action>.Ticket
        /// The state whose step the caller performs next, if any.
        fileprivate let next: SessionState?
    }

    /// Passes an input to the state machine, and performs what it decides.
    ///
    /// - Returns: the state whose step the caller performs next, if any.
    @discardableResult
    func apply(
        _ input: (inout SessionStateMachine) -> [SessionStateMachine.Action]
    ) -> SessionState? {
        perform(decide(input))
    }

    /// Passes an input to the state machine. What several threads decide is performed in this order.
    func decide(_ input: (inout SessionStateMachine) -> [SessionStateMachine.Action]) -> Decision {
        state.update { state in
            let decided = input(&state.machine)
            return Decision(ticket: actions.add(decided), next: decided.lazy.compactMap(\.step).last)
        }
    }

    /// - Returns: the state whose step the caller performs next, if any.
    @discardableResult
    func perform(_ decision: Decision) -> SessionState? {
        actions.perform(decision.ticket) { perform($0) }
        return decision.next
    }

    private func perform(_ action: SessionStateMachine.Action) {
        switch action {
        case .publish(let event): publish(event)
        // A trace names the rule in the failure that follows.
        case .report(let error): publish(.init(error, isRefusal: true), isRecorded: false)
        case .interrupt:
            cancellation.cancel()
            state.withLock { $0.program }?.abort()
        case .enter(let state): publish(.sessionChanged(state: state))
        }
    }

    // MARK: Commands

    /// Starts the session on a thread of its own.
    func begin() {
        // From here on a stop leaves the end to the session's thread, so that it ends what this call opens.
        let actions = state.update { $0.machine.begin() }
        guard !actions.isEmpty else { return }
        if !elements.isEmpty { loading.set(PluginLoading(elements)) }
        do {
            try openControl()
            try beginTrace()
            // After the trace, so that a finding follows the record of its frame.
            stage.diagnoseContents(of: studio)
            _ = try Worker("session") { [self] in conduct(actions) }
        } catch let failure as SessionFailure {
            abandon(failure)
        } catch {
            abandon(SessionFailure(.output, "limits", "\(error)"))
        }
    }

    /// Ends a session that has begun and has no thread.
    private func abandon(_ failure: SessionFailure) {
        apply { $0.fail(failure) }
        if apply({ $0.completed(.opening) }) == .finished { close() }
    }

    /// The elements of encoders and outputs, whose plugins are loaded while the session joins its meeting and opens
    /// its inputs; none without an encoder.
    private static func elements(
        _ configuration: SessionConfiguration, _ drivers: [any OutputDriver]
    ) -> [String] {
        let forms = Set(drivers.compactMap(\.traits.input.form))
        guard !forms.isEmpty else { return [] }
        let pipelines = configuration.outputOptions.pipelines
        return ProgramEncoder.elements(for: forms, hasAudio: configuration.hasAudio, of: pipelines)
            + drivers.flatMap { $0.traits.elements(of: pipelines) }
    }

    /// Opens the control socket, if one is configured.
    private func openControl() throws(SessionFailure) {
        guard let place = configuration.control else { return }
        do {
            try stage.openControl(place, id: id) { [weak self] in self?.snapshot ?? SessionSnapshot() }
        } catch {
            guard configuration.requiresControl else {
                return publish(.note(message: "warning: no control socket: \(error)"))
            }
            throw SessionFailure(.usage, "control", "\(error)")
        }
    }

    /// Opens the trace, if one is configured.
    private func beginTrace() throws(SessionFailure) {
        guard let path = configuration.trace else { return }
        do {
            let destination = TraceDestination(path, overwrites: configuration.outputOptions.overwrites)
            let file = try stage.beginTrace(
                of: studio, in: destination, session: id, isFast: configuration.isFast)
            state.update { $0.trace = file }
        } catch {
            throw SessionFailure(.usage, "trace", "\(error)")
        }
    }
}

/// The session is the studio's client: only its delegate receives the sender.
extension SessionCore: StudioDelegate {
    func studio(_ studio: StudioController, didAnswerStart accepted: Bool) {}

    func studio(_ studio: StudioController, didStartSending sender: Sender?) {
        guard let sender else { return }
        state.update { $0.sender = sender }
        apply { $0.received(.startedSending(hasSender: true)) }
    }

    func studioDidStopSending(_ studio: StudioController) {}
}

extension SessionStateMachine.Action {
    /// The state that is entered.
    fileprivate var step: SessionState? { if case .enter(let state) = self { state } else { nil } }
}
