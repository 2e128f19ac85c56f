"""Measures how many bots one worker holds: measure.py BOTS SECONDS [RATE]

Needs `listener` in PATH or in BOT, and prints the times of Locust, the memory of the bots, and what they and the worker
take of the processors.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

from run import HERE, Fleet


def processes() -> dict[str, list[int]]:
    """The processes of the fleet by their names."""
    found: dict[str, list[int]] = {}
    for entry in Path("/proc").iterdir():
        try:
            name = (entry / "comm").read_text().strip()
            # All of them have the variable of this run, which the worker has inherited.
            if f"FLEET={os.getpid()}".encode() in (entry / "environ").read_bytes():
                found.setdefault(name, []).append(int(entry.name))
        except (OSError, ValueError):
            continue  # No process, or one that has ended or belongs to somebody else.
    return found


def private_dirty(pid: int) -> float:
    """Private memory of a process that was written, in MB."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0  # It has ended meanwhile.
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty:")) / 1000


def processor_time(pids: list[int]) -> float:
    """In seconds."""
    total = 0
    for pid in pids:
        stat = Path(f"/proc/{pid}/stat")
        if not stat.exists():
            continue
        fields = stat.read_text().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measures and prints."""
    users, seconds = int(sys.argv[1]), int(sys.argv[2])
    rate = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    variables = {
        "BOT": os.environ.get("BOT", "listener"),
        "SCENARIO": str(HERE / "meeting.yaml"),
        "STAY": str(seconds * 3),
        "FAULTS": "6",
        "FLEET": str(os.getpid()),
    }
    fleet = Fleet(users, seconds, rate, variables, workers=1)
    try:
        time.sleep(users / rate + (seconds - users / rate) / 2)
        found = processes()
        begin, times = time.monotonic(), {name: processor_time(pids) for name, pids in found.items()}
        memory = {name: [private_dirty(pid) for pid in pids] for name, pids in found.items()}
        time.sleep(5)
        elapsed = time.monotonic() - begin
        shares = Counter({name: (processor_time(pids) - times[name]) / elapsed for name, pids in found.items()})
    finally:
        fleet.wait()
    print(f"{users} bots, {seconds} s, {rate} a second; load {' '.join(f'{load:.1f}' for load in os.getloadavg())}")
    print(fleet.summary())
    for name, share in shares.most_common():
        values = memory[name]
        print(
            f"  {len(values):4} x {name:16} {share:5.2f} processors; "
            f"private dirty {statistics.median(values):.1f} MB, at most {max(values):.1f} MB"
        )
    print(f"  failures: {fleet.failures() or 'none'}")


if __name__ == "__main__":
    main()
