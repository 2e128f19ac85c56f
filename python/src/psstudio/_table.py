"""Commands, events and the snapshot of a session, generated from docs/session.schema.json by generate.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from ._values import Delivery, Event, User, Value, coded, value

VERSIONS = {"commands": 1, "events": 1, "snapshot": 1}
"""The versions of the coded forms."""

State = Literal["idle", "opening", "starting", "connecting", "sending", "stopping", "finishing", "finished"]
Origin = Literal["page", "http", "obs", "control", "scenario", "app"]
Category = Literal["usage", "contract", "refused", "source", "output", "internal"]
ServerChangedState = Literal["restarting", "running", "failed"]
Status = Literal["idle", "connecting", "waitingForHost", "inMeeting", "disconnecting", "reconnecting", "failed", "ended", "audioReady", "otherMeetingInProgress", "inWaitingRoom", "webinarPromoted", "webinarDemoted", "joinedBreakoutRoom", "leftBreakoutRoom"]
Reason = Literal["none", "kickedByHost", "endedByHost", "joinBeforeHostTimeout", "noAttendee", "hostStartedAnotherMeeting", "freeMeetingTimeout", "undefined", "authorizedUserLeft"]
Role = Literal["none", "host", "coHost", "attendee", "panelist", "breakoutRoomModerator"]
Track = Literal["camera", "microphone", "shareVideo", "shareAudio"]
TrackStateChangedState = Literal["off", "on", "stalled", "ended"]
Range = Literal["limited", "full"]
Rotation = Literal[0, 90, 180, 270]
SlateShownReason = Literal["command", "stalled", "writerGone", "ended", "failed"]
DroppedReason = Literal["reconnecting", "encoderOverload", "late", "formatMismatch"]
Entrance = Literal["direct", "waitingRoom", "beforeHost", "otherMeetingInProgress", "failure"]
AddParticipantRole = Literal["host", "coHost", "attendee", "panelist"]
Change = Literal["add", "update", "complete", "delete"]
ChangeTrackReason = Literal["background", "microphoneInUse", "cameraInUse", "severalApps", "systemPressure"]
Response = Literal["granted", "denied", "timedOut", "never", "unsupported"]
Kind = Literal["recording", "other"]
Permission = Literal["granted", "denied", "byRole"]
StartFailure = Literal["Failed", "Uninit", "ServiceFailed", "WrongUsage", "InvalidParameter", "NoPermission", "TooFrequentCall", "UnSupportedFeature", "NotInMeeting", "NoVideoDeviceFound", "JwtTokenWrong", "Malloc_Failed", "InternalError", ""]
Authentication = Literal["success", "keyWrong", "keyEmpty", "accountUnsupported", "accountNotEnabled", "timeout", "networkFailed", "clientIncompatible", "tokenWrong", "limitReached", "unknown"]
JoinFailure = Literal["connectionFailed", "reconnectFailed", "mediaServerFailed", "noMediaServer", "sessionFailed", "videoSessionFailed", "audioStartFailed", "webRequestFailed", "certificateChanged", "configurationNotWritten", "clientIncompatible", "passcodeWrong", "meetingOver", "meetingNotStarted", "meetingUnknown", "personalNameUnknown", "meetingFull", "meetingLocked", "meetingRestricted", "joinBeforeHostRestricted", "removedByHost", "outsidersDisallowed", "externalMeeting", "internalMeeting", "blockedByAdministrator", "hostingDisallowed", "signInRequired", "personalLinkUnconfirmed", "personalLinkMissing", "webinarFull", "webinarRegisteredHost", "webinarRegisteredPanelist", "webinarDeniedEmail", "webinarSignInRequired", "webinarSameEmail", "startTokenExpired", "privilegeTokenWrong", "authorizedUserAbsent", "onBehalfTokenConflict", "hostTokenMissing", "anonymousJoinDisallowed", "onBehalfTokenWrong", "onBehalfTokenOtherMeeting", "joinTokenOtherEmail", "unknown"]


@value
class SessionFailure(Value):
    """What failed, with one line that has a hint."""

    category: Category
    code: str
    rule: str | None
    message: str

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> SessionFailure:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(
            category=value["category"],
            code=value["code"],
            rule=value.get("rule"),
            message=value["message"],
        )


@value
class VideoTrackFormat(Value):
    """Size in pixels, range, and rotation in degrees."""

    width: int
    height: int
    range: Range
    rotation: Rotation

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> VideoTrackFormat:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(
            width=value["width"],
            height=value["height"],
            range=value["range"],
            rotation=value["rotation"],
        )


@value
class AudioTrackFormat(Value):
    """Samples per second and channel, and channels."""

    sample_rate: int
    channels: int

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> AudioTrackFormat:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(
            sample_rate=value["sampleRate"],
            channels=value["channels"],
        )


@value
class TrackFormat(Value):
    """The format of a track: one of both is given."""

    video: VideoTrackFormat | None
    audio: AudioTrackFormat | None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> TrackFormat:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(
            video=None if (found := value.get("video")) is None else VideoTrackFormat.from_json(found),
            audio=None if (found := value.get("audio")) is None else AudioTrackFormat.from_json(found),
        )


@value
class OutputChange(Value):
    """The new state of an output; `delay` is in seconds."""

    state: str
    cause: str | None
    message: str | None
    attempt: int | None
    delay: float | None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> OutputChange:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(
            state=value["state"],
            cause=value.get("cause"),
            message=value.get("message"),
            attempt=value.get("attempt"),
            delay=value.get("delay"),
        )


@value
class SnapshotError(Value):
    """The first failure."""

    rule: str | None
    message: str

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> SnapshotError:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(
            rule=value.get("rule"),
            message=value["message"],
        )


@value
class MediaCounts(Value):
    """Units of one kind of media before the outputs: accepted, refused, dropped."""

    accepted: int
    refused: int
    dropped: int
    seconds_since_last: float | None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> MediaCounts:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(
            accepted=value["accepted"],
            refused=value["refused"],
            dropped=value["dropped"],
            seconds_since_last=value.get("secondsSinceLast"),
        )


@value
class PipeWait(Value):
    """A pipe that nothing is sent without, and that has delivered nothing."""

    media: str
    name: str
    seconds: float

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> PipeWait:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(
            media=value["media"],
            name=value["name"],
            seconds=value["seconds"],
        )


@value
class Program(Value):
    """The form of the program; `has_slate`: it comes from sources of the session."""

    width: int
    height: int
    frame_rate: float | None
    has_audio: bool
    has_slate: bool

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Program:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(
            width=value["width"],
            height=value["height"],
            frame_rate=value.get("frameRate"),
            has_audio=value["hasAudio"],
            has_slate=value["hasSlate"],
        )


@value
class ProgramAudio(Value):
    """The audio of the program: a volume factor of 1 leaves it as it is."""

    volume_factor: float
    is_muted: bool

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> ProgramAudio:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(
            volume_factor=value["volumeFactor"],
            is_muted=value["isMuted"],
        )


@value
class ViolatedRule(Value):
    """A violated rule, its count, and the diagnosis of the first violation."""

    rule: str
    code: str
    count: int
    message: str

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> ViolatedRule:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(
            rule=value["rule"],
            code=value["code"],
            count=value["count"],
            message=value["message"],
        )


@value
class Output(Value):
    """An output. `output_duration` is in milliseconds, `output_bitrate` in kbit/s over the last four seconds,
    `round_trip_time` in milliseconds; `output_congestion` is 0 to 1.
    """

    output: int
    destination: str
    part: int
    state: str
    is_removed: bool
    output_active: bool
    output_reconnecting: bool
    output_timecode: str
    output_duration: int
    output_congestion: float
    output_queue_duration: int
    output_bytes: int
    output_bitrate: int
    output_skipped_frames: int
    output_total_frames: int
    output_skipped_audio: int
    output_total_audio: int
    frames_before_start: int
    audio_before_start: int
    reconnects: int
    failures: dict[str, int]
    attempt: int | None
    seconds_to_attempt: float | None
    disk_free_bytes: int | None
    disk_seconds_left: float | None
    packets_sent: int | None
    packets_lost: int | None
    packets_retransmitted: int | None
    round_trip_time: float | None
    cause: str | None
    message: str | None

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Output:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(
            output=value["output"],
            destination=value["destination"],
            part=value["part"],
            state=value["state"],
            is_removed=value["isRemoved"],
            output_active=value["outputActive"],
            output_reconnecting=value["outputReconnecting"],
            output_timecode=value["outputTimecode"],
            output_duration=value["outputDuration"],
            output_congestion=value["outputCongestion"],
            output_queue_duration=value["outputQueueDuration"],
            output_bytes=value["outputBytes"],
            output_bitrate=value["outputBitrate"],
            output_skipped_frames=value["outputSkippedFrames"],
            output_total_frames=value["outputTotalFrames"],
            output_skipped_audio=value["outputSkippedAudio"],
            output_total_audio=value["outputTotalAudio"],
            frames_before_start=value["framesBeforeStart"],
            audio_before_start=value["audioBeforeStart"],
            reconnects=value["reconnects"],
            failures=value["failures"],
            attempt=value.get("attempt"),
            seconds_to_attempt=value.get("secondsToAttempt"),
            disk_free_bytes=value.get("diskFreeBytes"),
            disk_seconds_left=value.get("diskSecondsLeft"),
            packets_sent=value.get("packetsSent"),
            packets_lost=value.get("packetsLost"),
            packets_retransmitted=value.get("packetsRetransmitted"),
            round_trip_time=value.get("roundTripTime"),
            cause=value.get("cause"),
            message=value.get("message"),
        )


@value
class Snapshot(Value):
    """The state of a session. `time` values and counters start at zero with the session."""

    schema: int
    session_id: str
    seed: int
    state: State
    stop_reason: str | None
    error: SnapshotError | None
    video: MediaCounts
    audio: MediaCounts
    drops: dict[str, int]
    encoded_frames: int
    repeated_frames: int
    omitted_repeats: int
    delays: int
    audio_pipe_silences: int
    waiting_for: tuple[PipeWait, ...]
    source_changes: int
    slates: int
    slate_frames: int
    is_slate_on_air: bool
    slate_reason: str | None
    skipped_source_frames: int
    repeated_source_frames: int
    silence_milliseconds: int
    trimmed_milliseconds: int
    program: Program | None
    program_audio: ProgramAudio
    meeting_status: str | None
    is_in_breakout_room: bool | None
    is_share_locked: bool | None
    is_recording_permitted: bool | None
    violations: tuple[ViolatedRule, ...]
    outputs: tuple[Output, ...]

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Snapshot:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(
            schema=value["schema"],
            session_id=value["sessionId"],
            seed=value["seed"],
            state=value["state"],
            stop_reason=value.get("stopReason"),
            error=None if (found := value.get("error")) is None else SnapshotError.from_json(found),
            video=MediaCounts.from_json(value["video"]),
            audio=MediaCounts.from_json(value["audio"]),
            drops=value["drops"],
            encoded_frames=value["encodedFrames"],
            repeated_frames=value["repeatedFrames"],
            omitted_repeats=value["omittedRepeats"],
            delays=value["delays"],
            audio_pipe_silences=value["audioPipeSilences"],
            waiting_for=tuple(PipeWait.from_json(item) for item in value["waitingFor"]),
            source_changes=value["sourceChanges"],
            slates=value["slates"],
            slate_frames=value["slateFrames"],
            is_slate_on_air=value["isSlateOnAir"],
            slate_reason=value.get("slateReason"),
            skipped_source_frames=value["skippedSourceFrames"],
            repeated_source_frames=value["repeatedSourceFrames"],
            silence_milliseconds=value["silenceMilliseconds"],
            trimmed_milliseconds=value["trimmedMilliseconds"],
            program=None if (found := value.get("program")) is None else Program.from_json(found),
            program_audio=ProgramAudio.from_json(value["programAudio"]),
            meeting_status=value.get("meetingStatus"),
            is_in_breakout_room=value.get("isInBreakoutRoom"),
            is_share_locked=value.get("isShareLocked"),
            is_recording_permitted=value.get("isRecordingPermitted"),
            violations=tuple(ViolatedRule.from_json(item) for item in value["violations"]),
            outputs=tuple(Output.from_json(item) for item in value["outputs"]),
        )


@value
class SessionChanged(Event):
    """The session's state changed: idle, opening, starting, connecting, sending, stopping, finishing, finished."""

    kind: ClassVar[str] = "sessionChanged"
    state: State

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> SessionChanged:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["state"])


