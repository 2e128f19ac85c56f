import StudioCore

// The table of commands: each case of the enumeration has its entry, or this file does not compile.
extension SessionCommand {
    /// The row of the command.
    package var row: CommandRow {
        switch self {
        case .join:
            CommandRow(
                "join",
                "The local user joins: `direct`, `waitingRoom`, `beforeHost`, `otherMeetingInProgress`, `failure`.",
                [.word("entrance", MeetingEntrance.self, "What happens then.", default: .direct)])
        case .admit: CommandRow("admit", "The local user is admitted from the waiting room, or the host has joined.")
        case .putIntoWaitingRoom: CommandRow("putIntoWaitingRoom", "The local user is moved to the waiting room.")
        case .leave: CommandRow("leave", "The local user leaves.")
        case .endMeeting:
            CommandRow(
                "endMeeting", "The meeting ends for all.",
                [.word("reason", EndReason.self, "The reason.", default: .endedByHost)])
        case .failMeeting: CommandRow("failMeeting", "Joining fails; a meeting that was joined ends.")
        case .loseConnection:
            CommandRow(
                "loseConnection", "The connection is lost: media is accepted, dropped and counted.",
                [Field("stopsStudio", .flag, "Whether an active studio is stopped.", default: "false")])
        case .regainConnection: CommandRow("regainConnection", "The connection is restored.")
        case .connectAudio: CommandRow("connectAudio", "The local user's audio is connected.")
        case .enterBreakoutRoom: CommandRow("enterBreakoutRoom", "The local user moves to a breakout room.")
        case .leaveBreakoutRoom: CommandRow("leaveBreakoutRoom", "The breakout room closes.")
        case .promote: CommandRow("promote", "In a webinar, the local user is promoted to panelist.")
        case .demote: CommandRow("demote", "In a webinar, the local user is demoted to attendee.")
        case .addParticipant:
            CommandRow(
                "addParticipant", "Another user joins.", Field.newParticipant + [.reportedAfter],
                reply: .participant("the ID"),
                on: .roster)
        case .removeParticipant: CommandRow("removeParticipant", "A participant leaves.", [.participant])
        case .rejoin:
            CommandRow(
                "rejoin", "A participant leaves and joins again.", [.participant], reply: .participant("the new ID"),
                on: .roster)
        case .expel: CommandRow("expel", "The host expels a participant; without `user`, the local user.", [.user])
        case .addOtherStudio:
            CommandRow(
                "addOtherStudio", "Another user starts Production Studio; a new co-host by default.",
                [
                    Field("name", .text, "The display name.", default: "Studio"),
                    Field("parent", .participant, "The studio's user, a host or co-host (default: a new co-host)."),
                ],
                reply: .participant(nil), on: .roster)
        case .setResolvable:
            CommandRow(
                "setResolvable", "A look-up by ID finds a participant who was reported, or finds nobody yet.",
                [
                    Field("isResolvable", .flag, "Whether the participant is found.", isRequired: true),
                    .participant,
                ])
        case .addCaption:
            CommandRow(
                "addCaption", "A line of live transcription: a new one, or with `line` one that changes.",
                [
                    .participant,
                    Field("text", .text, "The text of the line so far.", isRequired: true),
                    Field("line", .text, "The line that changes (default: a new one)."),
                    .word("change", Caption.Change.self, "What happens to the line.", default: .complete),
                ])
        case .setVideo:
            CommandRow(
                "setVideo", "A participant's video is switched on or off.",
                [Field("isOn", .flag, "Whether it is on.", isRequired: true, synonyms: ["on"]), .user])
        case .publishMedia:
            CommandRow(
                "publishMedia", "A participant publishes a file, `coded:`, or a test pattern without `source`.",
                Field.media, synonyms: ["publish"],
                on: .tracks)
        case .publishShare:
            CommandRow(
                "publishShare",
                "A participant shares a screen with its audio: a file, `coded:`, or a test pattern without `source`.",
                Field.media, synonyms: ["share"],
                on: .tracks)
        case .changeTrack:
            CommandRow(
                "changeTrack",
                "A participant's `camera`, `microphone`, `shareVideo` or `shareAudio` changes: `mute`, `unmute`, `stall`, "
                    + "`resume` with `catchesUp`, `setSize` with `width` and `height`, `useSourceSize`, `setFrameRate` "
                    + "with `perSecond`, `rotate` with `rotation` in degrees, `speak`, `silence`, `interrupt` with "
                    + "`reason`, `endInterruption`.",
                [
                    .participant,
                    Field("track", .word(TrackKind.allCases.map(\.rawValue)), "The track.", isRequired: true),
                    Field("change", .choice(TrackChangeForm.all.map(\.field)), "The change.", isRequired: true),
                ],
                on: .tracks)
        case .setRole:
            CommandRow(
                "setRole", "A participant's role changes.",
                [Field("role", ResponseTable.role, "The new role.", isRequired: true), .user])
        case .revokeCoHost:
            CommandRow("revokeCoHost", "A co-host loses that role; without `user`, the local user.", [.user])
        case .reclaimHost: CommandRow("reclaimHost", "The original host takes the role back.")
        case .sendChat:
            CommandRow(
                "sendChat", "A participant sends a chat message to everyone.",
                [Field("text", .text, "The message.", isRequired: true), .participant])
        case .setRecordingResponse:
            CommandRow(
                "setRecordingResponse", "How the host answers requests for the permission to record.",
                [
                    Field(
                        "response", .word(RecordingResponse.allCases.map(\.rawValue)), "The answer.",
                        isRequired: true),
                    Field("delay", .duration(minimum: .zero), "The time to the answer (default: as before, 100ms)."),
                ],
                on: .services)
        case .permitRecording:
            CommandRow(
                "permitRecording", "The host permits the local user to record, or does not any more.",
                [Field("isPermitted", .flag, "Whether it is permitted.", default: "true")])
        case .setAudioConnection:
            CommandRow(
                "setAudioConnection", "Whether the local user's audio connects when the client asks for it.",
                [Field("isPossible", .flag, "Whether it connects.", isRequired: true)],
                on: .services)
        case .lockShare:
            CommandRow(
                "lockShare",
                "The host locks sharing, or unlocks it: frames of others are accepted meanwhile, and nobody sees them.",
                [Field("isLocked", .flag, "Whether only hosts and co-hosts share.", default: "true")],
                on: .services)
        case .remind:
            CommandRow(
                "remind", "A reminder is shown to the local user.",
                [
                    .word("kind", ReminderKind.self, "What it is about.", default: .recording),
                    Field("text", .text, "The text.", default: "This meeting is being recorded"),
                ])
        case .setResponses:
            CommandRow(
                "setResponses",
                "Changes the responses of the emulated server; missing fields keep their value. Times are in seconds.",
                [.responses(ResponseTable.studio)], answers: .start,
                on: .studio)
        case .setEntryResponses:
            CommandRow(
                "setEntryResponses",
                "Changes the responses to init, authentication and joining; missing fields keep their value.",
                [.responses(ResponseTable.entry)], answers: .untilJoined,
                on: .entry)
        case .expireIdentity:
            CommandRow("expireIdentity", "The client's identity expires.", on: .entry)
        case .stopStudio:
            CommandRow(
                "stopStudio", "The studio stops for internal reasons.", on: .studio)
        case .changeSource:
            CommandRow(
                "changeSource",
                "Puts another source on air at a frame: a file, a FIFO, `coded:`, or a test pattern without `video`. "
                    + "The reply comes when it is on air; the last change wins.",
                Field.source,
                on: .source)
        case .showSlate:
            CommandRow(
                "showSlate", "Puts the slate on air; live audio goes on.",
                on: .slate)
        case .endSlate:
            CommandRow(
                "endSlate", "Puts the source on air instead of a slate that was requested.",
                on: .slate)
        case .addOutput:
            CommandRow(
                "addOutput", "Adds an output.", [Field("address", .address, "The address.", isRequired: true)],
                reply: .output("its number"),
                on: .outputs, until: .live)
        case .removeOutput:
            CommandRow(
                "removeOutput", "Finishes an output and removes it.", [.output],
                on: .outputs, until: .end)
        case .restartOutput:
            CommandRow(
                "restartOutput",
                "Finishes an output and adds a new one in its place: a file with a new name, `show-2.mp4`, a server at its "
                    + "address.", [.output, .append],
                reply: .output("its number"),
                on: .outputs, until: .live)
        case .stopOutput:
            CommandRow(
                "stopOutput", "Finishes an output, which keeps its number and its counts and can be started again.",
                [.output],
                on: .outputs, until: .end)
        case .startOutput:
            CommandRow(
                "startOutput",
                "Starts an output that is stopped or has failed: a file with a new name, `show-2.mp4`, a server at its "
                    + "address.", [.output, .append], reply: .address("its address"),
                on: .outputs, until: .live)
        case .splitOutput:
            CommandRow(
                "splitOutput",
                "Lets a file go on in another one, `show-2.mp4`, from the next key frame on, which is requested at once; "
                    + "no frame and no audio is lost or repeated.", [.output],
                reply: .address("the path of the next file"),
                on: .outputs, until: .split)
        case .addChapter:
            CommandRow(
                "addChapter",
                "Lets a chapter of an MP4 file begin. Chapters are written when the file is completed; other files have none.",
                [.output, Field("name", .text, "Its name, at most 255 bytes (default: its number).")], on: .outputs)
        case .setVolume:
            CommandRow(
                "setVolume",
                "Sets the volume of the program's audio, as a factor of the amplitude: 1 leaves it as it is, 0.5 is 6 dB "
                    + "less.",
                [Field("factor", .number(0...4), "The factor, 0 to 4.", isRequired: true)],
                on: .outputs)
        case .setMute:
            CommandRow(
                "setMute", "Mutes the program's audio, or unmutes it with the volume as before; the track goes on.",
                [Field("isMuted", .flag, "Whether it is muted.", isRequired: true)],
                on: .outputs)
        case .graph:
            CommandRow(
                "graph",
                "Writes each running pipeline of the session's process as dot, and as SVG where dot is installed.",
                [Field("folder", .folder, "The folder (default: that of --pipeline-graphs).")],
                reply: .address("the folder"), on: .session)
        case .addNote:
            CommandRow(
                "addNote", "Keeps a line among the events and in the trace; nothing else happens.",
                [Field("text", .text, "The line, at most 1000 bytes.", isRequired: true)], on: .session)
        case .stop:
            CommandRow(
                "stop", "Stops the studio, finishes the outputs, and ends the session.", on: .session)
        }
    }
}

