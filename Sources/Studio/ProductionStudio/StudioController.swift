import GStreamer
public import StudioCore
public import StudioMeeting
import StudioRuntime

/// The local user's Production Studio in one meeting.
///
/// Corresponds to `ZoomSDKMeetingProductionStudioController`. All members may be used from any thread, including
/// callbacks. Check ``isSupported`` and ``canStart``, set ``delegate``, call ``start(_:)``, wait for the sender, send,
/// and call ``stop()``.
public final class StudioController: Sendable {
    /// The options of a studio.
    public struct Options: Sendable {
        /// The frame rate that the producer declares. Time stamps are aligned to it; strict mode enforces it.
        public var frameRate: Rate?
        /// Rejects calls that are otherwise served and reported: overlapping calls, and frames above the frame rate.
        public var isStrict: Bool
        /// Seeds the delays: two sessions with the same seed and the same calls have the same delays.
        public var seed: UInt64

        /// Lenient mode, time stamps of arrival, and a random seed.
        public init(
            frameRate: Rate? = nil, isStrict: Bool = false, seed: UInt64 = .random(in: .min ... .max)
        ) {
            self.frameRate = frameRate
            self.isStrict = isStrict
            self.seed = seed
        }
    }

    /// The meeting of the studio.
    public let meeting: Meeting
    /// The options.
    public var options: Options { locked.withLock { $0.options } }
    /// The accepted, rejected and dropped units since the controller was created.
    public let statistics = StudioStatistics()
    /// The contract violations of the client.
    public let violations: ViolationLog
    /// Whether calls on other threads than that of the callbacks are judged.
    package let judgesThreads = Lock(true)

    struct State: Sendable {
        var machine = ControllerStateMachine()
        var options: Options
        var responses = StudioResponses()
        weak var delegate: (any StudioDelegate)?
        /// Whether the client has set a delegate that was not found gone.
        var isDelegateExpected = false
        var sender: Sender?
        var studioUser: UserID?
        var eventObservers: [@Sendable (StudioEvent) -> Void] = []
        var callObservers: [@Sendable (StudioCall) -> Void] = []
        weak var entry: StudioEntry?
        var entryResponses: EntryResponses?
        var authenticationObservers: [@Sendable () -> Void] = []
        var observers: [any StudioObserver] = []
        /// The last answer to each query; only answers that differ are observed.
        var answers: [(query: StudioQuery, answer: Bool)] = []
        var random: SeededRandom
    }

    let locked: Lock<State>
    /// Reports acts of the client to the observers, in the order of the acts. A call waits until its act is reported,
    /// because a trace judges which call came first. Observers wait for no thread of the client.
    let observations = ActionQueue<Observation>(.waiting)

    /// Creates the studio of a meeting; create one for each meeting.
    public init(in meeting: Meeting, options: Options = Options(), responses: StudioResponses = StudioResponses()) {
        self.meeting = meeting
        violations = ViolationLog(clock: meeting.clock)
        locked = Lock(State(options: options, responses: responses, random: SeededRandom(seed: options.seed)))
        meeting.add(self)
        // Allocated here, not with the first sender: it would delay the callback queue, and its many small allocations
        // cost 500 additional system calls (3 ms) on a second thread, whose heap grows page by page. A failure recurs
        // when the sender is created.
        _ = try? GStreamerRuntime.start()
    }

    /// Receives the callbacks. It is not retained.
    public var delegate: (any StudioDelegate)? {
        get { locked.withLock { $0.delegate } }
        set {
            report(
                locked.withLock { state in
                    state.delegate = newValue
                    state.isDelegateExpected = newValue != nil
                    return observations.add([.delegate(isSet: newValue != nil)])
                })
        }
    }

    /// The responses of the emulated server.
    public var responses: StudioResponses {
        get { locked.withLock { $0.responses } }
        set { locked.withLock { $0.responses = newValue } }
    }

    /// Adds an observer of all callbacks. It is called on the callback queue, before the delegate.
    public func onEvent(_ body: @escaping @Sendable (StudioEvent) -> Void) {
        locked.withLock { $0.eventObservers.append(body) }
    }

    /// Sets the producer's frame rate if it is known only after the studio was created. Call it before ``start(_:)``.
    package func setFrameRate(_ rate: Rate?) {
        locked.withLock { $0.options.frameRate = rate }
    }

    /// Adds an observer of all client calls and their results. It is called on the callback queue, before the callbacks
    /// that the call causes.
    package func onCall(_ body: @escaping @Sendable (StudioCall) -> Void) {
        locked.withLock { $0.callObservers.append(body) }
    }

    /// Called under the lock, so that observers receive calls in the order of the decisions.
    private func notify(_ call: StudioCall) {
        enqueue { studio in
            for observer in studio.locked.withLock({ $0.callObservers }) { observer(call) }
        }
    }

    // MARK: Queries

    /// Whether Production Studio is available here. Corresponds to `isSupportPSMode`.
    public var isSupported: Bool { answer(.isSupported, isAvailable) }

