"""Apps under `psstudio exec`."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from . import _folders, _program
from ._connection import POLL
from ._errors import AppEnded, NoSession, ProgramFailed, SessionGone, StudioError, WaitTimeout
from ._result import Result
from ._session import Session, readable
from ._values import Event

#: How long `psstudio exec` may take beyond its grace, in seconds.
MARGIN = 10.0


class Observer(Protocol):
    """What has read the events of a session."""

    @property
    def events(self) -> list[Event]:
        """The events."""

    @property
    def missed(self) -> int:
        """How many it has missed."""


class App:
    """An app that runs under `psstudio exec`. Use it in a `with` statement, or close it."""

    def __init__(
        self,
        command: Sequence[str | os.PathLike[str]],
        *,
        scenario: str | os.PathLike[str] | None = None,
        seed: int | None = None,
        outputs: Sequence[str] = (),
        options: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
        stop_after: float | None = None,
        grace: float = 5.0,
    ) -> None:
        """Starts an app; `run` describes the arguments."""
        if not command or isinstance(command, (str, bytes)):
            raise StudioError(f"the command is {command!r}; write a list of words: ['./bot', '--verbose']")
        self.command = [os.fspath(word) for word in command]
        self.grace = grace
        self._result: Result | None = None
        self.failure: StudioError | None = None
        """Why `psstudio exec` could not run the app, once that is known; `wait` raises it."""
        self._is_closed = False
        self.sessions: list[Session] = []
        """The sessions that were reached."""
        self.observers: list[Observer] = []
        """The same sessions, and those that were reached with asyncio."""
        variables = {**os.environ, **(env or {})}
        self.folder = _folders.root().folder()
        """Its files; removed when the app is closed."""
        try:
            self._control = self.folder / "c"
            self._control.mkdir(mode=0o700)
            (self._control / "hold").touch()
            arguments = ["exec", "--quiet", "--trace", str(self.traces), "--report", str(self._report)]
            arguments += ["--grace", f"{max(1, round(grace * 1000))}ms"]
            if stop_after is not None:
                arguments += ["--stop-after", f"{max(1, round(stop_after * 1000))}ms"]
            if scenario is not None:
                arguments += ["--scenario", self._scenario(scenario)]
            if seed is not None:
                arguments += ["--seed", str(seed)]
            for output in outputs:
                arguments += ["--out", output]
            variables["PSSTUDIO_CONTROL"] = f"{self._control}/"
            self._process = self._started([*arguments, *options, "--", *self.command], variables, cwd)
            self._end = self._open_end()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def _started(
        self, arguments: list[str], variables: Mapping[str, str], cwd: str | os.PathLike[str] | None
    ) -> subprocess.Popen[bytes]:
        with self.stdout_path.open("wb") as out, self.stderr_path.open("wb") as errors:
            return subprocess.Popen(
                [*_folders.LAUNCHER, _program.find(), *arguments],
                stdin=_folders.root().pipe,
                stdout=out,
                stderr=errors,
                env=variables,
                cwd=cwd,
                start_new_session=True,
            )

    def _open_end(self) -> int:
        """A descriptor that can be read when the app has ended."""
        try:
            return os.pidfd_open(self._process.pid)
        except ProcessLookupError:
            # gevent has taken its end already: a pipe without a writer can be read.
            end, writer = os.pipe()
            os.close(writer)
            return end
        except BaseException:
            # Nobody could wait for the app.
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(self.grace + MARGIN)
            _folders.root().forget(self._process.pid)
            raise

    def _scenario(self, scenario: str | os.PathLike[str]) -> str:
        if isinstance(scenario, str) and "\n" in scenario:
            path = self.folder / "scenario.yaml"
            path.write_text(scenario, encoding="utf-8")
            return str(path)
        return os.fspath(scenario)

    # Files

    @property
    def traces(self) -> Path:
        """The folder of its traces."""
        return self.folder / "traces"

    @property
    def _report(self) -> Path:
        return self.folder / "report.json"

    @property
    def stdout_path(self) -> Path:
        """The file with its standard output."""
        return self.folder / "stdout"

    @property
    def stderr_path(self) -> Path:
        """The file with its standard error."""
        return self.folder / "stderr"

    @property
    def stdout(self) -> str:
        """What it has printed so far."""
        return self._result.stdout if self._result else self._text(self.stdout_path)

    @property
    def stderr(self) -> str:
        """What it has written to standard error so far."""
        return self._result.stderr if self._result else self._text(self.stderr_path)

    def _text(self, path: Path) -> str:
        # An app that could not be run has no files after it was closed.
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    # The session

    @property
    def session(self) -> Session:
        """The first session of the app."""
        return self.sessions[0] if self.sessions else self.wait_for_session()

    def sockets(self) -> list[Path]:
        """The sockets of its sessions that listen now."""
        return sorted(self._control.glob("*.sock"))

    def release(self) -> None:
        """Lets the sessions go on, which wait for a controller in their init."""
        (self._control / "hold").unlink(missing_ok=True)

    def wait_for_session(self, timeout: float = 10.0) -> Session:
        """Waits for a session of the app that was not reached yet, and reaches it.

        Raises:
            AppEnded: the app ended before.
            WaitTimeout: none came within `timeout` seconds.
        """
        deadline = time.monotonic() + timeout
        known = {session.path for session in self.sessions}
        while time.monotonic() < deadline:
            has_ended = not self.is_running
            for path in self.sockets():
                if path not in known:
                    try:
                        session = Session(path)
                    except (NoSession, SessionGone):
                        # It is not listening yet, or not any more.
                        continue
                    self.sessions.append(session)
                    self.observers.append(session)
                    self.release()
                    return session
            if has_ended:
                raise self.ended()
            time.sleep(POLL)
        raise self.silent(timeout)

    def ended(self) -> StudioError:
        """The error of an app that has ended without a session."""
        result = self.wait()
        lines = [line for line in result.stderr.splitlines() if line.strip()]
        return AppEnded(
            f"{self.command[0]} ended with {result.exit_code} and opened no session: " + " | ".join(lines[-3:])
        )

    def silent(self, timeout: float) -> StudioError:
        """The error of an app that runs and opens no session."""
        return WaitTimeout(
            f"{self.command[0]} has opened no session within {timeout:g} s; does it use psstudio? "
            "Its standard error: " + " | ".join(self.stderr.splitlines()[-3:])
        )

    # The end

    @property
    def is_running(self) -> bool:
        """Whether the app has not ended."""
        return self._result is None and self.failure is None and not readable(0, self._end)

    @property
    def result(self) -> Result | None:
        """What became of the app; None while it runs.

        Raises:
            ProgramFailed: `psstudio exec` could not run the app.
        """
        return self._result if self._result or self.is_running else self.wait()

    def wait(self, timeout: float | None = None) -> Result:
        """Waits until the app has ended, and reads the events of its sessions meanwhile.

        Args:
            timeout: in seconds; None waits without limit.

        Raises:
            WaitTimeout: it still runs.
        """
        if self.failure is not None:
            raise self.failure
        if self._result is not None:
            return self._result
        self.release()
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            open_sessions = {
                session._socket.fileno(): session for session in self.sessions if session._socket is not None
            }
            left = 3600.0 if deadline is None else max(0.0, deadline - time.monotonic())
            ready = readable(left, self._end, *open_sessions)
            for descriptor in ready:
                if descriptor in open_sessions:
                    open_sessions[descriptor]._drain()
            if self._end in ready:
                self._finish()
                return self.wait()
            if not ready and deadline is not None:
                raise WaitTimeout(f"{self.command[0]} still runs after {timeout:g} s; end it with stop()")

    def stop(self) -> Result:
        """Stops the app as a container engine does: SIGTERM, and SIGKILL to all its processes after the grace."""
        self.request_stop()
        return self.wait(self.grace + MARGIN)

    def request_stop(self) -> None:
        """Sends the stop, and does not wait."""
        if self.is_running:
            self._process.send_signal(signal.SIGTERM)

    def _finish(self) -> None:
        code = self._process.wait()
        _folders.root().forget(self._process.pid)
        try:
            if not self._report.exists():
                raise _program.failure(["exec"], code, self.stderr)
            self._result = self._decoded(code, json.loads(self._report.read_text(encoding="utf-8")))
        except StudioError as error:
            self.failure = error
        except Exception as error:
            self.failure = ProgramFailed(f"psstudio exec left no complete report: {error!r}; is the disk full?", code)
            self.failure.__cause__ = error
        os.close(self._end)

    def _decoded(self, code: int, report: Mapping[str, Any]) -> Result:
        from .reports import Verification

        command = report["command"]
        return Result(
            exit_code=code,
            app_exit_code=command["exitCode"],
            signal=command["signal"],
            was_stopped=command["stop"] is not None,
            was_killed=command["stop"] == "killed",
            message=command["message"],
            verification=Verification.from_json(report),
            stdout=self.stdout,
            stderr=self.stderr,
        )

    def close(self) -> None:
        """Ends the app, if it runs, and removes its files."""
        if self._is_closed:
            return
        self._is_closed = True
        try:
            if self._result is None and self.failure is None:
                self.stop()
        except StudioError as error:
            # It was stopped before it began, and has no result, which nobody asks for any more.
            if error is not self.failure:
                raise
        finally:
            for session in self.sessions:
                session.close()
            shutil.rmtree(self.folder, ignore_errors=True)

    def close_after(self, error: BaseException) -> None:
        """Ends the app because of an error, which stays that error; what goes wrong is a note of it."""
        try:
            self.close()
        except Exception as second:
            error.add_note(f"{type(second).__name__}: {second}")

    def __enter__(self) -> App:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        if error is None:
            self.close()
        else:
            self.close_after(error)


def run(
    command: Sequence[str | os.PathLike[str]],
    *,
    scenario: str | os.PathLike[str] | None = None,
    seed: int | None = None,
    outputs: Sequence[str] = (),
    options: Sequence[str] = (),
    env: Mapping[str, str] | None = None,
    cwd: str | os.PathLike[str] | None = None,
    stop_after: float | None = None,
    grace: float = 5.0,
    timeout: float = 10.0,
) -> App:
    """Starts an app under `psstudio exec`, and reaches its first session before anything happens in it.

    Args:
        command: the program and its arguments.
        scenario: the name of a ready scenario, the path of a file, or the text of a file.
        seed: of delays and jitter.
        outputs: addresses, as `--out` takes them.
        options: further options of `psstudio exec`: `["--preload-meeting-sdk"]`.
        env: variables in addition to those of this process.
        cwd: the working folder of the app.
        stop_after: stops the app after so many seconds, as a container engine does.
        grace: the time from SIGTERM to SIGKILL, in seconds.
        timeout: how long the app may take until it opens its session, in seconds.

    Raises:
        ProgramMissing: psstudio is not installed.
        AppEnded: the app ended before it opened a session.
        WaitTimeout: it opened none in time.
    """
    app = App(
        command,
        scenario=scenario,
        seed=seed,
        outputs=outputs,
        options=options,
        env=env,
        cwd=cwd,
        stop_after=stop_after,
        grace=grace,
    )
    try:
        app.wait_for_session(timeout)
    except BaseException as error:
        app.close_after(error)
        raise
    return app
