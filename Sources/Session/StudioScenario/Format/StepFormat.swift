import ProductionStudio
import StudioCore

/// The keys of a step: its timing, and the commands.
enum StepFormat {
    /// A command of a step.
    struct Command: Sendable {
        let name: String
        let fields: [Field]
        let text: String
        /// The command; a named user is `UserID.none` in it.
        let make: @Sendable (Checked) -> SessionCommand

        init(
            _ name: String, _ text: String, _ fields: [Field] = [],
            _ make: @escaping @Sendable (Checked) -> SessionCommand
        ) {
            self.name = name
            self.fields = fields
            self.text = text
            self.make = make
        }
    }

    static let timing = [
        Field("at", .duration(minimum: .zero), "The session time."),
        Field(
            "on", .word(ScenarioEvent.allCases.map(\.rawValue)),
            "The event that starts the timing; its first occurrence."),
        Field(
            "after", .delay, "The delay after on, or after the beginning: a duration, or a number of accepted frames."),
        Field("every", .duration(minimum: .milliseconds(1)), "The interval of repetitions."),
        Field("times", .integer(1...Int.max), "How often the step is performed (default: without limit)."),
    ]

    static let fields = timing + commands.map { Field($0.name, .mapping($0.fields), $0.text) }

    private static let user = Field("user", .participant, "The participant (default: the local user).")
    private static let otherUser = Field("user", .participant, "The participant.", isRequired: true)
    private static let output = Field(
        "output", .integer(1...Int.max), "The output's number, from 1 in the order of addition.", isRequired: true)

    static let commands = meetingCommands + participantCommands + trackCommands + studioCommands + sessionCommands

    private static let meetingCommands = [
        Command(
            "join", "The local user joins, if the client does not join itself.",
            [
                Field(
                    "entrance", .word(MeetingEntrance.allCases.map(\.rawValue)), "What happens then (default: direct).")
            ]
        ) { value in .join(entrance: value["entrance"]?.text.flatMap { MeetingEntrance(rawValue: $0) } ?? .direct) },
        Command("admit", "The local user is admitted from the waiting room, or the host has joined.") { _ in .admit },
        Command("putIntoWaitingRoom", "The local user is moved to the waiting room.") { _ in .putIntoWaitingRoom },
        Command("leave", "The local user leaves.") { _ in .leave },
        Command(
            "endMeeting", "The meeting ends for all.",
            [Field("reason", .word(EndReason.allCases.map(\.rawValue)), "The reason (default: endedByHost).")]
        ) { value in .endMeeting(reason: value["reason"]?.text.flatMap { EndReason(rawValue: $0) } ?? .endedByHost) },
        Command("failMeeting", "Joining fails; a meeting that was joined ends.") { _ in .failMeeting },
        Command(
            "loseConnection", "The connection is lost: media is accepted, dropped and counted.",
            [Field("stopsStudio", .flag, "Whether an active studio is stopped (default: false).")]
        ) { .loseConnection(stopsStudio: $0["stopsStudio"]?.flag ?? false) },
        Command("regainConnection", "The connection is restored.") { _ in .regainConnection },
        Command("connectAudio", "The local user's audio is connected.") { _ in .connectAudio },
        Command("enterBreakoutRoom", "The local user moves to a breakout room.") { _ in .enterBreakoutRoom },
        Command("leaveBreakoutRoom", "The breakout room closes.") { _ in .leaveBreakoutRoom },
        Command("promote", "In a webinar, the local user is promoted to panelist.") { _ in .promote },
        Command("demote", "In a webinar, the local user is demoted to attendee.") { _ in .demote },
    ]

    private static let participantCommands = [
        Command(
            "addParticipant", "Another user joins.",
            [
                Field("name", .text, "The display name.", isRequired: true),
                Field("role", AnswersFormat.role, "The role (default: attendee)."),
                Field("video", .flag, "Whether the video is on (default: false)."),
            ]
        ) { value in
            .addParticipant(
                name: value["name"]?.text ?? "", role: value["role"]?.role ?? .attendee,
                isVideoOn: value["video"]?.flag ?? false)
        },
        Command("removeParticipant", "A participant leaves.", [otherUser]) { _ in .removeParticipant(user: .none) },
        Command("rejoin", "A participant leaves and joins again with a new ID.", [otherUser]) { _ in
            .rejoin(user: .none)
        },
        Command("expel", "The host expels a participant.", [user]) { .expel(user: $0.placeholder("user")) },
        Command(
            "addOtherStudio", "Another user starts Production Studio.",
            [
                Field("name", .text, "The display name (default: Studio)."),
                Field("parent", .participant, "The studio's user, a host or co-host (default: a new co-host)."),
            ]
        ) { .addOtherStudio(name: $0["name"]?.text ?? "Studio", parent: $0.placeholder("parent")) },
        Command(
            "setVideo", "A participant's video is switched on or off.",
            [Field("on", .flag, "Whether it is on.", isRequired: true), user]
        ) { .setVideo(isOn: $0["on"]?.flag ?? false, user: $0.placeholder("user")) },
        Command(
            "setRole", "A participant's role changes.",
            [Field("role", AnswersFormat.role, "The new role.", isRequired: true), user]
        ) { .setRole(role: $0["role"]?.role ?? .attendee, user: $0.placeholder("user")) },
        Command("revokeCoHost", "A co-host loses that role.", [user]) { .revokeCoHost(user: $0.placeholder("user")) },
        Command("reclaimHost", "The original host takes the role back.") { _ in .reclaimHost },
    ]

    private static let studioCommands = [
        Command(
            "setResponses", "The responses of the studio change; the keys are those of answers.start.",
            AnswersFormat.start
        ) { .setResponses(responses: AnswersFormat.studioResponses($0)) },
        Command(
            "setEntryResponses",
            "The responses to init, authentication and joining change; the keys are those of answers.",
            AnswersFormat.groups.filter { $0.name != "start" }
        ) { .setEntryResponses(responses: AnswersFormat.entryResponses($0)) },
        Command("expireIdentity", "The client's identity expires.") { _ in .expireIdentity },
        Command("stopStudio", "The studio stops for internal reasons.") { _ in .stopStudio },
    ]

    private static let sessionCommands = [
        Command("addOutput", "Adds an output.", [Field("address", .text, "The address.", isRequired: true)]) {
            .addOutput(address: $0["address"]?.text ?? "")
        },
        Command("removeOutput", "Finishes an output and removes it.", [output]) {
            .removeOutput(output: $0["output"]?.integer ?? 0)
        },
        Command("restartOutput", "Finishes an output and opens a new one with the same address.", [output]) {
            .restartOutput(output: $0["output"]?.integer ?? 0)
        },
        Command("stop", "Stops the studio, finishes the outputs, and ends the session.") { _ in .stop },
    ]
}

extension Checked {
    /// `UserID.none` for a named participant, `nil` for the local user.
    fileprivate func placeholder(_ key: String) -> UserID? { self[key].map { _ in UserID.none } }
}
