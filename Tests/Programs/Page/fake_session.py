"""A session that was recorded, and takes commands: for tests of the page."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import Any

LINES = [json.loads(line) for line in (Path(__file__).parent / "recorded.jsonl").read_text().splitlines()]


class Session:
    """The recorded session, which takes commands."""

    def __init__(self) -> None:
        recorded = [line["reply"] for line in LINES if "snapshot" in line.get("reply", {})]
        self.snapshot: dict[str, Any] = json.loads(json.dumps(recorded[1]["snapshot"]))
        self.participants: list[dict[str, Any]] = json.loads(json.dumps(recorded[1]["participants"]))
        self.complete()
        self.id = self.snapshot["sessionId"]
        self.events: list[dict[str, Any]] = []
        self.changed = threading.Condition()
        self.start = time.monotonic() - 9
        # Where its clock stands still, if it does: for pictures that are the same each time.
        self.stands_at: float | None = None
        self.ended = False
        # A session that hangs measures nothing, and does not answer.
        self.silent = False
        # One that was killed is gone without an end.
        self.killed = False
        # What is left of it when it has ended, of its process.
        self.process: dict[str, Any] = {"exitCode": None, "message": None}
        # Who gives the next command.
        self.origin = "http"
        # What it was asked to perform.
        self.commands: list[dict[str, Any]] = []
        # The events up to this number are not kept any more.
        self.kept = 1
        for line in LINES:
            if "event" in line and line["event"]["time"] < 9:
                self.events.append(line["event"])

    def complete(self) -> None:
        """Adds the fields that are newer than the recording; and the local user is co-host, who can lose that role."""
        program = {"width": 1280, "height": 720, "frameRate": 30, "hasAudio": True, "hasSlate": True}
        self.snapshot.update(waitingFor=[], program=program, encodedFrames=300, slateReason=None)
        self.snapshot.update(meetingStatus="inMeeting", isInBreakoutRoom=False)
        self.snapshot.update(isShareLocked=False, isRecordingPermitted=False)
        for media in ("video", "audio"):
            self.snapshot[media]["secondsSinceLast"] = 0.02
        for output in self.snapshot["outputs"]:
            # Outputs that were added late have missed nothing.
            output.update(isRemoved=False, failures={}, outputQueueDuration=0, audioBeforeStart=0)
            output["framesBeforeStart"] = output["outputSkippedFrames"]
            is_file = "://" not in output["destination"]
            output.update(diskFreeBytes=96_400_000_000 if is_file else None)
            output.update(diskSecondsLeft=9000 if is_file else None, secondsToAttempt=None)
        self.participants[0]["role"] = "coHost"
        for participant in self.participants:
            participant["isAudioOn"] = False

    @property
    def now(self) -> float:
        """The seconds since its start."""
        return time.monotonic() - self.start if self.stands_at is None else self.stands_at

    def emit(self, name: str, **fields: Any) -> None:
        """Publishes an event."""
        if name == "meetingStatusChanged":
            self.enter(fields["status"])
        with self.changed:
            sequence = self.events[-1]["sequence"] + 1
            self.events.append({"event": {name: fields}, "sequence": sequence, "time": round(self.now, 3)})
            self.changed.notify_all()

    def enter(self, status: str) -> None:
        """The client is somewhere else in its meeting, or in another one of its rooms."""
        if status in ("joinedBreakoutRoom", "leftBreakoutRoom"):
            self.snapshot["isInBreakoutRoom"] = status == "joinedBreakoutRoom"
        else:
            self.snapshot["meetingStatus"] = status

    def state(self) -> dict[str, Any]:
        """The answer to GET …/sessions/ID."""
        seconds = int(self.now)
        for output in self.snapshot["outputs"]:
            if output["state"] == "live":
                output["outputTimecode"] = f"00:00:{seconds % 60:02}.000"
                output["outputBytes"] = 180_000 * seconds
                output["outputBitrate"] = 1440 + seconds % 7
        return {**self.snapshot, "participants": self.participants, "sequence": self.events[-1]["sequence"]}

    def summary(self) -> dict[str, Any]:
        """The result of the session in a list of ended ones."""
        known = self.snapshot
        return {
            **self.process,
            "endedAt": "2026-11-29T02:28:52.123Z",
            "ending": "lost" if self.killed else "ended",
            "error": known["error"],
            "pid": 4711,
            "program": "psstudio",
            "psstudio": "0.1.0",
            "sessionId": self.id,
            "startedAt": "2026-11-29T02:00:00.000Z",
            "state": "ended",
            "stopReason": known["stopReason"],
            "violationCount": sum(one["count"] for one in known["violations"]),
        }

    def result(self) -> dict[str, Any]:
        """The answer to GET …/sessions/ID when the session has ended."""
        known = {name: self.snapshot[name] for name in ("video", "audio", "violations")}
        return {**self.summary(), **known, "isShortened": False, "snapshot": self.state()}

    def output(self, number: int) -> dict[str, Any]:
        """An output by its number."""
        for output in self.snapshot["outputs"]:
            if output["output"] == number:
                return output
        raise Refusal(404, "notFound", f"unknown output {number}; the snapshot lists all outputs")

    def set_output(self, number: int, state: str) -> None:
        """Changes the state of an output."""
        output = self.output(number)
        output.update(state=state, attempt=None, cause=None, message=None, secondsToAttempt=None)
        change = {"attempt": None, "cause": None, "delay": None, "message": None, "state": state}
        self.emit("outputChanged", address=output["destination"], output=number, change=change)

    def perform(self, command: dict[str, Any]) -> dict[str, Any]:
        """Performs a command, as far as tests need it."""
        [(name, fields)] = command.items()
        self.commands.append(command)
        if self.ended:
            raise Refusal(404, "sessionEnded", "the session has ended")
        if name == "reclaimHost":
            message = "reclaimHost does not fit the current state and has no effect; request the snapshot to see it"
            raise Refusal(409, "rejected", message)
        self.emit("commandPerformed", command=command, origin=self.origin)
        if name == "addOutput":
            number = max(output["output"] for output in self.snapshot["outputs"]) + 1
            output = {**self.snapshot["outputs"][0], "output": number, "destination": fields["address"]}
            self.snapshot["outputs"].append(output)
            self.emit("outputAdded", address=fields["address"], output=number)
            self.set_output(number, "connecting")
            threading.Timer(0.4, self.set_output, (number, "live")).start()
            return {"output": {"output": number}}
        if name in ("stopOutput", "startOutput", "restartOutput", "removeOutput"):
            states = {"stopOutput": "stopped", "removeOutput": "removed"}
            self.output(fields["output"])["isRemoved"] = name == "removeOutput"
            self.set_output(fields["output"], states.get(name, "live"))
        elif name == "splitOutput":
            self.emit("outputSplit", address="show-2.mp4", output=fields["output"])
        elif name == "addParticipant":
            user = max(participant["user"] for participant in self.participants) + 1024
            self.participants.append({**fields, "isMyself": False, "user": user})
            self.emit("participantJoined", name=fields["name"], role=fields["role"], user=user)
        elif name == "removeParticipant":
            self.participants = [one for one in self.participants if one["user"] != fields["user"]]
            self.emit("participantLeft", user=fields["user"])
        elif name == "setVideo":
            for participant in self.participants:
                if participant["user"] == fields["user"]:
                    participant["isVideoOn"] = fields["isOn"]
            self.emit("videoChanged", **fields)
        elif name == "lockShare":
            self.snapshot["isShareLocked"] = fields["isLocked"]
        elif name == "permitRecording":
            self.snapshot["isRecordingPermitted"] = fields["isPermitted"]
        elif name in ("showSlate", "endSlate"):
            self.show_slate("command" if name == "showSlate" else None)
        elif name == "setMute":
            self.set_audio(isMuted=fields["isMuted"])
        elif name == "setVolume":
            self.set_audio(volumeFactor=fields["factor"])
        elif name == "setRole":
            for participant in self.participants:
                if participant["user"] == fields["user"]:
                    participant["role"] = fields["role"]
            self.emit("roleChanged", **fields)
        elif name in ("revokeCoHost", "stop", "endMeeting"):
            self.end("roleLost" if name == "revokeCoHost" else "stopped")
        return {"done": {}}

    def show_slate(self, reason: str | None) -> None:
        """Puts the slate on air for a reason, or the source without one."""
        self.snapshot.update(isSlateOnAir=reason is not None, slateReason=reason)
        self.emit("slateShown", at=9, reason=reason) if reason else self.emit("slateEnded", at=9)

    def set_audio(self, **fields: Any) -> None:
        """Changes the audio of the program."""
        self.snapshot["programAudio"].update(fields)
        self.emit("programAudioChanged", **self.snapshot["programAudio"])

    def kill(self) -> None:
        """Ends the session without an end, as SIGKILL does."""
        with self.changed:
            self.killed = True
            self.changed.notify_all()

    def end(self, reason: str) -> None:
        """Ends the session as a lost role does."""
        message = "the right to send was lost"
        self.emit("sendingStopped")
        self.emit("failed", failure={"category": "refused", "code": reason, "message": message, "rule": None})
        for output in self.snapshot["outputs"]:
            if not output["isRemoved"]:
                self.set_output(output["output"], "finished")
        self.snapshot.update(state="finished", stopReason=reason, error={"rule": None, "message": message})
        self.emit("sessionChanged", state="finished")
        self.emit("stopped", reason=reason)
        with self.changed:
            self.ended = True
            self.changed.notify_all()


class Refusal(Exception):
    """A problem of RFC 9457."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail
