import ProductionStudio
import StudioCore
import StudioMeeting

// The table of commands: each case of the enumeration has its entry, or this file does not compile.
extension SessionCommand {
    /// The entry of the command.
    package var entry: CommandEntry {
        switch self {
        case .join(let entrance):
            CommandEntry(
                "join",
                "The local user joins: `direct`, `waitingRoom`, `beforeHost`, `otherMeetingInProgress`, `failure`.",
                [.word("entrance", MeetingEntrance.self, "What happens then.", default: .direct)],
                action: .meeting { $0.join(entrance) })
        case .admit:
            CommandEntry(
                "admit", "The local user is admitted from the waiting room, or the host has joined.",
                action: .meeting { $0.admit() })
        case .putIntoWaitingRoom:
            CommandEntry(
                "putIntoWaitingRoom", "The local user is moved to the waiting room.",
                action: .meeting { $0.putIntoWaitingRoom() })
        case .leave: CommandEntry("leave", "The local user leaves.", action: .meeting { $0.leave() })
        case .endMeeting(let reason):
            CommandEntry(
                "endMeeting", "The meeting ends for all.",
                [.word("reason", EndReason.self, "The reason.", default: .endedByHost)],
                action: .meeting { $0.end(reason) })
        case .failMeeting:
            CommandEntry(
                "failMeeting", "Joining fails; a meeting that was joined ends.", action: .meeting { $0.fail() })
        case .loseConnection(let stopsStudio):
            CommandEntry(
                "loseConnection", "The connection is lost: media is accepted, dropped and counted.",
                [Field("stopsStudio", .flag, "Whether an active studio is stopped.", default: "false")],
                action: .meeting { $0.loseConnection(stopsStudio: stopsStudio) })
        case .regainConnection:
            CommandEntry("regainConnection", "The connection is restored.", action: .meeting { $0.regainConnection() })
        case .connectAudio:
            CommandEntry("connectAudio", "The local user's audio is connected.", action: .meeting { $0.connectAudio() })
        case .enterBreakoutRoom:
            CommandEntry(
                "enterBreakoutRoom", "The local user moves to a breakout room.",
                action: .meeting { $0.enterBreakoutRoom() })
        case .leaveBreakoutRoom:
            CommandEntry("leaveBreakoutRoom", "The breakout room closes.", action: .meeting { $0.leaveBreakoutRoom() })
        case .promote:
            CommandEntry(
                "promote", "In a webinar, the local user is promoted to panelist.", action: .meeting { $0.promote() })
        case .demote:
            CommandEntry(
                "demote", "In a webinar, the local user is demoted to attendee.", action: .meeting { $0.demote() })
        case .addParticipant(let name, let role, let isVideoOn, let delay):
            CommandEntry(
                "addParticipant", "Another user joins.", Field.newParticipant + [.reportedAfter],
                reply: .participant("the ID"),
                action: .roster { meeting in
                    let guest =
                        delay.map { meeting.add(name, role: role, isVideoOn: isVideoOn, reportedAfter: $0) }
                        ?? meeting.add(name, role: role, isVideoOn: isVideoOn)
                    return .participant(user: meeting.isPresent(guest.id) ? guest.id : nil)
                })
        case .removeParticipant(let user):
            CommandEntry(
                "removeParticipant", "A participant leaves.", [.participant], action: .meeting { $0.remove(user) })
        case .rejoin(let user):
            CommandEntry(
                "rejoin", "A participant leaves and joins again.", [.participant], reply: .participant("the new ID"),
                action: .roster { meeting in
                    let guest = meeting.present(user).flatMap { $0.isMyself || $0.isStudioUser ? nil : $0 }
                    return .participant(user: guest.map { meeting.rejoin($0).id })
                })
        case .expel(let user):
            CommandEntry(
                "expel", "The host expels a participant; without `user`, the local user.", [.user],
                action: .meeting { $0.expel(user) })
        case .addOtherStudio(let name, let parent):
            CommandEntry(
                "addOtherStudio", "Another user starts Production Studio; a new co-host by default.",
                [
                    Field("name", .text, "The display name.", default: "Studio"),
                    Field("parent", .participant, "The studio's user, a host or co-host (default: a new co-host)."),
                ],
                action: .roster { .participant(user: $0.addOtherStudioUser(name: name, of: parent)?.id) })
        case .setResolvable(let isResolvable, let user):
            CommandEntry(
                "setResolvable", "A look-up by ID finds a participant who was reported, or finds nobody yet.",
                [
                    Field("isResolvable", .flag, "Whether the participant is found.", isRequired: true),
                    .participant,
                ],
                action: .meeting { meeting in
                    meeting.setResolvable(isResolvable, of: user)
                    return meeting.isPresent(user)
                })
        case .addCaption(let user, let text, let line, let change):
            CommandEntry(
                "addCaption", "A line of live transcription: a new one, or with `line` one that changes.",
                [
                    .participant,
                    Field("text", .text, "The text of the line so far.", isRequired: true),
                    Field("line", .text, "The line that changes (default: a new one)."),
                    .word("change", Caption.Change.self, "What happens to the line.", default: .complete),
                ],
                action: .meeting { $0.addCaption(text, of: user, id: line, change: change) != nil })
        case .setVideo(let isOn, let user):
            CommandEntry(
                "setVideo", "A participant's video is switched on or off.",
                [Field("isOn", .flag, "Whether it is on.", isRequired: true, synonyms: ["on"]), .user],
                action: .meeting { $0.setVideo(isOn, of: user) })
        case .publishMedia(let user, let source, let loops):
            CommandEntry(
                "publishMedia", "A participant publishes a file, `coded:`, or a test pattern without `source`.",
                Field.media, synonyms: ["publish"],
                action: .tracks { targets throws(SessionCommandError) in
                    try targets.publish(source, loops: loops, isShare: false, of: user)
                })
        case .publishShare(let user, let source, let loops):
            CommandEntry(
                "publishShare",
                "A participant shares a screen with its audio: a file, `coded:`, or a test pattern without `source`.",
                Field.media, synonyms: ["share"],
                action: .tracks { targets throws(SessionCommandError) in
                    try targets.publish(source, loops: loops, isShare: true, of: user)
                })
        case .changeTrack(let user, let track, let change):
            CommandEntry(
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
                action: .tracks { targets throws(SessionCommandError) in try targets.change(track, of: user, change) })
        case .setRole(let role, let user):
            CommandEntry(
                "setRole", "A participant's role changes.",
                [Field("role", AnswersFormat.role, "The new role.", isRequired: true), .user],
                action: .meeting { $0.setRole(role, of: user) })
        case .revokeCoHost(let user):
            CommandEntry(
                "revokeCoHost", "A co-host loses that role; without `user`, the local user.", [.user],
                action: .meeting { $0.revokeCoHost(from: user) })
        case .reclaimHost:
            CommandEntry("reclaimHost", "The original host takes the role back.", action: .meeting { $0.reclaimHost() })
        case .sendChat(let text, let user):
            CommandEntry(
                "sendChat", "A participant sends a chat message to everyone.",
                [Field("text", .text, "The message.", isRequired: true), .participant],
                action: .meeting { meeting in
                    guard let sender = meeting.present(user) else { return false }
                    meeting.services.send(text, from: sender)
                    return true
                })
        case .setRecordingResponse(let response, let delay):
            CommandEntry(
                "setRecordingResponse", "How the host answers requests for the permission to record.",
                [
                    Field(
                        "response", .word(RecordingResponse.allCases.map(\.rawValue)), "The answer.",
                        isRequired: true),
                    Field("delay", .duration(minimum: .zero), "The time to the answer (default: as before, 100ms)."),
                ],
                action: .services { $0.setRecordingResponse(response, delay: delay) })
        case .permitRecording(let isPermitted):
            CommandEntry(
                "permitRecording", "The host permits the local user to record, or does not any more.",
                [Field("isPermitted", .flag, "Whether it is permitted.", default: "true")],
                action: .meeting { meeting in
                    meeting.services.permitRecording(isPermitted)
                    return true
                })
        case .setAudioConnection(let isPossible):
            CommandEntry(
                "setAudioConnection", "Whether the local user's audio connects when the client asks for it.",
                [Field("isPossible", .flag, "Whether it connects.", isRequired: true)],
                action: .services { $0.connectsAudio = isPossible })
        case .lockShare(let isLocked):
            CommandEntry(
                "lockShare",
                "The host locks sharing, or unlocks it: frames of others are accepted meanwhile, and nobody sees them.",
                [Field("isLocked", .flag, "Whether only hosts and co-hosts share.", default: "true")],
                action: .services { $0.lockShare(isLocked) })
        case .remind(let kind, let text):
            CommandEntry(
                "remind", "A reminder is shown to the local user.",
                [
                    .word("kind", ReminderKind.self, "What it is about.", default: .recording),
                    Field("text", .text, "The text.", default: "This meeting is being recorded"),
                ],
                action: .meeting { meeting in
                    meeting.services.remind(kind, text: text)
                    return true
                })
        case .setResponses(let responses):
            CommandEntry(
                "setResponses",
                "Changes the responses of the emulated server; missing fields keep their value. Times are in seconds.",
                [.responses(AnswersFormat.studio)], answers: AnswersFormat.start,
                action: .studio { studio in
                    studio.responses.apply(responses)
                    return true
                })
        case .setEntryResponses(let responses):
            CommandEntry(
                "setEntryResponses",
                "Changes the responses to init, authentication and joining; missing fields keep their value.",
                [.responses(AnswersFormat.entry)], answers: AnswersFormat.untilJoined,
                action: .entry { entry in
                    entry.responses.apply(responses)
                    return true
                })
        case .expireIdentity:
            CommandEntry("expireIdentity", "The client's identity expires.", action: .entry { $0.expireIdentity() })
        case .stopStudio:
            CommandEntry(
                "stopStudio", "The studio stops for internal reasons.", action: .studio { $0.stopInternally() })
        case .changeSource(let video, let audio, let loops, let startAt):
            CommandEntry(
                "changeSource",
                "Puts another source on air at a frame: a file, a FIFO, `coded:`, or a test pattern without `video`. "
                    + "The reply comes when it is on air; the last change wins.",
                Field.source,
                action: .source { targets, completion throws(SessionCommandError) in
                    try targets.commandedSession().changeSource(
                        video: targets.sourcePath(video), audio: targets.sourcePath(audio), loops: loops,
                        startAt: startAt ?? .zero, below: targets.folder, completion: completion)
                })
        case .showSlate:
            CommandEntry(
                "showSlate", "Puts the slate on air; live audio goes on.",
                action: .slate { session throws(SessionCommandError) in try session.showSlate() })
        case .endSlate:
            CommandEntry(
                "endSlate", "Puts the source on air instead of a slate that was requested.",
                action: .slate { session throws(SessionCommandError) in try session.endSlate() })
        case .addOutput(let address):
            CommandEntry(
                "addOutput", "Adds an output.", [Field("address", .text, "The address.", isRequired: true)],
                reply: .output("its number"),
                action: .newOutput { session, folder throws(SessionCommandError) in
                    .output(output: try session.addOutput(address, below: folder))
                })
        case .removeOutput(let output):
            CommandEntry(
                "removeOutput", "Finishes an output and removes it.", [.output],
                action: .outputs { session throws(SessionCommandError) in
                    try session.removeOutput(output)
                    return .done
                })
        case .restartOutput(let output, let appends):
            CommandEntry(
                "restartOutput",
                "Finishes an output and adds a new one in its place: a file with a new name, `show-2.mp4`, a server at its "
                    + "address.", [.output, .append],
                reply: .output("its number"),
                action: .outputs { session throws(SessionCommandError) in
                    .output(output: try session.restartOutput(output, appends: appends ?? false))
                })
        case .stopOutput(let output):
            CommandEntry(
                "stopOutput", "Finishes an output, which keeps its number and its counts and can be started again.",
                [.output],
                action: .outputs { session throws(SessionCommandError) in
                    try session.stopOutput(output)
                    return .done
                })
        case .startOutput(let output, let appends):
            CommandEntry(
                "startOutput",
                "Starts an output that is stopped or has failed: a file with a new name, `show-2.mp4`, a server at its "
                    + "address.", [.output, .append], reply: .address("its address"),
                action: .outputs { session throws(SessionCommandError) in
                    .address(address: try session.startOutput(output, appends: appends ?? false))
                })
        case .splitOutput(let output):
            CommandEntry(
                "splitOutput",
                "Lets a file go on in another one, `show-2.mp4`, from the next key frame on, which is requested at once; "
                    + "no frame and no audio is lost or repeated.", [.output],
                reply: .address("the path of the next file"),
                action: .outputs { session throws(SessionCommandError) in
                    .address(address: try session.splitOutput(output))
                })
        case .setVolume(let factor):
            CommandEntry(
                "setVolume",
                "Sets the volume of the program's audio, as a factor of the amplitude: 1 leaves it as it is, 0.5 is 6 dB "
                    + "less.",
                [Field("factor", .number(0...4), "The factor, 0 to 4.", isRequired: true)],
                action: .outputs { session throws(SessionCommandError) in
                    try session.setVolume(factor)
                    return .done
                })
        case .setMute(let isMuted):
            CommandEntry(
                "setMute", "Mutes the program's audio, or unmutes it with the volume as before; the track goes on.",
                [Field("isMuted", .flag, "Whether it is muted.", isRequired: true)],
                action: .outputs { session throws(SessionCommandError) in
                    try session.setMute(isMuted)
                    return .done
                })
        case .stop:
            CommandEntry(
                "stop", "Stops the studio, finishes the outputs, and ends the session.", action: .session { $0.end() })
        }
    }
}

