import StudioCore
import StudioMeeting
import StudioRuntime

/// The participants as a client on macOS sees them: those who are there when the local user arrives are listed at once, and do
/// not join.
final class Roster: Sendable {
    private struct State: Sendable {
        weak var meeting: Meeting?
        /// Who is present on arrival and was not reported by the meeting yet: in the order of arrival.
        var arriving: [Participant] = []
    }

    private let state = Lock(State())

    /// All participants: those who are reported, then those who are there on arrival.
    func participants(of meeting: Meeting) -> [Participant] {
        let reported = meeting.participants
        let arriving = state.withLock { $0.meeting === meeting ? $0.arriving : [] }
        return reported + arriving.filter { user in !reported.contains { $0.id == user.id } }
    }

    /// The local user enters a room.
    func enter(_ meeting: Meeting) {
        let present = meeting.arrival
        state.withLock { $0 = State(meeting: meeting, arriving: present) }
    }

    func forget() { state.withLock { $0 = State() } }

    /// Whether the client gets a callback of an event.
    func reports(_ event: MeetingEvent, of meeting: Meeting) -> Bool {
        switch event {
        case .joined(let user): return !take(user.id, meeting) && !user.isMyself
        case .left(let user): _ = take(user.id, meeting)
        case .status(.inWaitingRoom, _), .status(.ended, _), .status(.failed, _): leave(meeting)
        default: break
        }
        return true
    }

    /// - Returns: whether the participant is there on arrival.
    private func take(_ user: UserID, _ meeting: Meeting) -> Bool {
        state.withLock { state in
            guard state.meeting === meeting, let index = state.arriving.firstIndex(where: { $0.id == user })
            else { return false }
            state.arriving.remove(at: index)
            return true
        }
    }

    private func leave(_ meeting: Meeting) {
        state.withLock { state in
            if state.meeting === meeting { state.arriving = [] }
        }
    }
}
