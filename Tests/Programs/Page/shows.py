"""Running sessions with their server, and a receiver that can be killed."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import urllib.request
from pathlib import Path
from typing import Any

BINARY = os.environ["PSSTUDIO_BINARY"]


def free_port() -> int:
    """A port that nothing uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Program:
    """A psstudio that serves, and prints the address of its control page."""

    def __init__(self, folder: Path, *words: str) -> None:
        environment = {**os.environ, "XDG_RUNTIME_DIR": str(folder)}
        for name in ("INVOCATION_ID", "NOTIFY_SOCKET"):
            environment.pop(name, None)
        self.process = subprocess.Popen(
            [BINARY, *words], cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        self.lines: list[str] = []
        self.found = threading.Event()
        self.address = ""
        threading.Thread(target=self.read, daemon=True).start()
        assert self.found.wait(30), self.lines

    def read(self) -> None:
        """Reads standard error to its end, so that the program never waits for it."""
        assert self.process.stderr
        for line in self.process.stderr:
            self.lines.append(line)
            if match := re.search(r"control page: (http://\S+/#token=\w+)", line):
                self.address = match[1]
                self.found.set()
        self.process.stderr.close()

    @property
    def root(self) -> str:
        """The address without its token."""
        return self.address.split("/#")[0]

    def get(self, path: str, token: bool = True, **headers: str) -> Any:
        """The open answer to a GET; the address is the program's own."""
        if token:
            headers["Authorization"] = "Bearer " + self.address.split("token=")[1]
        request = urllib.request.Request(self.root + path, headers=headers)  # noqa: S310
        return urllib.request.urlopen(request, timeout=10)  # noqa: S310

    def perform(self, command: dict[str, Any]) -> None:
        """Lets the first session perform a command, without the page."""
        path = f"{self.root}/api/v1/sessions/{self.sessions()[0]['sessionId']}/commands"
        headers = {"Authorization": "Bearer " + self.address.split("token=")[1], "Content-Type": "application/json"}
        request = urllib.request.Request(path, json.dumps(command).encode(), headers)  # noqa: S310
        urllib.request.urlopen(request, timeout=10).close()  # noqa: S310

    def sessions(self) -> list[dict[str, Any]]:
        """The running sessions."""
        with self.get("/api/v1/sessions") as answer:
            return list(json.load(answer)["items"])

    def end(self) -> int:
        """Ends the program as Ctrl-C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(30)


class Receiver:
    """A server that takes MPEG-TS by SRT, until it is killed."""

    def __init__(self, port: int) -> None:
        assert shutil.which("gst-launch-1.0"), "the Debian package gstreamer1.0-tools is missing"
        source = f"uri=srt://127.0.0.1:{port}?mode=listener"
        self.process = subprocess.Popen(
            ["gst-launch-1.0", "-q", "srtsrc", source, "!", "fakesink"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        """Ends it without a goodbye."""
        self.process.kill()
        self.process.wait()