    /// The same, when a facade asks and not the client.
    package var isAvailable: Bool { meeting.isActive && responses.isSupported }

    /// Whether the local user's role permits starting. Corresponds to `canStartPSMode`.
    public var canStart: Bool {
        answer(.canStart, isAvailable && (responses.permission ?? meeting.mayStart))
    }

    /// Whether the studio is active. This does not mean that sending is allowed. Corresponds to `isPSModeStarted`.
    public var isStarted: Bool { locked.withLock { $0.machine.isStarted } }

    /// The state of the studio.
    public var state: StudioState {
        locked.withLock { state in
            switch state.machine.state {
            case .idle: .idle
            case .starting, .refusing: .starting
            case .accepted: .accepted
            case .sending: .sending
            case .stopping: .stopping
            }
        }
    }

    /// The studio user, `UserID.none` when there is none. Corresponds to `getPSUserID`.
    public var userID: UserID { meeting.studioUser?.id ?? .none }

    // MARK: Calls

    /// Starts the studio with this contract. The result is delivered to the delegate. Corresponds to `startPSMode:`.
    ///
    /// - Parameter capability: width and height in pixels, even, 2x2 to 3840x2160; format of every frame. Read once.
    /// - Throws: `NotInMeeting`, `UnSupportedFeature`, `NoPermission`, `WrongUsage` (already started, no delegate),
    ///   `InvalidParameter` (size, format), checked in this order. After an error there are no callbacks.
    public func start(_ capability: VideoCapability) throws(StudioError) {
        // Released after the locks, because its `deinit` may stop this studio.
        let delegate = delegate
        let action = meeting.whileUnchanged { isActive, mayStart in
            locked.withLock { state in
                let responses = state.responses
                var conditions = ControllerStateMachine.StartConditions()
                conditions.inMeeting = isActive
                conditions.isSupported = responses.isSupported
                conditions.hasPermission = responses.permission ?? mayStart
                conditions.hasDelegate = delegate != nil
                (conditions.maximumWidth, conditions.maximumHeight) = responses.maximumSize
                conditions.injectedFailure = responses.startFailure
                let action = state.machine.start(capability, under: conditions)
                if case .scheduleAnswer(let id) = action {
                    notify(.start(capability, .success))
                    let span = responses.answerDelay
                    let delay = Int64.random(
                        in: span.lowerBound.nanoseconds...span.upperBound.nanoseconds, using: &state.random)
                    deliver(responses.answerDelivery, after: MediaTime(nanoseconds: delay)) { $0.answer(id) }
                }
                if case .refuse(let error) = action { notify(.start(capability, error.code)) }
                return action
            }
        }
        withExtendedLifetime(delegate) {}
        guard case .refuse(let error) = action else { return }
        throw report(error)
    }

    /// Stops the studio. The end is reported by `studioDidStopSending`. Corresponds to `stopPSMode`.
    ///
    /// - Throws: `NotInMeeting` after the meeting, `WrongUsage` when the studio is idle or already stopping.
    public func stop() throws(StudioError) {
        let action = meeting.whileUnchanged { isActive, _ in
            locked.withLock { state in
                let action = state.machine.stop(inMeeting: isActive)
                if case .scheduleStop(let id) = action {
                    notify(.stop(.success))
                    scheduleStop(id, after: state.responses.stopDelay)
                }
                if case .refuse(let error) = action { notify(.stop(error.code)) }
                return action
            }
        }
        guard case .refuse(let error) = action else { return }
        throw report(error)
    }

    /// Stops like the SDK does for internal reasons: without a client call, only with the callback.
    ///
    /// - Returns: whether it was started.
    @discardableResult
    public func stopInternally() -> Bool {
        locked.withLock { state in
            let before = state.machine.state
            if case .scheduleStop(let id) = state.machine.interrupt() { scheduleStop(id, after: .zero) }
            return state.machine.state != before
        }
    }

    private func report(_ error: StudioError) -> StudioError {
        violations.record(error)
        return error
    }

    // MARK: On the callback queue

    private func enqueue(after delay: MediaTime = .zero, _ body: @escaping @Sendable (StudioController) -> Void) {
        meeting.callbackQueue.enqueue(after: delay) { [self] in body(self) }
    }

    /// Enqueues a callback that may be late or dropped. A late one delays no other.
    private func deliver(
        _ delivery: CallbackDelivery, after delay: MediaTime, _ body: @escaping @Sendable (StudioController) -> Void
    ) {
        guard delivery.count > 0 else { return }
        guard delivery.delay > .zero else { return enqueue(after: delay, body) }
        meeting.clock.schedule(at: meeting.clock.now + delay + delivery.delay) { [self] in enqueue(body) }
    }

    private func scheduleStop(_ id: ControllerStateMachine.StartID, after delay: MediaTime) {
        enqueue(after: delay) { $0.deliverStop(id) }
    }

