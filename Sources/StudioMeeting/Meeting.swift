public import Dispatch
import Logging
public import StudioRuntime

/// Hears what happens in a meeting, on its callback queue and in order.
public protocol MeetingDelegate: AnyObject, Sendable {
    /// Somebody came, a studio user included.
    func meeting(_ meeting: Meeting, didAdd participant: Participant)
    /// Somebody left.
    func meeting(_ meeting: Meeting, didRemove participant: Participant)
    /// The local user's role changed.
    func meeting(_ meeting: Meeting, didChangeRoleTo role: UserRole)
    /// The meeting's status changed.
    func meeting(_ meeting: Meeting, didChangeStatusTo status: MeetingStatus)
}

extension MeetingDelegate {
    /// Does nothing.
    public func meeting(_ meeting: Meeting, didAdd participant: Participant) {}
    /// Does nothing.
    public func meeting(_ meeting: Meeting, didRemove participant: Participant) {}
    /// Does nothing.
    public func meeting(_ meeting: Meeting, didChangeRoleTo role: UserRole) {}
    /// Does nothing.
    public func meeting(_ meeting: Meeting, didChangeStatusTo status: MeetingStatus) {}
}

/// An emulated meeting with the local user in it.
///
/// All members may be used from any thread. Callbacks of the meeting and of its controller come one after the other, in
/// order, on one queue, and never inside the call that causes them.
public final class Meeting: Sendable {
    private struct State: Sendable {
        var status = MeetingStatus.inMeeting
        /// It is over, but not yet told: what comes before the end is still being delivered.
        var isEnding = false
        var participants: [Participant]
        var nextID: UInt32
    }

    /// The clock of the run: stamps, delays and callbacks follow it.
    public let clock: any StudioClock
    /// Where accepted media goes.
    public let hub = MediaHub()
    package let lane: EventLane
    private let state: Lock<State>
    private let myID: UserID
    private let listeners = Lock<[WeakListener]>([])
    private let observer = Lock(WeakDelegate())

    /// Ids of the kind that meetings give: large, even steps, valid once.
    private static let firstID: UInt32 = 16_778_240
    private static let idStep: UInt32 = 1024

    /// Joins a meeting.
    ///
    /// - Parameters:
    ///   - role: the local user's role.
    ///   - name: the local user's display name.
    ///   - clock: the clock of the run; a ``ManualClock`` makes runs repeatable.
    ///   - callbackQueue: the serial queue that callbacks come on; main is what the vendor's SDK uses in practice.
    ///   - onUnservedQueue: called once when nothing has served that queue for two seconds while a callback waits; a
    ///     warning is logged where nothing is given.
    public init(
        role: UserRole = .host, name: String = "Local user", clock: any StudioClock = SystemClock(),
        callbackQueue: DispatchQueue = .main,
        onUnservedQueue: @escaping @Sendable () -> Void = Meeting.warnOfUnservedQueue
    ) {
        self.clock = clock
        lane = EventLane(clock: clock, queue: callbackQueue, onUnservedQueue: onUnservedQueue)
        myID = UserID(rawValue: Self.firstID)
        let myself = Participant(id: myID, name: name, role: role, isMyself: true, studioParent: nil)
        state = Lock(State(participants: [myself], nextID: Self.firstID + Self.idStep))
    }

    /// Logs that callbacks wait, and what to do about it.
    public static let warnOfUnservedQueue: @Sendable () -> Void = {
        Logger(label: "psstudio").warning(
            """
            callbacks wait: nothing has served their queue for 2 s; run the main loop (dispatchMain, RunLoop), \
            or give the meeting another callbackQueue
            """)
    }

    /// Hears what happens; kept weakly.
    public var delegate: (any MeetingDelegate)? {
        get { observer.withLock { $0.delegate } }
        set { observer.withLock { $0.delegate = newValue } }
    }

    // MARK: Queries

    /// The status, as it was told last.
    public var status: MeetingStatus { state.withLock { $0.status } }

    /// Whether calls are answered; false from the moment at which the meeting is left or ended.
    package var isGoingOn: Bool { state.withLock { $0.status.isGoingOn && !$0.isEnding } }

    /// Everybody, the local user first.
    public var participants: [Participant] { state.withLock { $0.participants } }

    /// The local user; the role is `none` once the meeting is over.
    public var localUser: Participant {
        state.withLock { state in
            state.participants.first { $0.isMyself }
                ?? Participant(id: myID, name: "", role: .none, isMyself: true, studioParent: nil)
        }
    }

    /// The participant who publishes through Production Studio, the local user's or another one's.
    public var studioUser: Participant? { state.withLock { $0.participants.first { $0.isStudioUser } } }

