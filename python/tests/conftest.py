"""Fixtures of the tests of the package."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from inner import LOOP

from psstudio import _folders

pytest_plugins = ["pytester"]

APPS = Path(__file__).parent / "apps"

# Under `nohup` or behind `&`, SIGINT is ignored, and so it would be in the processes that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def sender() -> Callable[..., list[str]]:
    """The command of an app that sends, with a fault."""
    return lambda *faults: [sys.executable, str(APPS / "sender.py"), *faults]


def studio_processes(root: str) -> list[str]:
    """The processes that mention a folder in their arguments or environment."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            command, environment = (entry / "cmdline").read_bytes(), (entry / "environ").read_bytes()
        except OSError:
            continue  # It has ended, or belongs to somebody else.
        if root.encode() in command + environment:
            found.append(f"{entry.name}: {command.decode(errors='replace')!r}")
    return found


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for temporary files that must be empty at the end, and that no process uses then."""
    with tempfile.TemporaryDirectory(prefix="ps-", dir="/tmp") as name:
        monkeypatch.setenv("TMPDIR", name)
        _folders.close()
        yield Path(name)
        _folders.close()
        deadline = time.monotonic() + 20
        # The guardian of a process that was killed needs a moment.
        while (left := [*Path(name).glob("psstudio-*"), *studio_processes(name)]) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert left == []


@pytest.fixture
def run(pytester, temporary, monkeypatch):
    """Runs pytest in a process of its own."""
    monkeypatch.chdir(pytester.path)

    def run(text: str, *options: str) -> pytest.RunResult:
        pytester.makepyfile(text)
        return pytester.runpytest_subprocess("-p", "no:cacheprovider", "-W", "error", *LOOP, *options)

    return run