    private func answer(_ id: ControllerStateMachine.StartID) {
        meeting.callbackQueue.assertIsCurrent()
        // Checked again, because the role or the meeting may have been lost since the start.
        let responses = responses
        let isPossible = responses.accepts && meeting.reserveStudio(permission: responses.permission)
        let action = locked.withLock { state in
            let action = state.machine.answerDue(id, accepted: isPossible)
            if case .deliverAccepted = action {
                deliver(state.responses.senderDelivery, after: state.responses.senderDelay) { $0.provideSender(id) }
            }
            return action
        }
        if case .deliverAccepted = action { return notify(.answered(true), count: responses.answerDelivery.count) }
        if isPossible { meeting.releaseStudio() }
        if action == .deliverRefused { notify(.answered(false), count: responses.answerDelivery.count) }
    }

    private func provideSender(_ id: ControllerStateMachine.StartID) {
        meeting.callbackQueue.assertIsCurrent()
        // Created before the lock is taken, because the sender allocates its buffers.
        let contract = locked.withLock { state -> VideoCapability? in
            if case .accepted(id, let capability) = state.machine.state, state.responses.providesSender {
                return capability
            }
            return nil
        }
        let sender = contract.flatMap { Sender(contract: SenderContract($0), studio: self) }
        let count = responses.senderDelivery.count
        let action = locked.withLock { state in
            let action = state.machine.senderDue(id, present: sender != nil)
            switch action {
            case .deliverSender:
                state.sender = sender
            case .deliverNoSender:
                scheduleStop(id, after: .zero)
            case .ignore:
                break
            }
            return action
        }
        switch action {
        case .deliverSender:
            if responses.failsFirstSend {
                sender?.failFirstSend { [weak self] in self?.enqueue { $0.startAgain(id) } }
                notify(.startedSending(hasSender: true), sender, count: count)
            } else {
                open(sender, of: id, count: count)
            }
        case .deliverNoSender:
            notify(.startedSending(hasSender: false), count: count)
        case .ignore:
            break
        }
    }

    /// The first send has failed on request.
    private func startAgain(_ id: ControllerStateMachine.StartID) {
        if isSending(id) { open(locked.withLock { $0.sender }, of: id, count: 1) }
    }

    private func open(_ sender: Sender?, of id: ControllerStateMachine.StartID, count: Int) {
        sender?.open()
        notify(.startedSending(hasSender: true), sender, count: count)
        announceUser(of: id)
    }

    private func isSending(_ id: ControllerStateMachine.StartID) -> Bool {
        locked.withLock { state in
            if case .sending(id, _) = state.machine.state { true } else { false }
        }
    }

    /// The local studio participant joins, unless the client has stopped inside the callback.
    private func announceUser(of id: ControllerStateMachine.StartID) {
        guard isSending(id), let user = meeting.addStudioUserOnCallbackQueue(label: "Production Studio") else { return }
        locked.withLock { $0.studioUser = user }
    }

    private func deliverStop(_ id: ControllerStateMachine.StartID) {
        meeting.callbackQueue.assertIsCurrent()
        // Waits for the call inside, so that no media is accepted once the callback has begun.
        let sender = locked.withLock { $0.sender }
        sender?.close()
        let (action, user) = locked.withLock { state in
            let action = state.machine.stopDue(id)
            state.sender = nil
            return (action, state.studioUser.take())
        }
        withExtendedLifetime(sender) {}
        guard case .deliver = action else { return }
        notify(.stoppedSending)
        // In the same event, so that a restart's result and the end of the meeting follow it.
        if let user { meeting.removeStudioUserOnCallbackQueue(user) } else { meeting.releaseStudio() }
    }

    /// Notifies `count` times; a test may request more than one callback.
    private func notify(_ event: StudioEvent, _ sender: Sender? = nil, count: Int) {
        for _ in 0..<max(1, count) { notify(event, sender) }
    }

    /// Notifies the observers and the delegate, on the callback queue.
    private func notify(_ event: StudioEvent, _ sender: Sender? = nil) {
        meeting.callbackQueue.assertIsCurrent()
        let (before, delegate, after) = locked.withLock { ($0.eventObservers, $0.delegate, $0.observers) }
        for observer in before { observer(event) }
        if !Self.exists(delegate) { reportReleasedDelegate(event) }
        switch event {
        case .answered(let accepted): delegate?.studio(self, didAnswerStart: accepted)
        case .startedSending: delegate?.studio(self, didStartSending: sender)
        case .stoppedSending: delegate?.studioDidStopSending(self)
        case .userChanged(let user, let isSending):
            delegate?.studio(self, userDidChange: user, isSending: isSending)
        }
        for observer in after { observer.studioNotified(event) }
    }
}

extension StudioController: MeetingListener {
    package func studioInterrupted() { stopInternally() }

    package func studioUserChanged(_ user: UserID, isSending: Bool) {
        notify(.userChanged(user, isSending: isSending))
    }
}
