"""Users of Locust that are bots: each starts a command under a scenario, and reports what becomes of it."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import gevent
from locust import User, task
from locust.env import Environment
from locust.exception import StopUser

import psstudio

#: How often a bot is asked whether something has happened, in seconds.
INTERVAL = 0.02


def has_joined(event: psstudio.Event) -> bool:
    """Whether the bot is in the meeting with this event. A session of its own joins silently, and sends."""
    if isinstance(event, psstudio.MeetingStatusChanged):
        return event.status == "inMeeting"
    return isinstance(event, psstudio.SessionChanged) and event.state == "sending"


def receives(events: Sequence[psstudio.Event]) -> bool:
    """Whether the bot has subscribed to a track that is published."""
    subscribed = {
        (event.user, event.track)
        for event in events
        if isinstance(event, psstudio.SubscriptionChanged) and event.is_active
    }
    published = {(event.user, event.track) for event in events if isinstance(event, psstudio.TrackFormatChanged)}
    return bool(subscribed & published)


class BotUser(User):
    """A bot that joins, stays for a while, leaves, and starts again.

    What it reports to Locust: `joined` and `first frame` with the time since the start of the process, and `ended` with
    the time since it was asked to leave. A crash, an exit code, a violated rule, dropped media and what did not happen
    in time are failures with their cause.
    """

    abstract = True

    command: ClassVar[Sequence[str]] = ()
    """The bot: a program and its arguments."""
    scenario: ClassVar[str | None] = None
    """A name of `psstudio scenarios`, a file, or the text of a file."""
    env: ClassVar[dict[str, str]] = {}
    stay: ClassVar[tuple[float, float]] = (5, 15)
    """How long a bot stays, in seconds: from, to."""
    fault_rate: ClassVar[float] = 0.0
    """How many faults happen to each bot in a minute: see `faults`."""
    faults: ClassVar[Sequence[tuple[str, dict[str, Any]]]] = (
        ("add_participant", {"name": "Guest"}),
        ("lose_connection", {}),
        ("regain_connection", {}),
    )
    """Commands of a session with their arguments; they happen to a bot in this order, again and again."""
    patience: ClassVar[float] = 20.0
    """How long a bot may take to join, to get a frame, and to end, in seconds."""
    grace: ClassVar[float] = 5.0
    """The time from SIGTERM to SIGKILL, in seconds."""
    options: ClassVar[Sequence[str]] = ("--max-drops", "0")
    """Budgets and other options of `psstudio exec`."""

    closing_time: ClassVar[float] = float("inf")
    """When bots leave and none is started any more, by `time.monotonic()`."""

    wait_time = staticmethod(lambda: 0)  # type: ignore[assignment]
    numbers: ClassVar[int] = 0

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        BotUser.numbers += 1
        worker = getattr(environment.runner, "worker_index", 0)
        seed = f"{os.environ.get('SEED', '1')} {worker} {BotUser.numbers}"
        self.random = random.Random(seed)  # noqa: S311
        self.app: psstudio.App | None = None

    @task
    def visit(self) -> None:
        """One visit of a meeting, from the start of the process to its end."""
        begin = time.monotonic()
        if begin >= BotUser.closing_time:
            raise StopUser
        seed = self.random.getrandbits(32)
        try:
            self.app = psstudio.App(
                self.command, scenario=self.scenario, seed=seed, env=self.env, grace=self.grace, options=self.options
            )
            session = self.app.wait_for_session(self.patience)
            self.wait_for_join(session, begin)
            self.wait_for_frame(session, begin)
            self.linger(session)
        except psstudio.SessionGone:
            pass  # The result has the reason.
        except psstudio.StudioError as error:
            self.report("start", begin, error)
            if self.app is not None:
                self.app.close()
                self.app = None
            # A bot that cannot start is not started again at once.
            gevent.sleep(1)
        finally:
            self.leave()

    def wait_for_join(self, session: psstudio.Session, begin: float) -> None:
        """Waits until the bot is in the meeting."""
        self.wait("joined", session, begin, lambda: any(map(has_joined, session.events)))

    def wait_for_frame(self, session: psstudio.Session, begin: float) -> None:
        """Waits until the bot has sent a frame, or receives a track that is published."""
        self.wait("first frame", session, begin, lambda: receives(session.events) or session.snapshot().video.accepted)

    def wait(self, name: str, session: psstudio.Session, begin: float, has_happened: Callable[[], object]) -> None:
        """Waits for something and reports its time."""
        deadline = time.monotonic() + self.patience
        while not has_happened():
            if not session.is_open:
                raise psstudio.SessionGone("the bot has ended")
            if time.monotonic() > deadline:
                self.report(name, begin, BotFailure(f"not within {self.patience:g} s"))
                raise psstudio.SessionGone("the bot hangs")
            gevent.sleep(INTERVAL)
        self.report(name, begin)

    def linger(self, session: psstudio.Session) -> None:
        """Stays, while faults happen."""
        deadline = min(time.monotonic() + self.random.uniform(*self.stay), BotUser.closing_time)
        number = 0
        while (left := deadline - time.monotonic()) > 0 and session.is_open:
            pause = self.random.expovariate(self.fault_rate / 60) if self.fault_rate else left
            if pause >= left:
                self.read(session, left)
                return
            self.read(session, pause)
            name, arguments = self.faults[number % len(self.faults)]
            number += 1
            begin = time.monotonic()
            try:
                getattr(session, name)(**arguments)
                self.report(f"command {name}", begin)
            except psstudio.CommandRejected as error:
                # A meeting that has ended rejects commands; the result of the bot decides whether that was right.
                self.report(f"command {name}", begin, error if error.code != "rejected" else None)

    def read(self, session: psstudio.Session, seconds: float) -> None:
        """Waits, and reads the events meanwhile, so that none is missed."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0 and session.is_open:
            gevent.sleep(min(left, 0.5))
            session.events  # noqa: B018

    def leave(self) -> None:
        """Stops the bot as a container is stopped, and reports how it ended."""
        app, self.app = self.app, None
        if app is None:
            return
        begin = time.monotonic()
        try:
            result = app.stop() if app.is_running else app.wait()
            self.report("ended", begin, failure(result))
        except psstudio.StudioError as error:
            self.report("ended", begin, error)
        finally:
            app.close()

    def on_stop(self) -> None:
        """Locust stops the user in the middle of a visit."""
        self.leave()

    def report(self, name: str, begin: float, error: Exception | None = None) -> None:
        """Reports to Locust: the time in milliseconds, and a failure with its cause."""
        self.environment.events.request.fire(
            request_type="bot",
            name=name,
            response_time=(time.monotonic() - begin) * 1000,
            response_length=0,
            exception=error,
            context={},
        )


class BotFailure(Exception):
    """Why a bot failed, in one line: Locust counts equal lines."""


def failure(result: psstudio.Result) -> BotFailure | None:
    """Why a bot has failed; None for one that has not."""
    found = sorted({finding.rule for finding in result.violations if finding.is_contract})
    if result.message:
        return BotFailure(result.message)
    if found:
        diagnoses = {finding.rule: finding.diagnosis for finding in result.violations}
        return BotFailure(f"violated {found[0]}: {diagnoses[found[0]]}")
    dropped = sum(trace.metrics.dropped for trace in result.verification.traces)
    if dropped:
        return BotFailure("dropped media")
    return None if result.exit_code == 0 else BotFailure(f"exit code {result.exit_code}")
