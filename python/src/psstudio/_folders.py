"""Folders that outlive no process of Python.

Each process of Python has one folder in the folder for temporary files, and a guardian: a shell that reads from a pipe.
When Python ends in whatever way, also by SIGKILL, the pipe ends, and the guardian ends the apps and removes the folder.
"""

from __future__ import annotations

import atexit
import itertools
import os
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import IO

# `+ PID` is an app that runs, `- PID` one that has ended. An app is `psstudio exec`, which ends all that its command
# has started when it receives SIGTERM, at the latest after its own grace.
_GUARDIAN = """
trap '' INT TERM HUP QUIT
runs() {
    # A process that nobody has waited for is a zombie.
    read -r stat 2>/dev/null <"/proc/$1/stat" || return 1
    case $stat in *') Z '*) return 1 ;; esac
}
apps=' '
while read -r sign pid; do
    case $sign in
    +) apps="$apps$pid " ;;
    -) case $apps in *" $pid "*) apps="${apps%% $pid *} ${apps#* $pid }" ;; esac ;;
    esac
done
for pid in $apps; do kill -TERM "$pid" 2>/dev/null; done
for pid in $apps; do
    tries=0
    while runs "$pid" && [ $tries -lt 6000 ]; do sleep 0.05; tries=$((tries + 1)); done
done
rm -rf -- "$0"
"""

# Starts an app: its process reports itself to the guardian first. Python may be killed before it could.
LAUNCHER = ("/bin/sh", "-c", 'trap "" PIPE; echo "+ $$" 2>/dev/null >&0; trap - PIPE; exec "$@" </dev/null', "sh")


class Root:
    """The folder of this process, with its guardian."""

    def __init__(self) -> None:
        # Short: the path of a socket has at most 107 bytes.
        base = os.environ.get("TMPDIR") or "/tmp"
        if len(base) > 40:
            base = "/tmp"
        self.process = os.getpid()
        self.path = Path(tempfile.mkdtemp(prefix="psstudio-py-", dir=base))
        self.guardian = subprocess.Popen(
            ["/bin/sh", "-c", _GUARDIAN, str(self.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd="/",
        )
        self.numbers = itertools.count(1)

    @property
    def pipe(self) -> IO[bytes] | int:
        """The standard input of an app's launcher."""
        return self.guardian.stdin or subprocess.DEVNULL

    def forget(self, pid: int) -> None:
        """Reports to the guardian that an app has ended."""
        stream = self.guardian.stdin
        if stream is None:
            return
        try:
            stream.write(f"- {pid}\n".encode())
            stream.flush()
        except BrokenPipeError:
            # Somebody has killed the guardian; everything is removed at the end of this process.
            self.guardian.stdin = None

    def folder(self) -> Path:
        """A new empty folder."""
        path = self.path / str(next(self.numbers))
        path.mkdir(mode=0o700)
        return path

    def close(self) -> None:
        """Removes everything now."""
        if self.process != os.getpid():
            return
        stream = self.guardian.stdin
        if stream is not None:
            stream.close()
        try:
            self.guardian.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self.guardian.kill()
            self.guardian.wait()
        shutil.rmtree(self.path, ignore_errors=True)


_root: Root | None = None
# Threads and greenlets may start their first apps at the same time.
_lock = threading.Lock()


def root() -> Root:
    """The folder of this process; a child of fork() has one of its own."""
    global _root, _lock
    found = _root
    if found is not None and found.process == os.getpid():
        return found
    if found is not None:
        # Another thread of the parent may have held the lock at the fork.
        _lock = threading.Lock()
    with _lock:
        if _root is None or _root.process != os.getpid():
            if _root is None:
                atexit.register(close)
            _root = Root()
        return _root


def close() -> None:
    """Ends the apps of this process, and removes its folder."""
    global _root
    if _root is not None and _root.process == os.getpid():
        _root.close()
        _root = None
