import StudioCore

@testable import StudioMeeting

/// Effects and rosters of meeting inputs. The local user is the host; Ann is co-host, Bob an attendee.
enum MeetingTransitionTable {
    struct Row: Sendable {
        let input: MeetingInput
        let phase: MeetingPhase
        let effects: [String]
        let after: MeetingPhase
        let roster: String
    }

    /// The rosters of the phases: here | in the main session | the local user outside.
    static let rosters: [MeetingPhase: String] = [
        .idle: "Ann#2 coHost, Bob#3 attendee |  | Me#1 host",
        .outside: "Ann#2 coHost, Bob#3 attendee |  | Me#1 host",
        .main: "Me#1 host, Ann#2 coHost, Bob#3 attendee |  | ",
        .mainReconnecting: "Me#1 host, Ann#2 coHost, Bob#3 attendee |  | ",
        .room: "Me#4 host, Cy#5 attendee | Ann#2 coHost, Bob#3 attendee | ",
        .roomReconnecting: "Me#4 host, Cy#5 attendee | Ann#2 coHost, Bob#3 attendee | ",
        .over: " |  | ",
    ]

    /// Every input of the table. A pair of phase and input without a row has no effect and changes nothing.
    static let inputs: [MeetingInput] = entrances + ends + others

    private static let entrances = MeetingEntrance.allCases.map { MeetingInput.join($0) }
    private static let ends = EndReason.allCases.map { MeetingInput.end($0) }
    private static let others: [MeetingInput] =
        [
            .admit, .putOutside, .fail, .loseConnection(stopsStudio: false), .loseConnection(stopsStudio: true),
            .regainConnection, .connectAudio, .enterBreakoutRoom, .leaveBreakoutRoom, .promote, .demote,
            .add(.attendee), .add(.host), .remove(.plain), .remove(.coHost), .remove(.myself), .remove(.nobody),
            .expel(.plain), .expel(.myself), .rejoin(.coHost), .rejoin(.inMainSession), .rejoin(.myself),
            .startOtherStudio(nil), .startOtherStudio(.coHost), .startOtherStudio(.plain), .startOtherStudio(.myself),
            .setVideo(true, .myself), .setVideo(false, .myself), .setVideo(true, .plain), .setRole(.attendee, .myself),
            .setRole(.coHost, .myself), .setRole(.coHost, .plain), .setRole(.attendee, .coHost),
            .setRole(.host, .plain), .makeHost(.coHost), .makeHost(.myself), .reclaimHost,
        ]

    static let rows: [Row] = flat(
        comingRows, goingRows, connectionRows, audioRows, othersRows, studioRows, roleRows)

    private static let comingRows: [Row] = [
        Row(.join(.direct), .idle, ["connecting"] + arrival, .main, rosters[.main]),
        Row(.join(.waitingRoom), .idle, ["connecting", "inWaitingRoom"], .outside, rosters[.outside]),
        Row(.join(.beforeHost), .idle, ["connecting", "waitingForHost"], .outside, rosters[.outside]),
        Row(
            .join(.otherMeetingInProgress), .idle, ["connecting", "otherMeetingInProgress"], .outside,
            rosters[.outside]),
        Row(.join(.failure), .idle, ["connecting", "failed"], .over, rosters[.over]),
        Row(.admit, .outside, arrival, .main, rosters[.main]),
    ]

    private static let arrival = [
        "inMeeting", "joined Me#1 host", "joined Ann#2 coHost", "joined Bob#3 attendee",
    ]

    private static let goingRows: [Row] = {
        var rows = [
            Row(.fail, .outside, ["failed"], .over, rosters[.over]),
            Row(
                .putOutside, .main, ["interrupt", "inWaitingRoom"], .outside,
                "Ann#2 host, Bob#3 attendee |  | Me#4 attendee"),
        ]
        for reason in EndReason.allCases {
            rows.append(Row(.end(reason), .outside, ["disconnecting", "ended \(reason)"], .over, rosters[.over]))
        }
        for phase in MeetingPhase.inside {
            let ways: [(MeetingInput, EndReason)] =
                [(.fail, .undefined), (.expel(.myself), .kickedByHost)] + EndReason.allCases.map { (.end($0), $0) }
            for (input, reason) in ways {
                let effects = ["disconnecting", "interrupt", "ended \(reason)"]
                rows.append(Row(input, phase, effects, .over, rosters[.over]))
            }
        }
        return rows
    }()

