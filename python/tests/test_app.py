"""The end of apps that cannot be started, ended or judged."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import psstudio
from psstudio import _folders, aio


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program whose report is truncated."""
    program = tmp_path / "psstudio"
    program.write_text(
        '#!/bin/sh\nwhile [ "$1" != --report ]; do shift; done\n'
        'echo written >&2\nprintf \'{"command": {"exit\' >"$2"\nexit 3\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PSSTUDIO_BINARY", str(program))


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Apps whose end is not noticed."""

    def stop(app: psstudio.App) -> None:
        app.request_stop()
        app._process.wait(20)
        raise psstudio.WaitTimeout("it still runs")

    async def stop_async(app: aio.AsyncApp) -> None:
        stop(app.app)

    monkeypatch.setattr(psstudio.App, "stop", stop)
    monkeypatch.setattr(aio.AsyncApp, "stop", stop_async)


@pytest.mark.usefixtures("temporary")
class TestStart:
    def test_an_app_that_nobody_can_wait_for_is_ended(self, sender, monkeypatch):
        started = []

        def pidfd_open(pid: int) -> int:
            started.append(pid)
            raise OSError(24, "Too many open files")

        monkeypatch.setattr(os, "pidfd_open", pidfd_open)
        with pytest.raises(OSError, match="Too many open files"):
            psstudio.App(sender())
        assert not Path(f"/proc/{started[0]}").exists()
        assert os.listdir(_folders.root().path) == []

    def test_a_wrong_argument_leaves_no_folder(self):
        with pytest.raises(TypeError):
            psstudio.App(["true"], grace="long")
        with pytest.raises(TypeError):
            psstudio.App(["true"], stop_after="long")
        with pytest.raises(TypeError):
            psstudio.App(["true"], scenario=7)
        assert os.listdir(_folders.root().path) == []


@pytest.mark.usefixtures("temporary", "report")
class TestReport:
    def test_a_truncated_report_is_the_error_of_each_wait(self):
        app = psstudio.App(["true"])
        with pytest.raises(psstudio.ProgramFailed, match="left no complete report: JSONDecodeError") as caught:
            app.wait(10)
        assert caught.value.exit_code == 3
        assert app.failure is caught.value
        assert not app.is_running
        with pytest.raises(psstudio.ProgramFailed) as again:
            app.wait(10)
        assert again.value is caught.value
        with pytest.raises(psstudio.ProgramFailed):
            app.result  # noqa: B018
        assert app.stderr == "written\n"
        app.close()
        assert app.stderr == ""
        assert not app.folder.exists()

    async def test_an_app_that_failed_is_closed_with_asyncio(self):
        app = aio.AsyncApp(psstudio.App(["true"]))
        await app.close()
        assert not app.app.folder.exists()


@pytest.mark.usefixtures("temporary", "stuck")
class TestEnd:
    def test_an_app_that_does_not_end_replaces_no_error(self):
        with pytest.raises(KeyError) as caught:
            with psstudio.App(["sleep", "60"]) as app:
                raise KeyError
        assert caught.value.__notes__ == ["WaitTimeout: it still runs"]
        assert not app.folder.exists()
        with pytest.raises(psstudio.WaitTimeout, match="does it use psstudio") as caught:
            psstudio.run(["sleep", "60"], timeout=0.1)
        assert caught.value.__notes__ == ["WaitTimeout: it still runs"]
        with pytest.raises(psstudio.WaitTimeout, match="it still runs"):
            with psstudio.App(["sleep", "60"]):
                pass

    async def test_an_app_that_does_not_end_replaces_no_error_with_asyncio(self):
        with pytest.raises(KeyError) as caught:
            async with aio.AsyncApp(psstudio.App(["sleep", "60"])) as app:
                raise KeyError
        assert caught.value.__notes__ == ["WaitTimeout: it still runs"]
        assert not app.app.folder.exists()
        with pytest.raises(psstudio.WaitTimeout, match="does it use psstudio") as caught:
            await aio.run(["sleep", "60"], timeout=0.1)
        assert caught.value.__notes__ == ["WaitTimeout: it still runs"]


@pytest.mark.parametrize(
    ("lines", "ended"),
    [
        ("- 9000009", []),
        ("+ 9000001\n- 9000009", [9000001]),
        ("+ 9000001\n- 900000\n- 000001", [9000001]),
        ("+ 9000001\n+ 9000002\n+ 9000003\n- 9000002\n- 9000002", [9000001, 9000003]),
        ("+ 9000001\n- 9000001", []),
    ],
)
def test_the_guardian_ends_each_app_once(lines, ended, tmp_path):
    """No process has such a number."""
    folder = tmp_path / "files"
    folder.mkdir()
    command = ["/bin/sh", "-x", "-c", _folders._GUARDIAN, str(folder)]
    done = subprocess.run(command, input=lines + "\n", capture_output=True, text=True, check=True, timeout=30)
    killed = [line.split()[-1] for line in done.stderr.splitlines() if line.startswith("+ kill -TERM")]
    assert killed == [str(number) for number in ended]
    assert not folder.exists()
