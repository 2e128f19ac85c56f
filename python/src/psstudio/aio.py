"""Sessions and apps with asyncio. Everything happens in the loop's thread."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from typing import Any, overload

from . import _wire
from ._app import MARGIN, App
from ._connection import INTERVAL, POLL, Condition, Connection, EventType, connected, described, history, socket_path
from ._errors import NoSession, SessionGone, StudioError, WaitTimeout
from ._result import Result
from ._table import AsyncCommands, Output, Snapshot
from ._values import Event, Participant

__all__ = ["AsyncApp", "AsyncSession", "attach", "run"]


class AsyncSession(Connection, AsyncCommands):
    """A running session. A task of the loop reads its events."""

    def __init__(self, path: str | os.PathLike[str], timeout: float = 10.0) -> None:
        """Use `attach` or `run`, which connect.

        Args:
            path: the socket.
            timeout: how long an answer may take, in seconds.
        """
        super().__init__(path, timeout)
        self._changed = asyncio.Condition()
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None
        self._error: BaseException | None = None

    async def open(self) -> AsyncSession:
        """Connects, and subscribes to the events."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self.timeout
        # The loop itself takes a socket for connected that the session has not accepted yet.
        while (connection := connected(self.path)) is None:
            if loop.time() >= deadline:
                raise self._busy()
            await asyncio.sleep(POLL)
        reader, self._writer = await asyncio.open_unix_connection(sock=connection)
        self._task = asyncio.create_task(self._read(reader), name=f"psstudio {self.path.stem}")
        try:
            await self._until(lambda: self._wire.greeting is not None, self.timeout, "the greeting")
            await self._ask("subscribe", {"events": True})
        except BaseException:
            await self.close()
            raise
        return self

    # What is known

    @property
    def is_open(self) -> bool:
        """Whether the session goes on."""
        return self._task is not None and not self._task.done()

    @property
    def events(self) -> list[Event]:
        """The events since the connection; the last 10000."""
        return list(self._wire.events)

    async def snapshot(self) -> Snapshot:
        """The state of the session, as of now."""
        return (await self._state()).snapshot

    async def participants(self) -> tuple[Participant, ...]:
        """Who is in the meeting, as of now."""
        return (await self._state()).participants

    async def outputs(self) -> tuple[Output, ...]:
        """The outputs, as of now."""
        return (await self.snapshot()).outputs

    # Waiting

    @overload
    async def wait_for(  # type: ignore[overload-overlap]
        self, condition: type[EventType], timeout: float = 10.0, **fields: object
    ) -> EventType: ...

    @overload
    async def wait_for(self, condition: Condition, timeout: float = 10.0) -> Snapshot: ...

    async def wait_for(self, condition: Any, timeout: float = 10.0, **fields: object) -> Any:
        """Waits for an event, or for a condition of the state; see `psstudio.Session.wait_for`.

        Raises:
            WaitTimeout: with what happened instead.
            SessionGone: the session ended.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout
        while True:
            count = self._wire.count
            if isinstance(condition, type):
                event = self._next(condition, fields)
                if event is not None:
                    return event
            else:
                snapshot = await self.snapshot()
                if condition(snapshot):
                    return snapshot
            left = deadline - loop.time()
            if left <= 0:
                what = described(condition, fields)
                raise WaitTimeout(f"{what} did not happen within {timeout:g} s; last events:{history(self.events)}")
            self._check()
            longest = left if isinstance(condition, type) else min(left, INTERVAL)
            await self._change(lambda count=count: self._wire.count > count, longest)

    # Input and output

    async def _read(self, reader: asyncio.StreamReader) -> None:
        try:
            while data := await reader.read(1 << 18):
                self._wire.feed(data)
                async with self._changed:
                    self._changed.notify_all()
        except ConnectionResetError:
            pass  # The process was killed, which is the end of the session, too.
        except Exception as error:
            self._error = error
        finally:
            # Also when the loop ends: a connection that nobody closes is reported.
            if self._writer is not None:
                self._writer.close()
            async with self._changed:
                self._changed.notify_all()

    async def _change(self, has_changed: Any, seconds: float) -> None:
        """Waits for a change, for the end of the session, or so many seconds."""
        try:
            async with asyncio.timeout(seconds), self._changed:
                await self._changed.wait_for(lambda: has_changed() or not self.is_open)
        except TimeoutError:
            return

    async def _state(self) -> _wire.State:
        return _wire.state(await self._ask("snapshot", {}))

    async def _perform(self, command: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        people = await self.participants() if _wire.needs_names(fields) else ()
        reply = await self._ask("command", {command: _wire.with_ids(fields, people)})
        ((_, value),) = reply.items()
        return dict(value)

    async def _ask(self, kind: str, value: Mapping[str, Any]) -> dict[str, Any]:
        self._check()
        number, line = self._wire.request(kind, value)
        if self._writer is None:
            raise self._gone()
        try:
            self._writer.write(line)
            async with asyncio.timeout(self.timeout):
                await self._writer.drain()
        except TimeoutError as error:
            # A part of the request may have been sent, and no other one can follow it.
            self._writer.transport.abort()
            raise self._unread(kind) from error
        except (BrokenPipeError, ConnectionResetError) as error:
            raise self._gone() from error
        await self._until(lambda: number in self._wire.answers, self.timeout, f"the answer to {kind}")
        return self._wire.reply(number)

    async def _until(self, is_done: Any, timeout: float, what: str) -> None:
        deadline = asyncio.get_running_loop().time() + timeout
        while not is_done():
            if self._wire.refusal is not None:
                raise self._wire.refusal
            self._check()
            left = deadline - asyncio.get_running_loop().time()
            if left <= 0:
                raise WaitTimeout(f"{what} did not come within {timeout:g} s; is the process stopped?")
            await self._change(lambda: is_done() or self._wire.refusal is not None, left)

    def _check(self) -> None:
        if self._error is not None:
            raise self._error
        if not self.is_open:
            raise self._gone()

    async def close(self) -> None:
        """Closes the connection; the session goes on."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def __aenter__(self) -> AsyncSession:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


