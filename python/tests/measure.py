"""Prints what an import and a test cost, in milliseconds: measure.py [RUNS]"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

APP = [sys.executable, str(Path(__file__).parent / "apps" / "sender.py"), "frames=1"]
RUNS = int(sys.argv[1]) if len(sys.argv) > 1 else 15
TEST = f"""
import time, pytest
APP = {APP!r}

@pytest.mark.parametrize("number", range({RUNS}))
def test_bot(studio, number):
    assert studio.start(APP).wait(30).exit_code == 0
"""
BARE = f"""
import subprocess, pytest
APP = {APP!r}

@pytest.mark.parametrize("number", range({RUNS}))
def test_bot(number):
    assert subprocess.run(APP, stdout=subprocess.DEVNULL).returncode == 0
"""


def median(command: list[str]) -> float:
    """The middle duration of a command in milliseconds."""
    times = []
    for _ in range(RUNS):
        begin = time.perf_counter()
        subprocess.run(command, check=True)
        times.append(time.perf_counter() - begin)
    return statistics.median(times) * 1000


def per_test(text: str) -> float:
    """The duration of a test with all its phases, as pytest measures it, in milliseconds: the middle one."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "test_bot.py").write_text(text)
        command = [sys.executable, "-m", "pytest", "-q", "--durations=0", "--durations-min=0", "-p", "no:cacheprovider"]
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=True, env={**os.environ, "PSSTUDIO_SEED": "1"}
        )
    phases: dict[str, float] = {}
    for line in done.stdout.splitlines():
        if "test_bot.py::" in line:
            seconds, _, name = line.split()
            phases[name] = phases.get(name, 0) + float(seconds.rstrip("s"))
    return statistics.median(phases.values()) * 1000


def main() -> None:
    """Measures and prints."""
    python = median([sys.executable, "-c", "pass"])
    imported = median([sys.executable, "-c", "import psstudio"])
    bare, plugin = per_test(BARE), per_test(TEST)
    print(
        f"import psstudio {imported - python:.0f} ms; a test with the plugin {plugin:.0f} ms, "
        f"the app alone {bare:.0f} ms: {plugin - bare:+.0f} ms"
    )


if __name__ == "__main__":
    main()
