import GStreamer
public import StudioCore
public import StudioMeeting
import StudioRuntime

/// The local user's Production Studio in one meeting.
///
/// Corresponds to `ZoomSDKMeetingProductionStudioController`. All members may be used from any thread, callbacks
/// included. Ask ``isSupported`` and ``canStart``, set ``delegate``, ``start(_:)``, wait for the sender, send, ``stop()``.
public final class StudioController: Sendable {
    /// How the studio treats its producer.
    public struct Options: Sendable {
        /// Frames a second that the producer promises. Stamps are put on its grid; strict mode judges by it.
        public var frameRate: Rate?
        /// Refuses what is otherwise served and counted: overlapping calls, and frames faster than the frame rate.
        public var isStrict: Bool
        /// Delays are picked by it: two sessions with the same seed and the same calls have the same delays.
        public var seed: UInt64

        /// Everything that the vendor's contract leaves open is served, times are those of arrival, and the seed is by chance.
        public init(
            frameRate: Rate? = nil, isStrict: Bool = false, seed: UInt64 = .random(in: .min ... .max)
        ) {
            self.frameRate = frameRate
            self.isStrict = isStrict
            self.seed = seed
        }
    }

    /// The meeting that it belongs to.
    public let meeting: Meeting
    /// How the producer is treated.
    public var options: Options { locked.withLock { $0.options } }
    /// What was accepted, refused and dropped since the controller was made.
    public let statistics = StudioStatistics()
    /// What the app did wrong.
    public let violations: ViolationLog

    private struct State: Sendable {
        var machine = ControllerStateMachine()
        var options: Options
        var responses = StudioResponses()
        weak var delegate: (any StudioDelegate)?
        var sender: Sender?
        var studioUser: UserID?
        var observers: [@Sendable (StudioEvent) -> Void] = []
        var callObservers: [@Sendable (StudioCall) -> Void] = []
        var random: SeededRandom
    }

    private let locked: Lock<State>

    /// The studio of a meeting; make one for each meeting.
    public init(in meeting: Meeting, options: Options = Options(), responses: StudioResponses = StudioResponses()) {
        self.meeting = meeting
        violations = ViolationLog(clock: meeting.clock)
        locked = Lock(State(options: options, responses: responses, random: SeededRandom(seed: options.seed)))
        meeting.add(self)
        // Not with the first sender: it would hold up the queue of the callbacks, and its many small allocations cost 500
        // system calls, 3 ms, more on a second thread, whose heap grows page by page. A failure comes again with the sender.
        _ = try? GStreamerRuntime.start()
    }

    /// Receives the callbacks; kept weakly, so keep it alive yourself.
    public var delegate: (any StudioDelegate)? {
        get { locked.withLock { $0.delegate } }
        set { locked.withLock { $0.delegate = newValue } }
    }

    /// What each step answers from now on.
    public var responses: StudioResponses {
        get { locked.withLock { $0.responses } }
        set { locked.withLock { $0.responses = newValue } }
    }

    /// Receives every callback, before the delegate and whoever that is, on the callback queue.
    public func onEvent(_ body: @escaping @Sendable (StudioEvent) -> Void) {
        locked.withLock { $0.observers.append(body) }
    }

    /// What the producer promises, where that is known only after the studio was made. Call it before ``start(_:)``.
    package func setFrameRate(_ rate: Rate?) {
        locked.withLock { $0.options.frameRate = rate }
    }

    /// Receives every call of the app with what it returned, on the callback queue, before the callbacks that it causes.
    package func onCall(_ body: @escaping @Sendable (StudioCall) -> Void) {
        locked.withLock { $0.callObservers.append(body) }
    }

    private func notify(_ call: StudioCall) {
        enqueue { studio in
            for observer in studio.locked.withLock({ $0.callObservers }) { observer(call) }
        }
    }

    // MARK: Queries

    /// Whether Production Studio is available here. Corresponds to `isSupportPSMode`.
    public var isSupported: Bool {
        meeting.isGoingOn && responses.isSupported
    }

    /// Whether the local user's role allows to start. Corresponds to `canStartPSMode`.
    public var canStart: Bool {
        isSupported && (responses.permission ?? meeting.mayStart)
    }

    /// Whether the studio is on; says nothing about whether sending is allowed. Corresponds to `isPSModeStarted`.
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

    /// The participant who publishes, `UserID.none` when there is none. Corresponds to `getPSUserID`.
    public var userID: UserID { meeting.studioUser?.id ?? .none }

    // MARK: Calls

