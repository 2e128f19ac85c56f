import StudioCore

/// All that is known of an event. The wire, traces, receivers and the reference take its name from here.
package struct EventRow: Sendable {
    /// The name on the wire.
    package let name: String
    /// What it means, in one sentence, for the reference.
    package let text: String

    fileprivate init(_ name: String, _ text: String) {
        (self.name, self.text) = (name, text)
    }
}

// The table of events: each case of the enumeration has its entry, or this file does not compile.
extension SessionEvent.Kind {
    /// The row of the event.
    package var row: EventRow {
        switch self {
        case .sessionChanged:
            EventRow("sessionChanged", "The session's state changed: \(Self.list(SessionState.allCases)).")
        case .commandPerformed:
            EventRow(
                "commandPerformed",
                "A command was performed, or a change of source has begun; addresses in it are redacted. `origin` says who has given it: "
                    + "\(Self.list(CommandOrigin.allCases)).")
        case .failed: EventRow("failed", "Something failed: \(Self.list(SessionFailure.Category.allCases)).")
        case .note: EventRow("note", "Information in one line.")
        case .stopped:
            EventRow(
                "stopped",
                "The session ended: `eos`, `stopped`, `roleLost`, `meetingEnded`, `left`, or `error:` and a code.")
        case .serverChanged:
            EventRow(
                "serverChanged",
                "The server that the session has started died, or answers again: "
                    + "\(Self.list(SessionServerState.allCases)), when it stays down.")
        case .authenticated:
            EventRow("authenticated", "The result of the authentication was delivered, in a session with a scenario.")
        case .identityExpired: EventRow("identityExpired", "The identity has expired, in a session with a scenario.")
        case .meetingStatusChanged: EventRow("meetingStatusChanged", "The meeting's status changed.")
        case .participantJoined: EventRow("participantJoined", "A participant joined.")
        case .participantLeft: EventRow("participantLeft", "A participant left.")
        case .roleChanged: EventRow("roleChanged", "A participant's role changed.")
        case .hostChanged: EventRow("hostChanged", "The host changed; 0 when there is none.")
        case .coHostChanged: EventRow("coHostChanged", "A participant became co-host or lost that role.")
        case .studioUserChanged: EventRow("studioUserChanged", "A studio user started or stopped publishing.")
        case .videoChanged: EventRow("videoChanged", "A participant's video was switched on or off.")
        case .trackStateChanged:
            EventRow(
                "trackStateChanged",
                "A participant's track is published (`on`), not published (`off`), stalled, or ended with the participant."
            )
        case .trackMuted: EventRow("trackMuted", "A participant muted or unmuted a track; its state follows.")
        case .trackFormatChanged:
            EventRow(
                "trackFormatChanged", "The first unit of a track, or the first one of another form, was published.")
        case .subscriptionChanged:
            EventRow(
                "subscriptionChanged", "A video subscription to a track began or ended; user 0 is the local user.")
        case .startCalled: EventRow("startCalled", "`start` was called; `code` is its result.")
        case .stopCalled: EventRow("stopCalled", "`stop` was called; `code` is its result.")
        case .startAnswered: EventRow("startAnswered", "The result of a start was delivered.")
        case .sendingStarted: EventRow("sendingStarted", "Sending may start; without a sender, the start has failed.")
        case .sendingStopped: EventRow("sendingStopped", "Sending ended.")
        case .violation: EventRow("violation", "A rule was violated for the first time.")
        case .inputsOpened: EventRow("inputsOpened", "The inputs are open.")
        case .audioPipeSilent:
            EventRow("audioPipeSilent", "An audio pipe delivers nothing and is replaced by silence.")
        case .sourceChanged:
            EventRow("sourceChanged", "Another source is on air, from this time of the program on, in seconds.")
        case .slateShown: EventRow("slateShown", "A slate is on air: \(Self.list(SlateReason.allCases)).")
        case .slateEnded: EventRow("slateEnded", "The source is on air instead of the slate.")
        case .dropped: EventRow("dropped", "Media was dropped: \(Self.list(SessionEvent.DropReason.allCases)).")
        case .programAudioChanged:
            EventRow(
                "programAudioChanged", "The volume of the program's audio changed; a factor of 1 leaves it as it is.")
        case .outputAdded: EventRow("outputAdded", "An output was added.")
        case .outputChanged: EventRow("outputChanged", "An output's state changed.")
        case .outputSplit: EventRow("outputSplit", "A file goes on in another one.")
        case .outputPartEnded:
            EventRow(
                "outputPartEnded",
                "A former part of an output has ended: the output was started again or split meanwhile.")
        case .outputRemoved: EventRow("outputRemoved", "An output was removed.")
        }
    }

    /// One example of each event, in the order of the reference.
    package static let examples: [SessionEvent.Kind] = [
        .sessionChanged(state: .sending),
        .commandPerformed(command: .admit, origin: .page),
        .failed(failure: failure),
        .note(message: "the frame rate is unknown; assuming 30 fps"),
        .stopped(reason: .endOfStream),
        .serverChanged(state: .restarting, message: "psstudio-server was killed by signal 9"),
        .authenticated(result: .success),
        .identityExpired,
        .meetingStatusChanged(status: .inMeeting, reason: .none),
        .participantJoined(user: user, name: "Ann", role: .attendee),
        .participantLeft(user: user),
        .roleChanged(user: user, role: .coHost),
        .hostChanged(user: user),
        .coHostChanged(user: user, isCoHost: true),
        .studioUserChanged(user: user, isSending: true),
        .videoChanged(user: user, isOn: true),
        .trackStateChanged(user: user, track: .camera, state: .on),
        .trackMuted(user: user, track: .microphone, isMuted: true),
        .trackFormatChanged(
            user: user, track: .camera, format: .video(width: 640, height: 360, range: .limited, rotation: .none)),
        .subscriptionChanged(user: user, track: .camera, subscription: 1, isActive: true),
        .startCalled(width: 1920, height: 1080, code: "Success"),
        .stopCalled(code: "Success"),
        .startAnswered(accepted: true),
        .sendingStarted(hasSender: true),
        .sendingStopped,
        .violation(rule: "PS-SEND-005", code: "InvalidParameter", message: "…", isRefusal: true),
        .inputsOpened(width: 1920, height: 1080, frameRate: 30, hasAudio: true),
        .audioPipeSilent(name: "audio.pcm"),
        .sourceChanged(source: "clip.mp4", at: 12.5),
        .slateShown(reason: .stalled, at: 12.5),
        .slateEnded(at: 20),
        .dropped(reason: .encoderOverload, frames: 3, audioBlocks: 0),
        .programAudioChanged(volumeFactor: 0.5, isMuted: false),
        .outputAdded(output: 1, address: "show.mp4"),
        .outputChanged(output: 1, address: "rtmp://host/live/***", change: .example),
        .outputSplit(output: 1, address: "show-2.mp4"),
        .outputPartEnded(output: 1, address: "show.mp4", change: .init(.finished)),
        .outputRemoved(output: 1),
    ]

    private static let user = SessionCommand.exampleUser

    private static let failure = SessionFailure(
        .output, "storageFull", "show.mp4: no space left on the device; free some space")

    private static func list<Value: RawRepresentable<String>>(_ values: [Value]) -> String {
        values.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    }
}

extension SessionEvent.OutputChange {
    /// One in which nothing is missing.
    package static let example = SessionEvent.OutputChange(
        .retrying(attempt: 1, at: .zero, OutputFailure(.disconnected, "the connection was lost")), delay: .seconds(1))
}
