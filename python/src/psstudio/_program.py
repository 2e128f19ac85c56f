"""The installed program."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence

from ._errors import ProgramFailed, ProgramMissing, ProgramTooOld, StudioError, WaitTimeout
from ._version import __version__

INSTALL = "sudo apt-get install psstudio, or in a checkout: make install PREFIX=~/.local"


def find() -> str:
    """The path of the program: that of PSSTUDIO_BINARY, that of the virtual environment, or the first one of PATH.

    Raises:
        ProgramMissing: with the command that installs it.
    """
    path = os.environ.get("PSSTUDIO_BINARY")
    if path:
        if os.access(path, os.X_OK):
            return path
        raise ProgramMissing(
            f"PSSTUDIO_BINARY is {path!r}, which cannot be executed; correct it, or install: {INSTALL}"
        )
    import shutil

    # The wheel with programs puts it there, and the environment need not be active.
    own = os.path.join(sys.prefix, "bin", "psstudio")
    if sys.prefix != sys.base_prefix and os.access(own, os.X_OK):
        return own
    found = shutil.which("psstudio")
    if found is None:
        raise ProgramMissing(f"the program psstudio is not in PATH; install it: {INSTALL}")
    return found


def version() -> str:
    """The version of the program, such as `0.2.0`.

    Raises:
        ProgramMissing: it is not installed.
        ProgramFailed: it does not start, because a library is missing, for example.
    """
    line = output(["--version"])
    return line.split()[1] if line.startswith("psstudio ") else line.strip()


def is_available() -> bool:
    """Whether the program is installed and starts. A test can be skipped otherwise."""
    try:
        return bool(version())
    except (ProgramMissing, ProgramFailed):
        return False


def numbers(text: str) -> tuple[int, ...]:
    """The numbers of a version: `0.1.0` as (0, 1, 0)."""
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])


def failure(arguments: Sequence[str], exit_code: int, errors: str) -> StudioError:
    """The error of a program that exits with 1 or 2: it may be too old for its options."""
    found = version() if exit_code == 2 and "Unknown option" in errors else __version__
    if numbers(found) < numbers(__version__):
        return ProgramTooOld(
            f"psstudio {found} is older than this package ({__version__}); install a newer one: {INSTALL}"
        )
    lines = [line for line in errors.splitlines() if line.strip()]
    if exit_code < 0:
        return ProgramFailed(f"psstudio {arguments[0]} was ended by signal {-exit_code} before it began", exit_code)
    message = lines[0] if lines else f"psstudio {arguments[0]} exits with {exit_code}"
    if exit_code == 2 and "Unknown option" in errors:
        message += f"; is it the psstudio of this package ({__version__})? {INSTALL}"
    return ProgramFailed(message, exit_code)


def output(arguments: Sequence[str], accepted: Sequence[int] = (0,), timeout: float | None = None) -> str:
    """Runs the program and returns what it prints.

    Args:
        arguments: without the name of the program.
        accepted: the exit codes that come with a result.
        timeout: in seconds; None waits without limit.

    Raises:
        ProgramFailed: for another exit code, with the program's own line.
        WaitTimeout: it did not end in time, and was killed.
    """
    import subprocess

    command = [find(), *arguments]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=timeout
        )
    except subprocess.TimeoutExpired:
        # Its text has all arguments, an address with a key among them.
        raise WaitTimeout(f"psstudio {arguments[0]} did not end within {timeout:g} s") from None
    if done.returncode not in accepted:
        raise failure(arguments, done.returncode, done.stderr)
    return done.stdout
