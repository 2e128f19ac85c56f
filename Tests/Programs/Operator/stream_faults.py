"""Faults of outputs: servers, wires, disks and files of the session that runs all day."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from faults import fault
from peers import Process, RTMPServer, SRTServer, make_fifo

if TYPE_CHECKING:
    from day import Day

RTMP, SRT = 2, 3
RTMP_DOWN, SRT_DOWN = r"^output 2 \(rtmp\) is retrying", r"^output 3 \(srt\) is retrying"
RTMP_ALSO = r"^output 2 \(rtmp\) (loses media|takes no media)"
SRT_ALSO = r"^output 3 \(srt\) (loses media|takes no media)"


def is_live(number: int) -> Callable[[Day], bool]:
    """Whether the peer of an output takes media."""
    return lambda day: day.show.output(number)["state"] == "live"


def is_in(number: int, *states: str) -> Callable[[Day], bool]:
    """Whether an output has one of these states."""
    return lambda day: day.show.output(number)["state"] in states


# The server of a stream.


@fault("rtmp-server-dies", RTMP_DOWN, over=is_live(RTMP), also=RTMP_ALSO, settles=6)
def rtmp_server_dies(day: Day) -> Iterator[None]:
    """nginx ends, and another one comes in its place."""
    yield
    day.rtmp.close()
    day.wire.cut()
    yield
    shutil.rmtree(day.rtmp.folder)
    day.rtmp = RTMPServer(day.folder, day.rtmp.port)


@fault("rtmp-refused", RTMP_DOWN, over=is_live(RTMP), also=RTMP_ALSO, settles=6)
def rtmp_refused(day: Day) -> Iterator[None]:
    """The port of the server is closed."""
    yield
    day.wire.refuse()
    yield
    day.wire.admit()


@fault("rtmp-silent", RTMP_DOWN, over=is_live(RTMP), also=RTMP_ALSO, settles=6, lasts=(6, 8))
def rtmp_silent(day: Day) -> Iterator[None]:
    """The server accepts connections and answers none."""
    yield
    day.wire.fall_mute()
    yield
    day.wire.speak()


@fault("rtmp-cut", RTMP_DOWN, over=is_live(RTMP), also=RTMP_ALSO, settles=6, lasts=(0, 0))
def rtmp_cut(day: Day) -> Iterator[None]:
    """The connection breaks once."""
    yield
    # It is back after half a second: the alarm has to be seen before.
    day.wire.refuse()
    yield
    day.wire.admit()


@fault(
    "rtmp-stands-still",
    r"^output 2 \(rtmp\) (takes no media|is retrying)",
    known=is_in(RTMP, "stalled", "retrying"),
    # The buffers of the kernel take what is sent first.
    known_within=60,
    over=is_live(RTMP),
    also=RTMP_ALSO,
    settles=10,
)
def rtmp_stands_still(day: Day) -> Iterator[None]:
    """The server reads nothing any more."""
    yield
    day.wire.stand_still()
    yield
    day.wire.go_on()


@fault("srt-receiver-dies", SRT_DOWN, known=is_in(SRT, "retrying"), over=is_live(SRT), also=SRT_ALSO, settles=6)
def srt_receiver_dies(day: Day) -> Iterator[None]:
    """The receiver is killed. SRT knows it when no packet was acknowledged for seconds."""
    yield
    day.srt.kill()
    yield
    day.srt = SRTServer(day.folder, day.srt_port)


@fault(
    "srt-receiver-hangs",
    r"^output 3 \(srt\) (takes no media|is retrying)",
    known=is_in(SRT, "stalled", "retrying"),
    over=is_live(SRT),
    also=SRT_ALSO,
    settles=10,
)
def srt_receiver_hangs(day: Day) -> Iterator[None]:
    """The receiver stands still, until somebody replaces it."""
    yield
    day.srt.stop()
    yield
    day.srt.kill()
    day.srt = SRTServer(day.folder, day.srt_port)


# Outputs that are added elsewhere, and fail.

Prepared = tuple[str, Callable[["Day"], None] | None]


def failing(name: str, label: str, within: float = 15) -> Callable[[Callable[[Day], Prepared]], None]:
    """A fault: an output is added and fails; it is removed at the end.

    Args:
        name: the kind.
        label: how a chip names the output.
        within: the seconds within which the session must know that it has failed.
    """

    def add(prepare: Callable[[Day], Prepared]) -> None:
        def body(day: Day) -> Iterator[None]:
            address, follow = prepare(day)
            yield
            day.added = day.show.add(address)
            if follow:
                day.await_state(day.added, "live")
                follow(day)
            yield
            day.show.perform("removeOutput", output=day.added)

        def has_failed(day: Day) -> bool:
            return bool(day.show.output(day.added)["state"] == "failed")

        pattern = rf"^output \d+ \({re.escape(label)}\) has failed"
        fault(name, pattern, "bad", known=has_failed, known_within=within)(body)

    return add


@failing("disk-full", "full.mkv", within=30)
def disk_full(day: Day) -> Prepared:
    """A disk that takes nothing."""
    path = day.folder / "full.mkv"
    if not path.is_symlink():
        path.symlink_to("/dev/full")
    return str(path), None


@failing("folder-missing", "nowhere.mkv")
def folder_missing(day: Day) -> Prepared:
    """A folder that does not exist."""
    return str(day.folder / "missing" / "nowhere.mkv"), None


@failing("file-exists", "taken.mkv")
def file_exists(day: Day) -> Prepared:
    """A file of another program is not overwritten."""
    path = day.folder / "taken.mkv"
    path.write_bytes(b"mine")
    return str(path), None


@failing("file-removed", "gone.mkv", within=30)
def file_removed(day: Day) -> Prepared:
    """A file is removed while it is written."""
    path = day.own_folder() / "gone.mkv"
    return str(path), lambda _: path.unlink()


@failing("pipe-without-reader", "pipe.mkv", within=30)
def pipe_without_reader(day: Day) -> Prepared:
    """The program that reads a FIFO ends."""
    fifo = make_fifo(day.own_folder(), "pipe.mkv")
    reader = Process("cat", str(fifo), folder=fifo.parent, name="reader")
    day.extra.append(reader)
    return str(fifo), lambda _: reader.kill()


@failing("server-refuses", "rtmp")
def server_refuses(day: Day) -> Prepared:
    """A new server that does not listen: a first connection is not tried again."""
    return f"rtmp://127.0.0.1:{day.closed_port}/live/key", None


@failing("name-unknown", "srt", within=60)
def name_unknown(_: Day) -> Prepared:
    """A server whose name nobody knows."""
    return "srt://studio.invalid:9000", None


@failing("playlist-folder-removed", "list.m3u8", within=30)
def playlist_folder_removed(day: Day) -> Prepared:
    """The folder of a playlist is removed."""
    folder = day.own_folder()
    return str(folder / "list.m3u8"), lambda _: shutil.rmtree(folder)
