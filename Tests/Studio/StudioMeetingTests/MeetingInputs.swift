import StudioCore

@testable import StudioMeeting

// Lists of inputs.
extension MeetingInput {
    private static let entrances = MeetingEntrance.allCases.map { MeetingInput.join($0) }
    private static let ends = EndReason.allCases.map { MeetingInput.end($0) }

    private static let phases: [MeetingInput] = [
        .admit, .putOutside, .fail, .loseConnection(stopsStudio: false), .loseConnection(stopsStudio: true),
        .regainConnection, .connectAudio, .enterBreakoutRoom, .leaveBreakoutRoom, .promote, .demote,
    ]

    private static let newcomers = MeetingRole.allCases.map { MeetingInput.add($0) }

    private static let people: [MeetingInput] = Who.allCases.flatMap { who -> [MeetingInput] in
        let roles = MeetingRole.allCases.map { MeetingInput.setRole($0, who) }
        return roles + [
            .remove(who), .expel(who), .rejoin(who), .startOtherStudio(who), .makeHost(who), .setVideo(true, who),
            .setVideo(false, who),
        ]
    }

    private static let studios: [MeetingInput] = [
        .startOtherStudio(nil), .reclaimHost,
        .reserveStudio(permission: nil), .reserveStudio(permission: true), .reserveStudio(permission: false),
        .releaseStudio, .addStudioUser, .removeStudioUser,
    ]

    private static let requests: [MeetingInput] = Request.allCases.flatMap { request -> [MeetingInput] in
        let targets = request.hasTarget ? Who.allCases : [.nobody]
        return targets.map { .request(request, $0) }
    }

    /// All inputs with all targets.
    static let all: [MeetingInput] = entrances + ends + phases + newcomers + people + studios + requests

    /// All inputs, without variants of reasons and roles that make no difference.
    static let distinct: [MeetingInput] = all.filter { input in
        switch input {
        case .end(let reason): reason == .none || reason == .undefined
        case .add(let role), .setRole(let role, _): role != .none && role != .breakoutRoomModerator
        default: true
        }
    }

    /// One input of each kind, with the most relevant targets.
    static let typical: [MeetingInput] = [
        .join(.direct), .join(.waitingRoom), .admit, .putOutside, .end(.endedByHost),
        .loseConnection(stopsStudio: true), .regainConnection, .enterBreakoutRoom, .leaveBreakoutRoom, .demote,
        .add(.coHost), .add(.host), .remove(.host),
        .rejoin(.coHost), .startOtherStudio(nil), .setRole(.coHost, .myself), .makeHost(.coHost), .makeHost(.myself),
        .reclaimHost, .reserveStudio(permission: nil), .addStudioUser, .remove(.ownStudio),
    ]
}
