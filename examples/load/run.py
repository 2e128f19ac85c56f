"""Bounded runs of a fleet: one master and two workers on this machine.

    run.py [--users 20] [--seconds 20] [--rate 20] [--faulty]

The first run has correct bots and must have no failure. With --faulty, further runs have bots that crash, hang or break
a rule, each of which must appear as a failure with its cause, and one loses a worker, whose users must be replaced. BOT
is the correct bot, and BOTS the folder with `sender` for the others.
"""

from __future__ import annotations

import argparse
import csv
import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

HERE = Path(__file__).parent


def free_port() -> int:
    """A port of this machine that nobody uses now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class Fleet:
    """A master and its workers."""

    def __init__(self, users: int, seconds: int, rate: int, variables: Mapping[str, str], workers: int = 2) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="psstudio-load-")
        self.prefix = Path(self.folder.name) / "fleet"
        self.seconds = seconds
        environment = {**os.environ, "DURATION": str(seconds), **variables}
        port = str(free_port())
        locust = [sys.executable, "-m", "locust", "-f", str(HERE / "locustfile.py"), "--loglevel", "WARNING"]
        master = [
            "--master",
            "--headless",
            "--enable-rebalancing",
            "--master-bind-host",
            "127.0.0.1",
            "--master-bind-port",
            port,
        ]
        master += ["--expect-workers", str(workers), "-u", str(users), "-r", str(rate)]
        master += ["--stop-timeout", "30", "--csv", str(self.prefix), "--csv-full-history", "--only-summary"]
        self.master = subprocess.Popen([*locust, *master], env=environment, stdout=subprocess.DEVNULL)
        self.workers = [
            subprocess.Popen(
                [*locust, "--worker", "--master-host", "127.0.0.1", "--master-port", port],
                env=environment,
                stdout=subprocess.DEVNULL,
            )
            for _ in range(workers)
        ]

    def wait(self) -> int:
        """Waits until all have ended; a fleet that does not end is killed."""
        try:
            code = self.master.wait(self.seconds + 90)
            for worker in self.workers:
                worker.wait(60)
        finally:
            for process in [self.master, *self.workers]:
                if process.poll() is None:
                    process.kill()
                    process.wait()
        return code

    def rows(self, name: str) -> list[dict[str, str]]:
        """A table that Locust has written."""
        with Path(f"{self.prefix}_{name}.csv").open(newline="") as file:
            return list(csv.DictReader(file))

    def failures(self) -> dict[str, int]:
        """The causes of failures with their counts."""
        found: dict[str, int] = {}
        for row in self.rows("failures"):
            cause = f"{row['Name']}: {row['Error']}"
            found[cause] = found.get(cause, 0) + int(row["Occurrences"])
        return found

    def summary(self) -> str:
        """One line for each kind of request."""
        lines = []
        for row in self.rows("stats"):
            if row["Name"] != "Aggregated":
                lines.append(
                    f"  {row['Name']:12} {row['Request Count']:>5}, failed {row['Failure Count']}; "
                    f"50 % {row['50%']} ms, 95 % {row['95%']} ms, 99 % {row['99%']} ms, at most {row['100%']} ms"
                )
        return "\n".join(lines)


def expect(condition: bool, message: str) -> None:
    """Ends with a message unless the condition holds."""
    if not condition:
        sys.exit(f"load: {message}")


def correct(users: int, seconds: int, rate: int) -> None:
    """A fleet of correct bots."""
    fleet = Fleet(users, seconds, rate, {"STAY": str(min(seconds / 2, 30)), "FAULTS": os.environ.get("FAULTS", "6")})
    code = fleet.wait()
    print(f"load: {users} bots, {seconds} s, two workers\n{fleet.summary()}", flush=True)
    expect(not fleet.failures(), f"correct bots fail: {fleet.failures()}")
    expect(code == 0, f"the master exits with {code}")
    counts = {row["Name"]: int(row["Request Count"]) for row in fleet.rows("stats")}
    for name in ("bot joined", "bot first frame", "bot ended"):
        short = name.removeprefix("bot ")
        expect(counts.get(short, 0) >= users, f"only {counts.get(short, 0)} of {users} bots: {short}")


class FaultyFleets:
    """Bots that crash, hang, break a rule and do not start: a small fleet of each."""

    def __init__(self, bots: Path) -> None:
        sender = shlex.quote(str(bots / "sender"))
        self.causes = {
            f"{sender} faulty": "violated PS-SEND-005: the frame is 322x180",
            f"sh -c '{sender} & sleep 1; kill -SEGV $$'": "was killed by signal 11",
            f"sh -c 'trap \"\" TERM; {sender} & wait'": "was killed; leave the meeting",
            "sh -c 'exit 9'": "ended with 9 and opened no session",
        }
        self.fleets = {command: Fleet(2, 5, 2, {"BOT": command, "STAY": "2"}, workers=1) for command in self.causes}

    def check(self) -> None:
        """Waits for the end of all, and fails without a failure that has the cause."""
        for command, fleet in self.fleets.items():
            fleet.wait()
            failures = fleet.failures()
            print(f"load: {command}: {failures}", flush=True)
            cause = self.causes[command]
            expect(any(cause in failure for failure in failures), f"no failure with the cause {cause!r}: {failures}")


def bots_of(worker: subprocess.Popen[bytes]) -> int:
    """How many bots a worker has now: `psstudio exec` is a child for each."""
    children = Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text().split()
    names = [Path(f"/proc/{child}/comm") for child in children]
    return sum(name.exists() and name.read_text() == "psstudio\n" for name in names)


def replaced(users: int = 6) -> None:
    """A worker is killed; the other one gets its users."""
    fleet = Fleet(users, 30, users, {"STAY": "20"})
    lost, other = fleet.workers
    deadline = time.monotonic() + 28

    def wait(condition: Callable[[], bool], message: str) -> None:
        while not condition():
            expect(time.monotonic() < deadline, f"{message}; the workers have {bots_of(other)} bots of {users}")
            time.sleep(0.1)

    wait(lambda: bots_of(lost) == bots_of(other) == users // 2, "the bots are not spread over both workers")
    lost.send_signal(signal.SIGKILL)
    lost.wait()
    wait(lambda: bots_of(other) == users, "the users of a killed worker are not replaced")
    fleet.wait()
    expect(not fleet.failures(), f"the other worker's bots fail: {fleet.failures()}")
    print("load: a killed worker's users were replaced", flush=True)


def main() -> None:
    """Reads the options and runs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--users", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--rate", type=int, default=20)
    parser.add_argument("--faulty", action="store_true")
    options = parser.parse_args()
    correct(options.users, options.seconds, options.rate)
    if options.faulty:
        fleets = FaultyFleets(Path(os.environ["BOTS"]))
        replaced()
        fleets.check()


if __name__ == "__main__":
    main()
