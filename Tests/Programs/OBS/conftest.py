"""Fixtures of the tests of obs-websocket: sessions of the program."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sessions import Session


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Session]]:
    """Starts sessions, each in a folder of its own."""
    sessions: list[Session] = []

    def start(*arguments: str, password: str | None = None) -> Session:
        folder = tmp_path / f"session-{len(sessions)}"
        folder.mkdir(mode=0o700)
        session = Session(folder, *arguments, password=password)
        sessions.append(session)
        session.sending()
        return session

    yield start
    for session in sessions:
        session.close()
