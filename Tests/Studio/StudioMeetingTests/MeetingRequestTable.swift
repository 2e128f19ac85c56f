import StudioCore

@testable import StudioMeeting

/// The result of a request of the app, by the local user's role and the target. Carl is co-host, Ada an attendee;
/// Hanna is the host if the local user is not.
enum MeetingRequestTable {
    enum Answer: Hashable, Sendable {
        case granted([String])
        case rejected(MeetingRefusal.Reason)
    }

    struct Row: Sendable, CustomStringConvertible {
        let role: MeetingRole
        let request: MeetingInput.Request
        let target: Who
        let answer: Answer

        var description: String { "\(request) of \(target) by \(role)" }
    }

    /// All possible targets. A host finds no other host.
    static func targets(_ role: MeetingRole) -> [Who] {
        [.nobody, .myself, .plain, .coHost, .ownStudio, .otherStudio] + (role == .host ? [] : [.host])
    }

    static let rows: [Row] = hostRows + coHostRows + otherRows

    private static let hostRows: [Row] =
        rows(
            .host, .makeHost,
            granted: [
                .plain: ["interrupt", "role Me#1 attendee", "role Ada#3 host", "host #3"],
                .coHost: ["interrupt", "role Me#1 attendee", "role Carl#2 host", "co-host #2 false", "host #2"],
            ])
        + rows(.host, .assignCoHost, granted: [.plain: ["role Ada#3 coHost", "co-host #3 true"]])
        + rows(.host, .revokeCoHost, granted: [.coHost: ["role Carl#2 attendee", "co-host #2 false"]])
        + rows(
            .host, .expel,
            granted: [
                .plain: ["left Ada#3 attendee"], .coHost: ["left Carl#2 coHost"], .ownStudio: ["interrupt"],
                .otherStudio: ["studio #4 false", "left Other#4 attendee of #2 video"],
            ])
        + [
            Row(role: .host, request: .giveHostBack, target: .nobody, answer: .rejected(.wrongTarget)),
            Row(role: .host, request: .reclaimHost, target: .nobody, answer: .rejected(.alreadyHost)),
            Row(
                role: .host, request: .endForAll, target: .nobody,
                answer: .granted(["disconnecting", "interrupt", "ended none"])),
        ]

    private static let coHostRows: [Row] =
        rows(
            .coHost, .expel,
            granted: [
                .plain: ["left Ada#3 attendee"], .coHost: ["left Carl#2 coHost"], .ownStudio: ["interrupt"],
                .otherStudio: ["studio #5 false", "left Other#5 attendee of #2 video"],
            ])
        + withoutRight(.coHost, MeetingInput.Request.allCases.filter { $0 != .expel })

    private static let otherRows: [Row] = [MeetingRole.none, .attendee, .panelist, .breakoutRoomModerator]
        .flatMap { withoutRight($0, MeetingInput.Request.allCases) }

    /// Granted for some targets, rejected for all others.
    private static func rows(
        _ role: MeetingRole, _ request: MeetingInput.Request, granted: [Who: [String]]
    ) -> [Row] {
        targets(role).map { target in
            let answer = granted[target].map { Answer.granted($0) } ?? .rejected(.wrongTarget)
            return Row(role: role, request: request, target: target, answer: answer)
        }
    }

    /// Rejected for every target: the role is checked first.
    private static func withoutRight(_ role: MeetingRole, _ requests: [MeetingInput.Request]) -> [Row] {
        requests.flatMap { request in
            (request.hasTarget ? targets(role) : [.nobody]).map { target in
                Row(role: role, request: request, target: target, answer: .rejected(.missingRole))
            }
        }
    }
}