    private static let connectionRows: [Row] =
        [
            Row(
                .loseConnection(stopsStudio: false), .main, ["suspend", "reconnecting"], .mainReconnecting,
                rosters[.main]),
            Row(
                .loseConnection(stopsStudio: false), .room, ["suspend", "reconnecting"], .roomReconnecting,
                rosters[.room]),
            Row(
                .loseConnection(stopsStudio: true), .main, ["suspend", "interrupt", "reconnecting"], .mainReconnecting,
                rosters[.main]),
            Row(
                .loseConnection(stopsStudio: true), .room, ["suspend", "interrupt", "reconnecting"], .roomReconnecting,
                rosters[.room]),
            Row(.regainConnection, .mainReconnecting, ["resume", "inMeeting"], .main, rosters[.main]),
            Row(.regainConnection, .roomReconnecting, ["resume", "inMeeting"], .room, rosters[.room]),
            Row(
                .enterBreakoutRoom, .main, ["interrupt", "joinedBreakoutRoom", "joined Me#4 host"], .room,
                "Me#4 host | Ann#2 coHost, Bob#3 attendee | "),
            Row(
                .leaveBreakoutRoom, .room,
                [
                    "interrupt", "leftBreakoutRoom", "joined Me#6 host", "joined Ann#2 coHost", "joined Bob#3 attendee",
                    "joined Cy#5 attendee",
                ], .main, "Me#6 host, Ann#2 coHost, Bob#3 attendee, Cy#5 attendee |  | "),
        ]

    private static let audioRows: [Row] = MeetingPhase.inside.map { phase in
        Row(.connectAudio, phase, ["audioReady"], phase, rosters[phase])
    }

    private static let othersRows: [Row] = flat(
        rows(
            .add(.attendee), outside: "Ann#2 coHost, Bob#3 attendee, Guest#4 attendee |  | Me#1 host",
            main: ["joined Guest#4 attendee"],
            "Me#1 host, Ann#2 coHost, Bob#3 attendee, Guest#4 attendee |  | ",
            room: ["joined Guest#6 attendee"],
            "Me#4 host, Cy#5 attendee, Guest#6 attendee | Ann#2 coHost, Bob#3 attendee | "),
        rows(
            .add(.host), outside: "Ann#2 coHost, Bob#3 attendee, Guest#4 host |  | Me#1 attendee",
            main: ["joined Guest#4 attendee", "interrupt", "role Me#1 attendee", "role Guest#4 host", "host #4"],
            "Me#1 attendee, Ann#2 coHost, Bob#3 attendee, Guest#4 host |  | ",
            room: ["joined Guest#6 attendee", "interrupt", "role Me#4 attendee", "role Guest#6 host", "host #6"],
            "Me#4 attendee, Cy#5 attendee, Guest#6 host | Ann#2 coHost, Bob#3 attendee | "),
        [MeetingInput.remove(.plain), .expel(.plain)].flatMap { (input: MeetingInput) -> [Row] in
            rows(
                input, outside: "Ann#2 coHost |  | Me#1 host",
                main: ["left Bob#3 attendee"], "Me#1 host, Ann#2 coHost |  | ",
                room: ["left Cy#5 attendee"], "Me#4 host | Ann#2 coHost, Bob#3 attendee | ")
        },
        rows(
            .remove(.coHost), outside: "Bob#3 attendee |  | Me#1 host",
            main: ["left Ann#2 coHost"], "Me#1 host, Bob#3 attendee |  | "),
        rows(
            .rejoin(.coHost), outside: "Bob#3 attendee, Ann#4 attendee |  | Me#1 host",
            main: ["left Ann#2 coHost", "joined Ann#4 attendee"],
            "Me#1 host, Bob#3 attendee, Ann#4 attendee |  | "),
        rows(
            .rejoin(.inMainSession),
            room: ["joined Ann#6 attendee"], "Me#4 host, Cy#5 attendee, Ann#6 attendee | Bob#3 attendee | "),
        rows(
            .setVideo(true, .myself),
            main: ["video Me#1 host video"], "Me#1 host video, Ann#2 coHost, Bob#3 attendee |  | ",
            room: ["video Me#4 host video"], "Me#4 host video, Cy#5 attendee | Ann#2 coHost, Bob#3 attendee | "),
        rows(
            .setVideo(true, .plain), outside: "Ann#2 coHost, Bob#3 attendee video |  | Me#1 host",
            main: ["video Bob#3 attendee video"], "Me#1 host, Ann#2 coHost, Bob#3 attendee video |  | ",
            room: ["video Cy#5 attendee video"], "Me#4 host, Cy#5 attendee video | Ann#2 coHost, Bob#3 attendee | "))

