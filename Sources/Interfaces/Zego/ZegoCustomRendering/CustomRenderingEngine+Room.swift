package import StudioCore
import StudioMeeting
import StudioRuntime

/// A room that is entered, with what the client was notified of.
final class RenderRoom: Sendable {
    let room: CustomRenderingStateMachine.Room
    let meeting: Meeting
    private let announced = Lock<[UserID: RoomStream]>([:])

    init(_ room: CustomRenderingStateMachine.Room, in meeting: Meeting) {
        (self.room, self.meeting) = (room, meeting)
    }

    /// - Returns: whether it was not announced yet.
    func announce(_ stream: RoomStream) -> Bool {
        announced.withLock { $0.updateValue(stream, forKey: stream.user) == nil }
    }

    /// - Returns: the announced stream of a user, which is forgotten.
    func withdraw(_ user: UserID) -> RoomStream? { announced.withLock { $0.removeValue(forKey: user) } }
}

// Entering and leaving rooms.
extension CustomRenderingEngine {
    /// Enters a room: the meeting that the service provides.
    package func login(_ room: String, user: String) throws(StudioError) {
        let entered: CustomRenderingStateMachine.Room
        let number: Int
        do throws(StudioError) {
            (entered, number) = try state.withLock { state throws(StudioError) in
                let entered = try state.machine.login(room, user: user)
                state.logins += 1
                return (entered, state.logins)
            }
        } catch {
            // A client in a room keeps it.
            if error.rule != .renderingSecondRoom { notify(.refusedLogin(error.code, room: room)) }
            throw error
        }
        let session = RenderRoom(entered, in: service.meeting(of: room))
        let queue = session.meeting.callbackQueue
        let entering = [
            EventOutbox.Event(queue: queue) { [weak self] in
                self?.deliver(.connection(.connecting, nil, room: room), session)
            }, EventOutbox.Event(queue: queue) { [weak self] in self?.connect(session) },
        ]
        let sent = state.withLock { state -> [EventOutbox.Event]? in
            // Left inside the call that created the meeting, perhaps entered again.
            guard state.machine.room != nil, state.logins == number else { return nil }
            state.room = session
            return send(entering, &state)
        }
        if sent == nil { service.leave(session.meeting) }
    }

    /// Leaves the room.
    ///
    /// - Parameter room: the room; `nil` for the entered one.
    package func logout(_ room: String? = nil) throws(StudioError) {
        try leave(nil) { state throws(StudioError) in try state.machine.logout(room) }
    }

    /// Leaves the room that `decide` leaves, if any.
    private func leave<Failure: Error>(
        _ interruption: CustomRenderingEvent.Interruption?,
        _ decide: (inout State) throws(Failure) -> CustomRenderingStateMachine.Departure?
    ) throws(Failure) {
        _ = try act { state throws(Failure) -> (CustomRenderingStateMachine.Departure, RenderRoom?)? in
            guard let left = try decide(&state) else { return nil }
            defer { state.room = nil }
            return (left, state.room)
        } then: { result in
            guard let left = result?.0 else { return [] }
            return left.played.map { .player(stream: $0, .idle) } + left.published.map { .publisher(stream: $0, .idle) }
                + events(of: left.change) + [.connection(.disconnected, interruption, room: left.room.id)]
        } finish: { result in
            if let session = result?.1 { service.leave(session.meeting) }
        }
    }

    private func isCurrent(_ session: RenderRoom) -> Bool { state.withLock { $0.room } === session }

    private func deliver(_ event: CustomRenderingEvent, _ session: RenderRoom) {
        if isCurrent(session) { deliver(event) }
    }

    /// The login succeeds, on the callback queue of the room.
    private func connect(_ session: RenderRoom) {
        guard isCurrent(session) else { return }
        guard session.meeting.isActive else { return interrupt(session, .failed) }
        let room = session.room.id
        deliver(.connection(.connected, nil, room: room), session)
        let others = session.meeting.participants.filter { $0.isRemoteUser }
        announceUsers(others, session)
        announceStreams(others.filter(\.isVideoOn), session)
        session.meeting.onEvent { [weak self, weak session] event in
            if let self, let session, isCurrent(session) { receive(event, session) }
        }
        attach()
    }

    /// The room ends without a call of the client.
    private func interrupt(_ session: RenderRoom, _ interruption: CustomRenderingEvent.Interruption) {
        leave(interruption) { state in state.room === session ? state.machine.leave() : nil }
    }

    private func receive(_ event: MeetingEvent, _ session: RenderRoom) {
        let room = session.room.id
        switch event {
        case .joined(let user) where user.isRemoteUser:
            announceUsers([user], session)
            if user.isVideoOn { announceStreams([user], session) }
        case .video(let user) where user.isRemoteUser:
            if user.isVideoOn { announceStreams([user], session) } else { withdrawStream(of: user, session) }
        case .left(let user) where user.isRemoteUser:
            withdrawStream(of: user, session)
            deliver(.users([.init(id: user.id, name: user.name)], isAdded: false, room: room), session)
        case .status(.reconnecting, _): deliver(.connection(.connecting, .temporary, room: room), session)
        case .status(.inMeeting, _): deliver(.connection(.connected, nil, room: room), session)
        case .status(.ended, .kickedByHost): interrupt(session, .removed)
        case .status(.ended, _): interrupt(session, .ended)
        default: break
        }
        attach()
    }

    private func announceUsers(_ users: [Participant], _ session: RenderRoom) {
        guard !users.isEmpty else { return }
        let users = users.map { CustomRenderingEvent.User(id: $0.id, name: $0.name) }
        deliver(.users(users, isAdded: true, room: session.room.id), session)
    }

    private func announceStreams(_ users: [Participant], _ session: RenderRoom) {
        let streams = users.compactMap { service.directory.stream(of: $0) }.filter { session.announce($0) }
        guard !streams.isEmpty else { return }
        deliver(.streams(streams, isAdded: true, room: session.room.id), session)
    }

    private func withdrawStream(of user: Participant, _ session: RenderRoom) {
        guard let stream = session.withdraw(user.id) else { return }
        deliver(.streams([stream], isAdded: false, room: session.room.id), session)
    }
}

extension Participant {
    fileprivate var isRemoteUser: Bool { !isMyself && studioParent == nil }
}
