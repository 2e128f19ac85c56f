public import Dispatch
import Logging
public import StudioCore
public import StudioRuntime

/// An emulated meeting with the local user in it, or on the way to it.
///
/// All members may be used from any thread. Callbacks of the meeting and of its controller come one after the other, in
/// order, on one queue, and never inside the call that causes them. Queries answer what was delivered so far.
public final class Meeting: Sendable {
    private struct State: Sendable {
        /// The meeting as its server knows it.
        var machine: MeetingStateMachine
        /// The meeting as the app knows it.
        var view: ClientView
        var listeners: [WeakListener] = []
        var observers: [@Sendable (MeetingEvent) -> Void] = []
        weak var delegate: (any MeetingDelegate)?
    }

    /// The clock of the session: stamps, delays and callbacks follow it.
    public let clock: any StudioClock
    /// Where accepted media goes.
    public let fanout = MediaFanout()
    /// A meeting or a webinar.
    public let kind: MeetingKind
    package let callbackQueue: CallbackQueue
    /// Held while an event is applied and enqueued, so that both have one order; the controller's lock may be taken
    /// inside it, never the other way round.
    private let state: Lock<State>

    /// Makes a meeting.
    ///
    /// - Parameters:
    ///   - role: the local user's role.
    ///   - name: the local user's display name.
    ///   - kind: a meeting, or a webinar.
    ///   - isJoined: whether the local user is inside from the beginning; otherwise ``join(_:)`` begins it.
    ///   - clock: the clock of the session; a ``ManualClock`` makes sessions repeatable.
    ///   - callbackQueue: the serial queue that callbacks come on; the main queue by default.
    ///   - onUnservedQueue: called once when nothing has served that queue for two seconds while a callback waits; a
    ///     warning is logged where nothing is given.
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
        let machine = MeetingStateMachine(kind: kind, role: role, name: name, isJoined: isJoined)
        let view = ClientView(status: isJoined ? .inMeeting : .idle, participants: machine.participants)
        state = Lock(State(machine: machine, view: view))
    }

    /// Logs that callbacks wait, and what to do about it.
    public static let warnOfUnservedQueue: @Sendable () -> Void = {
        Logger(label: "psstudio").warning(
            """
            callbacks wait: nothing has served their queue for 2 s; run the main loop (dispatchMain, RunLoop), \
            or give the meeting another callbackQueue
            """)
    }

    /// Receives the callbacks; kept weakly.
    public var delegate: (any MeetingDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// Receives every event, before the delegate and whoever that is, on the callback queue.
    public func onEvent(_ body: @escaping @Sendable (MeetingEvent) -> Void) {
        state.withLock { $0.observers.append(body) }
    }

    // MARK: Queries

    /// The status, as it was delivered last.
    public var status: MeetingStatus { state.withLock { $0.view.status } }

    /// Why the meeting is over; `nil` while it is not.
    public var endReason: EndReason? { state.withLock { $0.view.endReason } }

    /// Everybody, in the order in which they came.
    public var participants: [Participant] { state.withLock { $0.view.participants } }

    /// Somebody by number; `nil` when nobody who is here has it.
    public func participant(_ id: UserID) -> Participant? {
        state.withLock { $0.view.participants.first { $0.id == id } }
    }

    /// The local user; number 0 and role `none` while outside.
    public var localUser: Participant {
        state.withLock { $0.view.localUser }
            ?? Participant(id: .none, name: "", role: .none, isMyself: true)
    }

    /// The participant who publishes through a studio, the local user's or another one's.
    public var studioUser: Participant? { state.withLock { $0.view.studioUser } }

    /// Somebody who is here, delivered or not.
    package func present(_ id: UserID) -> Participant? {
        state.withLock { $0.machine.participants.first { $0.id == id } }
    }

    /// Whether calls are answered; false from the moment at which the meeting is left or ended.
    package var isGoingOn: Bool { state.withLock { $0.machine.isGoingOn } }

    /// Whether the local user's role may start a studio, delivered or not.
    package var mayStart: Bool { state.withLock { $0.machine.mayStart } }

    // MARK: Performing

    /// Applies an event, and enqueues its notifications.
    func apply(_ body: (inout MeetingStateMachine) -> [MeetingStateMachine.Effect]) {
        apply { machine in ((), body(&machine)) }
    }

    /// Applies an event that has a result.
    package func apply<Result>(
        _ body: (inout MeetingStateMachine) -> (Result, [MeetingStateMachine.Effect])
    ) -> Result {
        let (result, listeners) = state.withLock { state in
            let (result, effects) = body(&state.machine)
            // Handed out of the lock, where the last reference to one of them may end.
            let listeners = effects.contains(.interruptStudio) ? state.listeners.compactMap(\.listener) : []
            for effect in effects { perform(effect, listeners) }
            return (result, listeners)
        }
        withExtendedLifetime(listeners) {}
        return result
    }

    private func perform(_ effect: MeetingStateMachine.Effect, _ listeners: [any MeetingListener]) {
        switch effect {
        case .notify(let event): callbackQueue.enqueue { [self] in deliver(event) }
        case .interruptStudio: for listener in listeners { listener.studioInterrupted() }
        case .suspendMedia(let isSuspended): fanout.setSuspended(isSuspended)
        }
    }

    /// Delivers an event at once, on the callback queue.
    private func deliver(_ event: MeetingEvent) {
        let (observers, delegate, listeners) = state.withLock { state in
            state.view.apply(event)
            return (state.observers, state.delegate, state.listeners)
        }
        for observer in observers { observer(event) }
        if case .studioUser(let user, let isSending) = event {
            for entry in listeners { entry.listener?.studioUserChanged(user, isSending: isSending) }
        }
        delegate?.receive(event, from: self)
    }
}

// MARK: - For the controller

/// What the studio's controller must know.
package protocol MeetingListener: AnyObject, Sendable {
    /// At once, before any callback is delivered: the role, the meeting or the place is gone. Called with the meeting's
    /// lock held.
    func studioInterrupted()
    /// On the callback queue: a studio user began or ended publishing, the own one included.
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

    /// Runs `body` while the meeting cannot change: whether it goes on, and whether the role may start.
    package func whileUnchanged<Result>(_ body: (_ isGoingOn: Bool, _ mayStart: Bool) -> Result) -> Result {
        state.withLock { body($0.machine.isGoingOn, $0.machine.mayStart) }
    }

    /// Takes the meeting's one place for a studio; `permission` goes before the role.
    package func reserveStudio(permission: Bool?) -> Bool {
        state.withLock { $0.machine.reserveStudio(permission: permission) }
    }

    /// The accepted studio has ended before it appeared.
    package func releaseStudio() {
        state.withLock { $0.machine.releaseStudio() }
    }

    /// The studio's own participant joins and begins; called and delivered on the callback queue.
    ///
    /// - Parameter label: what the studio is called, shown behind the local user's name.
    package func addStudioUserOnCallbackQueue(label: String) -> UserID? {
        guard let user = state.withLock({ $0.machine.addStudioUser(label: label) }) else { return nil }
        deliver(.joined(user))
        deliver(.studioUser(user.id, isSending: true))
        return user.id
    }

    /// The studio's own participant ends and leaves; called and delivered on the callback queue.
    package func removeStudioUserOnCallbackQueue(_ id: UserID) {
        let user = state.withLock { state in
            state.machine.removeStudioUser(id)
            return state.view.participants.first { $0.id == id }
        }
        deliver(.studioUser(id, isSending: false))
        if let user { deliver(.left(user)) }
    }
}

private struct WeakListener: Sendable {
    weak var listener: (any MeetingListener)?
}
