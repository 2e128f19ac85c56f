import MediaReceiving
package import ProductionStudio
package import SessionProtocol
package import StudioCore
package import StudioEngine
import StudioMeeting
package import StudioRuntime

/// One user's way through an emulated meeting SDK: init, authentication, joining, acting, receiving, sending, leaving.
///
/// All members may be used from any thread, also inside callbacks. Events are delivered on the callback queue, in order,
/// and never inside the call that causes them.
package final class MeetingClient: Sendable {
    /// How the client joins, and what it receives.
    package struct JoinOptions: Sendable {
        package var request = JoinRequest()
        package var arrival = ClientStateMachine.Arrival()
        package var hasPrivilegeToken = false
        package var customerKey = ""
        package var audioFormat = AudioFormat(sampleRate: 32_000, channels: 1)
        package var includesOwnVoice = false
        package var isFullRange = false

        package init() {}
    }

    struct State: Sendable {
        var machine = ClientStateMachine()
        var session: ClientSession?
        var join = JoinOptions()
        /// Of the last authentication.
        var authentication: AuthenticationResult?
        /// Events of an earlier number are not delivered any more.
        var epoch = 0
        /// What accepts media now.
        var openSources: Set<ClientStateMachine.Source> = []
        var isShareOpen = false
        /// By the kind of media.
        var ends: [ClientSending.Kind: SendingEnd] = [:]
        var hasReportedAudio = false
        /// The client has left for good, and receives no status: un-init may follow at once.
        var hasAbandoned = false
        /// Whether the client has asked to connect audio in this meeting.
        var hasAskedForAudio = false
        /// How often a virtual microphone was ready.
        var readyMicrophones = 0
        var chat = ChatLimit()
        /// The violations of earlier meetings.
        var past = PastViolations()
    }

    let entry: StudioEntry
    package let queue: CallbackQueue
    let clock: any StudioClock
    /// Received data is in stack memory unless the client chooses another one.
    let memory = Lock(MemoryModes(video: .stack, share: .stack, audio: .stack))
    let sending: ClientSending
    let environment: ClientEnvironment
    private let relay: ClientRelay
    private let receiver: @Sendable (ClientEvent) -> Void
    let studioRelay: StudioRelay
    let state = Lock(State())
    /// Performs effects in the order of the decisions. A call waits for its own: they wait for no callback.
    let effects = ActionQueue<DecidedEffect>(.waiting)

    /// - Parameters:
    ///   - environment: applies scenario, outputs and trace.
    ///   - queue: the callback queue, on `clock`.
    ///   - clock: that of the scenario.
    ///   - receiver: gets all events, on the callback queue.
    package init(
        _ environment: ClientEnvironment, queue: CallbackQueue, clock: any StudioClock,
        _ receiver: @escaping @Sendable (ClientEvent) -> Void
    ) {
        (self.environment, self.queue, self.clock, self.receiver) = (environment, queue, clock, receiver)
        let relay = ClientRelay()
        self.relay = relay
        studioRelay = StudioRelay(receiver)
        sending = ClientSending(clock: clock)
        entry = environment.makeEntry(queue: queue) { relay.client?.receive($0) }
        relay.set(self)
    }

    // MARK: Entry

    /// Initialises; a second call has no effect.
    package func initialise() throws(StudioError) { try entry.initialise() }

    /// Authenticates; the result is an event.
    ///
    /// - Throws: `Uninit`, `InvalidParameter` for an empty token, or the injected error.
    package func authenticate(_ token: String) throws(StudioError) {
        var conditions = ClientStateMachine.Conditions()
        conditions.isInitialised = entry.isInitialised
        if let refusal = ClientStateMachine.entryRefusal(conditions) { throw entry.report(refusal) }
        guard !token.isEmpty else {
            throw entry.report(.clientEmptyToken, "the token is empty", hint: "pass a token")
        }
        try entry.authenticate(token: token, key: "")
    }

    /// Joins or starts a meeting; the progress is reported.
    package func join(_ options: JoinOptions) throws(StudioError) {
        var conditions = ClientStateMachine.Conditions()
        (conditions.isInitialised, conditions.isAuthenticated) = (entry.isInitialised, entry.isAuthorised)
        if let refusal = ClientStateMachine.entryRefusal(conditions) { throw entry.report(refusal) }
        var options = options
        // The client's audio is connected by this class.
        options.request.isWithoutAudio = true
        let before = state.withLock { exchange(&$0.join, with: options) }
        do throws(StudioError) {
            try entry.join(options.request)
            state.withLock { ($0.hasAbandoned, $0.hasAskedForAudio) = (false, options.arrival.joinsAudio) }
        } catch {
            state.withLock { $0.join = before }
            throw error
        }
    }

    /// Un-initialises: everything ends silently.
    ///
    /// - Parameter isInsideCallback: whether it is called inside a callback; this is served, and reported.
    package func uninitialise(isInsideCallback: Bool = false) throws(StudioError) {
        var conditions = ClientStateMachine.Conditions()
        conditions.isInitialised = entry.isInitialised
        if let refusal = ClientStateMachine.entryRefusal(conditions) { throw entry.report(refusal) }
        if isInsideCallback {
            report(
                StudioError(
                    .clientUninitialisedInside, "un-init is called inside a callback",
                    hint: "return from the callback, then un-initialise, for example in the main loop"))
        }
        endSilently(isReported: true)
        environment.finishTraces()
        if let last = state.withLock({ $0.past.last }) { keepViolations(of: last) }
    }

    /// - Parameter isReported: whether a meeting that was not left is reported (PS-ENTRY-034).
    private func endSilently(isReported: Bool) {
        let (session, isAbandoned, decision) = state.withLock { state in
            // No event is delivered any more.
            state.epoch += 1
            return (state.session, state.hasAbandoned, decide([nil], &state))
        }
        perform(decision)
        // What is wrong at the end is a violation in the meeting.
        if let session { end(session, isReported: false) }
        entry.uninitialise(isAbandoned: isAbandoned || !isReported)
        sending.end()
        state.withLock { state in
            if let session = state.session.take() { state.past.add(session.studio.violations) }
            state.machine = ClientStateMachine()
            (state.openSources, state.isShareOpen, state.hasReportedAudio) = ([], false, false)
            (state.authentication, state.hasAbandoned) = (nil, false)
        }
    }

    /// What the client does wrong in a meeting whose trace is complete belongs to the next trace.
    private func keepViolations(of log: ViolationLog) {
        log.onEach { [weak entry = entry] error, isRefusal in entry?.keep(error, isRefusal: isRefusal) }
    }

    /// Leaves the meeting, and ends everything. No event follows.
    package func close() {
        endSilently(isReported: false)
        environment.finish()
    }

    /// Finishes outputs and traces at the end of the process.
    package func finish() { environment.finish() }

    // MARK: Events

    /// Enqueues something that un-init removes.
    func enqueue(_ body: @escaping @Sendable (MeetingClient) -> Void) {
        let epoch = state.withLock { $0.epoch }
        queue.enqueue { [weak self] in
            guard let self, state.withLock({ $0.epoch }) == epoch else { return }
            body(self)
        }
    }

    func deliver(_ event: ClientEvent) { receiver(event) }

    private func receive(_ event: EntryEvent) {
        switch event {
        case .authenticated(let result):
            state.withLock { $0.authentication = result }
            receiver(.authenticated(result))
        case .identityExpired: receiver(.identityExpired)
        case .arriving(let facts): receiver(.arriving(facts))
        case .entering: break
        case .meeting(let event, let meeting): receive(event, session(of: meeting))
        }
    }

    /// The session of a meeting, which is created with its first event.
    private func session(of meeting: Meeting) -> ClientSession? {
        if let session = state.withLock({ $0.session }), session.meeting === meeting { return session }
        guard let studio = entry.studio, studio.meeting === meeting else { return nil }
        let reporter = Reporter { [weak self] error, isRefusal in
            if isRefusal { _ = self?.entry.report(error) } else { self?.report(error) }
        }
        let session = ClientSession(studio, memory, reporter)
        let before = state.withLock { exchange(&$0.session, with: session) }
        if let before {
            end(before, isReported: true)
            keepViolations(of: before.studio.violations)
            state.withLock { $0.past.add(before.studio.violations) }
        }
        sending.begin(session)
        observe(session)
        return session
    }

    private func observe(_ session: ClientSession) {
        session.meeting.onTrackEvent { [weak self, weak session] event in
            guard let self, let session, isCurrent(session) else { return }
            session.followTrack(event)
            for event in session.apply(event) { receiver(event) }
        }
        session.meeting.features.onEvent { [weak self, weak session] event in
            guard let self, let session, isCurrent(session) else { return }
            receive(event)
        }
    }

    /// Ends the receivers of a meeting.
    private func end(_ session: ClientSession, isReported: Bool) {
        for receiver in session.end(isReported: isReported) { reportBlocked(receiver) }
    }

    private func isCurrent(_ session: ClientSession) -> Bool { state.withLock { $0.session === session } }

    private func receive(_ event: MeetingEvent, _ session: ClientSession?) {
        guard let session else { return deliver(event, failure: nil) }
        follow(event, session)
        deliver(event, failure: session.meeting.joinFailure)
        switch event {
        case .joined(let participant):
            // The tracks of the local user and of its studio are not those of others.
            let isOther = !participant.isMyself && participant.studioParent != session.localUser?.id
            for event in session.arrive(participant.id, isOther: isOther) { receiver(event) }
        case .status(.ended, _), .status(.failed, _): end(session, isReported: true)
        default: break
        }
    }

    private func deliver(_ event: MeetingEvent, failure: JoinFailure?) {
        switch event {
        case .status(let status, let reason): receiver(.status(status, reason, status == .failed ? failure : nil))
        case .joined(let participant): receiver(.joined(participant))
        case .left(let participant): receiver(.left(participant))
        case .role(let participant): receiver(.role(participant))
        case .host(let user): receiver(.host(user))
        case .coHost(let user, let isCoHost): receiver(.coHost(user, isCoHost))
        case .studioUser(let user, let isSending): receiver(.studioUser(user, isSending: isSending))
        case .video(let participant): receiver(.video(participant.id, isOn: participant.isVideoOn))
        }
    }

    /// What an event of the meeting changes; its effects follow the event.
    private func follow(_ event: MeetingEvent, _ session: ClientSession) {
        switch event {
        case .status(.inMeeting, _):
            session.setSuspended(false)
            // Not after a reconnection.
            if session.meeting.participants.isEmpty { session.enterRoom() }
            arrive(in: session)
        case .status(.reconnecting, _): session.setSuspended(true)
        case .status(.inWaitingRoom, _), .status(.disconnecting, _), .status(.ended, _), .status(.failed, _):
            session.leaveRoom()
            change { machine, conditions in machine.depart(at: conditions.now) }
        case .status(.joinedBreakoutRoom, _), .status(.leftBreakoutRoom, _):
            session.setInBreakoutRoom(event == .status(.joinedBreakoutRoom, .none))
            session.enterRoom()
            permitByToken(in: session)
            change { $0.move($1) }
        case .role(let participant) where participant.isMyself: change { $0.updatePermission($1) }
        case .left(let participant): for event in session.leave(participant.id) { receiver(event) }
        default: break
        }
    }

    private func arrive(in session: ClientSession) {
        permitByToken(in: session)
        let arrival = state.withLock { $0.join.arrival }
        change { machine, conditions in machine.arrive(arrival, conditions) }
    }

    /// An app privilege token permits to record on each arrival.
    private func permitByToken(in session: ClientSession) {
        if state.withLock({ $0.join.hasPrivilegeToken }) { session.meeting.features.grantRecording() }
    }

    private func receive(_ event: MeetingFeatureEvent) {
        switch event {
        case .recordingPermission: change { $0.updatePermission($1) }
        case .recordingResponse(let response): receiver(.recordingResponse(response))
        case .shareLock(let isLocked): if conditions.isInside { receiver(.shareLock(isLocked)) }
        case .reminder(let number, let kind, let text):
            state.withLock { $0.machine.remind(number, kind) }
            receiver(.reminder(number: number, kind, text: text))
        case .chat(let message): receiver(.chat(message))
        }
    }

    // MARK: Reporting

    /// Reports what was served, and probably not meant.
    package func report(_ warning: StudioError) {
        guard let studio = state.withLock({ $0.session })?.studio else { return entry.warn(warning) }
        studio.violations.warn(warning)
    }

    /// Records that the client broke a rule which an interface on this one decides.
    ///
    /// - Throws: the error, unless its rule has no code.
    package func reject(_ error: StudioError) throws(StudioError) {
        guard error.code != .success else { return report(error) }
        throw entry.report(error)
    }

    /// Records a fault that a binding has found and logged.
    package func note(_ fault: StudioError) {
        guard let studio = state.withLock({ $0.session })?.studio else { return entry.warn(fault, isLogged: false) }
        studio.violations.warn(fault, isLogged: false)
    }

    /// All violations and warnings, also of earlier meetings.
    package var violations: [Violation] {
        let (past, session) = state.withLock { ($0.past, $0.session) }
        return entry.violations + entry.warnings + past.all + (session?.studio.violations.all ?? [])
    }

    // MARK: Tests

    /// Performs a command in the meeting of the client.
    package func perform(_ command: SessionCommand) throws(SessionCommandError) -> SessionReply {
        try environment.perform(command)
    }

    /// Advances a manual clock and delivers each callback at its own time, at most `seconds` per callback.
    ///
    /// - Returns: false when a callback does not return.
    package func turn(_ clock: ManualClock, by span: MediaTime, seconds: Double) -> Bool {
        let target = clock.now + span
        guard isAtRest(seconds) else { return false }
        while let next = clock.nextTime, next <= target {
            clock.advance(to: next)
            guard isAtRest(seconds) else { return false }
        }
        clock.advance(to: target)
        return isAtRest(seconds)
    }

    private func isAtRest(_ seconds: Double) -> Bool {
        guard queue.waitUntilAtRest(seconds: seconds) != nil else { return false }
        guard let meeting = state.withLock({ $0.session })?.meeting else { return true }
        return meeting.waitUntilAtRest(seconds: seconds) != nil
    }
}

/// Connects the entry to the client, which it does not retain.
final class ClientRelay: Sendable {
    private struct Reference: Sendable {
        weak var client: MeetingClient?
    }

    private let reference = Lock(Reference())

    func set(_ client: MeetingClient) { reference.withLock { $0.client = client } }

    var client: MeetingClient? { reference.withLock { $0.client } }
}

/// Passes the callbacks of Production Studio on.
final class StudioRelay: StudioDelegate {
    private let receiver: @Sendable (ClientEvent) -> Void

    init(_ receiver: @escaping @Sendable (ClientEvent) -> Void) { self.receiver = receiver }

    func studio(_ studio: StudioController, didAnswerStart accepted: Bool) { receiver(.studioResult(accepted)) }
    func studio(_ studio: StudioController, didStartSending sender: Sender?) { receiver(.studioSending(sender)) }
    func studioDidStopSending(_ studio: StudioController) { receiver(.studioStopped) }
    /// Reported as an event of the meeting.
    func studio(_ studio: StudioController, userDidChange user: UserID, isSending: Bool) {}
}
