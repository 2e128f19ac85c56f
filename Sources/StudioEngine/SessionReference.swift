import FoundationEssentials
import StudioCore

/// Every command and event with an example: the source of `docs/session.md`, and what tests encode and decode.
package enum SessionReference {
    package static let commands: [(example: SessionCommand, text: String)] = [
        (
            .join(entrance: .waitingRoom),
            "The local user joins: `direct`, `waitingRoom`, `beforeHost`, `otherMeetingInProgress`, `failure`."
        ),
        (.admit, "The local user is let in from the waiting room, or the host has come."),
        (.putIntoWaitingRoom, "The local user is put into the waiting room."),
        (.leave, "The local user leaves."),
        (.endMeeting(reason: .endedByHost), "The meeting ends for everybody."),
        (.failMeeting, "Joining fails; a meeting that goes on ends."),
        (.loseConnection(stopsStudio: false), "The connection breaks: media is accepted, dropped and counted."),
        (.regainConnection, "The connection is back."),
        (.connectAudio, "The local user's audio is connected."),
        (.enterBreakoutRoom, "The local user moves into a breakout room."),
        (.leaveBreakoutRoom, "The breakout room closes."),
        (.promote, "In a webinar, the local user becomes a panelist."),
        (.demote, "In a webinar, the local user becomes an attendee."),
        (
            .addParticipant(name: "Ann", role: .attendee, isVideoOn: true),
            "Somebody else joins; the reply has the number."
        ),
        (.removeParticipant(user: user), "Somebody else leaves."),
        (.rejoin(user: user), "Somebody leaves and joins again; the reply has the new number."),
        (.expel(user: user), "The host expels somebody; without `user`, the local user."),
        (
            .addOtherStudio(name: "Studio", parent: nil),
            "Somebody else starts Production Studio; by default a new co-host."
        ),
        (.setVideo(isOn: true, user: user), "Somebody's video is switched on or off."),
        (.setRole(role: .coHost, user: user), "Somebody gets a role."),
        (.revokeCoHost(user: nil), "A co-host loses that role; without `user`, the local user."),
        (.reclaimHost, "The first host takes the role back."),
        (
            .setResponses(responses: responses),
            "What the studio answers from now on; what is missing stays as it is. Times are seconds."
        ),
        (.stopStudio, "The studio stops for reasons of its own."),
        (.addOutput(address: "show.mp4"), "Adds an output; the reply has its number."),
        (.removeOutput(output: 1), "Finishes an output and removes it."),
        (
            .restartOutput(output: 1),
            "Finishes an output and begins another one at the same address; the reply has its number."
        ),
        (.stop, "Stops the studio, finishes the outputs, and ends the session."),
    ]

    package static let events: [(example: SessionEvent.Kind, text: String)] = [
        (.sessionChanged(state: .sending), "The session is in another state: \(list(SessionState.allCases))."),
        (.commandPerformed(command: .admit), "A command was performed; addresses in it are redacted."),
        (.failed(failure: failure), "Something failed: \(list(SessionFailure.Category.allCases))."),
        (.note(message: "the frames are taken as 30 a second"), "Something worth knowing, in one line."),
        (
            .stopped(reason: .endOfStream),
            "It is over: `eos`, `stopped`, `roleLost`, `meetingEnded`, `left`, or `error:` and a code."
        ),
        (.meetingStatusChanged(status: .inMeeting, reason: .none), "The meeting's status changed."),
        (.participantJoined(user: user, name: "Ann", role: .attendee), "Somebody joined."),
        (.participantLeft(user: user), "Somebody left."),
        (.roleChanged(user: user, role: .coHost), "Somebody's role changed."),
        (.hostChanged(user: user), "The host is another one; 0 when there is none."),
        (.coHostChanged(user: user, isCoHost: true), "Somebody became co-host, or is no longer."),
        (.studioUserChanged(user: user, isSending: true), "A studio user began or ended publishing."),
        (.videoChanged(user: user, isOn: true), "Somebody's video was switched on or off."),
        (.startCalled(width: 1920, height: 1080, code: "Success"), "A start was called, and what it returned."),
        (.stopCalled(code: "Success"), "A stop was called, and what it returned."),
        (.startAnswered(accepted: true), "A start was answered."),
        (.sendingStarted(hasSender: true), "Sending may begin; without a sender the start has failed after all."),
        (.sendingStopped, "Sending is over."),
        (
            .violation(rule: "PS-SEND-005", code: "InvalidParameter", message: "…", isRefusal: true),
            "A rule was broken for the first time."
        ),
        (.inputsOpened(width: 1920, height: 1080, frameRate: 30, hasAudio: true), "The inputs are open."),
        (.audioPipeSilent(name: "audio.pcm"), "An audio pipe delivers nothing; silence takes its place."),
        (
            .dropped(reason: .encoderOverload, frames: 3, audioBlocks: 0),
            "Media was dropped: \(list(SessionEvent.DropReason.allCases))."
        ),
        (.outputAdded(output: 1, address: "show.mp4"), "An output was added."),
        (.outputChanged(output: 1, address: "rtmp://host/live/***", change: change), "An output is in another state."),
        (.outputRemoved(output: 1), "An output was removed."),
    ]

    private static let user = UserID(rawValue: 16_778_240)

    private static var responses: SessionResponses {
        var responses = SessionResponses()
        responses.accepts = false
        responses.minimumAnswerDelay = .milliseconds(40)
        return responses
    }

    private static let failure = SessionFailure(.output, "storageFull", "show.mp4: no space is left; free some space")

    private static let change = SessionEvent.OutputChange(
        .retrying(attempt: 1, at: .zero, OutputFailure(.disconnected, "the connection was lost")))

    private static func list<Value: RawRepresentable<String>>(_ values: [Value]) -> String {
        values.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    }

    /// The page `docs/session.md`.
    package static func markdown() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var lines = [
            "# Commands and events of a session", "",
            "A session is commanded, followed and read as JSON. This page is generated from the code; a test compares both.",
            "",
            "## Commands", "", "Version \(SessionCommand.version).", "", "| command | what it does |", "| --- | --- |",
        ]
        for row in commands { lines.append("| `\(try json(row.example, encoder))` | \(row.text) |") }
        lines += [
            "", "## Events", "",
            "Version \(SessionEvent.version). Each is an object with `sequence` (1, 2, 3 …), `time` (seconds on the session's clock) and "
                + "`event`.", "", "| event | what happened |", "| --- | --- |",
        ]
        for row in events { lines.append("| `\(try json(row.example, encoder))` | \(row.text) |") }
        lines += [
            "", "## Snapshot", "", "Version \(SessionSnapshot.currentSchema). Before a session begins it is:", "",
            "```json",
        ]
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        lines += [try json(SessionSnapshot(), encoder), "```", ""]
        return lines.joined(separator: "\n")
    }

    private static func json(_ value: some Encodable, _ encoder: JSONEncoder) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
