"""An operator's day: faults at seeded times, and whether the control page shows each of them, and nothing else.

Variables of the environment: SECONDS_TO_RUN (3600), FAULTS (one in 30 seconds), SEED (1), ONLY (kinds, with commas).
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import program_faults  # noqa: F401
import stream_faults  # noqa: F401
import visit_faults  # noqa: F401
from faults import KINDS, Fault, Question
from judge import LIMIT, Course, Look, Permission, false_alarms, judge
from page import Window
from peers import RATE, Process, RTMPServer, Source, SRTServer, Wire, free_ports, make_fifo
from resources import Use, growth
from studio import BINARY, Failure, ListedServer, Session

# A browser keeps so many connections to a server.
CONNECTIONS = 6
# The memory and descriptors at the end are compared with those after this time, in seconds; earlier in a short run.
WARM_UP = 300


class Day:
    """A session that runs all day, with its peers, the page in front of it, and the faults."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.random, self.number = folder, random.Random(seed), 0  # noqa: S311
        self.visitor: Session | None = None
        # What a fault has started, and ends with it.
        self.extra: list[Process] = []
        self.servers: list[ListedServer] = []
        self.mounts: list[Path] = []
        self.added = 0
        self.complaints: list[str] = []
        self.permissions: list[Permission] = []
        # How many looks were judged, and what the encoder had left out then.
        self.judged, self.dropped = 0, [0, 0]
        self.begin = time.time()
        server, wire, self.srt_port, self.closed_port = free_ports(4)
        self.rtmp, self.wire = RTMPServer(folder, server), Wire(wire, server)
        self.srt = SRTServer(folder, self.srt_port)
        self.camera = Source("camera", make_fifo(folder, "camera.fifo"))
        self.microphone = Source("microphone", make_fifo(folder, "microphone.fifo"))
        (folder / "hls").mkdir()
        self.show = Session(
            folder, "--video", "camera.fifo", "--audio", "microphone.fifo", "--slate-after", "1s",
            "--bitrate", "2M", "--preset", "ultrafast",
            "--retry", "2:delay=500ms..1s", "--retry", "3:delay=500ms..1s",
            "--out", "hls/show.m3u8", "--out", f"rtmp://127.0.0.1:{wire}/live/key", "--out", f"srt://127.0.0.1:{self.srt_port}",
        )  # fmt: skip
        self.window = Window()

    # What faults use.

    @property
    def server(self) -> int:
        """The process of the server of the session."""
        pid = self.show.server_pid
        if pid is None:
            raise Failure("the session has no server process")
        return pid

    def next_server(self, show: Session, former: int | None) -> int | None:
        """The process of a server that was started again."""
        self.wait("the server is started again", lambda: show.server_pid not in (None, former), 30)
        return show.server_pid

    def own_folder(self) -> Path:
        """A new folder for one fault. Its name is short: the path of a socket has a limit."""
        self.number += 1
        folder = self.folder / f"f{self.number}"
        folder.mkdir()
        return folder

    def clip(self) -> Path:
        """A file of eight seconds, made once."""
        path = self.folder / "clip.mkv"
        if not path.exists():
            words = [
                "--video",
                "coded:",
                "--width",
                "320",
                "--height",
                "180",
                "--fps",
                str(RATE),
                "--duration",
                "8s",
                "--fast",
            ]
            made = subprocess.run(
                [BINARY, "start", *words, "--out", str(path)], capture_output=True, text=True, check=False
            )
            if made.returncode != 0:
                raise Failure(f"no clip was made: {made.stderr.strip().splitlines()[-1:]}")
        return path

    def wait(self, what: str, condition: Callable[[], Any], seconds: float) -> None:
        """Waits until something is true."""
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                raise Failure(f"{what}: not within {seconds:.0f} s")
            time.sleep(0.05)

    def await_state(self, output: int, state: str) -> None:
        """Waits until an output of the session has a state."""
        self.wait(f"output {output} is {state}", lambda: self.show.output(output)["state"] == state, 20)

    def await_snapshot(self, what: str, **values: Any) -> None:
        """Waits until the snapshot of the session has these values."""
        self.wait(what, lambda: self.show.snapshot().items() >= values.items(), 20)

    def visit(
        self, *words: str, is_calm: bool = True, server: ListedServer | None = None, folder: Path | None = None
    ) -> Session:
        """Starts another session and opens its page, as the operator who looks at it."""
        self.visitor = Session(folder or self.own_folder(), *words, serves=server is None, number=self.number)
        self.window.open(server.address if server else self.visitor.address)
        if is_calm:
            self.await_calm("a new session")
        return self.visitor

    def go_home(self) -> None:
        """Opens the page of the session that runs all day."""
        self.window.open(self.show.address)

    # The day.

    def await_calm(self, what: str) -> None:
        """Waits until the page shows a session that sends, and no alarm but that of a machine that is too slow."""
        if self.window.wait(lambda look: look.worst == "good" and not look.alarms, 30):
            return
        look = self.window.looks[-1] if self.window.looks else None
        if look and look.alarms and all(one.text.startswith("encoder behind") for one in look.alarms):
            count = left_out((self.visitor or self.show).snapshot())
            if count > 0:
                print(self.at(time.time(), f"note: the machine is too slow: the encoder has left out {count} frames"))
                return
        raise Failure(f"{what}: the page was not calm within 30 s: {look.description() if look else 'no page'}")

    def await_answer(self, what: str, question: Question, seconds: float) -> float:
        """Waits until the session knows something, and returns the time."""
        deadline = time.time() + seconds
        while True:
            with contextlib.suppress(ConnectionError, FileNotFoundError, TimeoutError):
                if question(self):
                    return time.time()
            if time.time() > deadline:
                raise Failure(f"{what}: the session did not know it within {seconds:.0f} s")
            time.sleep(0.1)

    def play(self, fault: Fault) -> None:
        """Plays a fault, and judges what the page showed. What it has caused ends in any case."""
        steps = fault.body(self)
        try:
            self.follow(fault, steps)
        finally:
            with contextlib.suppress(Failure, OSError, subprocess.SubprocessError):
                for _ in steps:
                    pass

    def follow(self, fault: Fault, steps: Iterator[None]) -> None:
        """Performs a fault, and watches the page meanwhile."""
        # What is early is explained from the beginning of its session.
        caused = time.time()
        self.advance(steps)
        if not fault.is_early:
            caused = time.time()
        self.advance(steps)
        begin = time.time()
        if fault.known:
            begin = self.await_answer(f"{fault.name} began", fault.known, fault.known_within)
        if fault.pattern is None:
            self.window.watch(LIMIT + 1)
        else:
            pattern = fault.pattern
            self.window.wait(lambda look: look.shows(pattern), LIMIT + 1)
            self.window.watch(self.random.uniform(*fault.lasts))
        self.advance(steps)
        end = time.time()
        if fault.over:
            end = self.await_answer(f"{fault.name} ended", fault.over, 60)
        self.window.wait(is_quiet, max(LIMIT, fault.settles) + 1)
        self.window.watch(0.5)
        self.note_overload(caused)
        course = Course(
            fault.name, fault.pattern, caused, begin, end, time.time(), fault.level, fault.also, fault.settles
        )
        self.permissions += course.permissions
        self.complaints += [self.at(caused, text) for text in judge(course, self.window.looks)]

    @staticmethod
    def advance(steps: Iterator[None]) -> None:
        """Performs the next part of a fault; the last one ends without a further one."""
        next(steps, None)

    def at(self, moment: float, text: str) -> str:
        """A complaint with its time of the day."""
        seconds = int(moment - self.begin)
        return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02} {text}"

    def judge_calm(self, after: str) -> None:
        """Complains of alarms since the last call that no fault explains. One of a machine that is too slow is true."""
        looks, snapshot = self.window.look(), self.show.snapshot()
        # The alarm goes on for a moment: what was left out before the last call counts.
        count = left_out(snapshot) - self.dropped[-2]
        for moment, alarm in false_alarms(looks[self.judged :], self.permissions):
            if alarm.text.startswith("encoder behind") and count > 0:
                print(
                    self.at(moment, f"note: the machine is too slow: the encoder left out {count} frames"), flush=True
                )
            else:
                self.complaints.append(self.at(moment, f"false alarm after {after}: {alarm.level} '{alarm.text}'"))
        self.judged = len(looks)
        self.dropped.append(left_out(snapshot))

    def note_overload(self, since: float) -> None:
        """The encoder of the visited session may be behind, too."""
        with contextlib.suppress(Failure, OSError):
            if self.visitor and left_out(self.visitor.snapshot()) > 0:
                self.permissions.append(Permission("^encoder behind", since, time.time()))

    def recover(self) -> None:
        """Ends what a fault has started, whatever became of it, and returns to the session of the day."""
        visitor, self.visitor = self.visitor, None
        if visitor:
            self.go_home()
            visitor.end()
        for process in self.extra:
            process.go_on()
            process.kill()
        for server in self.servers:
            server.end()
        for mount in self.mounts:
            subprocess.run(["umount", "-l", str(mount)], check=False)
        self.extra, self.servers, self.mounts = [], [], []

    def use(self) -> dict[str, Use]:
        """The least use of session and server in some seconds without a fault."""
        self.await_calm("before the measurement")
        least: dict[str, Use] = {}
        for _ in range(5):
            self.window.watch(1)
            for name, pid in (("session", self.show.pid), ("server", self.server)):
                use = Use.of(pid)
                least[name] = least[name].least(use) if name in least else use
        return least

    def close(self) -> None:
        """Ends everything."""
        self.recover()
        self.window.close()
        self.show.end()
        for process in (self.camera, self.microphone, self.srt):
            process.go_on()
            process.kill()
        self.wire.refuse()
        self.rtmp.close()


