"""Publishers of a media server, as a share of each user: locust -f publishers.py --headless -u 4 -r 1

OUT is the address with {n} for the number of the publisher, SHARE how many publishers a user is (default: 50), RATE how
many it starts a second (default: 20/s), STAY how long they publish (default: 60s), FIRST the first number (default: 1),
and LIMITS budgets of `psstudio load`, such as "--max-connect-p99 500ms".
"""

from __future__ import annotations

import json
import os
import shlex
import time
from typing import Any, ClassVar

from gevent import subprocess
from locust import User, task
from locust.env import Environment
from locust.exception import StopUser

#: Numbers that the users of one worker have for their publishers.
NUMBERS = 10_000


class PublisherFailure(Exception):
    """Why publishers failed, in one line: Locust counts equal lines."""


class PublisherUser(User):
    """Runs `psstudio load` for a share of the publishers, once, and reports what it measured.

    `connect` and `first media` have the 99th percentile of the share. Each cause, each missed budget and an exit
    code are failures with their cause.
    """

    numbers: ClassVar[int] = 0
    share: ClassVar[int] = int(os.environ.get("SHARE", "50"))

    wait_time = staticmethod(lambda: 0)  # type: ignore[assignment]

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        worker = max(0, getattr(environment.runner, "worker_index", 0))
        first = int(os.environ.get("FIRST", "1"))
        self.first = first + worker * NUMBERS + PublisherUser.numbers * self.share
        PublisherUser.numbers += 1
        self.process: subprocess.Popen[str] | None = None

    @task
    def publish(self) -> None:
        """Publishes until the end of `STAY`, and reports."""
        begin = time.monotonic()
        options = ["--publishers", str(self.share), "--first", str(self.first), "--out", os.environ["OUT"]]
        options += ["--rate", os.environ.get("RATE", "20/s"), "--duration", os.environ.get("STAY", "60s")]
        options += shlex.split(os.environ.get("LIMITS", ""))
        program = os.environ.get("PSSTUDIO_BINARY", "psstudio")
        self.process = subprocess.Popen(
            [program, "load", "--json", "--quiet", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        output, errors = self.process.communicate()
        self.report_end(begin, output, errors, self.process.returncode)
        raise StopUser

    def report_end(self, begin: float, output: str, errors: str, code: int) -> None:
        """Reports what a share has measured."""
        try:
            result: dict[str, Any] = json.loads(output)
        except ValueError:
            result = {}
        if "started" not in result:
            lines = errors.strip().splitlines() or [f"exit code {code}"]
            return self.report("publish", begin, PublisherFailure(lines[-1]))
        for name, key in [("connect p99", "connectMilliseconds"), ("first media p99", "firstMediaMilliseconds")]:
            if result[key]:
                self.fire(name, result[key]["p99"], None)
        for cause, count in result["causes"].items():
            for _ in range(count):
                self.fire("connection", 0, PublisherFailure(cause))
        for budget in result["budgets"]:
            if not budget["isMet"]:
                self.fire("budget", 0, PublisherFailure(f"--{budget['name']} missed: {budget['measured']}"))
        # The causes and the budgets explain these.
        explained = code in (0, 6, 7, 130, 143)
        return self.report("publish", begin, None if explained else PublisherFailure(f"exit code {code}"))

    def on_stop(self) -> None:
        """Locust stops the user before the end: the publishers finish, and what they measured is lost."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait()

    def report(self, name: str, begin: float, error: Exception | None) -> None:
        """Reports the time since the begin."""
        self.fire(name, (time.monotonic() - begin) * 1000, error)

    def fire(self, name: str, milliseconds: float, error: Exception | None) -> None:
        """Reports a value to Locust."""
        self.environment.events.request.fire(
            request_type="publishers",
            name=name,
            response_time=milliseconds,
            response_length=0,
            exception=error,
            context={},
        )
