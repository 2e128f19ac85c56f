import StudioCore
import StudioMeeting
import StudioRuntime

// What the meeting of a room reports, on its callback queue. The number of the room's login tells whether it was left.
extension CustomRenderingEngine {
    /// Enters the meeting of a room.
    func enter(_ room: String, _ number: Int) -> Meeting {
        let meeting = service.meeting(of: room)
        withRoom(number) { $0.meeting = meeting }
        // A room has a callback queue of its own outside tests. What was enqueued before, such as the end of another room,
        // comes first.
        if meeting.callbackQueue === device.callbackQueue {
            beginEvents(of: meeting, number)
        } else {
            device.callbackQueue.enqueue { [weak self] in self?.beginEvents(of: meeting, number) }
        }
        return meeting
    }

    private func beginEvents(of meeting: Meeting, _ number: Int) {
        meeting.callbackQueue.enqueue { [weak self] in
            self?.deliver(in: number) { .connection(.connecting, nil, room: $0.id) }
        }
        meeting.callbackQueue.enqueue { [weak self] in self?.connect(meeting, number) }
    }

    /// Uses the entered room.
    ///
    /// - Returns: `nil` when it was left.
    @discardableResult
    private func withRoom<Result>(
        _ number: Int, _ body: (inout CustomRenderingState.EnteredRoom) -> Result
    ) -> Result? {
        funnel.withState { state in
            guard var room = state.room, room.number == number else { return nil }
            defer { state.room = room }
            return body(&room)
        }
    }

    /// Delivers an event, if any, unless the room was left.
    private func deliver(
        in number: Int, _ event: (inout CustomRenderingState.EnteredRoom) -> CustomRenderingEvent?
    ) {
        if let event = withRoom(number, event) ?? nil { deliver(event) }
    }

    /// The login succeeds.
    private func connect(_ meeting: Meeting, _ number: Int) {
        guard withRoom(number, { _ in }) != nil else { return }
        guard meeting.isActive else { return interrupt(number, .failed) }
        deliver(in: number) { .connection(.connected, nil, room: $0.id) }
        let others = meeting.participants.filter { $0.isRemoteUser }
        announceUsers(others, number)
        announceStreams(others.filter(\.isVideoOn), number)
        meeting.onEvent { [weak self] event in self?.receive(event, number) }
        apply { [$0.attach] }
    }

    /// The room ends without a call of the client.
    private func interrupt(_ number: Int, _ interruption: CustomRenderingEvent.Interruption) {
        act { state in
            guard state.room?.number == number, let left = state.machine.end() else { return [] }
            return state.leave(left, interruption)
        }
    }

    private func receive(_ event: MeetingEvent, _ number: Int) {
        guard withRoom(number, { _ in }) != nil else { return }
        switch event {
        case .joined(let user) where user.isRemoteUser:
            announceUsers([user], number)
            if user.isVideoOn { announceStreams([user], number) }
        case .video(let user) where user.isRemoteUser:
            if user.isVideoOn { announceStreams([user], number) } else { withdrawStream(of: user, number) }
        case .left(let user) where user.isRemoteUser:
            withdrawStream(of: user, number)
            deliver(in: number) { .users([.init(id: user.id, name: user.name)], isAdded: false, room: $0.id) }
        case .status(.reconnecting, _):
            deliver(in: number) { .connection(.connecting, .temporary, room: $0.id) }
        case .status(.inMeeting, _): deliver(in: number) { .connection(.connected, nil, room: $0.id) }
        case .status(.ended, .kickedByHost): interrupt(number, .removed)
        case .status(.ended, _): interrupt(number, .ended)
        default: break
        }
        apply { [$0.attach] }
    }

    private func announceUsers(_ users: [Participant], _ number: Int) {
        guard !users.isEmpty else { return }
        let users = users.map { CustomRenderingEvent.User(id: $0.id, name: $0.name) }
        deliver(in: number) { .users(users, isAdded: true, room: $0.id) }
    }

    private func announceStreams(_ users: [Participant], _ number: Int) {
        let streams = users.compactMap { service.directory.stream(of: $0) }
        deliver(in: number) { room in
            let new = room.announce(streams)
            return new.isEmpty ? nil : .streams(new, isAdded: true, room: room.id)
        }
    }

    private func withdrawStream(of user: Participant, _ number: Int) {
        deliver(in: number) { room in
            room.withdraw(user.id).map { .streams([$0], isAdded: false, room: room.id) }
        }
    }
}

extension Participant {
    fileprivate var isRemoteUser: Bool { !isMyself && studioParent == nil }
}
