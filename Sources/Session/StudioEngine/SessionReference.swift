import FoundationEssentials
import MediaOutputs
import ProductionStudio
import StudioCore

/// An example of every command and event. `docs/session.md` is generated from it; tests encode and decode it.
package enum SessionReference {
    package static let commands = SessionCommand.examples.map { (example: $0, text: $0.entry.reference) }

    package static let events: [(example: SessionEvent.Kind, text: String)] = [
        (.sessionChanged(state: .sending), "The session's state changed: \(list(SessionState.allCases))."),
        (
            .commandPerformed(command: .admit),
            "A command was performed, or a change of source has begun; addresses in it are redacted."
        ),
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
            .sourceChanged(source: "clip.mp4", at: 12.5),
            "Another source is on air, from this time of the program on, in seconds."
        ),
        (.slateShown(reason: .stalled, at: 12.5), "A slate is on air: \(list(SlateReason.allCases))."),
        (.slateEnded(at: 20), "The source is on air instead of the slate."),
        (
            .dropped(reason: .encoderOverload, frames: 3, audioBlocks: 0),
            "Media was dropped: \(list(SessionEvent.DropReason.allCases))."
        ),
        (
            .programAudioChanged(volumeFactor: 0.5, isMuted: false),
            "The volume of the program's audio changed; a factor of 1 leaves it as it is."
        ),
        (.outputAdded(output: 1, address: "show.mp4"), "An output was added."),
        (.outputChanged(output: 1, address: "rtmp://host/live/***", change: change), "An output's state changed."),
        (.outputSplit(output: 1, address: "show-2.mp4"), "A file goes on in another one."),
        (
            .outputPartEnded(output: 1, address: "show.mp4", change: .init(.finished)),
            "A former part of an output has ended: the output was started again or split meanwhile."
        ),
        (.outputRemoved(output: 1), "An output was removed."),
    ]

    private static let user = SessionCommand.exampleUser

    private static let failure = SessionFailure(
        .output, "storageFull", "show.mp4: no space left on the device; free some space")

    /// One in which nothing is missing.
    static let change = SessionEvent.OutputChange(
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
        lines += [
            "`outputDuration` is the end of the media taken, in the program, in milliseconds; like `outputTimecode` it does not begin "
                + "again with another part, and neither do the counts. `outputBitrate` is in kbit/s over the last four seconds.",
            "",
        ]
        return lines.joined(separator: "\n")
    }

    private static func json(_ value: some Encodable, _ encoder: JSONEncoder) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
