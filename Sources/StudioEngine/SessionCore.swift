import Dispatch
import MediaInputs
import MediaOutputs
import ProductionStudio
import ProgramEncoding
import StudioCore
import StudioMeeting
import StudioRuntime

/// The parts of a session. Its thread retains it until the end, even when the session object is released.
final class SessionCore: Sendable {
    struct State: Sendable {
        var machine = SessionStateMachine()
        var hasBegun = false
        var sender: Sender?
        /// The result of the start; `nil` while it is pending.
        var isAccepted: Bool?
        var hasStudioStopped = false
        var outputs: OutputGroup?
        var frameRate: Rate?
        var failures: [SessionFailure] = []
        var outcome: MediaProducer.Outcome?
        var delays = 0
        var silences = 0
        /// The drops reported so far.
        var reportedDrops = SessionDrops()
        /// Whether the end was published.
        var isOver = false
        /// For clients that send by themselves: the number of frames waited for, and their deadlines.
        var awaitedFrames: Int64 = 0
        var pacer: Pacer?
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
    private let feed = EventFeed<SessionEvent>()
    /// The number of the last event. Held while an event is published, so that all subscribers receive the same order.
    private let sequence = Lock(0)
    /// Serialises commands.
    private let commands = DispatchQueue(label: "psstudio.session.commands")

    init(_ configuration: SessionConfiguration, drivers: [any OutputDriver]) {
        self.configuration = configuration
        self.drivers = drivers
        id = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let clock: any StudioClock = configuration.isFast ? ManualClock() : SystemClock()
        meeting = Meeting(
            role: configuration.role, clock: clock, callbackQueue: DispatchQueue(label: "psstudio.callbacks"))
        // The manual clock advances only when media is sent, so nothing may wait for it before.
        let responses = configuration.responses ?? (configuration.isFast ? .immediate : StudioResponses())
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
        }
    }

    private func observe() {
        meeting.onEvent { [weak self] event in self?.publish(.init(event)) }
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
            self?.publish(
                .violation(
                    rule: violation.error.rule.id.rawValue, code: violation.error.code.description,
                    message: violation.error.description, isRefusal: violation.isRefusal))
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
            if !hasSender { state.update { $0.isAccepted = false } }
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
        let isFirst = state.update { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        guard isFirst else { return }
        do {
            _ = try Worker("session") { [self] in conduct() }
        } catch {
            fail(SessionFailure(.output, "limits", "\(error)"))
        }
    }

    /// Requests a stop; the first reason wins.
    func stop(_ reason: StopReason = .stopped) {
        let action = step { $0.stop(reason) }
        if action == .interrupt { cancellation.cancel() }
        if action == .conclude { conclude() }
    }

    /// Performs a command after all earlier ones. Does not wait for its effects.
    @discardableResult
    func perform(_ command: SessionCommand) throws(SessionCommandError) -> SessionReply {
        let result = commands.sync { () -> Result<SessionReply, SessionCommandError> in
            do throws(SessionCommandError) {
                return .success(try execute(command))
            } catch {
                return .failure(error)
            }
        }
        let reply = try result.get()
        publish(.commandPerformed(command: command.redacted))
        return reply
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
            defer { state.isOver = true }
            return state.isOver ? nil : state.machine.reason
        }
        guard let reason else { return }
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