@value
class CommandPerformed(Event):
    """A command was performed, or a change of source has begun; addresses in it are redacted. origin says who has
    given it: page, http, obs, control, scenario, app.
    """

    kind: ClassVar[str] = "commandPerformed"
    command: dict[str, Any]
    origin: Origin | None = None

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> CommandPerformed:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["command"], value.get("origin"))


@value
class Failed(Event):
    """Something failed: usage, contract, refused, source, output, internal."""

    kind: ClassVar[str] = "failed"
    failure: SessionFailure

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> Failed:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, SessionFailure.from_json(value["failure"]))


@value
class Note(Event):
    """Information in one line."""

    kind: ClassVar[str] = "note"
    message: str

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> Note:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["message"])


@value
class Stopped(Event):
    """The session ended: eos, stopped, roleLost, meetingEnded, left, or error: and a code."""

    kind: ClassVar[str] = "stopped"
    reason: str

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> Stopped:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["reason"])


@value
class ServerChanged(Event):
    """The server that the session has started died, or answers again: restarting, running, failed, when it stays
    down.
    """

    kind: ClassVar[str] = "serverChanged"
    state: ServerChangedState
    message: str

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> ServerChanged:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["state"], value["message"])


@value
class Authenticated(Event):
    """The result of the authentication was delivered, in a session with a scenario."""

    kind: ClassVar[str] = "authenticated"
    result: str

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> Authenticated:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["result"])


@value
class IdentityExpired(Event):
    """The identity has expired, in a session with a scenario."""

    kind: ClassVar[str] = "identityExpired"

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> IdentityExpired:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time)


@value
class MeetingStatusChanged(Event):
    """The meeting's status changed."""

    kind: ClassVar[str] = "meetingStatusChanged"
    status: Status
    reason: Reason

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> MeetingStatusChanged:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["status"], value["reason"])


@value
class ParticipantJoined(Event):
    """A participant joined."""

    kind: ClassVar[str] = "participantJoined"
    user: int
    name: str
    role: Role

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> ParticipantJoined:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["user"], value["name"], value["role"])


@value
class ParticipantLeft(Event):
    """A participant left."""

    kind: ClassVar[str] = "participantLeft"
    user: int

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> ParticipantLeft:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["user"])


@value
class RoleChanged(Event):
    """A participant's role changed."""

    kind: ClassVar[str] = "roleChanged"
    user: int
    role: Role

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> RoleChanged:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["user"], value["role"])


@value
class HostChanged(Event):
    """The host changed; 0 when there is none."""

    kind: ClassVar[str] = "hostChanged"
    user: int

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> HostChanged:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["user"])


@value
class CoHostChanged(Event):
    """A participant became co-host or lost that role."""

    kind: ClassVar[str] = "coHostChanged"
    user: int
    is_co_host: bool

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> CoHostChanged:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["user"], value["isCoHost"])


@value
class StudioUserChanged(Event):
    """A studio user started or stopped publishing."""

    kind: ClassVar[str] = "studioUserChanged"
    user: int
    is_sending: bool

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> StudioUserChanged:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["user"], value["isSending"])


@value
class VideoChanged(Event):
    """A participant's video was switched on or off."""

    kind: ClassVar[str] = "videoChanged"
    user: int
    is_on: bool

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> VideoChanged:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["user"], value["isOn"])


@value
class TrackStateChanged(Event):
    """A participant's track is published (on), not published (off), stalled, or ended with the participant."""

    kind: ClassVar[str] = "trackStateChanged"
    user: int
    track: Track
    state: TrackStateChangedState

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> TrackStateChanged:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["user"], value["track"], value["state"])


@value
class TrackMuted(Event):
    """A participant muted or unmuted a track; its state follows."""

    kind: ClassVar[str] = "trackMuted"
    user: int
    track: Track
    is_muted: bool

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> TrackMuted:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["user"], value["track"], value["isMuted"])


@value
class TrackFormatChanged(Event):
    """The first unit of a track, or the first one of another form, was published."""

    kind: ClassVar[str] = "trackFormatChanged"
    user: int
    track: Track
    format: TrackFormat

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> TrackFormatChanged:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["user"], value["track"], TrackFormat.from_json(value["format"]))


