"""Runs correct clients in the scenarios that can affect them, and prints each fault that psstudio finds in one line.

`scripts/test-matrix.sh` builds the clients. BINARIES is the folder of those in Swift, PROGRAMS that of those in C++, PSSTUDIO_BINARY
the program, and BOT_PYTHON, if it is set, a Python with the package zoom-meeting-sdk.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import fnmatch
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
OWN = ROOT / "Tests/Programs/Clients"
BOTS = ROOT / "examples/bots"
#: How long a client that hangs is waited for, beyond the time that it is told to take.
PATIENCE = 30

STUDIO = (
    "auth-never-answers breakout-room co-host-revoked host-ends-meeting network-drop-3s no-sender start-rejected "
    "start-send-never-comes ended-by-host expelled connection-lost"
).split()
RECEIVING = "people ended-by-host expelled connection-lost".split()
CAMERA = "camera-changes camera-stalls".split()
PERMISSION = "recording-denied recording-granted-late recording-revoked moved-around".split()
# Examples that limit no wait, and stop when they lose the studio.
WITHOUT_LIMITS = "breakout-room co-host-revoked host-ends-meeting no-sender start-rejected".split()

#: The time in seconds that a client takes in a scenario that needs more than the usual three.
SECONDS = {
    "breakout-room": 7,
    "network-drop-3s": 7,
    "moved-around": 11,
    "on-behalf-token-fails": 20,
    "recording-granted-late": 33,
    "recording-revoked": 7,
    "share-locked": 8,
}

#: Where nothing can be sent or received.
SILENT = "auth-never-answers no-sender start-rejected start-send-never-comes recording-denied".split()


@dataclasses.dataclass(frozen=True)
class Client:
    """A program, and the scenarios that can affect it."""

    name: str
    command: list[str]
    scenarios: list[str]
    #: Whether its last argument is the time that it takes; otherwise it ends when it is stopped, as a container is.
    has_time: bool = True
    options: tuple[str, ...] = ()
    #: Whether its traces count its media; they do not count that of virtual devices.
    is_counted: bool = True


@dataclasses.dataclass(frozen=True)
class Cell:
    """A client in a scenario."""

    client: Client
    scenario: str

    @property
    def name(self):
        return f"{self.client.name}/{self.scenario}"


def clients():
    """All clients that can run here."""
    swift, cpp = Path(os.environ.get("BINARIES", "")), Path(os.environ.get("PROGRAMS", ""))
    named = [(name, STUDIO) for name in ("ZoomStudio", "ZoomStudioMainActor")]
    named += [
        (name, RECEIVING)
        for name in ("VideoRecorder", "VideoMicrophone", "AgoraVoice", "AgoraMusic", "ZegoRenderer", "ZegoPictures")
    ]
    named += [(name, CAMERA) for name in ("CameraRecorder", "CameraPreview")]
    found = [Client(name, [str(swift / name)], scenarios) for name, scenarios in named]
    found += [
        Client("studio.cpp", [str(cpp / "studio")], STUDIO),
        Client(
            "recorder.cpp",
            [str(cpp / "recorder")],
            ["auth-never-answers", *RECEIVING, *PERMISSION, "audio-never-connects", "on-behalf-token-fails"],
        ),
        Client(
            "devices.cpp",
            [str(cpp / "devices")],
            ["auth-never-answers", *RECEIVING, "share-locked", "audio-never-connects", "moved-around"],
            is_counted=False,
        ),
        # Examples.
        Client("ZoomApp", [str(swift / "ZoomApp"), "endless"], WITHOUT_LIMITS, has_time=False),
        Client("ZoomRecorder", [str(swift / "ZoomRecorder")], ["people", "connection-lost"], has_time=False),
        Client("sender.cpp", [str(cpp / "sender")], WITHOUT_LIMITS, has_time=False),
        Client(
            "meeting_bot.cpp", [str(cpp / "meeting_bot"), "3", "frames.y4m", "sound.wav"], ["meeting_bot"], has_time=False
        ),
    ]
    if python := os.environ.get("BOT_PYTHON"):
        found.append(
            Client(
                "recorder.py",
                [python, str(OWN / "recorder.py")],
                ["auth-never-answers", *RECEIVING, *PERMISSION],
                options=("--preload-meeting-sdk",),
            )
        )
    return found


def scenario_argument(name):
    """The path of a scenario, or the name of a ready one."""
    for folder in (OWN / "scenarios", BOTS, ROOT / "examples/embedding"):
        if (file := folder / f"{name}.yaml").exists():
            return str(file)
    return name


def media_count(metrics):
    """The frames and audio blocks that a client has sent and received."""
    received = metrics["received"]
    return metrics["video"]["frames"] + metrics["audio"]["blocks"] + received["frames"] + received["blocks"]


class Runner:
    """Runs cells, several at a time."""

    def __init__(self):
        self.running = set()
        self.lock = threading.Lock()
        self.is_stopped = False

    def run(self, cell):
        """Returns the faults of a run as pairs of a rule and a message, and its duration."""
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="matrix-") as folder:
            report = Path(folder) / "report.json"
            seconds = SECONDS.get(cell.scenario, 3)
            command = [os.environ["PSSTUDIO_BINARY"], "exec", "--report", str(report), *cell.client.options]
            command += ["--scenario", scenario_argument(cell.scenario)]
            if not cell.client.has_time:
                command += ["--stop-after", f"{seconds + 2}s"]
            command += ["--", *cell.client.command, *([str(seconds)] if cell.client.has_time else [])]
            variables = {name: value for name, value in os.environ.items() if not name.startswith("PSSTUDIO_")}
            # The vendor's library, which psstudio's replaces, writes log files into the home folder when it is loaded.
            variables["HOME"] = folder
            code, output = self.wait_for(command, folder, variables, seconds + PATIENCE)
            faults = self.faults(code, output, report, cell.client.is_counted and cell.scenario not in SILENT)
        return faults, time.monotonic() - began

    def wait_for(self, command, folder, variables, seconds):
        """Returns the exit code, `None` for a process that was killed because it hangs, and standard error."""
        with open(Path(folder) / "log", "w+", errors="replace") as log:
            process = subprocess.Popen(
                command, cwd=folder, env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log
            )
            with self.lock:
                self.running.add(process)
                if self.is_stopped:
                    process.terminate()
            try:
                code = process.wait(seconds)
            except subprocess.TimeoutExpired:
                # It ends the client, too.
                process.terminate()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
                code = None
            finally:
                with self.lock:
                    self.running.discard(process)
            log.seek(0)
            return code, log.read()

    @staticmethod
    def faults(code, output, report, has_media):
        """What is wrong with a run."""
        last = output.strip().splitlines()[-1] if output.strip() else "no message"
        if code is None:
            return [("hangs", last)]
        try:
            result = json.loads(report.read_text())
        except (OSError, ValueError):
            return [(f"exit {code}", f"no report; {last}")]
        found = [(each["rule"], each["message"]) for trace in result["traces"] for each in trace["findings"]]
        found += [("unreadable", each["message"]) for each in result["unreadable"]]
        if unused := re.search(r"the scenario '.*' had no effect: .*", output):
            found.append(("no effect", unused[0]))
        if has_media and not any(media_count(trace["metrics"]) for trace in result["traces"]):
            found.append(("no media", f"nothing was sent or received; {last}"))
        if code != 0 and not (code in (3, 7) and found and result["command"]["exitCode"] == 0):
            found.append((f"exit {code}", result["command"]["message"] or last))
        return found

    def stop(self):
        """Ends what runs."""
        with self.lock:
            self.is_stopped = True
            for process in self.running:
                process.terminate()


def busy_loops(count):
    """Starts loops that take a processor each, and end with this process."""
    loop = "import os, sys\nwhile os.getppid() == int(sys.argv[1]): sum(range(100000))"
    return [subprocess.Popen([sys.executable, "-c", loop, str(os.getpid())]) for _ in range(count)]


def run_all(cells, options):
    """Returns the faults and the durations by cell; prints each fault when it is found."""
    faults, durations = collections.defaultdict(list), collections.defaultdict(list)
    runner = Runner()
    loops = busy_loops(options.busy)
    pool = concurrent.futures.ThreadPoolExecutor(options.jobs)
    try:
        pending = {pool.submit(runner.run, cell): cell for _ in range(options.times) for cell in cells}
        for future in concurrent.futures.as_completed(pending):
            cell = pending[future]
            found, seconds = future.result()
            faults[cell.name].append(found)
            durations[cell.name].append(seconds)
            for rule, message in found:
                print(f"test-matrix: {cell.client.name}, {cell.scenario}, {rule}: {message}", flush=True)
    finally:
        runner.stop()
        pool.shutdown(cancel_futures=True)
        for loop in loops:
            loop.kill()
            loop.wait()
    return faults, durations


def cell_text(runs):
    """`ok`, or the rules that were broken, with the number of runs when there are several."""
    rules = collections.Counter(rule for found in runs for rule in dict.fromkeys(rule for rule, _ in found))
    if not rules:
        return "ok" if len(runs) == 1 else f"ok ({len(runs)})"
    if len(runs) == 1:
        return ", ".join(rules)
    return ", ".join(f"{rule} ({count} of {len(runs)})" for rule, count in rules.items())


def parse(arguments):
    """The options."""
    parser = argparse.ArgumentParser(prog="test-matrix.sh", description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=1, metavar="N", help="run each client N times in each scenario")
    parser.add_argument("--busy", type=int, default=0, metavar="N", help="N loops beside them take a processor each")
    parser.add_argument("--jobs", type=int, default=3, metavar="N", help="run N clients at a time (default: 3)")
    parser.add_argument("--only", action="append", metavar="PATTERN", help="CLIENT/SCENARIO with * and ?; repeatable")
    parser.add_argument("--list", action="store_true", help="print what would run")
    return parser.parse_args(arguments)


def main(arguments):
    """Returns the exit code."""
    options = parse(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    cells = [Cell(client, scenario) for client in clients() for scenario in client.scenarios]
    if options.only:
        # A name alone is that of a client.
        patterns = [pattern if "/" in pattern else f"{pattern}/*" for pattern in options.only]
        cells = [cell for cell in cells if any(fnmatch.fnmatchcase(cell.name, pattern) for pattern in patterns)]
    if not cells:
        print("test-matrix: nothing to run; --list prints the names", file=sys.stderr)
        return 2
    if options.list:
        print("\n".join(cell.name for cell in cells))
        return 0
    # The longest ones first, so that the last ones end together.
    cells.sort(key=lambda cell: -SECONDS.get(cell.scenario, 3))
    faults, durations = run_all(cells, options)
    print(f"\n{'client':<22}{'scenario':<26}{'seconds':>7}  result")
    for cell in sorted(cells, key=lambda cell: cell.name):
        mean = sum(durations[cell.name]) / len(durations[cell.name])
        print(f"{cell.client.name:<22}{cell.scenario:<26}{mean:>7.1f}  {cell_text(faults[cell.name])}")
    runs = [found for each in faults.values() for found in each]
    failed = sum(1 for found in runs if found)
    print(f"test-matrix: {len(runs) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
