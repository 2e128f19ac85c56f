import StudioCore

@testable import StudioMeeting

// Effects and rosters in text form: `role Ann#2 host`. Numbers count from 1 in the order of assignment.
extension UserID {
    var text: String { self == .none ? "none" : "#\((rawValue - 16_778_240) / 1024 + 1)" }
}

extension Participant {
    /// `Ann#2 coHost`, and unusual properties.
    var text: String {
        let parent = studioParent.map { " of \($0.text)" } ?? ""
        return "\(name)\(id.text) \(role)\(parent)\(isVideoOn ? " video" : "")"
    }
}

extension MeetingEffect {
    var text: String {
        switch self {
        case .interruption: "interrupt"
        case .suspendMedia(let isSuspended): isSuspended ? "suspend" : "resume"
        default: reported?.text ?? ""
        }
    }
}

extension MeetingEvent {
    var text: String {
        switch self {
        case .status(.ended, let reason): "ended \(reason)"
        case .status(let status, .none): "\(status)"
        case .status(let status, let reason): "\(status), wrongly because of \(reason)"
        case .joined(let participant): "joined \(participant.text)"
        case .left(let participant): "left \(participant.text)"
        case .role(let participant): "role \(participant.text)"
        case .video(let participant): "video \(participant.text)"
        case .host(let id): "host \(id.text)"
        case .coHost(let id, let isCoHost): "co-host \(id.text) \(isCoHost)"
        case .studioUser(let id, let isSending): "studio \(id.text) \(isSending)"
        }
    }
}

extension MeetingContents {
    /// Participants here; participants in the main session; the local user outside.
    var roster: String {
        [participants, elsewhere, absent.map { [$0] } ?? []]
            .map { $0.map(\.text).joined(separator: ", ") }.joined(separator: " | ")
    }
}

/// The names of the phases.
enum MeetingPhase: String, Hashable, Sendable, CaseIterable {
    case idle, outside, main, mainReconnecting, room, roomReconnecting, over

    static let inside: [MeetingPhase] = [.main, .mainReconnecting, .room, .roomReconnecting]

    var phase: MeetingMachine.Phase {
        switch self {
        case .idle: .idle
        case .outside: .outside
        case .main: .inside(.main, .connected)
        case .mainReconnecting: .inside(.main, .reconnecting)
        case .room: .inside(.breakout, .connected)
        case .roomReconnecting: .inside(.breakout, .reconnecting)
        case .over: .over
        }
    }

    /// The inputs that lead to this phase, from a meeting that the local user has not joined, and from one they are
    /// in.
    fileprivate var path: [MeetingInput] {
        switch self {
        case .idle, .main: []
        case .outside: [.join(.waitingRoom)]
        case .mainReconnecting: [.loseConnection(stopsStudio: false)]
        case .room, .roomReconnecting: [.enterBreakoutRoom]
        case .over: [.end(.endedByHost)]
        }
    }
}

extension MeetingSubject {
    /// Ann, a co-host, and Bob, an attendee, are in the meeting; Cy enters the breakout room.
    init(kind: MeetingKind = .meeting, role: MeetingRole = .host, in phase: MeetingPhase) {
        self.init(kind: kind, role: role, isJoined: phase != .idle && phase != .outside)
        add("Ann", .coHost)
        add("Bob", .attendee)
        for input in phase.path { _ = apply(input) }
        if phase == .room || phase == .roomReconnecting { add("Cy", .attendee) }
        if phase == .roomReconnecting { _ = apply(.loseConnection(stopsStudio: false)) }
    }
}