def is_quiet(look: Look) -> bool:
    """Whether no alarm is in sight."""
    return not look.alarms


def left_out(snapshot: dict[str, Any]) -> int:
    """What the encoder of a session has left out."""
    return int(snapshot["drops"].get("encoderOverload", 0)) + int(snapshot["omittedRepeats"])


def plan(generator: random.Random, count: int, only: list[str]) -> tuple[list[Fault], list[str]]:
    """The faults in their order: each kind once before the first one comes again. Also what cannot be played here."""
    unknown = sorted(set(only) - set(KINDS))
    if unknown:
        raise Failure(f"unknown kinds: {', '.join(unknown)}; there are {', '.join(sorted(KINDS))}")
    wanted = [KINDS[name] for name in only] if only else sorted(KINDS.values(), key=lambda one: one.name)
    obstacles = {one.name: one.obstacle() for one in wanted}
    kinds = [one for one in wanted if obstacles[one.name] is None]
    faults: list[Fault] = []
    while kinds and len(faults) < count:
        faults += generator.sample(kinds, len(kinds))
    return faults[:count], [f"{name} is left out: {reason}" for name, reason in obstacles.items() if reason]


def run(day: Day, faults: list[Fault], seconds: float) -> None:
    """Plays all faults, and compares memory and descriptors."""
    day.go_home()
    day.await_calm("the beginning")
    day.begin = time.time()
    day.judged = len(day.window.look())
    before: dict[str, Use] | None = None
    warm_up = min(WARM_UP, seconds * 0.4)
    for number, fault in enumerate(faults, 1):
        moment = day.begin + (number - day.random.random()) * seconds / len(faults)
        day.window.watch(max(0.5, moment - time.time()))
        day.judge_calm("no fault")
        count = len(day.complaints)
        print(day.at(time.time(), f"{number}/{len(faults)} {fault.name}"), flush=True)
        try:
            day.play(fault)
        except (Failure, OSError, subprocess.SubprocessError) as failure:
            day.complaints.append(day.at(time.time(), f"{fault.name}: {failure}"))
            day.permissions.append(Permission("", time.time() - 120, time.time() + 10))
        with contextlib.suppress(OSError):
            (day.folder / f"{number:03}-{fault.name}.png").write_bytes(day.window.picture())
        day.recover()
        try:
            day.await_calm(f"after {fault.name}")
        except Failure as failure:
            # What follows is not judged before it is calm; without that, the day ends.
            day.complaints.append(day.at(time.time(), f"{failure}"))
            day.await_calm(f"a minute after {fault.name}")
            day.permissions.append(Permission("", time.time() - 90, time.time()))
        day.judge_calm(fault.name)
        for complaint in day.complaints[count:]:
            print(f"    {complaint}", flush=True)
        if before is None and time.time() - day.begin >= warm_up:
            before = day.use()
    after = day.use()
    if before is None:
        raise Failure("the day was too short to compare memory and descriptors")
    for name, allowance in (("session", 0), ("server", CONNECTIONS)):
        day.complaints += [day.at(time.time(), text) for text in growth(name, before[name], after[name], allowance)]
    for name, use in after.items():
        print(f"{name}: {before[name].memory >> 20} to {use.memory >> 20} MiB, "
              f"{before[name].descriptors} to {use.descriptors} descriptors")  # fmt: skip


def main() -> int:
    """Plays a day, and prints each complaint in one line."""
    seconds = float(os.environ.get("SECONDS_TO_RUN") or 3600)
    count = int(os.environ.get("FAULTS") or max(1, seconds // 30))
    seed = int(os.environ.get("SEED") or 1)
    # What was started ends with SIGTERM as with Ctrl-C.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    folder = Path(tempfile.mkdtemp(prefix="psstudio-operator-"))
    complaints = ["the day did not begin"]
    try:
        only = [name for name in (os.environ.get("ONLY") or "").split(",") if name]
        faults, notes = plan(random.Random(seed), count, only)  # noqa: S311
        for note in notes:
            print(note)
        print(
            f"{len(faults)} faults of {len({one.name for one in faults})} kinds in {seconds:.0f} s, seed {seed}",
            flush=True,
        )
        day = Day(folder, seed)
        try:
            run(day, faults, seconds)
        except Failure as failure:
            day.complaints.append(day.at(time.time(), f"{failure}"))
        finally:
            complaints = day.complaints
            day.close()
    except Failure as failure:
        complaints = [str(failure)]
    finally:
        if complaints:
            print(f"operator's day: {len(complaints)} complaints; SEED={seed} repeats it; see {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