    private static let studioRows: [Row] = flat(
        rows(
            .startOtherStudio(nil),
            outside: "Ann#2 coHost, Bob#3 attendee, Another user#4 coHost, Other#5 attendee of #4 video "
                + "|  | Me#1 host",
            main: ["joined Another user#4 coHost", "joined Other#5 attendee of #4 video", "studio #5 true"],
            "Me#1 host, Ann#2 coHost, Bob#3 attendee, Another user#4 coHost, Other#5 attendee of #4 video |  | ",
            room: ["joined Another user#6 coHost", "joined Other#7 attendee of #6 video", "studio #7 true"],
            "Me#4 host, Cy#5 attendee, Another user#6 coHost, Other#7 attendee of #6 video "
                + "| Ann#2 coHost, Bob#3 attendee | "),
        rows(
            .startOtherStudio(.coHost),
            outside: "Ann#2 coHost, Bob#3 attendee, Other#4 attendee of #2 video |  | Me#1 host",
            main: ["joined Other#4 attendee of #2 video", "studio #4 true"],
            "Me#1 host, Ann#2 coHost, Bob#3 attendee, Other#4 attendee of #2 video |  | "))

    private static let roleRows: [Row] = flat(
        rows(
            .setRole(.attendee, .myself), outside: "Ann#2 host, Bob#3 attendee |  | Me#1 attendee",
            main: ["interrupt", "role Me#1 attendee", "role Ann#2 host", "co-host #2 false", "host #2"],
            "Me#1 attendee, Ann#2 host, Bob#3 attendee |  | ",
            room: ["interrupt", "role Me#4 attendee", "role Cy#5 host", "host #5"],
            "Me#4 attendee, Cy#5 host | Ann#2 coHost, Bob#3 attendee | "),
        rows(
            .setRole(.coHost, .myself), outside: "Ann#2 host, Bob#3 attendee |  | Me#1 coHost",
            main: ["role Me#1 coHost", "co-host #1 true", "role Ann#2 host", "co-host #2 false", "host #2"],
            "Me#1 coHost, Ann#2 host, Bob#3 attendee |  | ",
            room: ["role Me#4 coHost", "co-host #4 true", "role Cy#5 host", "host #5"],
            "Me#4 coHost, Cy#5 host | Ann#2 coHost, Bob#3 attendee | "),
        rows(
            .setRole(.coHost, .plain), outside: "Ann#2 coHost, Bob#3 coHost |  | Me#1 host",
            main: ["role Bob#3 coHost", "co-host #3 true"], "Me#1 host, Ann#2 coHost, Bob#3 coHost |  | ",
            room: ["role Cy#5 coHost", "co-host #5 true"],
            "Me#4 host, Cy#5 coHost | Ann#2 coHost, Bob#3 attendee | "),
        rows(
            .setRole(.attendee, .coHost), outside: "Ann#2 attendee, Bob#3 attendee |  | Me#1 host",
            main: ["role Ann#2 attendee", "co-host #2 false"], "Me#1 host, Ann#2 attendee, Bob#3 attendee |  | "),
        rows(
            .setRole(.host, .plain), outside: "Ann#2 coHost, Bob#3 host |  | Me#1 attendee",
            main: ["interrupt", "role Me#1 attendee", "role Bob#3 host", "host #3"],
            "Me#1 attendee, Ann#2 coHost, Bob#3 host |  | ",
            room: ["interrupt", "role Me#4 attendee", "role Cy#5 host", "host #5"],
            "Me#4 attendee, Cy#5 host | Ann#2 coHost, Bob#3 attendee | "),
        rows(
            .makeHost(.coHost), outside: "Ann#2 host, Bob#3 attendee |  | Me#1 attendee",
            main: ["interrupt", "role Me#1 attendee", "role Ann#2 host", "co-host #2 false", "host #2"],
            "Me#1 attendee, Ann#2 host, Bob#3 attendee |  | "))

    private static func flat(_ groups: [Row]...) -> [Row] { groups.flatMap { $0 } }

    /// The phase stays. Outside nothing is reported; reconnecting makes no difference.
    private static func rows(
        _ input: MeetingInput, outside: String? = nil, main: [String]? = nil, _ mainRoster: String = "",
        room: [String]? = nil, _ roomRoster: String = ""
    ) -> [Row] {
        let phases: [(MeetingPhase, [String]?, String)] = [
            (.idle, outside.map { _ in [] }, outside ?? ""), (.outside, outside.map { _ in [] }, outside ?? ""),
            (.main, main, mainRoster), (.mainReconnecting, main, mainRoster),
            (.room, room, roomRoster), (.roomReconnecting, room, roomRoster),
        ]
        return phases.compactMap { phase, effects, roster in
            effects.map { Row(input, phase, $0, phase, roster) }
        }
    }
}

extension MeetingTransitionTable.Row {
    init(
        _ input: MeetingInput, _ phase: MeetingPhase, _ effects: [String], _ after: MeetingPhase, _ roster: String?
    ) {
        self.init(input: input, phase: phase, effects: effects, after: after, roster: roster ?? "")
    }
}
