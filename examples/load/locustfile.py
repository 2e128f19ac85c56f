"""A fleet of bots: locust -f locustfile.py --headless -u 100 -r 20

BOT is the command of the bot (default: a sender of psstudio), SCENARIO its scenario, STAY how long it stays in seconds,
SEED what all random numbers come from, and FAULTS how many faults happen to each bot in a minute.

DURATION ends the run after so many seconds. Unlike --run-time, it waits until all workers have reported the end of
their bots.
"""

import os
import shlex
import time

import gevent
from bots import BotUser
from locust import events
from locust.env import Environment
from locust.runners import WorkerRunner

DEFAULT = "psstudio start --quiet --width 320 --height 180 --fps 15 --out null:"


class Bot(BotUser):
    """The bot of the variables."""

    command = shlex.split(os.environ.get("BOT", DEFAULT))
    scenario = os.environ.get("SCENARIO") or None
    env = {"PSSTUDIO_ROLE": "cohost"}  # noqa: RUF012
    fault_rate = float(os.environ.get("FAULTS", "0"))
    stay = (float(os.environ.get("STAY", "10")) / 2, float(os.environ.get("STAY", "10")) * 1.5)


#: How often workers report, and a little more, in seconds.
REPORTS = 4


@events.test_start.add_listener
def limit(environment: Environment, **_: object) -> None:
    """Ends the run after DURATION: first the bots, then Locust."""
    runner, text = environment.runner, os.environ.get("DURATION")
    if not text or runner is None:
        return
    BotUser.closing_time = time.monotonic() + float(text)

    def finish() -> None:
        # What a worker reports later than half a second after the end is lost.
        while runner.user_count > 0 and time.monotonic() < BotUser.closing_time + 60:
            gevent.sleep(0.1)
        gevent.sleep(REPORTS)
        runner.quit()

    if not isinstance(runner, WorkerRunner):
        gevent.spawn_later(float(text), finish)