// The fields that several commands have.
extension Field {
    package static let participant = Field("user", .participant, "The participant.", isRequired: true)
    /// A participant who joins.
    package static let newParticipant = [
        Field("name", .text, "The display name.", isRequired: true),
        Field("role", ResponseTable.role, "The role.", default: "attendee"),
        Field("isVideoOn", .flag, "Whether the video is on.", synonyms: ["video"], default: "false"),
    ]
    fileprivate static let reportedAfter = Field(
        "reportedAfter", .duration(minimum: .zero),
        "How much later than the media the client is notified (default: at once).")
    fileprivate static let user = Field("user", .participant, "The participant (default: the local user).")
    fileprivate static let output = Field(
        "output", .integer(1...Int.max), "The output's number, from 1 in the order of addition.", isRequired: true)
    fileprivate static let append = Field(
        "append", .flag, "Whether an HLS playlist goes on under its name, behind a discontinuity (default: a new one).")
    fileprivate static let source = [
        Field("video", .source, "A file beside the scenario, a FIFO, or coded: (default: a test pattern)."),
        Field("audio", .source, "The same for audio (default: the audio of the video's file)."),
        Field("loops", .flag, "Whether a media file loops.", synonyms: ["loop"], default: "false"),
        Field("startAt", .duration(minimum: .zero), "The start position in a media file (default: its beginning)."),
    ]
    fileprivate static let media = [
        participant,
        Field("source", .source, "A media file beside the scenario, or coded: (default: a test pattern)."),
        Field("loops", .flag, "Whether a file loops.", synonyms: ["loop"], default: "false"),
    ]

    /// A value of an enumeration.
    package static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, _: Word.Type, _ text: String, default value: Word
    ) -> Field {
        Field(name, .word(Word.allCases.map(\.rawValue)), text, default: value.rawValue)
    }

    /// Responses in the words of their JSON form. Scenarios have older words beside them.
    fileprivate static func responses(_ rows: [ResponseRow]) -> Field {
        Field("responses", .mapping(rows.flatMap(\.fields)), "The responses that change.", standsAlone: true)
    }
}
