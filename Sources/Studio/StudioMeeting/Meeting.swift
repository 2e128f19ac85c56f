public import Dispatch
import Logging
public import StudioCore
public import StudioRuntime

/// An emulated meeting with the local user.
///
/// All members may be used from any thread. Callbacks of the meeting and its controller are delivered serially and in
/// order on one queue, never inside the call that causes them. Queries return the state as delivered so far.
public final class Meeting: Sendable {
    private struct State: Sendable {
        /// The meeting as the server knows it.
        var machine: MeetingStateMachine
        /// The meeting as the client knows it.
        var view: ClientView
        var listeners: [WeakListener] = []
        var observers: [@Sendable (MeetingEvent) -> Void] = []
        weak var delegate: (any MeetingDelegate)?
        /// The participants whom a look-up by ID does not find yet.
        var unresolved: Set<UserID> = []
        var tracks = TrackTable()
    }

    /// The clock of the session. Time stamps, delays and callbacks use it.
    public let clock: any StudioClock
    /// The tracks of the local user, to which the sender publishes accepted media.
    public let localTracks = LocalTracks()
    /// A meeting or a webinar.
    public let kind: MeetingKind
    package let callbackQueue: CallbackQueue
    /// The events of remote tracks.
    package let trackEvents: TrackEvents
    /// The callback queue, and what causes the callbacks of subscriptions; a test waits for all of them.
    package let callbackSources = CallbackSources()
    /// What the client received, for the summary of its trace.
    package let received = ReceivedMedia()
    /// The permission to record, reminders and chat.
    package let features: MeetingFeatures
    /// Held while an event is applied and enqueued, so that both have the same order. The controller's lock may be
    /// taken inside it, never the other way round.
    private let state: Lock<State>

    /// Creates a meeting.
    ///
    /// - Parameters:
    ///   - role: the local user's role.
    ///   - name: the local user's display name.
    ///   - kind: a meeting, or a webinar.
    ///   - isJoined: whether the local user has already joined; otherwise call ``join(_:)``.
    ///   - clock: the clock of the session; a ``ManualClock`` makes sessions repeatable.
    ///   - callbackQueue: the serial queue of the callbacks; the main queue by default.
    ///   - onUnservedQueue: called once when that queue was not served for two seconds while a callback waits. By
    ///     default, a warning is logged.
    public convenience init(
        role: MeetingRole = .host, name: String = "Local user", kind: MeetingKind = .meeting, isJoined: Bool = true,
        clock: any StudioClock = SystemClock(), callbackQueue: DispatchQueue = .main,
        onUnservedQueue: @escaping @Sendable () -> Void = Meeting.warnOfUnservedQueue
    ) {
        self.init(
            role: role, name: name, kind: kind, isJoined: isJoined, clock: clock,
            callbackQueue: CallbackQueue(clock: clock, queue: callbackQueue, onUnservedQueue: onUnservedQueue))
    }

    package init(
        role: MeetingRole = .host, name: String = "Local user", kind: MeetingKind = .meeting, isJoined: Bool = true,
        clock: any StudioClock, callbackQueue: CallbackQueue
    ) {
        self.clock = clock
        self.kind = kind
        self.callbackQueue = callbackQueue
        trackEvents = TrackEvents(callbackQueue)
        features = MeetingFeatures(clock: clock, queue: callbackQueue)
        let machine = MeetingStateMachine(kind: kind, role: role, name: name, isJoined: isJoined)
        let view = ClientView(status: isJoined ? .inMeeting : .idle, participants: machine.participants)
        state = Lock(State(machine: machine, view: view))
        register(callbackQueue, of: "the meeting")
    }

    /// Logs that callbacks are waiting, and what to do.
    public static let warnOfUnservedQueue: @Sendable () -> Void = {
        Logger(label: "psstudio").warning(
            """
            callbacks are waiting: their queue was not served for 2 s; run the main loop (dispatchMain, RunLoop), \
            or create the meeting with another callbackQueue
            """)
    }

