"""Faults that end a session, or that it begins with: each has a session of its own, which the operator looks at."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from faults import fault
from peers import Source, make_fifo
from studio import ListedServer, Session

if TYPE_CHECKING:
    from day import Day

ENDED = r"^the session has ended: "
# What may be in sight of a session on its way to its end.
ENDING = (
    r"^(the studio does not send|meeting ended|meeting failed|connection lost|in the waiting room|source stalled"
    r"|output \d+ \(.*\) has failed)"
)
SMALL = ("--width", "320", "--height", "180")


def ending(name: str, pattern: str, command: str, *words: str, level: str | None = "bad", **fields: Any) -> None:
    """A fault: a command ends the session that the operator sees. It is over when he opens another one."""

    def body(day: Day) -> Iterator[None]:
        show = day.visit(*SMALL, "--out", "null:", *words)
        yield
        show.perform(command, **fields)
        yield
        day.go_home()

    fault(name, pattern, level, also=ENDING, is_visit=True)(body)


ending("role-lost", ENDED + "the right to send was lost", "revokeCoHost", "--role", "cohost")
ending("expelled", ENDED, "expel", "--role", "cohost")
ending("meeting-ended", ENDED + "the meeting ended", "endMeeting", reason="endedByHost")
ending("meeting-failed", ENDED, "failMeeting")
ending("client-left", ENDED + "the client left the meeting", "leave")
ending("breakout-room", ENDED, "enterBreakoutRoom")
ending("into-waiting-room", ENDED + "|^in the waiting room", "putIntoWaitingRoom", level=None)
ending("studio-stopped", ENDED, "stopStudio")
ending("connection-lost-for-good", ENDED + "|^connection lost|^the studio does not send", "loseConnection", level=None,
       stopsStudio=True)  # fmt: skip


@fault("demoted", ENDED, "bad", also=ENDING, is_visit=True)
def demoted(day: Day) -> Iterator[None]:
    """In a webinar, the local user becomes an attendee."""
    scenario = day.own_folder() / "webinar.yaml"
    scenario.write_text("version: 1\nmeeting: {kind: webinar}\nrole: cohost\n")
    show = day.visit(*SMALL, "--out", "null:", "--scenario", str(scenario))
    yield
    show.perform("demote")
    yield
    day.go_home()


@fault("stopped-in-order", None, also=ENDING, is_visit=True)
def stopped_in_order(day: Day) -> Iterator[None]:
    """A session that somebody stops is no alarm."""
    show = day.visit(*SMALL, "--out", str(day.own_folder() / "show.mkv"))
    yield
    show.perform("stop")
    show.process.wait(20)
    yield
    day.go_home()


@fault("complete", None, is_visit=True)
def complete(day: Day) -> Iterator[None]:
    """A session whose program is over is no alarm."""
    show = day.visit(*SMALL, "--duration", "8s", "--out", str(day.own_folder() / "show.mp4"))
    yield
    show.process.wait(30)
    yield
    day.go_home()


@fault("session-killed", r"^(the session was killed or has crashed|the server is gone)$", "bad", is_visit=True)
def session_killed(day: Day) -> Iterator[None]:
    """The process of the session is killed; its own server ends with it."""
    show = day.visit(*SMALL, "--out", "null:")
    yield
    show.signal(signal.SIGKILL)
    yield
    day.go_home()


@fault("session-crashed", r"^the session was killed or has crashed$", "bad", is_visit=True)
def session_crashed(day: Day) -> Iterator[None]:
    """The session of another program crashes; the server goes on."""
    folder = day.own_folder()
    server = ListedServer(folder)
    day.servers.append(server)
    show = day.visit(*SMALL, "--out", "null:", server=server, folder=folder)
    yield
    show.signal(signal.SIGSEGV)
    yield
    day.go_home()


def server_deaths(name: str, count: int) -> None:
    """A fault: the server of a session dies, several times, and is started again each time."""

    def body(day: Day) -> Iterator[None]:
        show = day.visit(*SMALL, "--out", "null:")
        yield
        server = show.server_pid
        for number in range(count):
            if number > 0:
                server = day.next_server(show, server)
            if server is not None:
                os.kill(server, signal.SIGKILL)
        yield
        day.wait("the server answers again after its death", show.answers, 40)

    fault(name, r"^the server is gone$", "bad", is_visit=True, lasts=(0, 0))(body)


server_deaths("server-dies", 1)
server_deaths("server-dies-twice", 2)


def admitted(name: str, entrance: str, pattern: str) -> None:
    """A fault: a session waits to get into its meeting, until somebody admits it."""

    def body(day: Day) -> Iterator[None]:
        scenario = day.own_folder() / "entrance.yaml"
        scenario.write_text(f"version: 1\nmeeting: {{entrance: {entrance}}}\n")
        show = day.visit(*SMALL, "--out", "null:", "--scenario", str(scenario), is_calm=False)
        yield
        yield
        show.perform("admit")
        day.wait("the session sends after it was admitted", lambda: show.snapshot()["state"] == "sending", 20)

    def waits(day: Day) -> bool:
        return day.visitor is not None and day.visitor.snapshot().get("meetingStatus") == entrance_status[entrance]

    entrance_status = {"waitingRoom": "inWaitingRoom", "beforeHost": "waitingForHost"}
    fault(name, pattern, known=waits, is_early=True, is_visit=True)(body)


admitted("waiting-room", "waitingRoom", r"^in the waiting room$")
admitted("before-the-host", "beforeHost", r"^waits for the host$")


# The encoder and the source.


def with_encoder(day: Day, trouble: str) -> str:
    """The folder of an encoder with a fault in front of it."""
    folder = day.own_folder()
    (folder / "encode-h264.pipeline").write_text(
        "# bitrate: encoder.bitrate in kbit/s\n# key-frames: encoder.key-int-max in frames\n"
        f"appsrc name=input\n! identity {trouble}\n! x264enc name=encoder tune=zerolatency speed-preset=ultrafast\n"
        "! h264parse config-interval=-1\n! video/x-h264,stream-format=avc,alignment=au\n! appsink name=output\n"
    )
    return str(folder)


def all_failed(day: Day) -> bool:
    """Whether the first output of the visited session has failed."""
    return day.visitor is not None and day.visitor.output(1)["state"] == "failed"


@fault("encoder-dies", r"^output 1 \(show\.mkv\) has failed", "bad", known=all_failed, known_within=40, is_visit=True)
def encoder_dies(day: Day) -> Iterator[None]:
    """The encoder reports an error ten seconds after its beginning; what needs no encoder goes on."""
    show = day.visit(
        *SMALL, "--pipelines", with_encoder(day, "error-after=300"), "--out", str(day.own_folder() / "show.mkv"),
        "--out", "null:",
    )  # fmt: skip
    yield
    yield
    show.perform("removeOutput", output=1)


def is_behind(day: Day) -> bool:
    """Whether the encoder of the visited session drops media."""
    return day.visitor is not None and day.visitor.snapshot()["drops"].get("encoderOverload", 0) > 0


@fault(
    "encoder-behind", r"^encoder behind", "bad", known=is_behind, known_within=40, is_early=True, is_visit=True,
    also=r"^output \d+ \(.*\) loses media",
)  # fmt: skip
def encoder_behind(day: Day) -> Iterator[None]:
    """The encoder takes 60 ms for a frame that has 33."""
    day.visit(
        *SMALL, "--pipelines", with_encoder(day, "sleep-time=60000"), "--out", str(day.own_folder() / "show.mkv"),
        is_calm=False,
    )  # fmt: skip
    yield
    yield
    day.go_home()


def has_ended(day: Day) -> bool:
    """Whether the process of the visited session has ended."""
    return day.visitor is not None and day.visitor.is_over


@fault("source-truncated", ENDED + "error: ", "bad", known=has_ended, known_within=40, also=ENDING, is_visit=True)
def source_truncated(day: Day) -> Iterator[None]:
    """A file is not complete; it is sent up to the damage."""
    clip = day.clip()
    path = day.own_folder() / "truncated.mkv"
    path.write_bytes(clip.read_bytes()[: clip.stat().st_size * 4 // 5])
    day.visit("--video", str(path), "--out", "null:")
    yield
    yield
    day.go_home()


@fault("source-failed-slate", r"^slate on air: the source has (ended|failed)$", "bad", is_visit=True,
       known=lambda day: day.visitor.snapshot()["isSlateOnAir"], known_within=40)  # fmt: skip
def source_failed_slate(day: Day) -> Iterator[None]:
    """The program is over, and nobody has put anything in its place."""
    show = day.visit("--video", str(day.clip()), "--at-end", "slate", "--out", "null:")
    yield
    yield
    show.perform("changeSource", loops=True, video=str(day.clip()))


# Disks.


def why_no_disk() -> str | None:
    """Why no disk can be mounted for a test."""
    if os.getuid() != 0:
        return "only root mounts a disk of its own"
    folder = Path("/tmp/psstudio-operator-disk")
    folder.mkdir(exist_ok=True)
    found = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], capture_output=True, check=False)
    if found.returncode == 0:
        subprocess.run(["umount", "-l", folder], check=False)
    with contextlib.suppress(OSError):
        folder.rmdir()
    return None if found.returncode == 0 else f"mount: {found.stderr.decode().strip()}"


def on_a_disk(day: Day, megabytes: int, *words: str) -> Session:
    """A session that records 1 Mbit/s of noise on a disk of its own."""
    folder = day.own_folder()
    disk = folder / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(disk)], check=True)
    day.mounts.append(disk)
    fifo = make_fifo(folder, "camera.fifo")
    day.extra.append(Source("camera", fifo))
    return day.visit(
        "--video", str(fifo), "--no-audio", "--bitrate", "1M", "--out", str(disk / "show.mkv"), *words, is_calm=False
    )


def left(day: Day, below: float) -> bool:
    """Whether the recording has less time left, in seconds."""
    seconds = day.visitor.output(1).get("diskSecondsLeft") if day.visitor else None
    return seconds is not None and seconds < below


DISK = r"^the disk of output 1 \(show\.mkv\) is "


@fault("disk-getting-full", DISK + "getting full$", known=lambda day: left(day, 600), known_within=30,
       obstacle=why_no_disk, is_early=True, is_visit=True)  # fmt: skip
def disk_getting_full(day: Day) -> Iterator[None]:
    """The disk is full in five minutes."""
    show = on_a_disk(day, 40, "--out", "null:")
    yield
    yield
    show.perform("removeOutput", output=1)


@fault("disk-nearly-full", DISK + "nearly full$", "bad", known=lambda day: left(day, 60), known_within=30,
       obstacle=why_no_disk, is_early=True, is_visit=True, also=DISK)  # fmt: skip
def disk_nearly_full(day: Day) -> Iterator[None]:
    """The disk is full in less than a minute."""
    show = on_a_disk(day, 6, "--out", "null:")
    yield
    yield
    show.perform("removeOutput", output=1)


@fault("disk-runs-full", r"^output 1 \(show\.mkv\) has failed", "bad", known=all_failed, known_within=90,
       obstacle=why_no_disk, is_early=True, is_visit=True, also=DISK)  # fmt: skip
def disk_runs_full(day: Day) -> Iterator[None]:
    """The disk becomes full while it is written."""
    show = on_a_disk(day, 3, "--out", "null:")
    yield
    yield
    show.perform("removeOutput", output=1)


@fault("reserve-reached", r"^output 1 \(show\.mkv\) has failed: storage full: it was completed", "bad",
       known=all_failed, known_within=90, obstacle=why_no_disk, is_early=True, is_visit=True, also=DISK)  # fmt: skip
def reserve_reached(day: Day) -> Iterator[None]:
    """A recording ends in order when its disk has only what --min-free leaves."""
    show = on_a_disk(day, 8, "--min-free", "5M", "--out", "null:")
    yield
    yield
    show.perform("removeOutput", output=1)
