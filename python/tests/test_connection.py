"""Connections to sessions that do not answer, and sockets that nobody listens on any more."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import psstudio
from psstudio import aio

GREETING = {"version": 1, "sessionId": "abc", "pid": 7, "program": "bot", "psstudio": "0.1.0"}


def listening(path: Path, backlog: int = 8) -> socket.socket:
    """A socket that listens at a path."""
    path.parent.mkdir(exist_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(os.fspath(path))
    listener.listen(backlog)
    return listener


@pytest.fixture
def folder(temporary, monkeypatch) -> Path:
    """The folder of the sockets of `auto`."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(temporary))
    return temporary / "psstudio"


@pytest.fixture
def busy(tmp_path: Path) -> Iterator[Path]:
    """A session that accepts no further connection."""
    path = tmp_path / "busy.sock"
    with contextlib.ExitStack() as stack:
        stack.enter_context(listening(path, 0))
        with contextlib.suppress(BlockingIOError):
            while True:
                client = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
                client.setblocking(False)
                client.connect(os.fspath(path))
        yield path


@pytest.fixture
def deaf(tmp_path: Path) -> Iterator[Path]:
    """A session that answers the first request, and reads nothing after it."""
    path = tmp_path / "deaf.sock"
    clients = []

    def serve() -> None:
        client, _ = listener.accept()
        clients.append(client)
        client.sendall(json.dumps(GREETING).encode() + b"\n")
        client.recv(1 << 16)
        client.sendall(b'{"id": 1, "reply": {}}\n')

    with listening(path) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        yield path
        thread.join()
    for client in clients:
        client.close()


LONG = "Hello" * 1_000_000


class TestPlain:
    def test_a_session_that_accepts_no_connection_is_not_waited_for(self, busy):
        with pytest.raises(psstudio.WaitTimeout, match=r"busy.sock: the session accepted no connection within 0.1 s"):
            psstudio.attach(busy, timeout=0.1)

    def test_a_request_that_is_not_read_is_not_waited_for(self, deaf):
        with psstudio.attach(deaf, timeout=5) as session:
            session.timeout = 0.1
            with pytest.raises(psstudio.WaitTimeout, match=r"did not read the request command within 0.1 s"):
                session.send_chat(LONG, 7)
            assert not session.is_open

    def test_a_socket_that_was_left_is_no_session(self, folder):
        with listening(folder / "live.sock"), listening(folder / "left.sock"):
            with pytest.raises(psstudio.NoSession, match="2 sessions are running; choose one: left, live"):
                psstudio.attach()
        os.unlink(folder / "live.sock")
        with listening(folder / "live.sock"):
            with pytest.raises(psstudio.WaitTimeout, match=r"the greeting did not come within 0.1 s"):
                psstudio.attach(timeout=0.1)
        with pytest.raises(psstudio.NoSession, match="no session is running"):
            psstudio.attach()

    def test_a_session_that_accepts_no_connection_runs(self, folder, busy):
        folder.mkdir()
        os.link(busy, folder / "busy.sock")
        with listening(folder / "live.sock"):
            with pytest.raises(psstudio.NoSession, match="2 sessions are running; choose one: busy, live"):
                psstudio.attach()


class TestAsync:
    async def test_a_session_that_accepts_no_connection_is_not_waited_for(self, busy):
        with pytest.raises(psstudio.WaitTimeout, match=r"busy.sock: the session accepted no connection within 0.1 s"):
            await aio.attach(busy, timeout=0.1)

    async def test_a_request_that_is_not_read_is_not_waited_for(self, deaf):
        async with await aio.attach(deaf, timeout=5) as session:
            session.timeout = 0.1
            with pytest.raises(psstudio.WaitTimeout, match=r"did not read the request command within 0.1 s"):
                await session.send_chat(LONG, 7)
            with pytest.raises(psstudio.SessionGone):
                await session.wait_for(psstudio.Stopped)

    async def test_a_socket_that_was_left_is_no_session(self, folder):
        with pytest.raises(psstudio.NoSession, match="no session is running"):
            listening(folder / "left.sock").close()
            await aio.attach()
