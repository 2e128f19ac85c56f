"""Faults of the program, the meeting and the processes of the session that runs all day."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from faults import fault
from peers import Source

if TYPE_CHECKING:
    from day import Day

SLATE = r"^(slate on air|source stalled)"
# What follows when a session that stood still goes on: it has media to catch up with, and its peers may have gone.
STANDSTILL = (
    r"^(slate on air|source stalled|encoder behind|connection lost"
    r"|output \d+ \(.*\) (is retrying|takes no media|loses media))"
)


def has_snapshot(**values: object) -> Callable[[Day], bool]:
    """Whether the snapshot has these values."""

    def question(day: Day) -> bool:
        snapshot = day.show.snapshot()
        return all(snapshot.get(name) == value for name, value in values.items())

    return question


# Sound and slate, changed by a controller that is not the page.


@fault("muted-elsewhere", r"^muted$")
def muted_elsewhere(day: Day) -> Iterator[None]:
    """Another controller mutes the program."""
    yield
    day.show.perform("setMute", isMuted=True)
    yield
    day.show.perform("setMute", isMuted=False)


@fault("volume-zero", r"^the volume is 0$")
def volume_zero(day: Day) -> Iterator[None]:
    """Another controller turns the volume down."""
    yield
    day.show.perform("setVolume", factor=0)
    yield
    day.show.perform("setVolume", factor=1)


@fault("slate-elsewhere", r"^slate on air: a command asked for it$")
def slate_elsewhere(day: Day) -> Iterator[None]:
    """Another controller puts the slate on air."""
    yield
    day.show.perform("showSlate")
    yield
    day.show.perform("endSlate")


# The sources.


@fault("camera-hangs", SLATE, "bad", also=STANDSTILL, settles=6)
def camera_hangs(day: Day) -> Iterator[None]:
    """The program that delivers the video stands still."""
    yield
    day.camera.stop()
    yield
    day.camera.go_on()


@fault("camera-dies", SLATE, "bad", over=has_snapshot(isSlateOnAir=False, waitingFor=[]), also=STANDSTILL, settles=6)
def camera_dies(day: Day) -> Iterator[None]:
    """The program that delivers the video is killed, and another one comes."""
    yield
    day.camera.kill()
    yield
    day.camera = Source("camera", day.folder / "camera.fifo")


@fault("microphone-hangs", r"^source stalled: '?microphone\.fifo'? delivers no audio$", "bad", also=SLATE, settles=6)
def microphone_hangs(day: Day) -> Iterator[None]:
    """The program that delivers the audio stands still: there is silence, and nobody hears it."""
    yield
    day.microphone.stop()
    yield
    day.microphone.go_on()


@fault("slate-taken-over", r"^slate on air", "bad", also=STANDSTILL, settles=6)
def slate_taken_over(day: Day) -> Iterator[None]:
    """The camera hangs, another controller keeps the slate on air, and the camera goes on."""
    yield
    day.camera.stop()
    day.await_snapshot("the slate", isSlateOnAir=True)
    day.show.perform("showSlate")
    yield
    day.camera.go_on()
    day.show.perform("endSlate")


# The meeting.


@fault("connection-lost", r"^connection lost$", "bad", also=STANDSTILL, settles=6)
def connection_lost(day: Day) -> Iterator[None]:
    """The connection to the meeting is lost and restored."""
    yield
    day.show.perform("loseConnection", stopsStudio=False)
    yield
    day.show.perform("regainConnection")


@fault("sharing-locked", None)
def sharing_locked(day: Day) -> Iterator[None]:
    """What the host permits is no alarm."""
    yield
    day.show.perform("lockShare", isLocked=True)
    day.show.perform("permitRecording", isPermitted=True)
    yield
    day.show.perform("lockShare", isLocked=False)
    day.show.perform("permitRecording", isPermitted=False)


@fault("participants-come-and-go", None)
def participants_come_and_go(day: Day) -> Iterator[None]:
    """A meeting as usual is no alarm."""
    yield
    users = [
        day.show.perform("addParticipant", name=f"Guest {number}", role="attendee", isVideoOn=True)["participant"][
            "user"
        ]
        for number in range(20)
    ]
    yield
    for user in users:
        day.show.perform("removeParticipant", user=user)


@fault("output-comes-and-goes", None)
def output_comes_and_goes(day: Day) -> Iterator[None]:
    """An output that a controller adds, stops and removes is no alarm."""
    yield
    day.added = day.show.add(str(day.own_folder() / "more.mkv"))
    day.await_state(day.added, "live")
    yield
    day.show.perform("stopOutput", output=day.added)
    day.await_state(day.added, "stopped")
    day.show.perform("removeOutput", output=day.added)


# The processes.


@fault("session-hangs", r"^no news from the session$", "bad", also=STANDSTILL, settles=20, lasts=(4, 7))
def session_hangs(day: Day) -> Iterator[None]:
    """The process of the session stands still."""
    yield
    day.show.signal(signal.SIGSTOP)
    yield
    day.show.signal(signal.SIGCONT)


@fault("server-hangs", r"^(no news from the session|the server is gone)$", "bad", lasts=(4, 7))
def server_hangs(day: Day) -> Iterator[None]:
    """The process of the server stands still; the session goes on."""
    server = day.server
    yield
    os.kill(server, signal.SIGSTOP)
    yield
    os.kill(server, signal.SIGCONT)