async def attach(session: str | os.PathLike[str] | None = None, timeout: float = 10.0) -> AsyncSession:
    """Reaches a running session; see `psstudio.attach`."""
    return await AsyncSession(socket_path(session), timeout).open()


class AsyncApp:
    """An app that runs under `psstudio exec`. Use it in an `async with` statement, or close it."""

    def __init__(self, app: App) -> None:
        """Takes an app that was started; `run` starts one."""
        self.app = app
        """The same app without asyncio; its methods block."""
        self.sessions: list[AsyncSession] = []
        """The sessions that were reached."""

    @property
    def session(self) -> AsyncSession:
        """The first session of the app."""
        if not self.sessions:
            raise NoSession("no session of the app was reached; await wait_for_session() first")
        return self.sessions[0]

    async def wait_for_session(self, timeout: float = 10.0) -> AsyncSession:
        """Waits for a session of the app that was not reached yet, and reaches it."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout
        known = {session.path for session in self.sessions}
        while loop.time() < deadline:
            has_ended = not self.app.is_running
            for path in self.app.sockets():
                if path not in known:
                    try:
                        session = await AsyncSession(path).open()
                    except (NoSession, SessionGone):
                        # It is not listening yet, or not any more.
                        continue
                    self.sessions.append(session)
                    self.app.observers.append(session)
                    self.app.release()
                    return session
            if has_ended:
                raise self.app.ended()
            await asyncio.sleep(POLL)
        raise self.app.silent(timeout)

    async def wait(self, timeout: float | None = None) -> Result:
        """Waits until the app has ended.

        Args:
            timeout: in seconds; None waits without limit.

        Raises:
            WaitTimeout: it still runs.
        """
        self.app.release()
        if self.app.is_running:
            loop = asyncio.get_running_loop()
            ended = asyncio.Event()
            loop.add_reader(self.app._end, ended.set)
            try:
                async with asyncio.timeout(timeout):
                    await ended.wait()
            except TimeoutError as error:
                name = self.app.command[0]
                raise WaitTimeout(f"{name} still runs after {timeout:g} s; end it with stop()") from error
            finally:
                loop.remove_reader(self.app._end)
        return self.app.wait()

    async def stop(self) -> Result:
        """Stops the app as a container engine does: SIGTERM, and SIGKILL to all its processes after the grace."""
        self.app.request_stop()
        return await self.wait(self.app.grace + MARGIN)

    async def close(self) -> None:
        """Ends the app, if it runs, and removes its files."""
        try:
            if self.app.is_running:
                await self.stop()
        except StudioError as error:
            # It was stopped before it began, and has no result, which nobody asks for any more.
            if error is not self.app.failure:
                raise
        finally:
            try:
                for session in self.sessions:
                    await session.close()
            finally:
                self.app.close()

    async def close_after(self, error: BaseException) -> None:
        """Ends the app because of an error, which stays that error; what goes wrong is a note of it."""
        try:
            await self.close()
        except Exception as second:
            error.add_note(f"{type(second).__name__}: {second}")

    async def __aenter__(self) -> AsyncApp:
        return self

    async def __aexit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        if error is None:
            await self.close()
        else:
            await self.close_after(error)


async def run(command: Sequence[str | os.PathLike[str]], *, timeout: float = 10.0, **arguments: Any) -> AsyncApp:
    """Starts an app under `psstudio exec`, and reaches its first session; the arguments are those of `psstudio.run`."""
    app = AsyncApp(App(command, **arguments))
    try:
        await app.wait_for_session(timeout)
    except BaseException as error:
        await app.close_after(error)
        raise
    return app