// The fields that several commands have.
extension Field {
    static let participant = Field("user", .participant, "The participant.", isRequired: true)
    /// A participant who joins.
    static let newParticipant = [
        Field("name", .text, "The display name.", isRequired: true),
        Field("role", AnswersFormat.role, "The role.", default: "attendee"),
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
        Field("video", .text, "A file beside the scenario, a FIFO, or coded: (default: a test pattern)."),
        Field("audio", .text, "The same for audio (default: the audio of the video's file)."),
        Field("loops", .flag, "Whether a media file loops.", synonyms: ["loop"], default: "false"),
        Field("startAt", .duration(minimum: .zero), "The start position in a media file (default: its beginning)."),
    ]
    fileprivate static let media = [
        participant,
        Field("source", .text, "A media file beside the scenario, or coded: (default: a test pattern)."),
        Field("loops", .flag, "Whether a file loops.", synonyms: ["loop"], default: "false"),
    ]

    /// A value of an enumeration.
    static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, _: Word.Type, _ text: String, default value: Word
    ) -> Field {
        Field(name, .word(Word.allCases.map(\.rawValue)), text, default: value.rawValue)
    }

    /// Responses in the words of their JSON form. Scenarios have older words beside them.
    fileprivate static func responses(_ rows: [ResponseRow]) -> Field {
        Field("responses", .mapping(rows.flatMap(\.fields)), "The responses that change.", standsAlone: true)
    }
}
