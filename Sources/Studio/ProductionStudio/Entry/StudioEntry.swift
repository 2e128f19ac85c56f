import Dispatch
package import StudioCore
package import StudioMeeting
import StudioRuntime

/// An event of the entry, delivered on the callback queue in order.
package enum EntryEvent: Sendable {
    /// The result of an authentication.
    case authenticated(AuthenticationResult)
    /// The identity has expired.
    case identityExpired
    /// The local user arrives; delivered before the status `inMeeting`.
    case arriving(ArrivalFacts)
    /// The local user enters the main session or a breakout room; delivered before its status, also if that is late or lost.
    /// Those who are there follow as `joined`.
    case entering(Meeting)
    /// An event of the current meeting, or one of the last events of the previous one.
    case meeting(MeetingEvent, Meeting)
}

/// The properties of a meeting, reported when the local user arrives.
package struct ArrivalFacts: Hashable, Sendable {
    package let meetingNumber: Int64
    package let kind: MeetingKind
    package let topic: String?
    package let host: String?
}

/// The entry into a meeting: init, authentication, joining, un-init. One for each SDK. May be called from any thread.
///
/// `EntryStateMachine` decides; this class performs its actions on the clock and the callback queue of the current meeting.
/// For code that never calls init, there is a meeting from the start, joined as host.
package final class StudioEntry: Sendable {
    struct State: Sendable {
        var machine = EntryStateMachine()
        var responses: EntryResponses
        var session: EntrySession?
        /// Whether the test created the current meeting.
        var isPrepared = false
        /// The environment that the next meeting inherits.
        var inherited: InheritedSettings
        var random: SeededRandom
        var violations: ViolationLog
        var warnings: ViolationLog
    }

    /// The environment that a meeting inherits from the previous one.
    struct InheritedSettings: Sendable {
        var clock: any StudioClock = SystemClock()
        var queue: CallbackQueue?
        var options = StudioController.Options()
        var responses: StudioResponses
        var kind: MeetingKind

        init(_ defaults: EntryDefaults) {
            responses = defaults.studioResponses
            kind = defaults.kind
            if let given = defaults.studioOptions { options = given }
            if let seed = defaults.seed { options.seed = seed }
            if let clock = defaults.clock { self.clock = clock }
            queue = defaults.callbackQueue
        }

        init(_ studio: StudioController) {
            clock = studio.meeting.clock
            queue = studio.meeting.callbackQueue
            options = studio.options
            responses = studio.responses
            kind = studio.meeting.kind
        }

        /// The queue of callbacks that are delivered before there is a meeting.
        mutating func takeQueue() -> CallbackQueue {
            if let queue { return queue }
            let fresh = CallbackQueue(clock: clock, queue: .main, onUnservedQueue: Meeting.warnOfUnservedQueue)
            queue = fresh
            return fresh
        }
    }

    let locked: Lock<State>
    /// What happened while there was no studio, for the observers of the next one. Locked after `locked`.
    let steps = Lock<[EntryStep]>([])
    /// A client that repeats a failing call must not fill the memory.
    private static let maximumSteps = 256
    private let defaults: EntryDefaults
    private let receiver: @Sendable (EntryEvent) -> Void
    private let speechReceiver = Lock<(@Sendable (SpeechEvent) -> Void)?>(nil)
    private let studioObserver: @Sendable (StudioController) -> Void
    private let implicitEndObserver: @Sendable () -> Void

    /// - Parameters:
    ///   - defaults: the initial state, also after ``reset()``.
    ///   - studioObserver: called with each studio before it can be used. It must not call the entry.
    ///   - implicitEndObserver: called when init has left the implicit meeting.
    ///   - receiver: receives all events, on the callback queue.
    package init(
        defaults: EntryDefaults = EntryDefaults(),
        onStudio studioObserver: @escaping @Sendable (StudioController) -> Void = { _ in },
        onImplicitEnd implicitEndObserver: @escaping @Sendable () -> Void = {},
        _ receiver: @escaping @Sendable (EntryEvent) -> Void
    ) {
        self.defaults = defaults
        self.studioObserver = studioObserver
        self.implicitEndObserver = implicitEndObserver
        self.receiver = receiver
        locked = Lock(Self.newState(defaults))
    }

    private static func newState(_ defaults: EntryDefaults) -> State {
        let clock = defaults.clock ?? SystemClock()
        let inherited = InheritedSettings(defaults)
        return State(
            responses: defaults.responses, inherited: inherited,
            random: SeededRandom(seed: inherited.options.seed), violations: ViolationLog(clock: clock),
            warnings: ViolationLog(clock: clock))
    }

    /// Observes a new session before it can be used.
    func prepare(_ session: EntrySession) {
        session.studio.setEntry(self)
        // First, so that the client receives the events of what the observer changes.
        observe(session)
        studioObserver(session.studio)
        for step in steps.exchange([]) { session.studio.report(step) }
    }

    func report(_ step: EntryStep) { report(step, to: locked.withLock { $0.session }?.studio) }

    /// Reports to the observers of this studio, or keeps it for those of the next one. With the lock, for a call whose
    /// effects must follow it.
    func report(_ step: EntryStep, to studio: StudioController?) {
        if let studio { return studio.report(step) }
        steps.withLock { steps in
            if steps.count < Self.maximumSteps { steps.append(step) }
        }
    }

    // MARK: Queries

    /// The responses of all later steps.
    package var responses: EntryResponses {
        get { locked.withLock { $0.responses } }
        set { locked.withLock { $0.responses = newValue } }
    }

    /// Changes the responses of the current studio and of later ones.
    package func updateStudioResponses(_ change: (inout StudioResponses) -> Void) {
        let studio = locked.withLock { state in
            change(&state.inherited.responses)
            return state.session?.studio
        }
        guard let studio else { return }
        var responses = studio.responses
        change(&responses)
        studio.responses = responses
    }

    package var isAuthorised: Bool { locked.withLock { $0.machine.isAuthorised } }

    /// Whether the services that need authentication exist.
    package var hasServices: Bool { locked.withLock { $0.machine.hasServices } }

    /// Whether the SDK is initialised.
    package var isInitialised: Bool { locked.withLock { $0.machine.isInitialised } }

    /// The number of the current meeting in the join call; `nil` for none.
    package var meetingNumber: Int64? {
        locked.withLock { $0.session }?.record.request.flatMap { $0.meetingNumber == 0 ? nil : $0.meetingNumber }
    }

    /// The client's violations outside a meeting; the studio of a meeting has a log of its own.
    package var violations: [Violation] { locked.withLock { $0.violations }.all }

    /// What works here but not with the vendor's SDK, and other warnings.
    package var warnings: [Violation] { locked.withLock { $0.warnings }.all }

    /// The studio of the current meeting; `nil` without one. Before init, this creates a meeting that was joined as host.
    package var studio: StudioController? {
        let (studio, isUntouched) = locked.withLock { ($0.session?.studio, $0.machine.state == .untouched) }
        if studio != nil || !isUntouched { return studio }
        let inherited = locked.withLock { $0.inherited }
        let session = EntrySession(
            StudioController(
                in: Meeting(role: defaults.role, kind: defaults.kind), options: inherited.options,
                responses: inherited.responses))
        return locked.withLock { state in
            if let present = state.session { return present.studio }
            guard state.machine.state == .untouched else { return nil }
            state.session = session
            state.inherited = InheritedSettings(session.studio)
            prepare(session)
            return session.studio
        }
    }

    /// The studio of the current meeting. Without one, this creates the meeting that will be joined.
    package var presentStudio: StudioController {
        if let studio { return studio }
        let (inherited, role) = locked.withLock { state in
            _ = state.inherited.takeQueue()
            return (state.inherited, state.responses.role)
        }
        let fresh = session(role: role, name: "Local user", inherited)
        return locked.withLock { state in
            if let present = state.session { return present.studio }
            state.session = fresh
            state.isPrepared = true
            prepare(fresh)
            return fresh.studio
        }
    }

    // MARK: Client calls

    /// Initialises. The implicit meeting is left silently.
    ///
    /// - Throws: the injected error.
    package func initialise() throws(StudioError) {
        let (error, unrequested) = locked.withLock { state -> (StudioError?, EntrySession?) in
            switch state.machine.initialise(injectedFailure: state.responses.initialisationFailure) {
            case .accept: return (nil, nil)
            case .refuse(let error): return (error, nil)
            case .leaveUnrequestedMeeting:
                guard !state.isPrepared, let session = state.session else { return (nil, nil) }
                state.session = nil
                state.inherited = InheritedSettings(defaults)
                return (nil, session)
            }
        }
        if let unrequested {
            leaveSilently(unrequested)
            implicitEndObserver()
        }
        report(.initialised(error?.code ?? .success))
        if let error { throw report(error) }
    }

    /// Authenticates; the result is delivered later.
    ///
    /// - Parameters:
    ///   - token: a token; empty for none. Its format is checked in strict mode and on request.
    ///   - key: a public key instead of a token; empty for none.
    /// - Throws: `Uninit`, `InvalidParameter`, or the injected error. After an error there is no callback.
    package func authenticate(token: String, key: String) throws(StudioError) {
        let isChecked = locked.withLock { $0.responses.checksToken || $0.inherited.options.isStrict }
        let complaint = isChecked && !token.isEmpty ? TokenContract.refusal(of: token) : nil
        let error = locked.withLock { state -> StudioError? in
            let action = state.machine.authenticate(
                hasCredentials: !token.isEmpty || !key.isEmpty, injectedFailure: state.responses.authenticationRefusal)
            switch action {
            case .refuse(let error): return error
            case .scheduleAnswer(let id):
                report(.authenticationRequested(.success), to: state.session?.studio)
                let responses = state.responses
                let delivery = responses.authenticationDelivery
                let result = complaint == nil ? responses.authentication : .tokenWrong
                let delay = pick(responses.authenticationDelay, &state)
                schedule(delivery, after: delay, &state) { $0.answer(id, result, count: delivery.count) }
                return nil
            }
        }
        if let error {
            report(.authenticationRequested(error.code))
            throw report(error)
        }
        if let complaint { _ = report(complaint) }
    }

    /// Joins or starts a meeting: the one that the test created, or a new one.
    ///
    /// - Throws: `Uninit`, `WrongUsage`, `NoPermission`, `InvalidParameter`, or the injected error. After an error
    ///   no status is delivered.
    package func join(_ request: JoinRequest) throws(StudioError) {
        guard let error = tryJoining(request) else { return }
        report(.joinRequested(error.code))
        throw report(error)
    }

    /// Un-initialises. An active meeting ends immediately and silently.
    ///
    /// - Parameter isAbandoned: whether the client has left, and receives no status any more, so that it cannot wait for
    ///   the end.
    package func uninitialise(isAbandoned: Bool = false) {
        let (session, isInside) = locked.withLock { state -> (EntrySession?, Bool) in
            guard state.machine.uninitialise() == .end, let session = state.session else { return (nil, false) }
            let occupancy = session.studio.meeting.occupancy
            // A meeting that the test created and that was not joined stays for the next init.
            if state.isPrepared, occupancy == .unused { return (nil, false) }
            state.session = nil
            return (session, occupancy == .busy)
        }
        leaveSilently(session)
        if isInside, !isAbandoned {
            warn(
                .uninitialisedInside, "un-init inside a meeting",
                hint: "leave, wait for the status Ended, leave the callback, then un-initialise")
        }
    }

    /// Leaves the meeting and restores the state of a new process.
    package func reset() {
        let before = locked.exchange(Self.newState(defaults))
        leaveSilently(before.session)
    }

    // MARK: Test control

    /// Leaves the current meeting and replaces it. The last callbacks of the old one are still delivered.
    package func enter(_ studio: StudioController) {
        let before = locked.withLock { state -> EntrySession? in
            guard state.session?.studio !== studio else { return nil }  // Already current.
            let session = EntrySession(studio)
            prepare(session)
            defer { state.session = session }
            state.isPrepared = true
            state.inherited = InheritedSettings(studio)
            // One seed determines all delays of a session.
            state.random = SeededRandom(seed: studio.options.seed)
            return state.session
        }
        before?.studio.meeting.leave()
    }

    /// The identity expires; no effect when the SDK is not authorised.
    ///
    /// - Returns: whether it had an effect.
    @discardableResult
    package func expireIdentity() -> Bool {
        locked.withLock { state in
            guard state.machine.expire() == .deliver else { return false }
            schedule(.once, after: .zero, &state) { entry in
                entry.report(.identityExpired)
                entry.receiver(.identityExpired)
            }
            return true
        }
    }

    // MARK: Internal

    private func leaveSilently(_ session: EntrySession?) {
        guard let session else { return }
        session.record.forget()
        session.studio.delegate = nil
        session.studio.meeting.leave()
    }

    private func answer(_ id: EntryStateMachine.AttemptID, _ result: AuthenticationResult, count: Int) {
        guard locked.withLock({ $0.machine.answerDue(id, result) }) == .deliver else { return }
        for _ in 0..<count where locked.withLock({ $0.machine.mayRepeatAnswer(id) }) {
            report(.authenticated(result))
            receiver(.authenticated(result))
            locked.withLock { $0.session }?.studio.reportAuthentication()
        }
    }

    func pick(_ span: ClosedRange<MediaTime>, _ state: inout State) -> MediaTime {
        let range = span.lowerBound.nanoseconds...span.upperBound.nanoseconds
        return MediaTime(nanoseconds: .random(in: range, using: &state.random))
    }

    /// Enqueues `body`, which may be late or dropped. A late one delays no other callback.
    func schedule(
        _ delivery: CallbackDelivery, after delay: MediaTime, _ state: inout State,
        _ body: @escaping @Sendable (StudioEntry) -> Void
    ) {
        guard delivery.count > 0 else { return }
        let (clock, queue) = (state.inherited.clock, state.inherited.takeQueue())
        guard delivery.delay > .zero else { return queue.enqueue(after: delay) { [self] in body(self) } }
        clock.schedule(at: clock.now + delay + delivery.delay) { [self] in queue.enqueue { [self] in body(self) } }
    }

    func notify(_ event: EntryEvent) { receiver(event) }

    /// Sets the receiver of what is said in the current meeting; called on the callback queue.
    package func onSpeech(_ body: @escaping @Sendable (SpeechEvent) -> Void) { speechReceiver.set(body) }

    func notify(_ event: SpeechEvent) { speechReceiver.withLock { $0 }?(event) }
}
