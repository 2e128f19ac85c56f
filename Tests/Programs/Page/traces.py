"""Traces of sessions as psstudio writes them, for the tests of the page."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

Record = dict[str, Any]

HOSTILE = (
    "<img src=x onerror=hacked=1></script><b>bold</b>",
    "\u202emoc.elpmaxe\u202c \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627",
    "x" * 10_000,
    "👩‍👩‍👧‍👦🏳️‍🌈 e\u0301" * 50,
    "a\u0000b\nc\td\u0600<script>hacked=1</script>",
)


def header(session: str = "9f3c2a") -> Record:
    """The first line."""
    return {
        "clock": "system",
        "interface": "production-studio",
        "psstudioTrace": 1,
        "session": session,
        "writer": "psstudio",
    }


def event(kind: str, time: float, **fields: Any) -> Record:
    """A further line."""
    return {"event": kind, "time": round(time, 6), **fields}


def call(name: str, time: float, result: Any = "Success") -> Record:
    """A call with its result."""
    return event("call", time, name=name, result=result)


def callback(name: str, time: float, /, **arguments: Any) -> Record:
    """A callback with its arguments."""
    return event("callback", time, name=name, arguments=arguments, isReceived=True)


def output(number: int, state: str, time: float, **more: Any) -> Record:
    """A state of an output."""
    address = "show.mp4" if number == 1 else "rtmp://host/live/***"
    return event("output", time, output=number, address=address, state=state, **more)


def wrong_size(time: float) -> Record:
    """A frame of a wrong size."""
    message = "the frame is 642x360, expected 640x360; scale before sending, or restart with this size"
    return event("violation", time, rule="PS-SEND-005", code="InvalidParameter", isRefusal=True, message=message)


def started() -> list[Record]:
    """The beginning of a session that sends to a file."""
    return [
        event("state", 0, part="session", state="opening"),
        call("initialise", 0),
        call("authenticate", 0.01),
        callback("authenticated", 0.05, result="success"),
        call("join", 0.06),
        event("state", 0.07, part="session", state="starting"),
        call("setDelegate", 0.08),
        call("isSupported", 0.08, result=True),
        call("canStart", 0.08, result=True),
        call("start", 0.09),
        callback("startAnswered", 0.12, accepted=True),
        callback("sendingStarted", 0.12, hasSender=True),
        output(1, "added", 0.13),
        output(1, "connecting", 0.13),
        output(1, "live", 0.2),
        event("state", 0.2, part="session", state="sending"),
    ]


def stopped(time: float) -> list[Record]:
    """The end of a session."""
    return [
        call("stop", time),
        callback("sendingStopped", time),
        output(1, "finished", time),
        event("state", time, part="session", state="finished"),
        event("end", time, lost=0, unhashed=0),
    ]


def media(until: float, rate: int = 30) -> list[Record]:
    """Frames and audio without a fault."""
    frames = [
        event(
            "video",
            0.21 + number / rate,
            width=640,
            height=360,
            format="i420-full",
            stamp=round(0.21 + number / rate, 6),
            thread=1,
            hash=f"{number:016x}",
        )
        for number in range(int((until - 0.25) * rate))
    ]
    blocks = [
        event(
            "audio",
            0.21 + number / 50,
            sampleRate=48000,
            channels=2,
            samples=960,
            stamp=round(0.21 + number / 50, 6),
            thread=1,
        )
        for number in range(int((until - 0.25) * 50))
    ]
    return frames + blocks


def good(duration: float = 8) -> list[Record]:
    """A session without a fault."""
    return in_order([*started(), *media(duration), *stopped(duration)])


def lost() -> list[Record]:
    """A session whose server dies and comes back."""
    tries = [
        output(2, "added", 0.2),
        output(2, "connecting", 0.2),
        output(2, "live", 0.6),
        output(2, "retrying", 3, cause="disconnected", message="the connection was lost"),
        output(2, "connecting", 4),
        output(2, "live", 4.4),
        event("drop", 5, reason="encoderOverload", frames=6, audioBlocks=0),
    ]
    return in_order([*started(), *media(8), *tries, *stopped(8)])


def broken() -> list[Record]:
    """An app that sends frames of a wrong size, and goes on after the end."""
    faults = [wrong_size(1 + 0.4 * number) for number in range(10)]
    late = event(
        "violation",
        8.3,
        rule="PS-SEND-001",
        code="WrongUsage",
        isRefusal=True,
        message="this sender is not open; send between onStartSend and onStopSend, then release the sender",
    )
    revoked = event("command", 6, name="setRole", arguments={"role": "attendee", "user": 16778240})
    records = in_order([*started(), *media(8), *faults, revoked, *stopped(8)])
    return [*records[:-1], late, event("end", 8.4, lost=0, unhashed=0)]


def long(count: int = 1000, seed: int = 7) -> list[Record]:
    """A session of an hour with so many events."""
    source = random.Random(seed)  # noqa: S311
    names = ["participantJoined", "participantLeft", "roleChanged", "videoChanged", "trackStateChanged"]
    records = [*started(), output(2, "added", 0.3)]
    states = ["live", "retrying", "connecting"]
    while len(records) < count - 5:
        time = max(records[-1]["time"], 0.5) + source.expovariate(count / 3600)
        kind = source.random()
        if kind < 0.55:
            records.append(callback(source.choice(names), time, user=16778240 + 1024 * source.randrange(9)))
        elif kind < 0.7:
            records.append(event("command", time, name="setVideo", arguments={"isOn": kind < 0.6}))
        elif kind < 0.8:
            records.append(output(2, states[len(records) % 3], time))
        elif kind < 0.88:
            records.append(event("drop", time, reason="late", frames=source.randrange(1, 9), audioBlocks=0))
        else:
            records.append(wrong_size(time))
    return records + stopped(records[-1]["time"] + 1)


def hostile() -> list[Record]:
    """A session whose names and messages are attacks, and too long."""
    records = started()
    for number, text in enumerate(HOSTILE):
        time = 1 + number
        records += [
            callback("participantJoined", time, name=text, role="attendee"),
            event("note", time, message=text),
            event("violation", time, rule=text[:60], code="x", isRefusal=True, message=text),
            event("output", time, output=2 + number, address=text, state=text[:40]),
            event("call", time, name=text, result=text),
        ]
    return records + stopped(7)


def in_order(records: list[Record]) -> list[Record]:
    """The records in the order of their times."""
    return sorted(records, key=lambda record: record["time"])


def write(path: Path, records: list[Record]) -> Path:
    """Writes a trace."""
    lines = [json.dumps(record) for record in [header(path.stem), *records]]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
