"""What a connection to a session knows, with and without asyncio."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from . import _wire
from ._errors import NoSession, SessionGone, WaitTimeout
from ._table import Snapshot
from ._values import Event

EventType = TypeVar("EventType", bound=Event)
Condition = Callable[[Snapshot], object]

#: How often a socket is looked for, in seconds.
POLL = 0.003
#: How often a condition is asked while no event comes, in seconds.
INTERVAL = 0.02


def matches(event: Event, kind: type[Event], fields: Mapping[str, object]) -> bool:
    """Whether an event has this class and these values."""
    return isinstance(event, kind) and all(getattr(event, key, None) == value for key, value in fields.items())


def described(kind: object, fields: Mapping[str, object]) -> str:
    """What is waited for, in words."""
    name = getattr(kind, "__name__", str(kind))
    return name + "".join(f" {key}={value!r}" for key, value in fields.items())


def history(events: list[Event]) -> str:
    """The last events, one a line."""
    return "".join(f"\n  {event}" for event in events[-10:]) or "\n  (no event)"


def automatic_folder() -> Path:
    """The folder of the sockets of `PSSTUDIO_CONTROL=auto`."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime.startswith("/"):
        return Path(runtime) / "psstudio"
    base = os.environ.get("TMPDIR", "")
    return Path(base if base.startswith("/") else "/tmp") / f"psstudio-{os.geteuid()}"


def socket_path(session: str | os.PathLike[str] | None) -> Path:
    """The socket of a session: its identifier, its path, or None for the only one of `auto`.

    Raises:
        NoSession: there is none, or there are several.
    """
    if session is not None:
        text = os.fspath(session)
        return Path(text) if "/" in text else automatic_folder() / f"{text}.sock"
    found = [path for path in sorted(automatic_folder().glob("*.sock")) if _listens(path)]
    if len(found) == 1:
        return found[0]
    if not found:
        hint = "start one with --control auto, or set PSSTUDIO_CONTROL=auto for a program"
        raise NoSession(f"no session is running; {hint}")
    names = ", ".join(path.stem for path in found)
    raise NoSession(f"{len(found)} sessions are running; choose one: {names}")


def connected(path: Path) -> socket.socket | None:
    """A socket that is connected and does not block; None while the session has too many connections to accept.

    Raises:
        NoSession: nobody listens.
    """
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.setblocking(False)
        connection.connect(os.fspath(path))
    except (FileNotFoundError, ConnectionRefusedError) as error:
        connection.close()
        raise NoSession(f"{path}: no session listens; is the app still running?") from error
    except BlockingIOError:
        connection.close()
        return None
    except BaseException:
        connection.close()
        raise
    return connection


def _listens(path: Path) -> bool:
    """Whether a session listens. That of a process that was killed leaves its socket."""
    try:
        connection = connected(path)
    except NoSession:
        return False
    if connection is not None:
        connection.close()
    return True


class Connection:
    """A connection to a session: who answers, and the events that have come."""

    def __init__(self, path: str | os.PathLike[str], timeout: float) -> None:
        """Takes the socket, and how long an answer may take, in seconds."""
        self.path = Path(path)
        self.timeout = timeout
        self._wire = _wire.Wire()
        self._cursor = 0

    def _busy(self) -> WaitTimeout:
        return WaitTimeout(
            f"{self.path}: the session accepted no connection within {self.timeout:g} s; is the process stopped?"
        )

    def _unread(self, kind: str) -> WaitTimeout:
        return WaitTimeout(
            f"the session did not read the request {kind} within {self.timeout:g} s; is the process stopped?"
        )

    @property
    def _greeting(self) -> _wire.Greeting:
        if self._wire.greeting is None:
            raise SessionGone(f"{self.path}: the session has not answered")
        return self._wire.greeting

    @property
    def id(self) -> str:
        """The identifier of the session."""
        return self._greeting.id

    @property
    def pid(self) -> int:
        """The process of the session."""
        return self._greeting.pid

    @property
    def program(self) -> str:
        """The name of its program."""
        return self._greeting.program

    @property
    def version(self) -> str:
        """The version of psstudio in its process."""
        return self._greeting.version

    @property
    def missed(self) -> int:
        """How many events were missed, because they were not read in time."""
        return self._wire.missed

    def _next(self, kind: type[Event], fields: Mapping[str, object]) -> Event | None:
        events = self._wire.events
        first = self._wire.count - len(events)
        for index in range(max(self._cursor, first), self._wire.count):
            event = events[index - first]
            if matches(event, kind, fields):
                self._cursor = index + 1
                return event
        return None

    def _gone(self) -> SessionGone:
        return SessionGone(f"the session has ended; last events:{history(list(self._wire.events))}")