@value
class SubscriptionChanged(Event):
    """A video subscription to a track began or ended; user 0 is the local user."""

    kind: ClassVar[str] = "subscriptionChanged"
    user: int
    track: Track
    subscription: int
    is_active: bool

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> SubscriptionChanged:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["user"], value["track"], value["subscription"], value["isActive"])


@value
class StartCalled(Event):
    """start was called; code is its result."""

    kind: ClassVar[str] = "startCalled"
    width: int
    height: int
    code: str

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> StartCalled:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["width"], value["height"], value["code"])


@value
class StopCalled(Event):
    """stop was called; code is its result."""

    kind: ClassVar[str] = "stopCalled"
    code: str

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> StopCalled:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["code"])


@value
class StartAnswered(Event):
    """The result of a start was delivered."""

    kind: ClassVar[str] = "startAnswered"
    accepted: bool

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> StartAnswered:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["accepted"])


@value
class SendingStarted(Event):
    """Sending may start; without a sender, the start has failed."""

    kind: ClassVar[str] = "sendingStarted"
    has_sender: bool

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> SendingStarted:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["hasSender"])


@value
class SendingStopped(Event):
    """Sending ended."""

    kind: ClassVar[str] = "sendingStopped"

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> SendingStopped:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time)


@value
class Violation(Event):
    """A rule was violated for the first time."""

    kind: ClassVar[str] = "violation"
    rule: str
    code: str
    message: str
    is_refusal: bool

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> Violation:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["rule"], value["code"], value["message"], value["isRefusal"])


@value
class InputsOpened(Event):
    """The inputs are open."""

    kind: ClassVar[str] = "inputsOpened"
    width: int
    height: int
    frame_rate: float
    has_audio: bool

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> InputsOpened:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["width"], value["height"], value["frameRate"], value["hasAudio"])


@value
class AudioPipeSilent(Event):
    """An audio pipe delivers nothing and is replaced by silence."""

    kind: ClassVar[str] = "audioPipeSilent"
    name: str

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> AudioPipeSilent:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["name"])


@value
class SourceChanged(Event):
    """Another source is on air, from this time of the program on, in seconds."""

    kind: ClassVar[str] = "sourceChanged"
    source: str
    at: float

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> SourceChanged:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["source"], value["at"])


@value
class SlateShown(Event):
    """A slate is on air: command, stalled, writerGone, ended, failed."""

    kind: ClassVar[str] = "slateShown"
    reason: SlateShownReason
    at: float

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> SlateShown:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["reason"], value["at"])


@value
class SlateEnded(Event):
    """The source is on air instead of the slate."""

    kind: ClassVar[str] = "slateEnded"
    at: float

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> SlateEnded:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["at"])


@value
class Dropped(Event):
    """Media was dropped: reconnecting, encoderOverload, late, formatMismatch."""

    kind: ClassVar[str] = "dropped"
    reason: DroppedReason
    frames: int
    audio_blocks: int

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> Dropped:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["reason"], value["frames"], value["audioBlocks"])


@value
class ProgramAudioChanged(Event):
    """The volume of the program's audio changed; a factor of 1 leaves it as it is."""

    kind: ClassVar[str] = "programAudioChanged"
    volume_factor: float
    is_muted: bool

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> ProgramAudioChanged:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["volumeFactor"], value["isMuted"])


@value
class OutputAdded(Event):
    """An output was added."""

    kind: ClassVar[str] = "outputAdded"
    output: int
    address: str

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> OutputAdded:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["output"], value["address"])


@value
class OutputChanged(Event):
    """An output's state changed."""

    kind: ClassVar[str] = "outputChanged"
    output: int
    address: str
    change: OutputChange

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> OutputChanged:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["output"], value["address"], OutputChange.from_json(value["change"]))


@value
class OutputSplit(Event):
    """A file goes on in another one."""

    kind: ClassVar[str] = "outputSplit"
    output: int
    address: str

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> OutputSplit:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["output"], value["address"])


@value
class OutputPartEnded(Event):
    """A former part of an output has ended: the output was started again or split meanwhile."""

    kind: ClassVar[str] = "outputPartEnded"
    output: int
    address: str
    change: OutputChange

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> OutputPartEnded:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["output"], value["address"], OutputChange.from_json(value["change"]))


@value
class OutputRemoved(Event):
    """An output was removed."""

    kind: ClassVar[str] = "outputRemoved"
    output: int

    @classmethod
    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> OutputRemoved:
        """Decodes the JSON form; unknown keys are ignored."""
        return cls(sequence, time, value["output"])


EVENTS: dict[str, Any] = {
    "sessionChanged": SessionChanged,
    "commandPerformed": CommandPerformed,
    "failed": Failed,
    "note": Note,
    "stopped": Stopped,
    "serverChanged": ServerChanged,
    "authenticated": Authenticated,
    "identityExpired": IdentityExpired,
    "meetingStatusChanged": MeetingStatusChanged,
    "participantJoined": ParticipantJoined,
    "participantLeft": ParticipantLeft,
    "roleChanged": RoleChanged,
    "hostChanged": HostChanged,
    "coHostChanged": CoHostChanged,
    "studioUserChanged": StudioUserChanged,
    "videoChanged": VideoChanged,
    "trackStateChanged": TrackStateChanged,
    "trackMuted": TrackMuted,
    "trackFormatChanged": TrackFormatChanged,
    "subscriptionChanged": SubscriptionChanged,
    "startCalled": StartCalled,
    "stopCalled": StopCalled,
    "startAnswered": StartAnswered,
    "sendingStarted": SendingStarted,
    "sendingStopped": SendingStopped,
    "violation": Violation,
    "inputsOpened": InputsOpened,
    "audioPipeSilent": AudioPipeSilent,
    "sourceChanged": SourceChanged,
    "slateShown": SlateShown,
    "slateEnded": SlateEnded,
    "dropped": Dropped,
    "programAudioChanged": ProgramAudioChanged,
    "outputAdded": OutputAdded,
    "outputChanged": OutputChanged,
    "outputSplit": OutputSplit,
    "outputPartEnded": OutputPartEnded,
    "outputRemoved": OutputRemoved,
}
"""The class of each event by its name in JSON."""


