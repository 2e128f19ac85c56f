"""The fleet without Locust: examples/load/fleet.sh, with programs that stand for psstudio."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

FLEET = Path(__file__).parents[2] / "examples" / "load" / "fleet.sh"


def fleet(folder: Path, *, exec_does: str, path: str, count: str = "3") -> subprocess.CompletedProcess[str]:
    """Runs a fleet with a program psstudio of one line."""
    # Bash replaces itself by the last program, so that parallel notices the signal.
    program = folder / "psstudio"
    program.write_text(f"#!/bin/sh\n{exec_does}\n")
    program.chmod(0o755)
    environment = {**os.environ, "PATH": f"{folder}:{path}", "HOME": str(folder), "PARALLEL_SHELL": "/bin/bash"}
    return subprocess.run(
        [FLEET, count, "1s", "./bot"], env=environment, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.mark.parametrize(
    ("exec_does", "code", "line"),
    [
        ("exit 0", 0, "3 of 3 bots, 0 failed"),
        ("exit 3", 1, "3 of 3 bots, 3 failed"),
        ("kill -KILL $$", 1, "3 of 3 bots, 3 failed"),
        ('[ "$4" != 2 ] || kill -KILL $$', 1, "3 of 3 bots, 1 failed"),
    ],
)
def test_each_bot_counts(exec_does, code, line, tmp_path):
    done = fleet(tmp_path, exec_does=exec_does, path=os.environ["PATH"])
    assert done.stdout == line + "\n"
    assert done.returncode == code


def test_a_fleet_that_cannot_be_started_fails(tmp_path):
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in ("sh", "seq", "awk", "wc", "grep", "sort", "uniq", "mktemp", "rm"):
        (tools / tool).symlink_to(shutil.which(tool))
    done = fleet(tmp_path, exec_does="exit 0", path=str(tools))
    assert done.returncode == 1
    assert "0 of 3 bots" in done.stdout
    assert "parallel" in done.stderr


def test_missing_arguments_are_an_error_of_usage():
    done = subprocess.run([FLEET, "3"], capture_output=True, text=True, check=False, timeout=30)
    assert done.returncode == 2
    assert "usage: fleet.sh COUNT TIME BOT" in done.stderr