    /// Asks to start with this contract; the answer comes through the delegate. Corresponds to `startPSMode:`.
    ///
    /// - Parameter capability: width and height in pixels, even, 2x2 to 3840x2160; format of every frame. Read once.
    /// - Throws: `NotInMeeting`, `UnSupportedFeature`, `NoPermission`, `WrongUsage` (started already, no delegate),
    ///   `InvalidParameter` (size, format), checked in this order. After an error no callback comes.
    public func start(_ capability: VideoCapability) throws(StudioError) {
        // Kept until after the locks: its `deinit` may stop this studio.
        let delegate = delegate
        let action = meeting.whileUnchanged { isGoingOn, mayStart in
            locked.withLock { state in
                let responses = state.responses
                var conditions = ControllerStateMachine.StartConditions()
                conditions.inMeeting = isGoingOn
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
                    enqueue(after: MediaTime(nanoseconds: delay)) { $0.answer(id) }
                }
                return action
            }
        }
        withExtendedLifetime(delegate) {}
        guard case .refuse(let error) = action else { return }
        notify(.start(capability, error.code))
        throw report(error)
    }

    /// Asks to stop; the end is `studioDidStopSending`. Corresponds to `stopPSMode`.
    ///
    /// - Throws: `NotInMeeting` after the meeting, `WrongUsage` when nothing runs or it is stopping already.
    public func stop() throws(StudioError) {
        let action = meeting.whileUnchanged { isGoingOn, _ in
            locked.withLock { state in
                let action = state.machine.stop(inMeeting: isGoingOn)
                if case .scheduleStop(let id) = action {
                    notify(.stop(.success))
                    scheduleStop(id, after: state.responses.stopDelay)
                }
                return action
            }
        }
        guard case .refuse(let error) = action else { return }
        notify(.stop(error.code))
        throw report(error)
    }

    /// Stops as the SDK does for reasons of its own: no call of the app, only the callback.
    public func stopInternally() {
        locked.withLock { state in
            if case .scheduleStop(let id) = state.machine.interrupt() { scheduleStop(id, after: .zero) }
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

    private func scheduleStop(_ id: ControllerStateMachine.StartID, after delay: MediaTime) {
        enqueue(after: delay) { $0.deliverStop(id) }
    }

    private func answer(_ id: ControllerStateMachine.StartID) {
        // Asked again: the role or the meeting may be gone since the start.
        let responses = responses
        let isPossible = responses.accepts && meeting.reserveStudio(permission: responses.permission)
        let action = locked.withLock { state in
            let action = state.machine.answerDue(id, accepted: isPossible)
            if case .deliverAccepted = action {
                enqueue(after: state.responses.senderDelay) { $0.provideSender(id) }
            }
            return action
        }
        if case .deliverAccepted = action { return notify(.answered(true)) }
        if isPossible { meeting.releaseStudio() }
        if action == .deliverRefused { notify(.answered(false)) }
    }

    private func provideSender(_ id: ControllerStateMachine.StartID) {
        // Made before the lock is taken: the sender fills its pool of buffers.
        let contract = locked.withLock { state -> VideoCapability? in
            if case .accepted(id, let capability) = state.machine.state, state.responses.providesSender {
                return capability
            }
            return nil
        }
        let sender = contract.flatMap { Sender(contract: SenderContract($0), studio: self) }
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
            sender?.open()
            notify(.startedSending(hasSender: true), sender)
            announceUser(of: id)
        case .deliverNoSender:
            notify(.startedSending(hasSender: false))
        case .ignore:
            break
        }
    }

    /// The studio's own participant joins, unless the app has stopped inside the callback.
    private func announceUser(of id: ControllerStateMachine.StartID) {
        let isSending = locked.withLock { state in
            if case .sending(id, _) = state.machine.state { true } else { false }
        }
        guard isSending, let user = meeting.addStudioUserOnCallbackQueue(label: "Production Studio") else { return }
        locked.withLock { $0.studioUser = user }
    }

    private func deliverStop(_ id: ControllerStateMachine.StartID) {
        // Waits for the call inside, so that nothing is accepted once the callback has begun.
        let sender = locked.withLock { $0.sender }
        sender?.close()
        let (action, user) = locked.withLock { state in
            let action = state.machine.stopDue(id)
            state.sender = nil
            defer { state.studioUser = nil }
            return (action, state.studioUser)
        }
        withExtendedLifetime(sender) {}
        guard case .deliver = action else { return }
        notify(.stoppedSending)
        // In the same event, so that a restart's answer and the meeting's end come behind it.
        if let user { meeting.removeStudioUserOnCallbackQueue(user) } else { meeting.releaseStudio() }
    }

    /// Notifies the observers and the delegate of this moment, on the callback queue.
    private func notify(_ event: StudioEvent, _ sender: Sender? = nil) {
        let (observers, delegate) = locked.withLock { ($0.observers, $0.delegate) }
        for observer in observers { observer(event) }
        switch event {
        case .answered(let accepted): delegate?.studio(self, didAnswerStart: accepted)
        case .startedSending: delegate?.studio(self, didStartSending: sender)
        case .stoppedSending: delegate?.studioDidStopSending(self)
        case .userChanged(let user, let isSending):
            delegate?.studio(self, userDidChange: user, isSending: isSending)
        }
    }
}

extension StudioController: MeetingListener {
    package func studioInterrupted() {
        stopInternally()
    }

    package func studioUserChanged(_ user: UserID, isSending: Bool) {
        notify(.userChanged(user, isSending: isSending))
    }
}