    // MARK: What can happen

    /// Gives the local user another role. Losing host and co-host stops a running studio.
    public func setRole(_ role: UserRole) {
        let change = state.withLock { state -> (mayStill: Bool, changed: Bool) in
            guard let index = state.participants.firstIndex(where: { $0.isMyself }) else { return (true, false) }
            let before = state.participants[index].role
            state.participants[index].role = role
            return (role.maySend || !before.maySend, before != role)
        }
        guard change.changed else { return }
        if !change.mayStill { for listener in currentListeners { listener.permissionLost() } }
        notify { $1.meeting($0, didChangeRoleTo: role) }
    }

    /// Loses or regains the connection: sends go on to succeed, their media is dropped and counted.
    public func setReconnecting(_ isReconnecting: Bool) {
        let status: MeetingStatus = isReconnecting ? .reconnecting : .inMeeting
        let hasChanged = state.withLock { state in
            guard state.status.isGoingOn, !state.isEnding, state.status != status else { return false }
            state.status = status
            return true
        }
        guard hasChanged else { return }
        hub.setSuspended(isReconnecting)
        notify { $1.meeting($0, didChangeStatusTo: status) }
    }

    /// The local user leaves. A running studio is stopped first.
    public func leave() {
        finish(.left)
    }

    /// The meeting ends for everybody. A running studio is stopped first.
    public func end() {
        finish(.ended)
    }

    private func finish(_ status: MeetingStatus) {
        let isFirst = state.withLock { state in
            defer { state.isEnding = true }
            return state.status.isGoingOn && !state.isEnding
        }
        guard isFirst else { return }
        for listener in currentListeners { listener.meetingOver() }
        // Behind the end of a running studio, so that the app sees its end first.
        lane.enqueue { [self] in
            state.withLock { state in
                state.status = status
                state.participants.removeAll()
            }
        }
        notify { $1.meeting($0, didChangeStatusTo: status) }
    }

    /// Somebody else begins to publish through Production Studio: a start of the local user is then answered with false.
    @discardableResult
    public func addOtherStudioUser(name: String = "Studio") -> Participant {
        let parent = add(name: "Somebody else", role: .coHost, parent: nil)
        return add(name: name, role: .attendee, parent: parent.id)
    }

    /// Removes somebody who is not the local user.
    public func remove(_ id: UserID) {
        if let removed = take(id) { notify { $1.meeting($0, didRemove: removed) } }
    }

    private func take(_ id: UserID) -> Participant? {
        state.withLock { state in
            guard let index = state.participants.firstIndex(where: { $0.id == id && !$0.isMyself }) else { return nil }
            return state.participants.remove(at: index)
        }
    }

    private func add(name: String, role: UserRole, parent: UserID?) -> Participant {
        let participant = insert(name: name, role: role, parent: parent)
        notify { $1.meeting($0, didAdd: participant) }
        return participant
    }

    private func insert(name: String, role: UserRole, parent: UserID?) -> Participant {
        state.withLock { state in
            let id = UserID(rawValue: state.nextID)
            state.nextID += Self.idStep
            let participant = Participant(id: id, name: name, role: role, isMyself: false, studioParent: parent)
            state.participants.append(participant)
            return participant
        }
    }

    private var currentListeners: [any MeetingListener] {
        listeners.withLock { $0.compactMap(\.listener) }
    }

    private func notify(_ body: @escaping @Sendable (Meeting, any MeetingDelegate) -> Void) {
        lane.enqueue { [self] in
            if let delegate { body(self, delegate) }
        }
    }
}

// MARK: - For the controller

/// What the studio's controller must know at once, before any callback is delivered.
package protocol MeetingListener: AnyObject, Sendable {
    func permissionLost()
    func meetingOver()
}

extension Meeting {
    package func add(_ listener: any MeetingListener) {
        listeners.withLock { listeners in
            listeners.removeAll { $0.listener == nil }
            listeners.append(WeakListener(listener: listener))
        }
    }

    /// The studio's own participant joins, with the local user as its parent; told at once, from an event of the lane.
    package func addStudioUserOnLane() -> UserID {
        let user = insert(name: "\(localUser.name) (Production Studio)", role: .attendee, parent: myID)
        delegate?.meeting(self, didAdd: user)
        return user.id
    }

    /// The studio's own participant leaves; told at once, from an event of the lane.
    package func removeStudioUserOnLane(_ id: UserID) {
        if let user = take(id) { delegate?.meeting(self, didRemove: user) }
    }
}

private struct WeakListener: Sendable {
    weak var listener: (any MeetingListener)?
}

private struct WeakDelegate: Sendable {
    weak var delegate: (any MeetingDelegate)?
}
