import FoundationEssentials
import MediaOutputs
import ProductionStudio
import StudioCore

/// An example of every command and event. `docs/session.md` is generated from it; tests encode and decode it.
package enum SessionReference {
    package static let commands: [(example: SessionCommand, text: String)] = [
        (
            .join(entrance: .waitingRoom),
            "The local user joins: `direct`, `waitingRoom`, `beforeHost`, `otherMeetingInProgress`, `failure`."
        ),
        (.admit, "The local user is admitted from the waiting room, or the host has joined."),
        (.putIntoWaitingRoom, "The local user is moved to the waiting room."),
        (.leave, "The local user leaves."),
        (.endMeeting(reason: .endedByHost), "The meeting ends for all."),
        (.failMeeting, "Joining fails; a meeting that was joined ends."),
        (.loseConnection(stopsStudio: false), "The connection is lost: media is accepted, dropped and counted."),
        (.regainConnection, "The connection is restored."),
        (.connectAudio, "The local user's audio is connected."),
        (.enterBreakoutRoom, "The local user moves to a breakout room."),
        (.leaveBreakoutRoom, "The breakout room closes."),
        (.promote, "In a webinar, the local user is promoted to panelist."),
        (.demote, "In a webinar, the local user is demoted to attendee."),
        (
            .addParticipant(name: "Ann", role: .attendee, isVideoOn: true),
            "Another user joins; the reply contains the ID."
        ),
        (.removeParticipant(user: user), "A participant leaves."),
        (.rejoin(user: user), "A participant leaves and joins again; the reply contains the new ID."),
        (.expel(user: user), "The host expels a participant; without `user`, the local user."),
        (
            .addOtherStudio(name: "Studio", parent: nil),
            "Another user starts Production Studio; a new co-host by default."
        ),
        (.setVideo(isOn: true, user: user), "A participant's video is switched on or off."),
        (
            .publishMedia(user: user, source: "clip.mp4", loops: true),
            "A participant publishes a file, `coded:`, or a test pattern without `source`."
        ),
        (
            .publishShare(user: user, source: "slides.mp4", loops: false),
            "A participant shares a screen with its audio: a file, `coded:`, or a test pattern without `source`."
        ),
        (
            .changeTrack(user: user, track: .camera, change: .setSize(width: 640, height: 360)),
            "A participant's `camera`, `microphone`, `shareVideo` or `shareAudio` changes: `mute`, `unmute`, `stall`, "
                + "`resume` with `catchesUp`, `setSize` with `width` and `height`, `useSourceSize`, `setFrameRate` with "
                + "`perSecond`, `rotate` with `rotation` in degrees, `speak`, `silence`."
        ),
        (.setRole(role: .coHost, user: user), "A participant's role changes."),
        (.revokeCoHost(user: nil), "A co-host loses that role; without `user`, the local user."),
        (.reclaimHost, "The original host takes the role back."),
        (
            .setResponses(responses: responses),
            "Changes the responses of the emulated server; missing fields keep their value. Times are in seconds."
        ),
        (
            .setEntryResponses(responses: entryResponses),
            "Changes the responses to init, authentication and joining; missing fields keep their value."
        ),
        (.expireIdentity, "The client's identity expires."),
        (.stopStudio, "The studio stops for internal reasons."),
        (.addOutput(address: "show.mp4"), "Adds an output; the reply contains its number."),
        (.removeOutput(output: 1), "Finishes an output and removes it."),
        (
            .restartOutput(output: 1),
            "Finishes an output and opens a new one with the same address; the reply contains its number."
        ),
        (.stop, "Stops the studio, finishes the outputs, and ends the session."),
    ]

    package static let events: [(example: SessionEvent.Kind, text: String)] = [
        (.sessionChanged(state: .sending), "The session's state changed: \(list(SessionState.allCases))."),
        (.commandPerformed(command: .admit), "A command was performed; addresses in it are redacted."),
        (.failed(failure: failure), "Something failed: \(list(SessionFailure.Category.allCases))."),
        (.note(message: "the frame rate is unknown; assuming 30 fps"), "Information in one line."),
        (
            .stopped(reason: .endOfStream),
            "The session ended: `eos`, `stopped`, `roleLost`, `meetingEnded`, `left`, or `error:` and a code."
        ),
        (
            .authenticated(result: .success),
            "The result of the authentication was delivered, in a session with a scenario."
        ),
        (.identityExpired, "The identity has expired, in a session with a scenario."),
        (.meetingStatusChanged(status: .inMeeting, reason: .none), "The meeting's status changed."),
        (.participantJoined(user: user, name: "Ann", role: .attendee), "A participant joined."),
        (.participantLeft(user: user), "A participant left."),
        (.roleChanged(user: user, role: .coHost), "A participant's role changed."),
        (.hostChanged(user: user), "The host changed; 0 when there is none."),
        (.coHostChanged(user: user, isCoHost: true), "A participant became co-host or lost that role."),
        (.studioUserChanged(user: user, isSending: true), "A studio user started or stopped publishing."),
        (.videoChanged(user: user, isOn: true), "A participant's video was switched on or off."),
        (
            .trackStateChanged(user: user, track: .camera, state: .on),
            "A participant's track is published (`on`), not published (`off`), stalled, or ended with the participant."
        ),
        (
            .trackMuted(user: user, track: .microphone, isMuted: true),
            "A participant muted or unmuted a track; its state follows."
        ),
        (
            .trackFormatChanged(
                user: user, track: .camera,
                format: .video(width: 640, height: 360, range: .limited, rotation: .none)),
            "The first unit of a track, or the first one of another form, was published."
        ),
        (
            .subscriptionChanged(user: user, track: .camera, subscription: 1, isActive: true),
            "A video subscription to a track began or ended; user 0 is the local user."
        ),
        (.startCalled(width: 1920, height: 1080, code: "Success"), "`start` was called; `code` is its result."),
        (.stopCalled(code: "Success"), "`stop` was called; `code` is its result."),
        (.startAnswered(accepted: true), "The result of a start was delivered."),
        (.sendingStarted(hasSender: true), "Sending may start; without a sender, the start has failed."),
        (.sendingStopped, "Sending ended."),
        (
            .violation(rule: "PS-SEND-005", code: "InvalidParameter", message: "…", isRefusal: true),
            "A rule was violated for the first time."
        ),
        (.inputsOpened(width: 1920, height: 1080, frameRate: 30, hasAudio: true), "The inputs are open."),
        (.audioPipeSilent(name: "audio.pcm"), "An audio pipe delivers nothing and is replaced by silence."),
        (
            .dropped(reason: .encoderOverload, frames: 3, audioBlocks: 0),
            "Media was dropped: \(list(SessionEvent.DropReason.allCases))."
        ),
        (.outputAdded(output: 1, address: "show.mp4"), "An output was added."),
        (.outputChanged(output: 1, address: "rtmp://host/live/***", change: change), "An output's state changed."),
        (.outputRemoved(output: 1), "An output was removed."),
    ]

    private static let user = UserID(rawValue: 16_778_240)

    private static var responses: SessionResponses {
        var responses = SessionResponses()
        responses.accepts = false
        responses.minimumAnswerDelay = .milliseconds(40)
        responses.senderDelivery = .never
        return responses
    }

    private static var entryResponses: SessionEntryResponses {
        var responses = SessionEntryResponses()
        responses.authentication = .tokenWrong
        responses.authenticationDelivery = .late(by: .seconds(5))
        responses.statusDelivery = [.inMeeting: .never]
        return responses
    }

    private static let failure = SessionFailure(
        .output, "storageFull", "show.mp4: no space left on the device; free some space")

    private static let change = SessionEvent.OutputChange(
        .retrying(attempt: 1, at: .zero, OutputFailure(.disconnected, "the connection was lost")), delay: .seconds(1))

    private static func list<Value: RawRepresentable<String>>(_ values: [Value]) -> String {
        values.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    }

    /// The page `docs/session.md`.
    package static func markdown() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var lines = [
            "# Commands and events of a session", "",
            "A session accepts commands, publishes events and provides a snapshot. Each has a JSON form. "
                + "This page is generated from the code.",
            "",
            "## Commands", "", "Version \(SessionCommand.version).", "", "| command | effect |", "| --- | --- |",
        ]
        for row in commands { lines.append("| `\(try json(row.example, encoder))` | \(row.text) |") }
        lines += [
            "", "## Events", "",
            "Version \(SessionEvent.version). Each event is an object with `sequence` (1, 2, 3 …), "
                + "`time` (seconds on the session's clock) and `event`.", "", "| event | meaning |", "| --- | --- |",
        ]
        for row in events { lines.append("| `\(try json(row.example, encoder))` | \(row.text) |") }
        lines += [
            "", "## Snapshot", "",
            "Version \(SessionSnapshot.currentSchema). Before a session starts, the snapshot is:", "",
            "```json",
        ]
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        lines += [try json(SessionSnapshot(), encoder), "```", "", "An output that is connecting is:", "", "```json"]
        let output = SessionOutput(1, OutputAddress(name: "show.mp4"), OutputStatus(.connecting))
        lines += [try json(output, encoder), "```", ""]
        lines += ["`outputDuration` is in milliseconds, `outputBitrate` in kbit/s over the last four seconds.", ""]
        return lines.joined(separator: "\n")
    }

    private static func json(_ value: some Encodable, _ encoder: JSONEncoder) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
