"""Recordings that are started and stopped within moments, by raw messages."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from sessions import Client, Session

Start = Callable[..., Session]
NO_PASSWORD = ("--obs-no-password",)


def test_short_recordings(start: Start) -> None:
    """Recordings of 0.3 to 1.5 s back to back: each answer names a file that is there, in its length within two frames.

    PSSTUDIO_OBS_RECORDINGS=100 takes two minutes and a half, otherwise it is short.
    """
    count = int(os.environ.get("PSSTUDIO_OBS_RECORDINGS", "12"))
    session = start(*NO_PASSWORD)
    client = Client(session, mask=512)
    random = Random(1)  # noqa: S311
    client.call("StopRecord")
    client.events.clear()

    def performed(name: str) -> float:
        """When the session has performed the next command of this name, on its clock."""
        while True:
            event = client.event("VendorEvent")
            command = event["eventData"].get("command", {}) if event["eventType"] == "commandPerformed" else {}
            if name in command:
                return float(event["eventData"]["time"])

    found: list[tuple[str, float]] = []
    for _ in range(count):
        client.call("StartRecord")
        begin = performed("startOutput")
        time.sleep(random.uniform(0.3, 1.5))
        path = client.call("StopRecord")["outputPath"]
        assert Path(path).is_file()
        found.append((path, performed("stopOutput") - begin))
    assert len({path for path, _ in found}) == count
    session.end()
    for path, seconds in found:
        frames = session.probe(path)["video"]["count"]
        assert abs(frames - 30 * seconds) <= 2, path


def test_empty_recording(start: Start) -> None:
    """What is started and stopped at once has its first frame."""
    session = start(*NO_PASSWORD)
    client = Client(session)
    client.call("StopRecord")
    for _ in range(5):
        client.call("StartRecord")
        path = client.call("StopRecord")["outputPath"]
        assert Path(path).is_file()
    assert session.output(1)["state"] == "stopped"
    session.end()
    session.probe(path)
