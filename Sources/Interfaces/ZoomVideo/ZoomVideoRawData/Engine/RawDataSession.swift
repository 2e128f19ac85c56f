package import MediaReceiving
package import StudioCore
package import StudioMeeting
import StudioRuntime

/// The raw data of the Zoom Video SDK: the shell of ``RawDataStateMachine``.
///
/// All members may be used from any thread, also inside callbacks. No call waits for a callback.
package final class RawDataSession: Sendable {
    struct Key: Hashable, Sendable {
        let pipe: RawDataStateMachine.Pipe
        let subscriber: Int
    }

    /// The joined session.
    struct Joined: Sendable {
        let meeting: Meeting
        let tracks: TrackSubscriptions
        let receivers: RawDataAudio.Receivers
        let pool: RawDataPool
    }

    struct State: Sendable {
        var machine: RawDataStateMachine
        /// How many sessions were joined so far.
        var joins = 0
        var joined: Joined?
        var subscriptions: [Key: RawDataSubscription] = [:]
        var audio: RawDataAudio?
        /// Of this or the last session.
        var pool: RawDataPool?
        /// Of this or the last session.
        var budgets: RawDataBudgets
        var droppedFrames: [RawDataStateMachine.Pipe: [DropReason: Int]] = [:]
        var droppedBlocks = 0

        /// Removes what belongs to the session, which the caller ends.
        mutating func close() -> Closed {
            defer { (subscriptions, audio, joined) = ([:], nil, nil) }
            return Closed(
                subscriptions: Array(subscriptions.values), audio: audio, pool: joined?.pool, budgets: budgets)
        }
    }

    /// What belongs to a session that was left.
    struct Closed: Sendable {
        let subscriptions: [RawDataSubscription]
        let audio: RawDataAudio?
        let pool: RawDataPool?
        let budgets: RawDataBudgets
    }

    package let options: Options
    let state: Lock<State>
    /// Begins and ends what is subscribed to, in the order of the decisions. A call waits for its own changes: they wait
    /// for no callback.
    let changes = ActionQueue<Change>(.waiting)
    let reporter: Reporter

    /// - Parameter report: gets each violation and warning, on the thread that caused it.
    package init(_ options: Options, report: @escaping @Sendable (StudioError, _ isRefusal: Bool) -> Void) {
        (self.options, reporter) = (options, Reporter(report))
        state = Lock(State(machine: RawDataStateMachine(options.machine), budgets: RawDataBudgets(options)))
    }

    deinit {
        end()
    }

    /// The current state.
    package var machineState: RawDataStateMachine.State { state.withLock { $0.machine.state } }

    /// The meeting of the session.
    package var meeting: Meeting? { state.withLock { $0.joined }?.meeting }

    /// The lines of code that hold frames and blocks of this or the last session.
    package var holders: [FrameBudget.Holder] {
        let (pool, budgets) = state.withLock { ($0.pool, $0.budgets) }
        return (pool?.units.holders ?? []) + budgets.pixelHolders
    }

    /// Dropped frames of this or the last session by pipe and reason.
    package var droppedFrames: [RawDataStateMachine.Pipe: [DropReason: Int]] {
        let (subscriptions, before) = state.withLock { ($0.subscriptions.values, $0.droppedFrames) }
        return subscriptions.reduce(into: before) { $0[$1.pipe, default: [:]].merge($1.drops) { $0 + $1 } }
    }

    /// Dropped audio blocks of this or the last session.
    package var droppedBlocks: Int {
        let (audio, before) = state.withLock { ($0.audio, $0.droppedBlocks) }
        return before + (audio?.dropped ?? 0)
    }

    // MARK: Session

    /// Stores the memory modes of the next session.
    package func initialize(_ modes: MemoryModes) throws(StudioError) {
        try reporter.reporting(state) { state throws(StudioError) in try state.machine.initialize(modes) }
    }

    /// Joins a session; `didJoin` follows.
    ///
    /// - Parameters:
    ///   - includesLocalUser: whether mixed audio contains the local user.
    ///   - isAudioConnected: whether the local user's audio is connected.
    ///   - meeting: called when the join is accepted.
    /// - Returns: the meeting of the session.
    package func join(
        name: String, token: String, delegate: any RawDataAudioReceiver, includesLocalUser: Bool,
        speaker: (any RawDataAudioReceiver)?, isAudioConnected: Bool = true, in meeting: () -> Meeting
    ) throws(StudioError) -> Meeting {
        let number = try reporter.reporting(state) { state throws(StudioError) in
            try state.machine.join(name: name, token: token)
            state.joins += 1
            return state.joins
        }
        let meeting = meeting()
        let receivers = RawDataAudio.Receivers(
            delegate: delegate, includesLocalUser: includesLocalUser, speaker: speaker,
            connection: RawDataAudio.Connection(isConnected: isAudioConnected))
        let pool = RawDataPool(clock: meeting.clock, isStrict: options.machine.isStrict, reporter)
        let joined = Joined(
            meeting: meeting, tracks: TrackSubscriptions(in: meeting), receivers: receivers, pool: pool)
        let before = state.withLock { state -> (RawDataPool?, RawDataBudgets)? in
            // Left inside the call that created the meeting, perhaps joined again.
            guard state.machine.hasSession, state.joins == number else { return nil }
            defer {
                (state.joined, state.pool, state.budgets) = (joined, pool, RawDataBudgets(options))
                (state.droppedFrames, state.droppedBlocks) = ([:], 0)
            }
            return (state.pool, state.budgets)
        }
        guard before != nil else { return meeting }
        meeting.onTrackEvent { [weak self, weak meeting] event in
            guard let self, let meeting, self.meeting === meeting else { return }
            follow(event)
        }
        return meeting
    }

    /// The client is about to be notified.
    ///
    /// - Returns: false when the session was left meanwhile.
    package func didJoin() -> Bool { state.withLock { $0.machine.didJoin() } }

    /// Leaves the session: a running callback finishes, none follows.
    package func leave() throws(StudioError) {
        let (closed, change) = try reporter.reporting(state) { state throws(StudioError) in
            try state.machine.leave()
            return close(&state)
        }
        finish(closed, change)
    }

    /// The session ended.
    package func end() {
        let (closed, change) = state.withLock { state in
            state.machine.end()
            return close(&state)
        }
        finish(closed, change)
    }

    private func close(_ state: inout State) -> (Closed, ActionQueue<Change>.Ticket) {
        let closed = state.close()
        return (
            closed, changes.add(closed.subscriptions.map { .end($0) } + (closed.audio.map { [.endAudio($0)] } ?? []))
        )
    }

    private func finish(_ closed: Closed, _ change: ActionQueue<Change>.Ticket) {
        perform(change)
        for subscription in closed.subscriptions where subscription.receiver.isGone { reportGone(subscription) }
        let budgets = closed.budgets
        closed.pool?.end { budgets.pixelHolders }
    }

    /// Reports data of the last session that is still held, unless that was done. Called before the next session, and at the end of the
    /// process.
    package func reportHeldData() { state.withLock { $0.pool }?.reportHeld() }

    // MARK: Pipes

    /// Subscribes a delegate to a pipe, or changes the resolution of its subscription.
    ///
    /// - Parameters:
    ///   - receiver: creates the connection to the delegate; `nil` without one.
    ///   - subscriber: the identity of the delegate; `nil` without one.
    package func subscribe(
        _ receiver: () -> (any RawDataVideoReceiver)?, subscriber: Int?, to pipe: RawDataStateMachine.Pipe,
        _ resolution: RawDataStateMachine.Resolution
    ) throws(StudioError) {
        forgetGone(subscriber, pipe)
        let receiver = receiver()
        let joined = state.withLock { $0.joined }
        let track = joined.flatMap { Self.track(of: pipe, $0) }
        let now = joined?.meeting.clock.now ?? .zero
        let opening = Opening(track: track)
        typealias Accepted = (RawDataStateMachine.Subscription, ActionQueue<Change>.Ticket?)
        let (result, change) = try reporter.reporting(state) { state throws(StudioError) -> Accepted in
            let result = try state.machine.subscribe(
                subscriber, to: pipe, resolution, Self.presence(track, joined), at: now)
            guard let subscriber, let receiver, let joined else { return (result, nil) }
            let key = Key(pipe: pipe, subscriber: subscriber)
            let subscription =
                state.subscriptions[key]
                ?? RawDataSubscription(
                    receiver, subscriber: subscriber, pipe, of: joined,
                    state.machine.modes.referencing(pipe.isShare ? .share : .video), options,
                    state.budgets.frames(of: pipe, subscriber: subscriber),
                    onGone: { [weak self] in self?.forget($0) })
            state.subscriptions[key] = subscription
            return (result, changes.add([.open(subscription, result, opening)]))
        }
        if let note = result.note { reporter.warn(note) }
        guard let change else { return }
        perform(change)
        try reporter.reporting { () throws(StudioError) in try opening.failure.get() }
    }

    /// The track of a pipe; `nil` when its user is not in the session.
    private static func track(of pipe: RawDataStateMachine.Pipe, _ joined: Joined) -> Track? {
        joined.meeting.track(pipe.kind, of: pipe.user == .none ? joined.meeting.localUser.id : pipe.user)
    }

    /// The session has no meeting outside, and until the join has returned: another thread may call meanwhile.
    private static func presence(_ track: Track?, _ joined: Joined?) -> RawDataStateMachine.Presence {
        joined == nil ? .noMeeting : track == nil ? .absent : .present
    }

    /// Unsubscribes a delegate: a running callback finishes, none follows.
    package func unsubscribe(_ subscriber: Int?, from pipe: RawDataStateMachine.Pipe) throws(StudioError) {
        let now = meeting?.clock.now ?? .zero
        typealias Outcome = Result<ActionQueue<Change>.Ticket, StudioError>
        let (outcome, isCleanUp) = state.withLock { state -> (Outcome, Bool) in
            let isCleanUp = state.machine.isCleanUp(subscriber, from: pipe)
            let outcome = Outcome { () throws(StudioError) in
                try state.machine.unsubscribe(subscriber, from: pipe, at: now)
                let subscription = subscriber.flatMap {
                    state.subscriptions.removeValue(forKey: Key(pipe: pipe, subscriber: $0))
                }
                return changes.add(subscription.map { [.end($0)] } ?? [])
            }
            return (outcome, isCleanUp)
        }
        if isCleanUp { return perform(try outcome.get()) }
        perform(try reporter.reporting { () throws(StudioError) in try outcome.get() })
    }

    /// Another object may have the address of a delegate that is gone.
    private func forgetGone(_ subscriber: Int?, _ pipe: RawDataStateMachine.Pipe) {
        guard let subscriber else { return }
        let subscription = state.withLock { $0.subscriptions[Key(pipe: pipe, subscriber: subscriber)] }
        if let subscription, subscription.receiver.isGone { forget(subscription) }
    }

    /// The delegate of a subscription is gone.
    private func forget(_ subscription: RawDataSubscription) {
        if discard(subscription) { reportGone(subscription) }
    }

    /// - Returns: whether it was subscribed.
    @discardableResult
    func discard(_ subscription: RawDataSubscription) -> Bool {
        let (pipe, subscriber) = (subscription.pipe, subscription.subscriber)
        let now = meeting?.clock.now ?? .zero
        let change = state.withLock { state -> ActionQueue<Change>.Ticket? in
            let key = Key(pipe: pipe, subscriber: subscriber)
            guard state.subscriptions[key] === subscription else { return nil }
            state.subscriptions[key] = nil
            state.machine.forget(subscriber, pipe, at: now)
            return changes.add([.end(subscription)])
        }
        if let change { perform(change) }
        return change != nil
    }

    private func reportGone(_ subscription: RawDataSubscription) {
        reporter.report(
            .rawDataPipeDelegateGone, "a delegate of \(subscription.pipe) is gone, and was not unsubscribed",
            hint: "call unSubscribe(with:) before it is released, and keep a reference to it until then")
    }

    // MARK: Canvases

    /// Subscribes a view to a canvas, which draws nothing, or changes its subscription.
    package func subscribeCanvas(_ view: Int?, to pipe: RawDataStateMachine.Pipe) throws(StudioError) {
        let joined = state.withLock { $0.joined }
        let presence = Self.presence(joined.flatMap { Self.track(of: pipe, $0) }, joined)
        try reporter.reporting(state) { state throws(StudioError) in
            try state.machine.subscribeCanvas(view, to: pipe, presence)
        }
    }

    /// Changes how a canvas draws; it must be subscribed.
    package func changeCanvas(_ view: Int?, of pipe: RawDataStateMachine.Pipe) throws(StudioError) {
        try reporter.reporting(state) { state throws(StudioError) in try state.machine.changeCanvas(view, of: pipe) }
    }

    /// Unsubscribes a view; without a subscription, nothing changes.
    package func unsubscribeCanvas(_ view: Int?, from pipe: RawDataStateMachine.Pipe) throws(StudioError) {
        try reporter.reporting(state) { state throws(StudioError) in
            try state.machine.unsubscribeCanvas(view, from: pipe)
        }
    }

    /// The number of views that are subscribed to canvases.
    package var canvasCount: Int { state.withLock { $0.machine.canvasCount } }

    private func follow(_ event: TrackEvent) {
        if let (pipe, isOn) = event.announcement { setStatus(isOn: isOn, of: pipe) }
    }

    /// Rejects a call about the local video outside a session.
    package func requireVideo() throws(StudioError) {
        try reporter.reporting(state) { state throws(StudioError) in try state.machine.requireVideo() }
    }

    /// The local user's camera was switched on or off.
    package func setLocalVideo(isOn: Bool) {
        setStatus(isOn: isOn, of: RawDataStateMachine.Pipe(user: .none, isShare: false))
    }

    private func setStatus(isOn: Bool, of pipe: RawDataStateMachine.Pipe) {
        let subscriptions = state.withLock { state in
            state.subscriptions.filter { $0.key.pipe == pipe }.values.sorted { $0.subscriber < $1.subscriber }
        }
        for subscription in subscriptions { subscription.setStatus(isOn: isOn) }
    }

    /// All raw data ends without a callback, until it is subscribed again.
    package func revoke() {
        perform(state.withLock { state in changes.add(state.subscriptions.values.map { .revoke($0) }) })
        revokeAudio()
    }
}
