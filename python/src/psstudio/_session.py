"""A running session, without asyncio."""

from __future__ import annotations

import math
import os
import select
import socket
import time
from collections.abc import Callable, Mapping
from typing import Any, overload

from . import _wire
from ._connection import INTERVAL, POLL, Condition, Connection, EventType, connected, described, history, socket_path
from ._errors import SessionGone, WaitTimeout
from ._table import Commands, Output, Snapshot
from ._values import Event, Participant


def readable(seconds: float, *descriptors: int) -> list[int]:
    """Waits until one of the descriptors can be read, at most so long, and returns those that can."""
    poll = select.poll()
    for descriptor in descriptors:
        poll.register(descriptor, select.POLLIN)
    return [descriptor for descriptor, _ in poll.poll(max(0, math.ceil(seconds * 1000)))]


class Session(Connection, Commands):
    """A running session. Everything happens in the calling thread: events are read while a method runs.

    A session that is not read for a long time drops the oldest of more than a thousand events; `missed` counts them.
    """

    def __init__(self, path: str | os.PathLike[str], timeout: float = 10.0) -> None:
        """Connects to the socket at a path.

        Args:
            path: the socket.
            timeout: how long an answer may take, in seconds.
        """
        super().__init__(path, timeout)
        self._socket: socket.socket | None = None
        self._open()

    def _open(self) -> None:
        deadline = time.monotonic() + self.timeout
        while (connection := connected(self.path)) is None:
            if time.monotonic() >= deadline:
                raise self._busy()
            time.sleep(POLL)
        self._socket = connection
        try:
            self._until(lambda: self._wire.greeting is not None, self.timeout, "the greeting")
            self._ask("subscribe", {"events": True})
        except BaseException:
            self.close()
            raise

    # What is known

    @property
    def is_open(self) -> bool:
        """Whether the connection is open, as far as is known without reading."""
        return self._socket is not None

    @property
    def events(self) -> list[Event]:
        """The events since the connection, those that can be read now included; the last 10000."""
        self._drain()
        return list(self._wire.events)

    def snapshot(self) -> Snapshot:
        """The state of the session, as of now."""
        return self._state().snapshot

    @property
    def participants(self) -> tuple[Participant, ...]:
        """Who is in the meeting, as of now."""
        return self._state().participants

    @property
    def outputs(self) -> tuple[Output, ...]:
        """The outputs, as of now."""
        return self.snapshot().outputs

    # Waiting

    @overload
    def wait_for(  # type: ignore[overload-overlap]
        self, condition: type[EventType], timeout: float = 10.0, **fields: object
    ) -> EventType: ...

    @overload
    def wait_for(self, condition: Condition, timeout: float = 10.0) -> Snapshot: ...

    def wait_for(self, condition: Any, timeout: float = 10.0, **fields: object) -> Any:
        """Waits for an event, or for a condition of the state.

        Args:
            condition: the class of an event, or a function of the snapshot whose result is true at last.
            timeout: in seconds.
            fields: values that the event must have: `wait_for(SessionChanged, state="sending")`.

        Returns:
            The event, or the snapshot. The next call looks at the events after that one; events that came before the
            call count, too.

        Raises:
            WaitTimeout: with what happened instead.
            SessionGone: the session ended.
        """
        deadline = time.monotonic() + timeout
        while True:
            if isinstance(condition, type):
                event = self._next(condition, fields)
                if event is not None:
                    return event
            else:
                snapshot = self.snapshot()
                if condition(snapshot):
                    return snapshot
            left = deadline - time.monotonic()
            if left <= 0:
                what = described(condition, fields)
                raise WaitTimeout(f"{what} did not happen within {timeout:g} s; last events:{history(self.events)}")
            self._read(left if isinstance(condition, type) else min(left, INTERVAL))

    # Input and output

    def _state(self) -> _wire.State:
        return _wire.state(self._ask("snapshot", {}))

    def _perform(self, command: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        people = self.participants if _wire.needs_names(fields) else ()
        reply = self._ask("command", {command: _wire.with_ids(fields, people)})
        ((_, value),) = reply.items()
        return dict(value)

    def _ask(self, kind: str, value: Mapping[str, Any]) -> dict[str, Any]:
        connection = self._connection()
        number, line = self._wire.request(kind, value)
        connection.settimeout(self.timeout)
        try:
            connection.sendall(line)
        except TimeoutError as error:
            # A part of the request may have been sent, and no other one can follow it.
            self.close()
            raise self._unread(kind) from error
        except (BrokenPipeError, ConnectionResetError) as error:
            raise self._gone() from error
        self._until(lambda: number in self._wire.answers, self.timeout, f"the answer to {kind}")
        return self._wire.reply(number)

    def _until(self, is_done: Callable[[], bool], timeout: float, what: str) -> None:
        deadline = time.monotonic() + timeout
        while not is_done():
            if self._wire.refusal is not None:
                raise self._wire.refusal
            left = deadline - time.monotonic()
            if left <= 0:
                raise WaitTimeout(f"{what} did not come within {timeout:g} s; is the process stopped?")
            self._read(left)

    def _read(self, seconds: float) -> None:
        """Waits for data at most so long and takes it."""
        connection = self._connection()
        if readable(seconds, connection.fileno()):
            self._receive(connection)

    def _receive(self, connection: socket.socket) -> None:
        try:
            data = connection.recv(1 << 18)
        except ConnectionResetError:
            data = b""
        if not data:
            self.close()
            raise self._gone()
        self._wire.feed(data)

    def _drain(self) -> None:
        while self._socket is not None and readable(0, self._socket.fileno()):
            try:
                self._receive(self._socket)
            except SessionGone:
                return

    def _connection(self) -> socket.socket:
        if self._socket is None:
            raise self._gone()
        return self._socket

    def close(self) -> None:
        """Closes the connection; the session goes on."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class LateSession(Session):
    """A session that is looked for when it is first used."""

    def __init__(self, find: Callable[[], Session]) -> None:
        """Takes the function that finds the session."""
        self._find = find

    def __getattr__(self, name: str) -> Any:
        # Called for what the constructor of Session would have set: from now on, all of it is that of the session.
        if name == "_find" or "_wire" in self.__dict__:
            raise AttributeError(name)
        found = self._find()
        self.__dict__ = found.__dict__
        return getattr(self, name)


def attach(session: str | os.PathLike[str] | None = None, timeout: float = 10.0) -> Session:
    """Reaches a running session.

    Args:
        session: its identifier or the path of its socket; None for the only one that `PSSTUDIO_CONTROL=auto` has made.
        timeout: how long an answer may take, in seconds.

    Raises:
        NoSession: there is none, or there are several.
        WaitTimeout: it does not answer.
    """
    return Session(socket_path(session), timeout)
