"""Fixtures of the tests of the page: one Chromium for all of them, and pages made of traces."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import traces
from browser import Browser
from fake_server import Server

BINARY = os.environ["PSSTUDIO_BINARY"]

# Under `nohup` or behind `&`, SIGINT is ignored, and `psstudio exec` leaves that as it is. Programs that tests
# interrupt begin with the default.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser, which takes a second to start."""
    assert shutil.which("chromedriver"), "the Debian package chromium-driver is missing"
    browser = Browser()
    yield browser
    browser.driver.quit()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """The browser; the test fails when the console has a message in the end."""
    chromium.messages()
    chromium.ended.clear()
    yield chromium
    assert chromium.findings() == []


@pytest.fixture
def server(chromium: Browser) -> Iterator[Server]:
    """A server with one session, which the page leaves before it ends."""
    server = Server()
    yield server
    chromium.driver.get("about:blank")
    server.stop()


def verify(folder: Path, sessions: dict[str, list[traces.Record]], *more: str) -> Path:
    """The page of traces by name."""
    page = folder / "page.html"
    paths = [str(traces.write(folder / f"{name}.jsonl", records)) for name, records in sessions.items()]
    command = [BINARY, "verify", *paths, *more, "--html", str(page), "--force", "--quiet"]
    outcome = subprocess.run(command, capture_output=True, text=True, check=False)
    assert outcome.returncode in (0, 3, 5, 7), outcome.stderr
    return page


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Pages by the names of their sessions, each made once."""
    made: dict[tuple[str, ...], Path] = {}

    def make(*names: str) -> Path:
        if names not in made:
            sessions = {name: getattr(traces, name)() for name in names}
            made[names] = verify(tmp_path_factory.mktemp("page"), sessions, "--max-interval", "100ms")
        return made[names]

    return make