    /// Receives the callbacks; not retained.
    public var delegate: (any MeetingDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// Adds an observer of all events. It is called on the callback queue, before the delegate.
    public func onEvent(_ body: @escaping @Sendable (MeetingEvent) -> Void) {
        state.withLock { $0.observers.append(body) }
    }

    // MARK: Queries

    /// The last delivered status.
    public var status: MeetingStatus { state.withLock { $0.view.status } }

    /// Whether the local user was notified of being in a breakout room.
    package var isInBreakoutRoom: Bool { state.withLock { $0.view.isInBreakoutRoom } }

    /// Why the meeting ended; `nil` before.
    public var endReason: EndReason? { state.withLock { $0.view.endReason } }

    /// Why joining failed; `nil` unless the status is `failed`, or `ended` after it.
    public var joinFailure: JoinFailure? {
        state.withLock { $0.view.status.isOver ? $0.machine.joinFailure : nil }
    }

    /// Whether it can be joined.
    package var occupancy: MeetingStateMachine.Occupancy {
        state.withLock { state in
            switch state.machine.phase {
            case .idle: .unused
            case .outside, .inside: .busy
            case .over: state.view.status.isOver ? .over : .busy
            }
        }
    }

    /// All participants in order of arrival.
    public var participants: [Participant] { state.withLock { $0.view.participants } }

    /// A participant by ID; `nil` when absent.
    public func participant(_ id: UserID) -> Participant? {
        state.withLock { $0.view.participants.first { $0.id == id } }
    }

    /// Determines whether a look-up by ID finds a participant who was reported. In a real meeting, it may find the
    /// participant only a while after the report.
    public func setResolvable(_ isResolvable: Bool, of id: UserID) {
        state.withLock { state in
            if isResolvable { state.unresolved.remove(id) } else { state.unresolved.insert(id) }
        }
    }

    /// Whether a look-up by ID finds a participant, if present.
    package func isResolvable(_ id: UserID) -> Bool { state.withLock { !$0.unresolved.contains(id) } }

    /// Whether the local user may take the host role back: the original host who lost it.
    package var canReclaimHost: Bool { state.withLock { $0.machine.canReclaimHost } }

    /// Whether the local user was the first host.
    package var isOriginalHost: Bool { state.withLock { $0.machine.isOriginalHost } }

    /// The local user; ID 0 and role `none` while outside.
    public var localUser: Participant {
        state.withLock { $0.view.localUser }
            ?? Participant(id: .none, name: "", role: .none, isMyself: true)
    }

    /// The active studio's participant, of the local or another user.
    public var studioUser: Participant? { state.withLock { $0.view.studioUser } }

    /// A participant on the server side, delivered or not.
    package func present(_ id: UserID) -> Participant? {
        state.withLock { $0.machine.participants.first { $0.id == id } }
    }

    /// Whether a participant is in the meeting, in whichever room, delivered or not.
    package func isPresent(_ id: UserID) -> Bool { state.withLock { $0.machine.isPresent(id) } }

    /// All participants as the server knows them, in order of arrival.
    package var serverParticipants: [Participant] { state.withLock { $0.machine.participants } }

    /// Who was there when the local user entered the room, in order of arrival. Later arrivals join.
    package var arrival: [Participant] { state.withLock { $0.machine.arrival } }

    /// The local user's role as the server knows it, also before joining; `none` after the meeting.
    package var localRole: MeetingRole {
        state.withLock { ($0.machine.myself ?? $0.machine.absent)?.role ?? .none }
    }

    /// Whether calls are accepted; false from the moment when the meeting is left or ended.
    package var isActive: Bool { state.withLock { $0.machine.isActive } }

    /// Whether the meeting was left, has ended or could not be joined, delivered or not.
    package var hasEnded: Bool { state.withLock { $0.machine.phase == .over } }

    /// Whether the local user's role permits starting, on the server side.
    package var mayStart: Bool { state.withLock { $0.machine.mayStart } }

    // MARK: Applying events

    /// Applies an event and enqueues its notifications.
    ///
    /// - Returns: whether it had an effect.
    @discardableResult
    func apply(_ body: (inout MeetingStateMachine) -> [MeetingStateMachine.Effect]) -> Bool {
        apply { machine in
            let before = machine
            let effects = body(&machine)
            return (!effects.isEmpty || machine != before, effects)
        }
    }

    /// Applies an event that has a result.
    package func apply<Result>(
        _ body: (inout MeetingStateMachine) -> (Result, [MeetingStateMachine.Effect])
    ) -> Result {
        let (result, listeners, endedTracks) = state.withLock { state in
            let (result, effects) = body(&state.machine)
            // Moved out of the lock, because the last reference to a listener may end here.
            let listeners = effects.contains(.interruptStudio) ? state.listeners.compactMap(\.listener) : []
            for effect in effects { perform(effect, listeners) }
            return (result, listeners, state.tracks.update(state.machine))
        }
        withExtendedLifetime(listeners) {}
        withExtendedLifetime(endedTracks) {}
        return result
    }

    /// Reads the meeting on the server side, with the tracks of remote participants.
    func withMachine<Result>(_ body: (MeetingStateMachine, inout TrackTable) -> Result) -> Result {
        state.withLock { body($0.machine, &$0.tracks) }
    }

    private func perform(_ effect: MeetingStateMachine.Effect, _ listeners: [any MeetingListener]) {
        switch effect {
        case .notify(let event): callbackQueue.enqueue { [self] in deliver(event) }
        case .interruptStudio: for listener in listeners { listener.studioInterrupted() }
        case .suspendMedia(let isSuspended): localTracks.setSuspended(isSuspended)
        }
    }

    /// Delivers an event on the callback queue.
    private func deliver(_ event: MeetingEvent) {
        let (observers, delegate, listeners) = state.withLock { state in
            state.view.apply(event)
            return (state.observers, state.delegate, state.listeners)
        }
        for observer in observers { observer(event) }
        if case .studioUser(let user, let isSending) = event {
            for member in listeners { member.listener?.studioUserChanged(user, isSending: isSending) }
        }
        delegate?.receive(event, from: self)
    }
}

// MARK: - Interface for the controller

/// The interface of the studio's controller.
package protocol MeetingListener: AnyObject, Sendable {
    /// Called immediately, before any callback is delivered: the role, the meeting or the studio slot was lost. The
    /// meeting's lock is held.
    func studioInterrupted()
    /// On the callback queue: a studio user started or stopped publishing, including the local one.
    func studioUserChanged(_ user: UserID, isSending: Bool)
}

extension Meeting {
    package func add(_ listener: any MeetingListener) {
        let others = state.withLock { state in
            let others = state.listeners.map { ($0, $0.listener) }
            state.listeners = others.filter { $0.1 != nil }.map(\.0) + [WeakListener(listener: listener)]
            return others
        }
        withExtendedLifetime(others) {}
    }