class Commands:
    """The commands of a session as methods."""

    def _perform(self, command: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        raise NotImplementedError

    def join(self, entrance: Entrance = "direct") -> None:
        """The local user joins: direct, waitingRoom, beforeHost, otherMeetingInProgress, failure.

        Args:
            entrance: What happens then (default: direct).
        """
        self._perform("join", {"entrance": entrance})

    def admit(self) -> None:
        """The local user is admitted from the waiting room, or the host has joined."""
        self._perform("admit", {})

    def put_into_waiting_room(self) -> None:
        """The local user is moved to the waiting room."""
        self._perform("putIntoWaitingRoom", {})

    def leave(self) -> None:
        """The local user leaves."""
        self._perform("leave", {})

    def end_meeting(self, reason: Reason = "endedByHost") -> None:
        """The meeting ends for all.

        Args:
            reason: The reason (default: endedByHost).
        """
        self._perform("endMeeting", {"reason": reason})

    def fail_meeting(self) -> None:
        """Joining fails; a meeting that was joined ends."""
        self._perform("failMeeting", {})

    def lose_connection(self, stops_studio: bool = False) -> None:
        """The connection is lost: media is accepted, dropped and counted.

        Args:
            stops_studio: Whether an active studio is stopped (default: false).
        """
        self._perform("loseConnection", {"stopsStudio": stops_studio})

    def regain_connection(self) -> None:
        """The connection is restored."""
        self._perform("regainConnection", {})

    def connect_audio(self) -> None:
        """The local user's audio is connected."""
        self._perform("connectAudio", {})

    def enter_breakout_room(self) -> None:
        """The local user moves to a breakout room."""
        self._perform("enterBreakoutRoom", {})

    def leave_breakout_room(self) -> None:
        """The breakout room closes."""
        self._perform("leaveBreakoutRoom", {})

    def promote(self) -> None:
        """In a webinar, the local user is promoted to panelist."""
        self._perform("promote", {})

    def demote(self) -> None:
        """In a webinar, the local user is demoted to attendee."""
        self._perform("demote", {})

    def add_participant(self, name: str, role: AddParticipantRole = "attendee", is_video_on: bool = False, reported_after: float | None = None) -> int:
        """Another user joins.

        Args:
            name: The display name.
            role: The role (default: attendee).
            is_video_on: Whether the video is on (default: false).
            reported_after: How much later than the media the client is notified (default: at once), in seconds.

        Returns:
            The ID of the participant.
        """
        return int((self._perform("addParticipant", {"name": name, "role": role, "isVideoOn": is_video_on, "reportedAfter": reported_after}))["user"])

    def remove_participant(self, user: User) -> None:
        """A participant leaves.

        Args:
            user: The participant.
        """
        self._perform("removeParticipant", {"user": user})

    def rejoin(self, user: User) -> int:
        """A participant leaves and joins again.

        Args:
            user: The participant.

        Returns:
            The ID of the participant.
        """
        return int((self._perform("rejoin", {"user": user}))["user"])

    def expel(self, user: User | None = None) -> None:
        """The host expels a participant; without user, the local user.

        Args:
            user: The participant (default: the local user).
        """
        self._perform("expel", {"user": user})

    def add_other_studio(self, name: str = "Studio", parent: User | None = None) -> int:
        """Another user starts Production Studio; a new co-host by default.

        Args:
            name: The display name (default: Studio).
            parent: The studio's user, a host or co-host (default: a new co-host).

        Returns:
            The ID of the participant.
        """
        return int((self._perform("addOtherStudio", {"name": name, "parent": parent}))["user"])

    def set_resolvable(self, is_resolvable: bool, user: User) -> None:
        """A look-up by ID finds a participant who was reported, or finds nobody yet.

        Args:
            is_resolvable: Whether the participant is found.
            user: The participant.
        """
        self._perform("setResolvable", {"isResolvable": is_resolvable, "user": user})

    def add_caption(self, user: User, text: str, line: str | None = None, change: Change = "complete") -> None:
        """A line of live transcription: a new one, or with line one that changes.

        Args:
            user: The participant.
            text: The text of the line so far.
            line: The line that changes (default: a new one).
            change: What happens to the line (default: complete).
        """
        self._perform("addCaption", {"user": user, "text": text, "line": line, "change": change})

    def set_video(self, is_on: bool, user: User | None = None) -> None:
        """A participant's video is switched on or off.

        Args:
            is_on: Whether it is on.
            user: The participant (default: the local user).
        """
        self._perform("setVideo", {"isOn": is_on, "user": user})

    def publish_media(self, user: User, source: str | None = None, loops: bool = False) -> None:
        """A participant publishes a file, coded:, or a test pattern without source.

        Args:
            user: The participant.
            source: A media file beside the scenario, or coded: (default: a test pattern).
            loops: Whether a file loops (default: false).
        """
        self._perform("publishMedia", {"user": user, "source": source, "loops": loops})

    def publish_share(self, user: User, source: str | None = None, loops: bool = False) -> None:
        """A participant shares a screen with its audio: a file, coded:, or a test pattern without source.

        Args:
            user: The participant.
            source: A media file beside the scenario, or coded: (default: a test pattern).
            loops: Whether a file loops (default: false).
        """
        self._perform("publishShare", {"user": user, "source": source, "loops": loops})

    def change_track(self, user: User, track: Track, change: Mapping[str, Any]) -> None:
        """A participant's camera, microphone, shareVideo or shareAudio changes: mute, unmute, stall, resume with
        catchesUp, setSize with width and height, useSourceSize, setFrameRate with perSecond, rotate with rotation
        in degrees, speak, silence, interrupt with reason, endInterruption.

        Args:
            user: The participant.
            track: The track.
            change: The change.
        """
        self._perform("changeTrack", {"user": user, "track": track, "change": change})

    def mute(self, user: User, track: Track) -> None:
        """A participant's track publishes nothing.

        Args:
            user: The participant.
            track: The track.
        """
        self._perform("changeTrack", {"user": user, "track": track, "change": {"mute": {}}})

    def unmute(self, user: User, track: Track) -> None:
        """A muted track continues.

        Args:
            user: The participant.
            track: The track.
        """
        self._perform("changeTrack", {"user": user, "track": track, "change": {"unmute": {}}})

    def stall(self, user: User, track: Track) -> None:
        """The media of a track is due and does not arrive.

        Args:
            user: The participant.
            track: The track.
        """
        self._perform("changeTrack", {"user": user, "track": track, "change": {"stall": {}}})

    def resume(self, user: User, track: Track, catches_up: bool = True) -> None:
        """The media of a stalled track arrives again.

        Args:
            user: The participant.
            track: The track.
            catches_up: Whether the media of the stall arrives at once (default: true).
        """
        self._perform("changeTrack", {"user": user, "track": track, "change": {"resume": {"catchesUp": catches_up}}})

    def set_size(self, user: User, track: Track, width: int, height: int) -> None:
        """The frames of a track change their size.

        Args:
            user: The participant.
            track: The track.
            width: The width in pixels, even.
            height: The height in pixels, even.
        """
        self._perform("changeTrack", {"user": user, "track": track, "change": {"setSize": {"width": width, "height": height}}})

    def use_source_size(self, user: User, track: Track) -> None:
        """The frames of a track have the size of the source again.

        Args:
            user: The participant.
            track: The track.
        """
        self._perform("changeTrack", {"user": user, "track": track, "change": {"useSourceSize": {}}})

    def set_frame_rate(self, user: User, track: Track, per_second: float) -> None:
        """The frames of a track change their rate.

        Args:
            user: The participant.
            track: The track.
            per_second: Frames per second.
        """
        self._perform("changeTrack", {"user": user, "track": track, "change": {"setFrameRate": {"perSecond": per_second}}})

    def rotate(self, user: User, track: Track, rotation: Rotation) -> None:
        """The frames of a track must be rotated clockwise to be upright.

        Args:
            user: The participant.
            track: The track.
            rotation: The angle in degrees, clockwise.
        """
        self._perform("changeTrack", {"user": user, "track": track, "change": {"rotate": {"rotation": rotation}}})

    def speak(self, user: User, track: Track) -> None:
        """A silent participant's audio is that of the source again.

        Args:
            user: The participant.
            track: The track.
        """
        self._perform("changeTrack", {"user": user, "track": track, "change": {"speak": {}}})

    def silence(self, user: User, track: Track) -> None:
        """A participant's audio is zeros.

        Args:
            user: The participant.
            track: The track.
        """
        self._perform("changeTrack", {"user": user, "track": track, "change": {"silence": {}}})

    def interrupt(self, user: User, track: Track, reason: ChangeTrackReason = "cameraInUse") -> None:
        """The system takes a camera away from its app.

        Args:
            user: The participant.
            track: The track.
            reason: Why (default: cameraInUse).
        """
        self._perform("changeTrack", {"user": user, "track": track, "change": {"interrupt": {"reason": reason}}})

    def end_interruption(self, user: User, track: Track) -> None:
        """The app has its camera again.

        Args:
            user: The participant.
            track: The track.
        """
        self._perform("changeTrack", {"user": user, "track": track, "change": {"endInterruption": {}}})

    def set_role(self, role: AddParticipantRole, user: User | None = None) -> None:
        """A participant's role changes.

        Args:
            role: The new role.
            user: The participant (default: the local user).
        """
        self._perform("setRole", {"role": role, "user": user})

    def revoke_co_host(self, user: User | None = None) -> None:
        """A co-host loses that role; without user, the local user.

        Args:
            user: The participant (default: the local user).
        """
        self._perform("revokeCoHost", {"user": user})

    def reclaim_host(self) -> None:
        """The original host takes the role back."""
        self._perform("reclaimHost", {})

    def send_chat(self, text: str, user: User) -> None:
        """A participant sends a chat message to everyone.

        Args:
            text: The message.
            user: The participant.
        """
        self._perform("sendChat", {"text": text, "user": user})

    def set_recording_response(self, response: Response, delay: float | None = None) -> None:
        """How the host answers requests for the permission to record.

        Args:
            response: The answer.
            delay: The time to the answer (default: as before, 100ms), in seconds.
        """
        self._perform("setRecordingResponse", {"response": response, "delay": delay})

    def permit_recording(self, is_permitted: bool = True) -> None:
        """The host permits the local user to record, or does not any more.

        Args:
            is_permitted: Whether it is permitted (default: true).
        """
        self._perform("permitRecording", {"isPermitted": is_permitted})

    def set_audio_connection(self, is_possible: bool) -> None:
        """Whether the local user's audio connects when the client asks for it.

        Args:
            is_possible: Whether it connects.
        """
        self._perform("setAudioConnection", {"isPossible": is_possible})

    def lock_share(self, is_locked: bool = True) -> None:
        """The host locks sharing, or unlocks it: frames of others are accepted meanwhile, and nobody sees them.

        Args:
            is_locked: Whether only hosts and co-hosts share (default: true).
        """
        self._perform("lockShare", {"isLocked": is_locked})

    def remind(self, kind: Kind = "recording", text: str = "This meeting is being recorded") -> None:
        """A reminder is shown to the local user.

        Args:
            kind: What it is about (default: recording).
            text: The text (default: This meeting is being recorded).
        """
        self._perform("remind", {"kind": kind, "text": text})

    def set_responses(self, *, is_supported: bool | None = None, permission: Permission | None = None, start_failure: StartFailure | None = None, accepts: bool | None = None, provides_sender: bool | None = None, minimum_answer_delay: float | None = None, maximum_answer_delay: float | None = None, sender_delay: float | None = None, stop_delay: float | None = None, answer_delivery: Delivery | None = None, sender_delivery: Delivery | None = None, fails_first_send: bool | None = None) -> None:
        """Changes the responses of the emulated server; missing fields keep their value. Times are in seconds.

        Args:
            is_supported: Whether the meeting supports Production Studio (default: true).
            permission: Whether the local user may start (default: by role).
            start_failure: The error code that a start returns when all conditions hold.
            accepts: The result of a start (default: true).
            provides_sender: Whether onStartSend delivers a sender (default: true).
            minimum_answer_delay: The minimum time to the result (default: 40ms..120ms; with --fast, 0s), in
            seconds.
            maximum_answer_delay: The maximum time to the result (default: 40ms..120ms; with --fast, 0s), in
            seconds.
            sender_delay: The time from the result to onStartSend (default: 0s), in seconds.
            stop_delay: The time from a stop to onStopSend (default: 0s), in seconds.
            answer_delivery: How often, and how late, the result is delivered (default: once).
            sender_delivery: How often, and how late, onStartSend is delivered (default: once).
            fails_first_send: Whether the first send fails, and onStartSend follows again (default: false).
        """
        self._perform("setResponses", {"responses": coded({"isSupported": is_supported, "permission": permission, "startFailure": start_failure, "accepts": accepts, "providesSender": provides_sender, "minimumAnswerDelay": minimum_answer_delay, "maximumAnswerDelay": maximum_answer_delay, "senderDelay": sender_delay, "stopDelay": stop_delay, "answerDelivery": answer_delivery, "senderDelivery": sender_delivery, "failsFirstSend": fails_first_send})})

    def set_entry_responses(self, *, initialisation_failure: StartFailure | None = None, authentication: Authentication | None = None, authentication_refusal: StartFailure | None = None, authentication_delivery: Delivery | None = None, minimum_authentication_delay: float | None = None, maximum_authentication_delay: float | None = None, checks_token: bool | None = None, join_refusal: StartFailure | None = None, join_failure: JoinFailure | None = None, entrance: Entrance | None = None, failure_ends_meeting: bool | None = None, minimum_join_delay: float | None = None, maximum_join_delay: float | None = None, admission_delay: float | None = None, status_delivery: Mapping[Status, Delivery] | None = None, role: AddParticipantRole | None = None, promotion: AddParticipantRole | None = None, promotion_delay: float | None = None, topic: str | None = None) -> None:
        """Changes the responses to init, authentication and joining; missing fields keep their value.

        Args:
            initialisation_failure: The error code that init returns.
            authentication: The result of an authentication (default: success).
            authentication_refusal: The error code that an authentication returns immediately, without a callback.
            authentication_delivery: How often, and how late, the result is delivered (default: once).
            minimum_authentication_delay: The minimum time to the result (default: 40ms..120ms), in seconds.
            maximum_authentication_delay: The maximum time to the result (default: 40ms..120ms), in seconds.
            checks_token: Whether the token's format and claims are checked (default: false).
            join_refusal: The error code that the call returns, without a status.
            join_failure: The cause with which joining fails; the entrance is then failure.
            entrance: What happens when the local user joins.
            failure_ends_meeting: Whether a failure is reported as disconnecting, failed, ended, ended (default:
            false).
            minimum_join_delay: The minimum time to what follows connecting (default: 40ms..120ms), in seconds.
            maximum_join_delay: The maximum time to what follows connecting (default: 40ms..120ms), in seconds.
            admission_delay: The time until a waiting user is admitted (default: until a step admits the user), in
            seconds.
            status_delivery: How often, and how late, each status is delivered (default: once). The status changes
            in any case.
            role: The role of a user who joins.
            promotion: A role that the local user gets after joining.
            promotion_delay: The time from joining to the promotion (default: 0s), in seconds.
            topic: The meeting's topic.
        """
        self._perform("setEntryResponses", {"responses": coded({"initialisationFailure": initialisation_failure, "authentication": authentication, "authenticationRefusal": authentication_refusal, "authenticationDelivery": authentication_delivery, "minimumAuthenticationDelay": minimum_authentication_delay, "maximumAuthenticationDelay": maximum_authentication_delay, "checksToken": checks_token, "joinRefusal": join_refusal, "joinFailure": join_failure, "entrance": entrance, "failureEndsMeeting": failure_ends_meeting, "minimumJoinDelay": minimum_join_delay, "maximumJoinDelay": maximum_join_delay, "admissionDelay": admission_delay, "statusDelivery": status_delivery, "role": role, "promotion": promotion, "promotionDelay": promotion_delay, "topic": topic})})

    def expire_identity(self) -> None:
        """The client's identity expires."""
        self._perform("expireIdentity", {})

    def stop_studio(self) -> None:
        """The studio stops for internal reasons."""
        self._perform("stopStudio", {})

    def change_source(self, video: str | None = None, audio: str | None = None, loops: bool = False, start_at: float | None = None) -> None:
        """Puts another source on air at a frame: a file, a FIFO, coded:, or a test pattern without video. The reply
        comes when it is on air; the last change wins.

        Args:
            video: A file beside the scenario, a FIFO, or coded: (default: a test pattern).
            audio: The same for audio (default: the audio of the video's file).
            loops: Whether a media file loops (default: false).
            start_at: The start position in a media file (default: its beginning), in seconds.
        """
        self._perform("changeSource", {"video": video, "audio": audio, "loops": loops, "startAt": start_at})

    def show_slate(self) -> None:
        """Puts the slate on air; live audio goes on."""
        self._perform("showSlate", {})

    def end_slate(self) -> None:
        """Puts the source on air instead of a slate that was requested."""
        self._perform("endSlate", {})

    def add_output(self, address: str) -> int:
        """Adds an output.

        Args:
            address: The address.

        Returns:
            The number of the output.
        """
        return int((self._perform("addOutput", {"address": address}))["output"])

    def remove_output(self, output: int) -> None:
        """Finishes an output and removes it.

        Args:
            output: The output's number, from 1 in the order of addition.
        """
        self._perform("removeOutput", {"output": output})

    def restart_output(self, output: int, append: bool | None = None) -> int:
        """Finishes an output and adds a new one in its place: a file with a new name, show-2.mp4, a server at its
        address.

        Args:
            output: The output's number, from 1 in the order of addition.
            append: Whether an HLS playlist goes on under its name, behind a discontinuity (default: a new one).

        Returns:
            The number of the output.
        """
        return int((self._perform("restartOutput", {"output": output, "append": append}))["output"])

    def stop_output(self, output: int) -> None:
        """Finishes an output, which keeps its number and its counts and can be started again.

        Args:
            output: The output's number, from 1 in the order of addition.
        """
        self._perform("stopOutput", {"output": output})

    def start_output(self, output: int, append: bool | None = None) -> str:
        """Starts an output that is stopped or has failed: a file with a new name, show-2.mp4, a server at its
        address.

        Args:
            output: The output's number, from 1 in the order of addition.
            append: Whether an HLS playlist goes on under its name, behind a discontinuity (default: a new one).

        Returns:
            The address of the output; the path of a file.
        """
        return str((self._perform("startOutput", {"output": output, "append": append}))["address"])

    def split_output(self, output: int) -> str:
        """Lets a file go on in another one, show-2.mp4, from the next key frame on, which is requested at once; no
        frame and no audio is lost or repeated.

        Args:
            output: The output's number, from 1 in the order of addition.

        Returns:
            The address of the output; the path of a file.
        """
        return str((self._perform("splitOutput", {"output": output}))["address"])

    def add_chapter(self, output: int, name: str | None = None) -> None:
        """Lets a chapter of an MP4 file begin. Chapters are written when the file is completed; other files have
        none.

        Args:
            output: The output's number, from 1 in the order of addition.
            name: Its name, at most 255 bytes (default: its number).
        """
        self._perform("addChapter", {"output": output, "name": name})

    def set_volume(self, factor: float) -> None:
        """Sets the volume of the program's audio, as a factor of the amplitude: 1 leaves it as it is, 0.5 is 6 dB
        less.

        Args:
            factor: The factor, 0 to 4.
        """
        self._perform("setVolume", {"factor": factor})

    def set_mute(self, is_muted: bool) -> None:
        """Mutes the program's audio, or unmutes it with the volume as before; the track goes on.

        Args:
            is_muted: Whether it is muted.
        """
        self._perform("setMute", {"isMuted": is_muted})

    def graph(self, folder: str | None = None) -> str:
        """Writes each running pipeline of the session's process as dot, and as SVG where dot is installed.

        Args:
            folder: The folder (default: that of --pipeline-graphs).

        Returns:
            The address of the output; the path of a file.
        """
        return str((self._perform("graph", {"folder": folder}))["address"])

    def add_note(self, text: str) -> None:
        """Keeps a line among the events and in the trace; nothing else happens.

        Args:
            text: The line, at most 1000 bytes.
        """
        self._perform("addNote", {"text": text})

    def stop(self) -> None:
        """Stops the studio, finishes the outputs, and ends the session."""
        self._perform("stop", {})


class AsyncCommands:
    """The commands of a session as coroutines."""

    async def _perform(self, command: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        raise NotImplementedError

    async def join(self, entrance: Entrance = "direct") -> None:
        """The local user joins: direct, waitingRoom, beforeHost, otherMeetingInProgress, failure.

        Args:
            entrance: What happens then (default: direct).
        """
        await self._perform("join", {"entrance": entrance})

    async def admit(self) -> None:
        """The local user is admitted from the waiting room, or the host has joined."""
        await self._perform("admit", {})

    async def put_into_waiting_room(self) -> None:
        """The local user is moved to the waiting room."""
        await self._perform("putIntoWaitingRoom", {})

    async def leave(self) -> None:
        """The local user leaves."""
        await self._perform("leave", {})

    async def end_meeting(self, reason: Reason = "endedByHost") -> None:
        """The meeting ends for all.

        Args:
            reason: The reason (default: endedByHost).
        """
        await self._perform("endMeeting", {"reason": reason})

    async def fail_meeting(self) -> None:
        """Joining fails; a meeting that was joined ends."""
        await self._perform("failMeeting", {})

    async def lose_connection(self, stops_studio: bool = False) -> None:
        """The connection is lost: media is accepted, dropped and counted.

        Args:
            stops_studio: Whether an active studio is stopped (default: false).
        """
        await self._perform("loseConnection", {"stopsStudio": stops_studio})

    async def regain_connection(self) -> None:
        """The connection is restored."""
        await self._perform("regainConnection", {})

    async def connect_audio(self) -> None:
        """The local user's audio is connected."""
        await self._perform("connectAudio", {})

    async def enter_breakout_room(self) -> None:
        """The local user moves to a breakout room."""
        await self._perform("enterBreakoutRoom", {})

    async def leave_breakout_room(self) -> None:
        """The breakout room closes."""
        await self._perform("leaveBreakoutRoom", {})

    async def promote(self) -> None:
        """In a webinar, the local user is promoted to panelist."""
        await self._perform("promote", {})

    async def demote(self) -> None:
        """In a webinar, the local user is demoted to attendee."""
        await self._perform("demote", {})

    async def add_participant(self, name: str, role: AddParticipantRole = "attendee", is_video_on: bool = False, reported_after: float | None = None) -> int:
        """Another user joins.

        Args:
            name: The display name.
            role: The role (default: attendee).
            is_video_on: Whether the video is on (default: false).
            reported_after: How much later than the media the client is notified (default: at once), in seconds.

        Returns:
            The ID of the participant.
        """
        return int((await self._perform("addParticipant", {"name": name, "role": role, "isVideoOn": is_video_on, "reportedAfter": reported_after}))["user"])

    async def remove_participant(self, user: User) -> None:
        """A participant leaves.

        Args:
            user: The participant.
        """
        await self._perform("removeParticipant", {"user": user})

    async def rejoin(self, user: User) -> int:
        """A participant leaves and joins again.

        Args:
            user: The participant.

        Returns:
            The ID of the participant.
        """
        return int((await self._perform("rejoin", {"user": user}))["user"])

    async def expel(self, user: User | None = None) -> None:
        """The host expels a participant; without user, the local user.

        Args:
            user: The participant (default: the local user).
        """
        await self._perform("expel", {"user": user})

    async def add_other_studio(self, name: str = "Studio", parent: User | None = None) -> int:
        """Another user starts Production Studio; a new co-host by default.

        Args:
            name: The display name (default: Studio).
            parent: The studio's user, a host or co-host (default: a new co-host).

        Returns:
            The ID of the participant.
        """
        return int((await self._perform("addOtherStudio", {"name": name, "parent": parent}))["user"])

    async def set_resolvable(self, is_resolvable: bool, user: User) -> None:
        """A look-up by ID finds a participant who was reported, or finds nobody yet.

        Args:
            is_resolvable: Whether the participant is found.
            user: The participant.
        """
        await self._perform("setResolvable", {"isResolvable": is_resolvable, "user": user})

    async def add_caption(self, user: User, text: str, line: str | None = None, change: Change = "complete") -> None:
        """A line of live transcription: a new one, or with line one that changes.

        Args:
            user: The participant.
            text: The text of the line so far.
            line: The line that changes (default: a new one).
            change: What happens to the line (default: complete).
        """
        await self._perform("addCaption", {"user": user, "text": text, "line": line, "change": change})

    async def set_video(self, is_on: bool, user: User | None = None) -> None:
        """A participant's video is switched on or off.

        Args:
            is_on: Whether it is on.
            user: The participant (default: the local user).
        """
        await self._perform("setVideo", {"isOn": is_on, "user": user})

    async def publish_media(self, user: User, source: str | None = None, loops: bool = False) -> None:
        """A participant publishes a file, coded:, or a test pattern without source.

        Args:
            user: The participant.
            source: A media file beside the scenario, or coded: (default: a test pattern).
            loops: Whether a file loops (default: false).
        """
        await self._perform("publishMedia", {"user": user, "source": source, "loops": loops})

    async def publish_share(self, user: User, source: str | None = None, loops: bool = False) -> None:
        """A participant shares a screen with its audio: a file, coded:, or a test pattern without source.

        Args:
            user: The participant.
            source: A media file beside the scenario, or coded: (default: a test pattern).
            loops: Whether a file loops (default: false).
        """
        await self._perform("publishShare", {"user": user, "source": source, "loops": loops})

    async def change_track(self, user: User, track: Track, change: Mapping[str, Any]) -> None:
        """A participant's camera, microphone, shareVideo or shareAudio changes: mute, unmute, stall, resume with
        catchesUp, setSize with width and height, useSourceSize, setFrameRate with perSecond, rotate with rotation
        in degrees, speak, silence, interrupt with reason, endInterruption.

        Args:
            user: The participant.
            track: The track.
            change: The change.
        """
        await self._perform("changeTrack", {"user": user, "track": track, "change": change})

    async def mute(self, user: User, track: Track) -> None:
        """A participant's track publishes nothing.

        Args:
            user: The participant.
            track: The track.
        """
        await self._perform("changeTrack", {"user": user, "track": track, "change": {"mute": {}}})

    async def unmute(self, user: User, track: Track) -> None:
        """A muted track continues.

        Args:
            user: The participant.
            track: The track.
        """
        await self._perform("changeTrack", {"user": user, "track": track, "change": {"unmute": {}}})

    async def stall(self, user: User, track: Track) -> None:
        """The media of a track is due and does not arrive.

        Args:
            user: The participant.
            track: The track.
        """
        await self._perform("changeTrack", {"user": user, "track": track, "change": {"stall": {}}})

    async def resume(self, user: User, track: Track, catches_up: bool = True) -> None:
        """The media of a stalled track arrives again.

        Args:
            user: The participant.
            track: The track.
            catches_up: Whether the media of the stall arrives at once (default: true).
        """
        await self._perform("changeTrack", {"user": user, "track": track, "change": {"resume": {"catchesUp": catches_up}}})

    async def set_size(self, user: User, track: Track, width: int, height: int) -> None:
        """The frames of a track change their size.

        Args:
            user: The participant.
            track: The track.
            width: The width in pixels, even.
            height: The height in pixels, even.
        """
        await self._perform("changeTrack", {"user": user, "track": track, "change": {"setSize": {"width": width, "height": height}}})

    async def use_source_size(self, user: User, track: Track) -> None:
        """The frames of a track have the size of the source again.

        Args:
            user: The participant.
            track: The track.
        """
        await self._perform("changeTrack", {"user": user, "track": track, "change": {"useSourceSize": {}}})

    async def set_frame_rate(self, user: User, track: Track, per_second: float) -> None:
        """The frames of a track change their rate.

        Args:
            user: The participant.
            track: The track.
            per_second: Frames per second.
        """
        await self._perform("changeTrack", {"user": user, "track": track, "change": {"setFrameRate": {"perSecond": per_second}}})

    async def rotate(self, user: User, track: Track, rotation: Rotation) -> None:
        """The frames of a track must be rotated clockwise to be upright.

        Args:
            user: The participant.
            track: The track.
            rotation: The angle in degrees, clockwise.
        """
        await self._perform("changeTrack", {"user": user, "track": track, "change": {"rotate": {"rotation": rotation}}})

    async def speak(self, user: User, track: Track) -> None:
        """A silent participant's audio is that of the source again.

        Args:
            user: The participant.
            track: The track.
        """
        await self._perform("changeTrack", {"user": user, "track": track, "change": {"speak": {}}})

    async def silence(self, user: User, track: Track) -> None:
        """A participant's audio is zeros.

        Args:
            user: The participant.
            track: The track.
        """
        await self._perform("changeTrack", {"user": user, "track": track, "change": {"silence": {}}})

    async def interrupt(self, user: User, track: Track, reason: ChangeTrackReason = "cameraInUse") -> None:
        """The system takes a camera away from its app.

        Args:
            user: The participant.
            track: The track.
            reason: Why (default: cameraInUse).
        """
        await self._perform("changeTrack", {"user": user, "track": track, "change": {"interrupt": {"reason": reason}}})

    async def end_interruption(self, user: User, track: Track) -> None:
        """The app has its camera again.

        Args:
            user: The participant.
            track: The track.
        """
        await self._perform("changeTrack", {"user": user, "track": track, "change": {"endInterruption": {}}})

    async def set_role(self, role: AddParticipantRole, user: User | None = None) -> None:
        """A participant's role changes.

        Args:
            role: The new role.
            user: The participant (default: the local user).
        """
        await self._perform("setRole", {"role": role, "user": user})

    async def revoke_co_host(self, user: User | None = None) -> None:
        """A co-host loses that role; without user, the local user.

        Args:
            user: The participant (default: the local user).
        """
        await self._perform("revokeCoHost", {"user": user})

    async def reclaim_host(self) -> None:
        """The original host takes the role back."""
        await self._perform("reclaimHost", {})

    async def send_chat(self, text: str, user: User) -> None:
        """A participant sends a chat message to everyone.

        Args:
            text: The message.
            user: The participant.
        """
        await self._perform("sendChat", {"text": text, "user": user})

    async def set_recording_response(self, response: Response, delay: float | None = None) -> None:
        """How the host answers requests for the permission to record.

        Args:
            response: The answer.
            delay: The time to the answer (default: as before, 100ms), in seconds.
        """
        await self._perform("setRecordingResponse", {"response": response, "delay": delay})

    async def permit_recording(self, is_permitted: bool = True) -> None:
        """The host permits the local user to record, or does not any more.

        Args:
            is_permitted: Whether it is permitted (default: true).
        """
        await self._perform("permitRecording", {"isPermitted": is_permitted})

    async def set_audio_connection(self, is_possible: bool) -> None:
        """Whether the local user's audio connects when the client asks for it.

        Args:
            is_possible: Whether it connects.
        """
        await self._perform("setAudioConnection", {"isPossible": is_possible})

    async def lock_share(self, is_locked: bool = True) -> None:
        """The host locks sharing, or unlocks it: frames of others are accepted meanwhile, and nobody sees them.

        Args:
            is_locked: Whether only hosts and co-hosts share (default: true).
        """
        await self._perform("lockShare", {"isLocked": is_locked})

    async def remind(self, kind: Kind = "recording", text: str = "This meeting is being recorded") -> None:
        """A reminder is shown to the local user.

        Args:
            kind: What it is about (default: recording).
            text: The text (default: This meeting is being recorded).
        """
        await self._perform("remind", {"kind": kind, "text": text})

    async def set_responses(self, *, is_supported: bool | None = None, permission: Permission | None = None, start_failure: StartFailure | None = None, accepts: bool | None = None, provides_sender: bool | None = None, minimum_answer_delay: float | None = None, maximum_answer_delay: float | None = None, sender_delay: float | None = None, stop_delay: float | None = None, answer_delivery: Delivery | None = None, sender_delivery: Delivery | None = None, fails_first_send: bool | None = None) -> None:
        """Changes the responses of the emulated server; missing fields keep their value. Times are in seconds.

        Args:
            is_supported: Whether the meeting supports Production Studio (default: true).
            permission: Whether the local user may start (default: by role).
            start_failure: The error code that a start returns when all conditions hold.
            accepts: The result of a start (default: true).
            provides_sender: Whether onStartSend delivers a sender (default: true).
            minimum_answer_delay: The minimum time to the result (default: 40ms..120ms; with --fast, 0s), in
            seconds.
            maximum_answer_delay: The maximum time to the result (default: 40ms..120ms; with --fast, 0s), in
            seconds.
            sender_delay: The time from the result to onStartSend (default: 0s), in seconds.
            stop_delay: The time from a stop to onStopSend (default: 0s), in seconds.
            answer_delivery: How often, and how late, the result is delivered (default: once).
            sender_delivery: How often, and how late, onStartSend is delivered (default: once).
            fails_first_send: Whether the first send fails, and onStartSend follows again (default: false).
        """
        await self._perform("setResponses", {"responses": coded({"isSupported": is_supported, "permission": permission, "startFailure": start_failure, "accepts": accepts, "providesSender": provides_sender, "minimumAnswerDelay": minimum_answer_delay, "maximumAnswerDelay": maximum_answer_delay, "senderDelay": sender_delay, "stopDelay": stop_delay, "answerDelivery": answer_delivery, "senderDelivery": sender_delivery, "failsFirstSend": fails_first_send})})

    async def set_entry_responses(self, *, initialisation_failure: StartFailure | None = None, authentication: Authentication | None = None, authentication_refusal: StartFailure | None = None, authentication_delivery: Delivery | None = None, minimum_authentication_delay: float | None = None, maximum_authentication_delay: float | None = None, checks_token: bool | None = None, join_refusal: StartFailure | None = None, join_failure: JoinFailure | None = None, entrance: Entrance | None = None, failure_ends_meeting: bool | None = None, minimum_join_delay: float | None = None, maximum_join_delay: float | None = None, admission_delay: float | None = None, status_delivery: Mapping[Status, Delivery] | None = None, role: AddParticipantRole | None = None, promotion: AddParticipantRole | None = None, promotion_delay: float | None = None, topic: str | None = None) -> None:
        """Changes the responses to init, authentication and joining; missing fields keep their value.

        Args:
            initialisation_failure: The error code that init returns.
            authentication: The result of an authentication (default: success).
            authentication_refusal: The error code that an authentication returns immediately, without a callback.
            authentication_delivery: How often, and how late, the result is delivered (default: once).
            minimum_authentication_delay: The minimum time to the result (default: 40ms..120ms), in seconds.
            maximum_authentication_delay: The maximum time to the result (default: 40ms..120ms), in seconds.
            checks_token: Whether the token's format and claims are checked (default: false).
            join_refusal: The error code that the call returns, without a status.
            join_failure: The cause with which joining fails; the entrance is then failure.
            entrance: What happens when the local user joins.
            failure_ends_meeting: Whether a failure is reported as disconnecting, failed, ended, ended (default:
            false).
            minimum_join_delay: The minimum time to what follows connecting (default: 40ms..120ms), in seconds.
            maximum_join_delay: The maximum time to what follows connecting (default: 40ms..120ms), in seconds.
            admission_delay: The time until a waiting user is admitted (default: until a step admits the user), in
            seconds.
            status_delivery: How often, and how late, each status is delivered (default: once). The status changes
            in any case.
            role: The role of a user who joins.
            promotion: A role that the local user gets after joining.
            promotion_delay: The time from joining to the promotion (default: 0s), in seconds.
            topic: The meeting's topic.
        """
        await self._perform("setEntryResponses", {"responses": coded({"initialisationFailure": initialisation_failure, "authentication": authentication, "authenticationRefusal": authentication_refusal, "authenticationDelivery": authentication_delivery, "minimumAuthenticationDelay": minimum_authentication_delay, "maximumAuthenticationDelay": maximum_authentication_delay, "checksToken": checks_token, "joinRefusal": join_refusal, "joinFailure": join_failure, "entrance": entrance, "failureEndsMeeting": failure_ends_meeting, "minimumJoinDelay": minimum_join_delay, "maximumJoinDelay": maximum_join_delay, "admissionDelay": admission_delay, "statusDelivery": status_delivery, "role": role, "promotion": promotion, "promotionDelay": promotion_delay, "topic": topic})})

    async def expire_identity(self) -> None:
        """The client's identity expires."""
        await self._perform("expireIdentity", {})

    async def stop_studio(self) -> None:
        """The studio stops for internal reasons."""
        await self._perform("stopStudio", {})

    async def change_source(self, video: str | None = None, audio: str | None = None, loops: bool = False, start_at: float | None = None) -> None:
        """Puts another source on air at a frame: a file, a FIFO, coded:, or a test pattern without video. The reply
        comes when it is on air; the last change wins.

        Args:
            video: A file beside the scenario, a FIFO, or coded: (default: a test pattern).
            audio: The same for audio (default: the audio of the video's file).
            loops: Whether a media file loops (default: false).
            start_at: The start position in a media file (default: its beginning), in seconds.
        """
        await self._perform("changeSource", {"video": video, "audio": audio, "loops": loops, "startAt": start_at})

    async def show_slate(self) -> None:
        """Puts the slate on air; live audio goes on."""
        await self._perform("showSlate", {})

    async def end_slate(self) -> None:
        """Puts the source on air instead of a slate that was requested."""
        await self._perform("endSlate", {})

    async def add_output(self, address: str) -> int:
        """Adds an output.

        Args:
            address: The address.

        Returns:
            The number of the output.
        """
        return int((await self._perform("addOutput", {"address": address}))["output"])

    async def remove_output(self, output: int) -> None:
        """Finishes an output and removes it.

        Args:
            output: The output's number, from 1 in the order of addition.
        """
        await self._perform("removeOutput", {"output": output})

    async def restart_output(self, output: int, append: bool | None = None) -> int:
        """Finishes an output and adds a new one in its place: a file with a new name, show-2.mp4, a server at its
        address.

        Args:
            output: The output's number, from 1 in the order of addition.
            append: Whether an HLS playlist goes on under its name, behind a discontinuity (default: a new one).

        Returns:
            The number of the output.
        """
        return int((await self._perform("restartOutput", {"output": output, "append": append}))["output"])

    async def stop_output(self, output: int) -> None:
        """Finishes an output, which keeps its number and its counts and can be started again.

        Args:
            output: The output's number, from 1 in the order of addition.
        """
        await self._perform("stopOutput", {"output": output})

    async def start_output(self, output: int, append: bool | None = None) -> str:
        """Starts an output that is stopped or has failed: a file with a new name, show-2.mp4, a server at its
        address.

        Args:
            output: The output's number, from 1 in the order of addition.
            append: Whether an HLS playlist goes on under its name, behind a discontinuity (default: a new one).

        Returns:
            The address of the output; the path of a file.
        """
        return str((await self._perform("startOutput", {"output": output, "append": append}))["address"])

    async def split_output(self, output: int) -> str:
        """Lets a file go on in another one, show-2.mp4, from the next key frame on, which is requested at once; no
        frame and no audio is lost or repeated.

        Args:
            output: The output's number, from 1 in the order of addition.

        Returns:
            The address of the output; the path of a file.
        """
        return str((await self._perform("splitOutput", {"output": output}))["address"])

    async def add_chapter(self, output: int, name: str | None = None) -> None:
        """Lets a chapter of an MP4 file begin. Chapters are written when the file is completed; other files have
        none.

        Args:
            output: The output's number, from 1 in the order of addition.
            name: Its name, at most 255 bytes (default: its number).
        """
        await self._perform("addChapter", {"output": output, "name": name})

    async def set_volume(self, factor: float) -> None:
        """Sets the volume of the program's audio, as a factor of the amplitude: 1 leaves it as it is, 0.5 is 6 dB
        less.

        Args:
            factor: The factor, 0 to 4.
        """
        await self._perform("setVolume", {"factor": factor})

    async def set_mute(self, is_muted: bool) -> None:
        """Mutes the program's audio, or unmutes it with the volume as before; the track goes on.

        Args:
            is_muted: Whether it is muted.
        """
        await self._perform("setMute", {"isMuted": is_muted})

    async def graph(self, folder: str | None = None) -> str:
        """Writes each running pipeline of the session's process as dot, and as SVG where dot is installed.

        Args:
            folder: The folder (default: that of --pipeline-graphs).

        Returns:
            The address of the output; the path of a file.
        """
        return str((await self._perform("graph", {"folder": folder}))["address"])

    async def add_note(self, text: str) -> None:
        """Keeps a line among the events and in the trace; nothing else happens.

        Args:
            text: The line, at most 1000 bytes.
        """
        await self._perform("addNote", {"text": text})

    async def stop(self) -> None:
        """Stops the studio, finishes the outputs, and ends the session."""
        await self._perform("stop", {})


__all__ = [
    "AddParticipantRole",
    "AudioPipeSilent",
    "AudioTrackFormat",
    "Authenticated",
    "Authentication",
    "Category",
    "Change",
    "ChangeTrackReason",
    "CoHostChanged",
    "CommandPerformed",
    "Dropped",
    "DroppedReason",
    "Entrance",
    "Failed",
    "HostChanged",
    "IdentityExpired",
    "InputsOpened",
    "JoinFailure",
    "Kind",
    "MediaCounts",
    "MeetingStatusChanged",
    "Note",
    "Origin",
    "Output",
    "OutputAdded",
    "OutputChange",
    "OutputChanged",
    "OutputPartEnded",
    "OutputRemoved",
    "OutputSplit",
    "ParticipantJoined",
    "ParticipantLeft",
    "Permission",
    "PipeWait",
    "Program",
    "ProgramAudio",
    "ProgramAudioChanged",
    "Range",
    "Reason",
    "Response",
    "Role",
    "RoleChanged",
    "Rotation",
    "SendingStarted",
    "SendingStopped",
    "ServerChanged",
    "ServerChangedState",
    "SessionChanged",
    "SessionFailure",
    "SlateEnded",
    "SlateShown",
    "SlateShownReason",
    "Snapshot",
    "SnapshotError",
    "SourceChanged",
    "StartAnswered",
    "StartCalled",
    "StartFailure",
    "State",
    "Status",
    "StopCalled",
    "Stopped",
    "StudioUserChanged",
    "SubscriptionChanged",
    "Track",
    "TrackFormat",
    "TrackFormatChanged",
    "TrackMuted",
    "TrackStateChanged",
    "TrackStateChangedState",
    "VideoChanged",
    "VideoTrackFormat",
    "ViolatedRule",
    "Violation",
]
