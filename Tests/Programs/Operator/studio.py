"""Sessions of psstudio with their servers, and what they use of the machine."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

BINARY = os.environ.get("PSSTUDIO_BINARY", "psstudio")


class Failure(Exception):
    """What the day needs did not happen; one line."""


class Session:
    """A `psstudio start` with a control socket, and with a server unless it says otherwise."""

    def __init__(self, folder: Path, *words: str, serves: bool = True, number: int = 0) -> None:
        self.folder, self.socket = folder, folder / f"s{number}.sock"
        environment = {**os.environ, "XDG_RUNTIME_DIR": str(folder)}
        for name in ("INVOCATION_ID", "NOTIFY_SOCKET"):
            environment.pop(name, None)
        # A server of all sessions finds those of `auto` only.
        control = ["--control", str(self.socket), "--serve", "0"] if serves else ["--control", "auto"]
        command = [BINARY, "start", *control, *words]
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.lines: list[str] = []
        self.address = ""
        self.has_address = threading.Event()
        threading.Thread(target=self.read, daemon=True).start()
        if serves and not self.has_address.wait(30):
            raise Failure(f"psstudio has printed no address within 30 s: {self.last_lines}")
        self.wait("its control socket", lambda: self.find_socket(serves), 30)

    def find_socket(self, serves: bool) -> bool:
        """Whether the control socket is there; that of `auto` has the name of the session."""
        if not serves:
            self.socket = next((self.folder / "psstudio").glob("*.sock"), self.socket)
        return self.socket.exists()

    def read(self) -> None:
        """Keeps what it says, so that it never waits for a reader."""
        assert self.process.stderr
        with (self.folder / f"{self.socket.stem}.log").open("a") as log:
            for line in self.process.stderr:
                log.write(line)
                log.flush()
                self.lines.append(line.rstrip())
                if match := re.search(r"http://\S+/#token=\w+", line):
                    self.address = match[0]
                    self.has_address.set()
        self.process.stderr.close()

    @property
    def last_lines(self) -> str:
        """The latest of what it has said."""
        return " | ".join(self.lines[-4:]) or "it said nothing"

    @property
    def pid(self) -> int:
        """The process of the session."""
        return self.process.pid

    @property
    def server_pid(self) -> int | None:
        """The process of its server; `None` while there is none."""
        return next((pid for pid in children(self.pid) if name_of(pid) == "psstudio-server"), None)

    def wait(self, what: str, condition: Callable[[], Any], seconds: float) -> None:
        """Waits until something is true of it."""
        deadline = time.monotonic() + seconds
        while not condition():
            if self.process.poll() is not None:
                raise Failure(f"the session ended with {self.process.returncode} before {what}: {self.last_lines}")
            if time.monotonic() > deadline:
                raise Failure(f"{what}: not within {seconds:.0f} s; the session says: {self.last_lines}")
            time.sleep(0.05)

    def ask(self, request: dict[str, Any], seconds: float = 10) -> dict[str, Any]:
        """A request to the control socket, beside the server, with its reply."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(seconds)
            connection.connect(str(self.socket))
            connection.sendall(json.dumps({"id": 1, **request}).encode() + b"\n")
            with connection.makefile("rb") as stream:
                for line in stream:
                    answer = json.loads(line)
                    if answer.get("id") == 1:
                        if "error" in answer:
                            raise Failure(f"{json.dumps(request)}: {answer['error']['message']}")
                        return dict(answer["reply"])
        raise Failure(f"the session closed the connection without an answer to {json.dumps(request)}")

    def perform(self, name: str, /, **fields: Any) -> dict[str, Any]:
        """Performs a command, as a controller that is not the page."""
        return self.ask({"command": {name: fields}})

    def snapshot(self) -> dict[str, Any]:
        """The state of the session."""
        return dict(self.ask({"snapshot": {}})["snapshot"])

    def output(self, number: int) -> dict[str, Any]:
        """An output in the snapshot."""
        return next(one for one in self.snapshot()["outputs"] if one["output"] == number)

    def add(self, address: str) -> int:
        """Adds an output, and returns its number."""
        return int(self.perform("addOutput", address=address)["output"]["output"])

    @property
    def is_over(self) -> bool:
        """Whether its process has ended."""
        return self.process.poll() is not None

    def answers(self) -> bool:
        """Whether its server answers."""
        try:
            with urllib.request.urlopen(self.address.split("/#")[0] + "/healthz", timeout=2) as answer:  # noqa: S310
                return bool(answer.status == 200)
        except OSError:
            return False

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal to the process of the session."""
        if not self.is_over:
            self.process.send_signal(number)

    def end(self) -> None:
        """Ends it as Ctrl-C does, or at last without a goodbye."""
        server = self.server_pid
        for number in (signal.SIGCONT, signal.SIGINT):
            self.signal(number)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(15)
        # A server whose session was killed ends by itself; one that stands still does not.
        if server and name_of(server) == "psstudio-server":
            with contextlib.suppress(ProcessLookupError):
                os.kill(server, signal.SIGCONT)
                os.kill(server, signal.SIGTERM)


class ListedServer:
    """A `psstudio serve`: a server that belongs to no session."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "XDG_RUNTIME_DIR": str(folder)}
        for name in ("INVOCATION_ID", "NOTIFY_SOCKET"):
            environment.pop(name, None)
        self.process = subprocess.Popen(
            [BINARY, "serve", "--listen", "0"], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.address = ""
        assert self.process.stderr
        for line in self.process.stderr:
            if match := re.search(r"http://\S+/#token=\w+", line):
                self.address = match[0]
                break
        if not self.address:
            raise Failure("psstudio serve has printed no address")
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        """Reads what it says, so that it never waits for a reader."""
        with self.process.stderr or contextlib.nullcontext() as stream:
            for _ in stream or ():
                pass

    def end(self) -> None:
        """Ends it as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            if int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1]) == pid:
                found.append(int(folder.name))
    return found


def name_of(pid: int) -> str:
    """The name of a process; empty when it is gone."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text().strip()
    return ""