    /// Calls `body` while the meeting cannot change, with its activity and the local user's permission.
    package func whileUnchanged<Result>(_ body: (_ isActive: Bool, _ mayStart: Bool) -> Result) -> Result {
        state.withLock { body($0.machine.isActive, $0.machine.mayStart) }
    }

    /// Takes the meeting's studio slot; `permission` overrides the role.
    package func reserveStudio(permission: Bool?) -> Bool {
        state.withLock { $0.machine.reserveStudio(permission: permission) }
    }

    /// Releases the slot of an accepted studio that ended before it appeared.
    package func releaseStudio() {
        state.withLock { $0.machine.releaseStudio() }
    }

    /// The local studio participant joins and starts; called and delivered on the callback queue.
    ///
    /// - Parameter label: the name of the studio, shown after the local user's name.
    package func addStudioUserOnCallbackQueue(label: String) -> UserID? {
        callbackQueue.assertIsCurrent()
        guard let user = state.withLock({ $0.machine.addStudioUser(label: label) }) else { return nil }
        deliver(.joined(user))
        deliver(.studioUser(user.id, isSending: true))
        return user.id
    }

    /// The local studio participant stops and leaves; called and delivered on the callback queue.
    package func removeStudioUserOnCallbackQueue(_ id: UserID) {
        callbackQueue.assertIsCurrent()
        let user = state.withLock { state in
            state.machine.removeStudioUser(id)
            return state.view.participants.first { $0.id == id }
        }
        deliver(.studioUser(id, isSending: false))
        if let user { deliver(.left(user)) }
    }
}

extension Meeting {
    /// Adds a source of callbacks, which ``waitUntilAtRest(seconds:)`` waits for; it is not retained.
    ///
    /// - Parameter owner: the object that is called, for messages.
    package func register(_ source: any CallbackSource, of owner: String = "a subscription") {
        callbackSources.add(source, of: owner)
    }

    /// The callbacks that keep the meeting from rest, and why.
    package var unfinishedCallbacks: [String] { callbackSources.obstacles }

    /// Waits until all due callbacks of the meeting and of subscriptions are delivered, and no frame is being converted
    /// for one, at most `seconds` per queue and conversion; returns `nil` after that.
    package func waitUntilAtRest(seconds: Double) -> CallbackQueue.Rest? {
        callbackSources.waitUntilAtRest(seconds: seconds)
    }
}

private struct WeakListener: Sendable {
    weak var listener: (any MeetingListener)?
}
